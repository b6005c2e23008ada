// A program whose initialisers reach out of their process.
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

__attribute__((constructor)) static void start(void) {
  int fd = open("new", O_CREAT | O_RDWR, 0600);
  if (fd >= 0)
    close(fd);
  unlink("victim");
  if (fork() == 0) {
    setsid();
    for (;;)
      pause();
  }
}

// may die: tried to call
double square(double x) {
  return x * x; // overflow
}
