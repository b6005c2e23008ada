/* Scaled: the quotient lies between 1e-10 and 1, and nothing is squared but it. The first test keeps big / 1e10 above
   1e-300, and the product below 1.5e300. */
#include <math.h>

double hypotenuse(double x, double y) {
  double big = fmax(fabs(x), fabs(y));
  double small = fmin(fabs(x), fabs(y));
  if (small < 1e-290 || big > 1e300)
    return big;
  if (big / 1e10 > small)
    return big;
  double t = small / big;
  return big * sqrt(1.0 + t * t);
}
