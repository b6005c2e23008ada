// Code that remembers earlier calls, and code that runs on beside the search.
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

// dies: SIGSEGV
double crashes_now_and_then(double x) {
  static int calls;
  if (++calls % 1000 == 0)
    *(volatile int *)0 = 0;
  return x * x; // overflow
}

// dies: exit(1)
double exits_now_and_then(double x) {
  static int calls;
  if (++calls % 1000 == 0)
    exit(1);
  return x * x; // overflow
}

// A fresh process, as the report claims, never gets there: not a finding.
double needs_history(double x) {
  static int calls;
  if (++calls > 100000)
    return x / 0.0; // not divbyzero
  return x * x;     // overflow
}

static jmp_buf somewhere;

double jumps(double x) {
  if (setjmp(somewhere))
    return 0;
  double r = x * x; // overflow
  if (r > 1)
    longjmp(somewhere, 1);
  return r;
}

static void leave(double x) {
  if (setjmp(somewhere) == 0)
    return;
  exit((int)x);
}

// To a frame that is gone.
// dies: SIGABRT or SIGSEGV or exit or SIGILL or SIGBUS or no answer or endless if x < -1e100
double jumps_nowhere(double x) {
  leave(1);
  if (x < -1e100)
    longjmp(somewhere, 1);
  return x * x; // overflow
}

static void *squares(void *to) {
  double *x = to;
  *x = *x * *x; // overflow
  return 0;
}

double computes_in_thread(double x) {
  pthread_t thread;
  if (pthread_create(&thread, 0, squares, &x))
    return 0;
  pthread_join(thread, 0);
  return x;
}

static void *spins(void *unused) {
  for (volatile int go = 1; go;)
    ;
  return unused;
}

// may die: no answer
double leaves_threads(double x) {
  pthread_t thread;
  if (x < -1e300 && pthread_create(&thread, 0, spins, 0) == 0)
    pthread_detach(thread);
  return x * x; // overflow
}

static void *crashes(void *unused) {
  *(volatile int *)0 = 0;
  return unused;
}

// dies: SIGSEGV if x < -1e300
double crashes_in_thread(double x) {
  pthread_t thread;
  if (x < -1e300) {
    pthread_create(&thread, 0, crashes, 0);
    pthread_join(thread, 0);
  }
  return x * x; // overflow
}

// dies: exit(0) or SIGABRT or SIGSEGV or no answer if x < -1e300
double exits_thread(double x) {
  if (x < -1e300)
    pthread_exit(0);
  return x * x; // overflow
}
