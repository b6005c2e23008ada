/* float and long double: results are judged by the range of their own type. */
#include <float.h>
#include <math.h>

/* 1e30, 1e30: 0 and 1 overflow; 1.4e30 is a float: avoidable; poisoned. 1e-30, 1e-30: they underflow to 0, where
   1.4e-30 is right: avoidable, wrong. 3e38, 3e38: 4.2e38 is too large for a float: unavoidable; poisoned. */
float hypot_float(float x, float y) { return sqrtf(x * x + y * y); }

/* 3e38, 3e38: nothing happens in double; 4 (the conversion) overflows, because 4.2e38 is too large for the result's own
   type: unavoidable; poisoned. */
float hypot_wide(float x, float y) { return (float)sqrt((double)x * x + (double)y * y); }

/* 1e20: 1 (the conversion) overflows: 1e40 is too large for a float, though not for a double: unavoidable; poisoned.
   1e-20: 1e-40 is tiny for a float: unavoidable; the subnormal float is within a unit: benign.
   1e-30: 1e-60 is tiny: unavoidable; 0 is the nearest: benign. */
float narrow_square(double x) { return (float)(x * x); }

/* 1e39: 0 (the conversion) overflows; the quotient is exactly 1: avoidable; poisoned. 1e-40: the conversion loses bits
   (16 or so are left), 1 gives 1 with an error of 1e-5, which is 1e10 units of a double: avoidable, wrong. */
double narrow_between(double x) {
  float f = (float)x;
  return (double)f / x;
}

/* 1e200: 0 overflows as a double, but 1e400 fits the long double that is returned: avoidable; poisoned. */
long double widened(double x) { return (long double)(x * x); }

/* 1e3000, 1e3000: 0 and 1 overflow; 1.4e3000 fits: avoidable; poisoned. */
long double hypot_long(long double x, long double y) { return sqrtl(x * x + y * y); }

/* The largest long double twice: unavoidable; poisoned. */
long double sum_long(long double x, long double y) { return x + y; }

/* 1e-3000, 1e-3000, 1e3000: 0 underflows to 0, which is returned instead of 1e-3000: avoidable, wrong.
   1e3000, 1e3000, 1e-3000: 0 overflows: avoidable; poisoned. 1e-3000 three times: tiny: unavoidable, benign. */
long double product_long(long double x, long double y, long double z) { return x * y * z; }

/* MAX, MAX: the last operation, the conversion, overflows: sqrt(2) MAX does not fit a double: unavoidable; poisoned. */
double hypot_through_long(double x, double y) {
  return (double)sqrtl((long double)x * x + (long double)y * y);
}

/* 1e38 and 10 of them: the sum passes the largest float (3.4e38), the mean does not: avoidable; poisoned. */
float mean_float(float x, int n) {
  float sum = 0.0f;
  for (int i = 0; i < n; i++)
    sum += x;
  return sum / n;
}

/* 2e-38: 0 gives 1e-38, tiny for a float; the algorithm is right to a few units of what it is, and its result, about
   7e18, fits: avoidable, benign. The bits are those of the argument, which is a float: nothing is rounded for them. */
float fast_inverse_root(float x) {
  union {
    float f;
    int i;
  } u;
  float half = x * 0.5f;
  u.f = x;
  u.i = 0x5f3759df - (u.i >> 1);
  return u.f * (1.5f - half * u.f * u.f);
}
