/* Functions of the C library. Those that overflow or underflow set errno, which reports the exception; `quiet_` ones
   put it back, and then the caller is told nothing. */
#include <errno.h>
#include <math.h>

/* 1e200, 1e200: 0 and 1 overflow; sqrt(2) 1e200 fits: avoidable; poisoned (sqrt of infinity sets no errno).
   MAX, MAX: sqrt(2) MAX does not fit: unavoidable; poisoned.
   1e-200, 1e-200: 0 and 1 underflow to 0, which is returned instead of 1.4e-200: avoidable, wrong.
   1e-200, 0: 0 underflows; the exact root is rational (1e-200): avoidable, wrong.
   1, 1e-200: 1 underflows beside 1: avoidable, benign.
   5e-324, 0: 0 underflows; the exact result 5e-324 is tiny: unavoidable. 0 is one unit away: benign. */
double hypot_naive(double x, double y) { return sqrt(x * x + y * y); }

/* The library's own: MAX, MAX: it overflows because the result does: unavoidable, and errno says so. */
double hypot_library(double x, double y) { return hypot(x, y); }

/* 1e200, 1e200: 0 overflows; the exact result is 1e200 (a rational root): avoidable; poisoned. */
double geometric_mean(double x, double y) { return sqrt(x * y); }

/* 1000, 999: 0 and 1 overflow, NaN is returned; e fits: avoidable, reported. 800, 0: e^800 is about 1e347:
   unavoidable, reported. -1000, -999: 0 and 1 underflow, 2 is 0 / 0: avoidable, and no class for the invalid one;
   reported. */
double exp_ratio(double x, double y) { return exp(x) / exp(y); }

/* The same numbers, not reported: poisoned. */
double quiet_exp_ratio(double x, double y) {
  int saved = errno;
  double r = exp(x) / exp(y);
  errno = saved;
  return r;
}

/* -1000: 0 overflows, 1 / infinity = 0; the exact result e^-1000 is tiny: unavoidable, reported.
   800: 0 underflows beside 1; the exact result is 1 - e^-800: avoidable, reported. */
double logistic(double x) { return 1.0 / (1.0 + exp(-x)); }

/* -1000: 0 is the nearest double to e^-1000: unavoidable, benign. 800: 1 is right: avoidable, benign.
   -710: 0 overflows, and 0 is returned. e^-710 is 4.5e-309: tiny, so unavoidable; but subnormal numbers hold 49 bits of
   it, and all of them are lost: wrong. */
double quiet_logistic(double x) {
  int saved = errno;
  double r = 1.0 / (1.0 + exp(-x));
  errno = saved;
  return r;
}

/* 1000: 0 overflows; the exact result is 1000 (and e^-1000): avoidable, reported. */
double softplus(double x) { return log(1.0 + exp(x)); }

/* 1000: poisoned. -1000: 0 underflows, log(1) = 0 is returned, and e^-1000 is tiny: unavoidable, benign.
   -720: e^-720 is 2e-313, subnormal, but 1 + it is 1: 0 is returned: unavoidable, and 4e10 units off: wrong. */
double quiet_softplus(double x) {
  int saved = errno;
  double r = log(1.0 + exp(x));
  errno = saved;
  return r;
}

/* -720: as before, but log1p keeps what exp gave: e^-720, within a unit of the subnormal numbers, and is tiny, too:
   unavoidable, benign. */
double quiet_softplus1p(double x) {
  int saved = errno;
  double r = log1p(exp(x));
  errno = saved;
  return r;
}

/* n over k. 200, 1: 1 (200!) and 6 (199!) overflow; the quotient is 200: avoidable, reported. */
double binomial_gamma(double n, double k) {
  return tgamma(n + 1.0) / (tgamma(k + 1.0) * tgamma(n - k + 1.0));
}

/* 10, 400: unavoidable, reported. 10, -400: 1e-400 underflows: unavoidable, reported. */
double power_library(double x, double y) { return pow(x, y); }

/* 1000: 0 and 1 overflow; the quotient is 1 - 2 e^-2000: avoidable, reported. */
double tanh_naive(double x) { return sinh(x) / cosh(x); }

/* 1e-200: 0 underflows to 0, 1 is the logarithm of 0; the exact result is -921: avoidable; no class for the division by
   zero; errno is set by log: reported. */
double log_square(double x) { return log(x * x); }

/* 0: the logarithm of 0, in exact arithmetic as well: no class; errno is put back: poisoned. */
double quiet_log(double x) {
  int saved = errno;
  double r = log(x);
  errno = saved;
  return r;
}

/* The larger root of a x^2 + b x + c. Both cases need more than 1,000 bits, because -b + sqrt(b^2 - 4ac) cancels:
   1, 1e200, 1: 0 overflows and infinity is returned. The root is -1e-200 (and b and the root of the discriminant agree
   in their first 400 digits): avoidable; poisoned.
   1e-200, 1, 1e-200: 2 underflows to 0, and 0 is returned. The root is -1e-200, of 1 - sqrt(1 - 4e-400): avoidable,
   wrong. */
double quadratic(double a, double b, double c) { return (-b + sqrt(b * b - 4.0 * a * c)) / (2.0 * a); }

/* 1e-200, 1, 1e-200: 2 underflows to 0, so the root of the discriminant equals b; exactly it is smaller by 2e-400,
   which takes more than 1,000 bits to decide. The other branch gives a result that fits: avoidable, wrong. */
double quadratic_branch(double a, double b, double c) {
  double root = sqrt(b * b - 4.0 * a * c);
  if (root == b)
    return 1.0;
  return 2.0;
}

/* sqrt(x^2)^2 - x^2 is 0. 1e200: 0 overflows (and 3 is the same product); NaN. The root is rational, so the exact 0 is
   known to be 0, which no precision could tell of a ball: avoidable; poisoned. */
double nothing(double x) {
  double root = sqrt(x * x);
  return root * root - x * x;
}

/* sqrt(2)^2 - 2 is 0, but sqrt(2) is a ball, and so is the difference: it shrinks with the precision. 1e-200: 5
   underflows; from about 1,330 bits on the ball is smaller than 1e-400, which is tiny: unavoidable. Floats give
   4.4e-16: wrong. */
double nearly_nothing(double x) {
  double root = sqrt(2.0 + 0.0 * x);
  return (root * root - 2.0) + x * x;
}

/* The same without anything beside the ball around 0, which no precision tells from a tiny number. 1e-200: 5 underflows
   beside 1: undetermined. Floats give 4.4e-16, and that is certainly off: wrong. */
double never_known(double x) {
  double root = sqrt(2.0 + 0.0 * x);
  return (root * root - 2.0) * (1.0 + x * x);
}

/* 2^1023: 0 overflows; the remainder of infinity is NaN, and sets errno. 2^2046 = 4^1023 leaves 1 when divided by 3, so
   that 2 is right: avoidable, reported. */
double remainder_of_square(double x) { return 1.0 + remainder(x * x, 3.0); }

/* A function that has no exact meaning here gets the nearest floats, and the reason says so. 1e-200: 0 underflows; the
   significand of 8, the double nearest to 8 + 1e-400, is 1: avoidable, benign. */
double external_function(double x) { return significand(8.0 + x * x); }

/* 1e200: 0 overflows; significand gets the double nearest to 1e400, infinity, and gives it back. That infinity comes
   from the rounding, not from the algorithm, whose result is between 2 and 3: nothing is certain: undetermined. glibc's
   significand looks for the exponent of infinity, which sets errno: reported. */
double external_infinity(double x) { return 1.0 + significand(x * x); }
