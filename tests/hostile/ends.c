// Code that ends its process.
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

// dies: exit(0) if x < 0
double exits(double x) {
  if (x < 0)
    exit(0);
  return x * x; // overflow
}

// dies: exit(3) if x < -1e100
double exits_3(double x) {
  if (x < -1e100)
    exit(3);
  return x * x; // overflow
}

// dies: exit(0) if x < -1e100
double exits_at_once(double x) {
  if (x < -1e100)
    _exit(0);
  return x * x; // overflow
}

// dies: exit(3)
double exits_always(double x) {
  volatile double r = x * x; // overflow
  exit(3);
}

static void never_ends(void) {
  for (;;)
    pause();
}

// dies: no answer if x < -1e100
double exits_badly(double x) {
  if (x < -1e100) {
    atexit(never_ends);
    exit(0);
  }
  return x * x; // overflow
}

// dies: SIGABRT if x < 0
double aborts(double x) {
  if (x < 0)
    abort();
  return x * x; // overflow
}

// dies: SIGKILL if x < -1e100
double kills(double x) {
  if (x < -1e100)
    raise(SIGKILL);
  return x * x; // overflow
}

// dies: SIGTERM if x < -1e100
double terminates(double x) {
  if (x < -1e100)
    raise(SIGTERM);
  return x * x; // overflow
}

// dies: SIGFPE if n == 0
double divides_integers(double x, int n) {
  return x * x + // overflow
         1000 / n;
}

// dies: SIGILL if x < -1e100
double traps(double x) {
  if (x < -1e100)
    __builtin_trap();
  return x * x; // overflow
}
