/* Results through pointers: a structure of several types, and a scalar.

   split: #0 the conversion of x to float overflows and underflows. #1 the float sum overflows, and underflows exactly
   (0 + a subnormal y). #2 x / y with y != 0: overflow and underflow only. #3 the conversion of a large quotient to
   int is invalid. #4 the square of a double fits a long double with room to spare: from 2^-2148 to 2^2048.

   swap: #0 a / b: all four kinds; the pointers do not matter. */

struct pair {
  float sum;
  double quotient;
  int whole;
};

int split(double x, float y, struct pair *out, long double *wide) {
  out->sum = (float)x + y;
  if (y == 0)
    return 1;
  out->quotient = x / y;
  out->whole = (int)out->quotient;
  *wide = (long double)x * x;
  return 0;
}

void swap(float a, float b, float *quotient, unsigned *done) {
  *quotient = a / b;
  *done = 1;
}
