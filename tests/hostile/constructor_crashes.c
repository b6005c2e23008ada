// A program that fails before its functions can be called.
#include <stdlib.h>
#include <unistd.h>

__attribute__((constructor)) static void start(void) { *(volatile int *)0 = 0; }

// dies: SIGSEGV
double square(double x) { return x * x; }
