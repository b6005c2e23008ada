// Runs with several exceptions. A comment `raises ...` names what the line must be reported for, and nothing
// else may be.
#include "thunk.h"

#include <fenv.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <xmmintrin.h>

uint64_t ariadne_trap_suspend(void);
void ariadne_trap_resume(uint64_t state, void *return_address, uint32_t kinds);

THUNK(order) {
  volatile double big = 1e200, small = 1e-200, zero = 0, r;
  for (int i = 0; i < 3; i++) {
    r = small * small; // raises underflow 3 times
    r = big * big;     // raises overflow 3 times
    r = r - r;         // raises invalid 3 times
    r = r * 2;
    r = 1 / zero; // raises divbyzero 3 times
  }
  RESULT(double) = r;
}

// The program's own view of the flags must be that of a run without traps, step by step.
THUNK(flags) {
  volatile double exact = 0x1p-1000, tiny = 1e-200, zero = 0, one = 1, three = 3, r;
  int *seen = (int *)output;
  r = exact * 0x1p-60; // raises underflow 1 times
  *seen++ = fetestexcept(FE_ALL_EXCEPT);
  r = one / three;
  *seen++ = fetestexcept(FE_ALL_EXCEPT);
  r = one / zero; // raises divbyzero 1 times
  *seen++ = fetestexcept(FE_ALL_EXCEPT);
  r = tiny * tiny; // raises underflow 1 times
  *seen++ = fetestexcept(FE_ALL_EXCEPT);
  r = exact * 0x1p-60; // raises underflow 1 times
  *seen++ = fetestexcept(FE_ALL_EXCEPT);
  feclearexcept(FE_ALL_EXCEPT);
  *seen++ = fetestexcept(FE_ALL_EXCEPT);
  r = zero / zero; // raises invalid 1 times
  *seen++ = fetestexcept(FE_ALL_EXCEPT);
}

// Masking exceptions is what a careful program does; they are still observed.
THUNK(held) {
  volatile double big = 1e200, r;
  fenv_t environment;
  r = big * big; // raises overflow 1 times
  feholdexcept(&environment);
  r = big * big; // raises overflow 1 times
  RESULT(int) = fetestexcept(FE_ALL_EXCEPT);
  feupdateenv(&environment);
  r = big * big; // raises overflow 1 times
  fesetenv(FE_DFL_ENV);
  r = big * big; // raises overflow 1 times
}

// Neither is this the way out.
THUNK(by_hand) {
  volatile double big = 1e200, r;
  r = big * big; // raises overflow 1 times
  _mm_setcsr(0x1f80);
  r = big * big; // raises overflow 1 times
  RESULT(double) = r;
}

THUNK(rounding) {
  volatile double one = 1, three = 3, big = 1e308;
  double *results = (double *)output;
  fesetround(FE_DOWNWARD);
  *results++ = one / three;
  *results++ = big * 10; // raises overflow 1 times
  fesetround(FE_UPWARD);
  *results++ = one / three;
  *results++ = big * 10; // raises overflow 1 times
}

// x87 with everything around it that reads or writes its control and status words.
THUNK(extended) {
  volatile long double big = 0x1p16000L, small = 0x1p-16000L, zero = 0, three = 3, minus = -7.75L, r;
  unsigned short word;
  long *results = (long *)output;
  __asm__ volatile("fnstcw %0" : "=m"(word));
  *results++ = word;
  for (int i = 0; i < 2; i++) {
    r = big * big;         // raises overflow 2 times
    r = small * 0x1p-440L; // raises underflow 2 times
    *results++ = r == 0x1p-16440L;
    r = small * small; // raises underflow 2 times
    r = three / zero;  // raises divbyzero 2 times
    r = r - r;         // raises invalid 2 times
    *results++ = (int)minus;
    *results++ = (long)(minus * 1000);
    *results++ = (int)(big); // raises invalid 2 times
    *results++ = (float)minus * 100;
  }
  volatile double d = small; // raises underflow 1 times
  volatile float f = big;    // raises overflow 1 times
  volatile double sse = 1e200;
  sse = sse * sse; // raises overflow 1 times
  r = 1 / three;
  __asm__ volatile("fnstcw %0" : "=m"(word));
  *results++ = word;
  __asm__ volatile("fnstsw %0" : "=m"(word));
  *results++ = word & 0x3f;
  *results++ = fetestexcept(FE_ALL_EXCEPT);
  *results++ = fegetround();
  r = r + d + f;
}

// A libm function as boundary.cpp wraps it.
__attribute__((noinline)) static double wrapped(double x) {
  uint64_t state = ariadne_trap_suspend();
  volatile double r = x * x; // inside: not reported
  volatile long double l = 0x1p16000L;
  l = l * l;
  ariadne_trap_resume(state, __builtin_return_address(0), 4);
  return r;
}

THUNK(boundary) {
  volatile double big = 1e200, r;
  volatile long double l = 1;
  r = big * big;    // raises overflow 1 times
  r = wrapped(big); // raises divbyzero 1 times
  r = big * big;    // raises overflow 1 times
  l = l / 3;
  RESULT(double) = r;
}

static void *work(void *unused) {
  volatile double big = 1e200;
  big = big * big; // raises overflow 4 times
  return unused;
}

THUNK(threads) {
  pthread_t threads[4];
  for (int i = 0; i < 4; i++)
    RESULT(int) += pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], 0);
}

// Floating point in the system's libraries is theirs.
THUNK(outside) {
  char text[64];
  snprintf(text, sizeof text, "%.3g", 1e300);
  RESULT(double) = strtod("1e400", 0) + strtod("1e-320", 0) * 2; // raises underflow 1 times
}

THUNK(endless) {
  volatile double big = 1e200, r;
  for (;;)
    r = big * big; // raises overflow 200000 times
}
