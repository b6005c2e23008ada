// A program whose initialisers take from the process what it needs to tell us anything.
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

__attribute__((constructor)) static void start(void) {
  puts("PRINTED BY THE PROGRAM");
  fflush(stdout);
  for (int fd = 0; fd < 300; fd++)
    write(fd, "PRINTED BY THE PROGRAM\n", 23);
  for (int number = 1; number < 32; number++)
    signal(number, SIG_IGN);
  for (int fd = 0; fd < 300; fd++)
    close(fd);
  signal(SIGALRM, SIG_DFL);
  alarm(1);
}

double square(double x) {
  return x * x; // overflow
}
