/* Each function is called inside of its domain only, and where its result is neither huge nor tiny: log of a positive
   double lies within +-745 and is 0 or at least 2^-53; sqrt halves exponents; acos is 0 or at least 1e-8; atanh below 1
   is at most 19, and of what is not tiny not tiny; a power with base in [1, 10] and exponent in [-300, 300] lies
   between 1e-300 and 1e300; lgamma between 1 and 1e300 is at most 1e303, and next to its zeros 1 and 2 not below
   2^-54. fmod has no underflow, cos and floor raise nothing. */
#include <math.h>

enum which { LOG, ROOT, ARC, HYPERBOLIC, POWER, GAMMA, REST, NONE };

double inside(enum which which, double x, double y) {
  switch (which) {
  case LOG:
    return x > 0.0 ? log(x) : 0.0;
  case ROOT:
    return x >= 0.0 ? sqrt(x) : 0.0;
  case ARC:
    return fabs(x) <= 1.0 ? acos(x) : 0.0;
  case HYPERBOLIC:
    return fabs(x) < 1.0 && fabs(x) > 1e-300 ? atanh(x) : 0.0;
  case POWER:
    return x >= 1.0 && x <= 10.0 && fabs(y) <= 300.0 ? pow(x, y) : 0.0;
  case GAMMA:
    return x >= 1.0 && x <= 1e300 ? lgamma(x) : 0.0;
  case REST:
    return y != 0.0 ? fmod(x, y) : 0.0;
  default:
    return floor(cos(x));
  }
}
