/* Functions of libm.

   entropy: #0 log divides by zero at 0 and is invalid below. #1 the product overflows (p = 1e307) and underflows
   (p = 1e-313: 7e-311).

   angle: #0 acosf is invalid outside of [-1, 1]; its result is 0 or at least 3e-4. #1 sinf of a subnormal number is
   subnormal. #2 the quotient: c = 0 divides by zero; c = 1e-39 overflows (1.57e39); not invalid, since acosf is 0 at
   c = 1 only; no underflow, since the dividend is 0 or at least 3e-4.

   compound: #0 1 + rate is 0 or at least 2^-53, and 1 does not change the largest number: nothing. #1 pow: overflow,
   underflow, rate = -1 with negative years divides by zero, rate < -1 with half a year is invalid.

   nearest: #0 fmod is invalid for y = 0. #1 lround is invalid from 2^63 on, which a remainder of a large y reaches.

   shifted: #0 ldexp overflows and underflows; the exponent is an input. */
#include <math.h>

double entropy(double p) { return -p * log(p); }

float angle(float c) { return acosf(c) / sinf(c); }

double compound(double rate, double years) { return pow(1.0 + rate, years); }

long nearest(double x, double y) { return lround(fmod(x, y)); }

double shifted(double x, int n) { return ldexp(x, n); }
