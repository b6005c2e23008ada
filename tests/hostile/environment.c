// Code that changes what the search, too, computes with.
#define _GNU_SOURCE
#include <errno.h>
#include <fenv.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>
#include <xmmintrin.h>

double rounds_up(double x) {
  fesetround(FE_UPWARD);
  return x * x; // overflow
}

double rounds_to_zero(double x) {
  fesetround(FE_TOWARDZERO);
  return x / (x - 3); // divbyzero
}

// may die: SIGFPE if abs(x) > 1e154
double enables_overflow(double x) {
  feenableexcept(FE_OVERFLOW);
  return x * x; // overflow
}

// Nothing here is invalid or a division by zero: if something dies, it is not this code.
double enables_others(double x) {
  feenableexcept(FE_INVALID | FE_DIVBYZERO);
  return x * x; // overflow
}

// may die: SIGFPE
double enables_all(double x) {
  feenableexcept(FE_ALL_EXCEPT);
  return x * x; // overflow
}

double keeps_environment(double x) {
  fenv_t environment;
  feholdexcept(&environment);
  double r = x * x; // overflow
  fesetenv(FE_DFL_ENV);
  feclearexcept(FE_ALL_EXCEPT);
  return r;
}

double flushes_to_zero(double x) {
  _mm_setcsr(_mm_getcsr() | 0x8040);
  return x * x; // overflow
}

// hopeless: the traps that would confirm it are gone
double masks_by_hand(double x) {
  _mm_setcsr(0x1f80);
  return x * x; // overflow
}

long double fills_x87(long double x) {
  long double r = x * x; // overflow
  __asm__ volatile("fldz\n\tfldz\n\tfldz\n\tfldz\n\tfldz\n\tfldz");
  return r;
}

long double lowers_x87_precision(long double x) {
  unsigned short word = 0x7f; // single precision
  __asm__ volatile("fldcw %0" ::"m"(word));
  return x * x; // overflow
}

static void ignore(int number) { (void)number; }

double catches_signals(double x) {
  for (int number = 1; number < 32; number++)
    signal(number, ignore);
  return x * x; // overflow
}

// The handler returns to the instruction, for ever.
// dies: no answer or SIGSEGV if x < -1e300
double catches_segv(double x) {
  signal(SIGSEGV, ignore);
  if (x < -1e300)
    *(volatile int *)0 = 0;
  return x * x; // overflow
}

// dies: no answer or SIGFPE if x < -1e300
double catches_fpe(double x) {
  signal(SIGFPE, ignore);
  volatile int zero = 0;
  if (x < -1e300)
    return 1000 / zero;
  return x * x; // overflow
}

double ignores_signals(double x) {
  for (int number = 1; number < 65; number++)
    signal(number, SIG_IGN);
  return x * x; // overflow
}

double blocks_signals(double x) {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, 0);
  return x * x; // overflow
}

// A fault whose signal is blocked cannot be handled by anybody.
// dies: SIGSEGV if x < -1e300
double blocks_and_crashes(double x) {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, 0);
  if (x < -1e300)
    *(volatile int *)0 = 0;
  return x * x; // overflow
}

// may die: SIGALRM
double alarms(double x) {
  struct itimerval soon = {{0, 0}, {0, 1000}};
  static int set;
  if (!set++)
    setitimer(ITIMER_REAL, &soon, 0);
  return x * x; // overflow
}

// may die: SIGALRM
double alarms_later(double x) {
  alarm(1);
  return x * x; // overflow
}

double alarms_handled(double x) {
  struct itimerval often = {{0, 100}, {0, 100}};
  signal(SIGALRM, ignore);
  setitimer(ITIMER_REAL, &often, 0);
  return x * x; // overflow
}

double reads_errno(double x) {
  errno = 0;
  double r = exp(x); // overflow
  if (errno == ERANGE)
    return -1;
  return r * r; // overflow
}

double leaves_errno(double x) {
  double r = x * x; // overflow
  errno = 12345;
  return r;
}
