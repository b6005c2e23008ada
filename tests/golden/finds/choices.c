/* bool, enum and a switch over an int.

   transform: #0 2 * x overflows for 1e308 and underflows for 1e-310 (a smaller number than half of the smallest
   normal one). #1 1 / x divides by zero, overflows for x = 1e-309, underflows for x = 1.7e308; 1 is not 0, so never
   invalid. #2 sqrt is invalid for negative numbers. `negate` changes the sign only.

   pick: each case has one operation. #0 x - 1: |x| + 1 cannot overflow (1 is far below half an ulp of the largest
   number) and is 0 or at least 2^-53: nothing. #1 x * x: both. #2 x + x: overflow, and underflow for subnormals.
   #3 the default: x / 4 underflows, cannot overflow, and 4 is not 0. */
#include <math.h>
#include <stdbool.h>

enum mode { LINEAR, INVERSE, ROOT };

double transform(enum mode mode, double x, bool negate) {
  if (negate)
    x = -x;
  switch (mode) {
  case LINEAR:
    return 2.0 * x;
  case INVERSE:
    return 1.0 / x;
  case ROOT:
    return sqrt(x);
  }
  return x;
}

double pick(int n, double x) {
  switch (n) {
  case 3:
    return x - 1.0;
  case 1717:
    return x * x;
  case -40:
    return x + x;
  default:
    return x / 4.0;
  }
}
