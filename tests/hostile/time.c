// Code that does not come back.
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

// dies: endless if x < -1e300
double empty_loop(double x) {
  if (x < -1e300)
    for (;;)
      ;
  return x * x; // overflow
}

// dies: endless if x < 0
double working_loop(double x) {
  volatile double s = 0;
  while (s >= x)
    s = s * 0.5 + 1;
  return x * x; // overflow
}

// The overflow comes just before.
// dies: endless if x > 1e100
double loop_after(double x) {
  double r = x * x; // overflow
  while (x > 1e100)
    ;
  return r;
}

// dies: no answer if x < -1e300
double sleeps(double x) {
  if (x < -1e300)
    sleep(1000);
  return x * x; // overflow
}

// dies: no answer if x < -1e300
double pauses(double x) {
  if (x < -1e300)
    while (1)
      pause();
  return x * x; // overflow
}

// dies: no answer if x < -1e300
double stops(double x) {
  if (x < -1e300)
    raise(SIGSTOP);
  return x * x; // overflow
}

// dies: no answer if x < -1e300
double deadlock(double x) {
  pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&lock);
  if (x < -1e300)
    pthread_mutex_lock(&lock);
  return x * x; // overflow
}

// dies: endless if x < -1e300
double waits_for_an_answer(double x) {
  if (x < -1e300)
    while (getchar() != 'y')
      ;
  return x * x; // overflow
}

static double down(double x, int depth) {
  volatile char frame[64];
  frame[depth % 64] = 1;
  return down(x, depth + 1) + frame[0];
}

// dies: SIGSEGV if x < -1e300
double recursion(double x) {
  if (x < -1e300)
    return down(x, 0);
  return x * x; // overflow
}

// Slow, not endless.
double slow(double x) {
  volatile double s = 0;
  for (int i = 0; i < 50000; i++)
    s = s + sin(i);
  return s * x * x; // overflow
}
