/* Every operand is guarded: the quotient lies between 1e-200 and 1e200, and the divisor is not 0. */
#include <math.h>

static int ordinary(double x) { return fabs(x) >= 1e-100 && fabs(x) <= 1e100; }

double ratio(double x, double y) {
  if (!ordinary(x) || !ordinary(y))
    return 0.0;
  return x / y;
}
