/* Exceptions that need several inputs, or several conditions, to agree.

   gap: #0 x - y overflows, and underflows exactly. #1 1 / (x - y): x = y divides by zero, a subnormal difference
   overflows, one above 2^1022 underflows; 1 is not 0.

   circle: #0 x * x and #1 y * y: both. #2 their sum overflows (1e154 twice), and underflows exactly (a subnormal
   square and 0). #3 minus 25: 0 or at least 2^-49, and 25 does not change the largest number. #4 the reciprocal divides
   by zero at (3, 4), and underflows where the sum is above 2^1022; the divisor is not small enough for an overflow.

   touching: b = 6.5, so #0 b * b is 42.25. #1 4 * a and #2 4 * a * c, where c = a: both, before the difference is
   looked at. #3 42.25 - 4 * a * a: 0, or at least 2^-48, or as large as 4 * a * a: nothing. It is 0 at a = +-3.25 only
   (the neighbours' squares differ from 42.25 by more than an ulp), so #4 a - 3.25 is 0 or -6.5 and #5 divides by zero.

   absorbed: x + 1 == x (#0, nothing: 1 changes no large float, and cancels to 0 or 2^-24) holds from 2^24 on. #1 is
   exact and 0 or at least 2 there; #2 divides by zero at x = 2^24, else the quotient lies between 1e-7 and 1/2. */

double gap(double x, double y) { return 1.0 / (x - y); }

double circle(double x, double y) { return 1.0 / (x * x + y * y - 25.0); }

double touching(double a, double b, double c) {
  if (b == 6.5 && a == c && b * b - 4.0 * a * c == 0.0)
    return 1.0 / (a - 3.25);
  return 0.0;
}

float absorbed(float x) {
  if (x + 1.0f == x && x > 0.0f && x < 2e7f)
    return 1.0f / (x - 16777216.0f);
  return 0.0f;
}
