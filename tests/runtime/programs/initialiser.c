// What happens before anything is called.
#include "thunk.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <xmmintrin.h>

static void reach_out(void) {
  unlink("victim");
  open("new", O_CREAT | O_RDWR, 0600);
  if (fork() == 0)
    for (;;)
      pause();
  for (int number = 1; number < 32; number++)
    signal(number, SIG_IGN);
  for (int fd = 0; fd < 300; fd++) {
    write(fd, "not a report\n", 13);
    close(fd);
  }
  signal(SIGALRM, SIG_DFL);
  ualarm(300000, 0);
  chdir("/");
}

__attribute__((constructor)) static void initialise(void) {
#ifdef ABORT
  abort();
#endif
#ifdef EXIT
  exit(0);
#endif
#ifdef FLUSH
  _mm_setcsr(_mm_getcsr() | 0x8000); // as programs built with -ffast-math do
#endif
#ifdef REACH_OUT
  reach_out();
#endif
}

#ifndef EXIT
__attribute__((destructor)) static void finish(void) { abort(); }
#endif

BINARY(add, double, x + y)
