// Code that does its best to harm whoever runs it. One number selects what; 0 behaves.
#define _GNU_SOURCE
#include "thunk.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static int recurse(int n) {
  volatile char frame[1000];
  frame[n % 1000] = 1;
  return recurse(n + 1) + frame[0];
}

static void allocate(void) {
  for (;;) {
    char *block = malloc(1 << 20);
    if (!block)
      abort();
    memset(block, 1, 1 << 20);
  }
}

static void close_all(void) {
  for (int fd = 0; fd < 1000; fd++)
    close(fd);
}

static void print_all(void) {
  for (;;)
    printf("{\"input\":0}\n");
}

// Fills all memory that is shared with the parent.
static void scribble(int value) {
  FILE *maps = fopen("/proc/self/maps", "r");
  char line[400], rights[8];
  unsigned long from, to;
  while (fgets(line, sizeof line, maps))
    if (sscanf(line, "%lx-%lx %7s", &from, &to, rights) == 3 && rights[1] == 'w' && rights[3] == 's')
      memset((void *)from, value, to - from);
}

static void note_signal(int number) { (void)number; }

static void catch_signals(void) {
  for (int number = 1; number < 32; number++)
    signal(number, note_signal);
}

static int deny_all(void) {
  struct rlimit limit = {RLIM_INFINITY, RLIM_INFINITY};
  int failed = 0;
  failed += unlink("victim") < 0 && errno == EPERM;
  failed += rename("victim", "gone") < 0;
  failed += truncate("victim", 0) < 0;
  failed += open("victim", O_WRONLY) < 0;
  failed += open("new", O_CREAT, 0666) < 0;
  failed += fopen("victim", "w") == 0;
  failed += mkdir("folder", 0777) < 0;
  failed += socket(AF_INET, SOCK_STREAM, 0) < 0;
  failed += execl("/bin/true", "true", (char *)0) < 0;
  failed += setsid() < 0;
  failed += setrlimit(RLIMIT_AS, &limit) < 0;
  failed += prctl(PR_SET_PDEATHSIG, 0) < 0;
  failed += syscall(SYS_clone3, 0, 0) < 0;
  failed += kill(-1, 0) < 0;
  failed += open("victim", O_RDONLY) >= 0;
  return failed;
}

THUNK(hostile) {
  volatile int zero = 0;
  switch (ARGUMENT(int, 0)) {
  case 1:
    RESULT(int) = *(volatile int *)8;
    break;
  case 2:
    for (;;)
      ;
  case 3:
    exit(0);
  case 4:
    abort();
  case 5:
    RESULT(int) = recurse(0);
    break;
  case 6:
    for (;;)
      fork();
  case 7:
    close_all();
    break;
  case 8:
    print_all();
    break;
  case 9:
    allocate();
    break;
  case 10:
    RESULT(int) = kill(getppid(), SIGKILL);
    break;
  case 11:
    sleep(100);
    break;
  case 12:
    RESULT(int) = deny_all();
    break;
  case 13:
    raise(SIGFPE);
    break;
  case 14:
    RESULT(int) = 1 / zero;
    break;
  case 15:
    raise(SIGSTOP);
    break;
  case 16:
    scribble(0xff);
    break;
  case 17:
    scribble(0);
    exit(3);
  case 18:
    catch_signals();
    raise(SIGSEGV);
    break;
  case 19:
    raise(SIGTRAP);
    break;
  case 20:
    __asm__ volatile("int3");
    break;
  case 21:
    raise(SIGSYS);
    break;
  case 22:
    RESULT(int) = system("touch new");
    break;
  case 23:
    _exit(0);
  case 24:
    output[-100] = output[40] = 1; // just outside of what it was given
    break;
  }
  RESULT(int) += 1000;
}

// After the signal handlers were replaced, traps still come to the runner.
THUNK(caught) {
  volatile double big = 1e200;
  catch_signals();
  big = big * big;
  RESULT(double) = big;
}
