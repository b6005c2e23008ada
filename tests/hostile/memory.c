// Code that reads and writes where it has no business.
#include <alloca.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

// dies: SIGSEGV if x < 0
double null_read(double x) {
  if (x < 0)
    return *(volatile double *)0;
  return x * x; // overflow
}

// dies: SIGSEGV
double null_write_always(double x) {
  double r = x * x; // overflow
  *(volatile double *)0 = r;
  return r;
}

// dies: SIGSEGV or SIGBUS if abs(x) > 1
double wild_write(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  double r = x * x; // overflow
  if (x > 1 || x < -1)
    *(volatile double *)(bits ^ bits << 13) = x;
  return r;
}

// Writes upwards over its own frame and those of its callers.
// dies: SIGSEGV or SIGBUS or SIGILL or SIGABRT or exit or no answer if x < -1e100
double smash_stack(double x) {
  volatile char small[8];
  if (x < -1e100)
    for (int i = 0; i < 6000; i++)
      small[i] = (char)0xcc;
  return x * x; // overflow
}

// The heap stays damaged: later calls may fail in other ways.
// dies: SIGABRT or SIGSEGV if x < -1e100
// may die: no answer
double smash_heap(double x) {
  if (x < -1e100) {
    char *block = malloc(24);
    memset(block, 0xff, 4000);
    free(block);
    free(malloc(100000));
    abort();
  }
  return x * x; // overflow
}

// dies: SIGABRT or SIGSEGV if x < -1e100
// may die: no answer
double free_twice(double x) {
  if (x < -1e100) {
    char *volatile block = malloc(2000), *fence = malloc(10);
    free(block);
    free(block);
    free(fence);
    abort();
  }
  return x * x; // overflow
}

// Near its end the object has neighbours.
// dies: SIGSEGV or SIGBUS if x < -1e100
int beyond_output(double x, double *out) {
  *out = x * x; // overflow
  if (x < -1e100)
    for (long i = 0;; i++)
      out[i] = 1;
  out[2] = out[-1] = 1;
  return 0;
}

// dies: SIGSEGV or SIGBUS if x < -1e100
double eats_stack(double x) {
  if (x < -1e100) {
    volatile char *block = alloca((size_t)1 << 30);
    block[0] = 1;
  }
  return x * x; // overflow
}

// Fills all memory that is shared with another process, with bytes that are numbers, text or JSON to nobody.
static void scribble(int value) {
  FILE *maps = fopen("/proc/self/maps", "r");
  char line[400], rights[8];
  unsigned long from, to;
  while (maps && fgets(line, sizeof line, maps))
    if (sscanf(line, "%lx-%lx %7s", &from, &to, rights) == 3 && rights[1] == 'w' && rights[3] == 's')
      memset((void *)from, value, to - from);
}

// hopeless: what the search knew is gone
double scribble_ones(double x) {
  if (x < -1e300)
    scribble(0xff);
  return x * x;
}

// hopeless: what the search knew is gone
double scribble_quotes(double x) {
  if (x < -1e300)
    scribble('"');
  return x * x;
}

// hopeless: what the search knew is gone
double scribble_zeros(double x) {
  if (x < -1e300) {
    scribble(0);
    exit(3);
  }
  return x * x;
}

// dies: SIGSEGV or SIGBUS if x < -1e100
double unmaps(double x) {
  if (x < -1e100)
    munmap((void *)((uintptr_t)&unmaps & ~(uintptr_t)4095), 4096);
  return x * x; // overflow
}
