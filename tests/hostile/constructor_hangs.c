// A program that fails before its functions can be called.
#include <stdlib.h>
#include <unistd.h>

__attribute__((constructor)) static void start(void) {
  for (;;)
    pause();
}

// dies: no answer
double square(double x) { return x * x; }
