// Code that no compiler has checked.

// dies: SIGILL if x < -1e100
double illegal(double x) {
  if (x < -1e100)
    __asm__ volatile("ud2");
  return x * x; // overflow
}

// dies: SIGTRAP if x < -1e100
double breakpoint(double x) {
  if (x < -1e100)
    __asm__ volatile("int3");
  return x * x; // overflow
}

// dies: SIGSEGV if x < -1e100
double privileged(double x) {
  if (x < -1e100)
    __asm__ volatile("hlt");
  return x * x; // overflow
}

// The product is not visible to us: nothing to report for it, and nothing to trip over.
double multiplies(double x) {
  double r = x * x; // overflow
  __asm__ volatile("mulsd %0, %0" : "+x"(r));
  return r;
}

// Copies run backwards from here on.
double backwards(double x) {
  double r = x * x; // overflow
  __asm__ volatile("std");
  return r;
}

// dies: SIGTRAP
double single_steps(double x) {
  double r = x * x; // overflow
  __asm__ volatile("pushfq\n\torq $0x100, (%%rsp)\n\tpopfq" ::: "memory", "cc");
  return r;
}

// Registers that the caller counts on.
// dies: SIGSEGV or SIGBUS or SIGILL or SIGABRT or exit or no answer or endless if x < -1e300
double loses_registers(double x) {
  double r = x * x; // overflow
  if (x < -1e300)
    __asm__ volatile(
        "xorl %ebx, %ebx\n\txorl %ebp, %ebp\n\tmovl $5, %r12d\n\tmovl $5, %r13d\n\tmovl $5, %r14d");
  return r;
}

// Writes without the C library: what it is denied, it is denied all the same.
// dies: open if x < -1e100
double calls_the_kernel(double x) {
  static const char name[] = "new";
  long result = 2;
  if (x < -1e100) // open("new", O_CREAT | O_RDWR, 0777)
    __asm__ volatile("syscall" : "+a"(result) : "D"(name), "S"(0102L), "d"(0777L) : "rcx", "r11", "memory");
  return x * x; // overflow
}

// The same in the old way, with the numbers of another architecture: 8 is creat.
// dies: system call or creat or unlink or time_create or SIGSEGV or SIGSYS if x < -1e100
double calls_the_old_kernel(double x) {
  static const char name[] = "new";
  long result = 8;
  if (x < -1e100)
    __asm__ volatile("int $0x80" : "+a"(result) : "b"((long)name & 0xffffffff), "c"(0777L) : "memory");
  return x * x; // overflow
}
