/* long double.

   narrow: #0 x * y overflows and underflows. #1 y - 1 is 0 or at least 2^-64, and 1 does not change the largest
   number: nothing. #2 p / (y - 1): y = 1 divides by zero, or is invalid with x = 0; p = 1e4930 and y - 1 = 1e-10
   overflows; a subnormal p with y = 3 underflows. #3 the conversion to double overflows and underflows.

   rest: #0 fmodl is invalid for y = 0. #1 the remainder is smaller than |y|, but y may be large: invalid from 2^31
   on. */
#include <math.h>

double narrow(long double x, long double y) {
  long double p = x * y;
  long double q = p / (y - 1.0L);
  return (double)q;
}

int rest(long double x, long double y) { return (int)fmodl(x, y); }
