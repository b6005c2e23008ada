/* Operations behind equalities with constants.

   lock: #0 b - 10.25 with b between 10 and 10.5 is exact, and 0 or at least 2^-49. So #1 divides by zero at b = 10.25
   and raises nothing else: the quotient is at most 2.72 * 2^49 and at least 10.

   chain: #0 3 * x overflows and underflows. Only x = 2.5 gives 7.5 (its neighbours give 7.5 +- 3 * 2^-51, and 2^-50
   is the distance of floats there). #1 y - 4: as for `lock` 0 or not tiny, and 4 does not change the largest number.
   #2 log divides by zero at y = 4 and is invalid below.

   corner: i is 1234 or -1234 and x the same number. #0 x - 1234 is 0 or -2468; #1 divides by zero, or gives -1/2468. */
#include <math.h>

double lock(double a, int code, double b) {
  if (code == 86028121)
    if (a == 2.718281828459045)
      if (b > 10.0 && b < 10.5)
        return a / (b - 10.25);
  return 0.0;
}

double chain(double x, double y) {
  if (3.0 * x == 7.5)
    return log(y - 4.0);
  return 1.0;
}

double corner(short i, double x) {
  if (i * i == 1522756 && x == i)
    return 1.0 / (x - 1234.0);
  return 0.0;
}
