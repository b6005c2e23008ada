// Works for as many seconds of the processor as its input says.
#include "thunk.h"

#include <time.h>

double work(double seconds) {
  clock_t start = clock();
  while ((double)(clock() - start) < seconds * CLOCKS_PER_SEC) {
  }
  return seconds;
}
UNARY(busy, double, double, work(x))
