/* The rarer rows of the exception table.

   inverse: #0 acosh is invalid below 1. #1 atanh divides by zero at +-1, is invalid beyond, and subnormal for
   subnormal arguments.

   gamma_ratio: #0 tgamma overflows (x = 172, or x = 1e-309), underflows (x = -180.5), divides by zero at 0 and is
   invalid at -1. #1 cosh overflows from 710.5 on. #2 the quotient: cosh is at least 1, so neither overflow nor a zero
   divisor; it underflows at x = -150.5, where tgamma is 1e-264 and cosh 1e65.

   log_gamma: #0 lgamma overflows from 2.6e305 on and divides by zero at 0, -1, -2 ... Next to its zeros it is not
   smaller than 2^-60 or so: no underflow.

   growth: #0 expm1 and #1 sinh overflow, #2 asin is invalid beyond 1; all three are subnormal for subnormal arguments.
   The branches keep the arguments apart.

   logs: #0 log1p divides by zero at -1, is invalid below, and subnormal for subnormal arguments; #1 log2 and #2 log10 at 0. */
#include <math.h>
#include <stdbool.h>

double inverse(double x, bool circular) {
  if (circular)
    return acosh(x);
  return atanh(x);
}

double gamma_ratio(double x) { return tgamma(x) / cosh(x); }

double log_gamma(double x) { return lgamma(x); }

float growth(float x, unsigned char which) {
  switch (which) {
  case 0:
    return expm1f(x);
  case 1:
    return sinhf(x);
  default:
    return asinf(x);
  }
}

double logs(double x, signed char which) {
  if (which == -100)
    return log1p(x);
  if (which == 100)
    return log2(x);
  return log10(x);
}
