/* A static function over a table of coefficients, and its caller, which reaches the callee's operations.

   horner: #0 s * x overflows (x = 1e308) and underflows (s = 4, x = 1e-310). #1 adding a coefficient between 1 and 3
   cannot overflow (far below half an ulp of a product that large), nor underflow: the sum is 0, or not smaller than
   half an ulp of the coefficient.

   rational: #0 x * x: both. #1 minus 2.25: as horner#1, nothing. #2 the quotient: the divisor is 0 at x = +-1.5 only
   (the squares of the neighbours of 1.5 round to other numbers), where horner is 24.25 and -8.75: divides by zero,
   never invalid. Otherwise |divisor| >= 2^-51 where horner is of the order of 10, and for large x the quotient grows
   like 4 x while horner overflows from x = 1e103 on: no overflow. Underflow needs horner(x) < 1e-300: it is 0 or at
   least 2^-53. */

static const double coefficients[] = {1.0, 2.0, 3.0, 4.0};

static double horner(double x) {
  double s = coefficients[3];
  for (int i = 2; i >= 0; i--)
    s = s * x + coefficients[i];
  return s;
}

double rational(double x) { return horner(x) / (x * x - 2.25); }
