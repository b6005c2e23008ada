// Code that never comes back: a run costs the whole patience, but each one tells something.
// options: --timeout=0.05
#include <unistd.h>

// dies: no answer
double pauses_always(double x) {
  double r = x * x; // overflow
  pause();
  return r;
}

// dies: no answer if x < 0
double pauses_often(double x) {
  if (x < 0)
    pause();
  return x * x; // overflow
}
