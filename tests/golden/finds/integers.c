/* Integers of several widths as inputs, all of them searched.

   spaced: #0 n - 7 is a whole number of at most 33 bits: exact. #1 divides by zero at n = 7 only; the quotient lies
   between 2^-32 and 1, so there is neither overflow nor underflow.

   ratio: conversions from integers are no sites. #0 a / b with b from 0 to 255: b = 0 divides by zero, or is invalid
   with a = 0; otherwise the quotient is 0 or lies between 1/255 and 2^64.

   scaled: #0 s * x overflows (s = 2, x = 1e308) and underflows (s = 1 and a subnormal x, exactly); #1 the conversion
   of a large product is invalid.

   wrapped: k + 1 wraps to 0 at the largest value of 16 bits, so #0 1 / (k + 1) divides by zero there; else >= 2^-16. */

double spaced(int n) { return 1.0 / ((double)n - 7.0); }

float ratio(unsigned long long a, unsigned char b) { return (float)a / (float)b; }

int scaled(short s, double x) { return (int)(s * x); }

double wrapped(unsigned short k) {
  unsigned short next = (unsigned short)(k + 1);
  return 1.0 / next;
}
