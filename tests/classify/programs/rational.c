/* Only + - * / and comparisons: the exact results are quotients of integers.

   Each function says for which inputs (cases.py has them as rows) which operation (by its number in the function)
   raises what, why its class is what it is, and what the caller is left with. MAX is the largest double,
   2^1024 - 2^971; 2^-1022 (2.2e-308) is the smallest normal one. */

/* The average of two numbers in four orders, as in the paper. The exact result is (x + y) / 2 in all of them. */

/* MAX, MAX: 0 overflows, and infinity is returned. The average is MAX: it fits, so avoidable; poisoned.
   5e-324, 0: both operations give tiny numbers. The average, 2^-1075, is tiny itself: unavoidable. What is returned, 0,
   is half a unit of the last place away: benign. */
double av1(double x, double y) { return (x + y) / 2.0; }

/* MAX, MAX: quiet. 5e-324, 5e-324: 0 and 1 round 2^-1075 to 0. The average 2^-1074 is tiny: unavoidable. 0 is one unit
   of the last place away from it: benign.
   3 * 2^-1074, 1: 0 rounds 1.5 * 2^-1074. The average is about 0.5, and computed to half a unit: avoidable, benign. */
double av2(double x, double y) { return x / 2.0 + y / 2.0; }

/* -MAX, MAX: 0 overflows: -MAX + infinity is returned. The average is exactly 0, which counts as representable:
   avoidable; poisoned. */
double av3(double x, double y) { return x + (y - x) / 2.0; }

/* The same with the operands the other way round: x - y = -2 MAX, and -infinity is returned. */
double av4(double x, double y) { return y + (x - y) / 2.0; }

/* MAX, MAX: 0 overflows, and no order of evaluation makes 2 MAX a double: unavoidable; poisoned.
   2^-1022, -1.5 * 2^-1022: the difference 2^-1023 is tiny, and exactly a double: unavoidable, benign. */
double sum(double x, double y) { return x + y; }

/* 1e200, 1e200: 0 and 1 overflow; infinity - infinity is NaN, but no exception of its own (not primary). The exact
   result is 0: avoidable; poisoned.
   1e-200, 1e-200: 0 and 1 underflow to 0; 0 - 0 is 0, which is right: avoidable, benign. */
double difference_of_squares(double x, double y) { return x * x - y * y; }

/* 1e200, 1e200, 1e-200: 0 overflows; the product is about 1e200: avoidable; poisoned.
   1e-200, 1e-200, 1e200: 0 underflows to 0, which is returned instead of 1e-200: avoidable, wrong.
   1e-200, 1e-200, 1e-200: 0 underflows to 0 and 1 multiplies 0, exactly. 1e-600 is tiny: unavoidable. 0 is the nearest
   double: benign.
   1e200, 1e200, 0: 0 overflows, infinity * 0 is NaN. The exact result is 0: avoidable; poisoned. */
double product(double x, double y, double z) { return x * y * z; }

/* 1e-200: 0 underflows beside 1: the result 1 is right: avoidable, benign. 1e200: 1e400 is too large: unavoidable. */
double one_plus_square(double x) { return 1.0 + x * x; }

/* 1e300, 1e200: 0 overflows and 1e300 / infinity = 0 is returned instead of 1e-100: avoidable, wrong.
   1e-300, 1e-200: 0 underflows to 0, 1 divides by zero, where 1e100 is right: avoidable; poisoned.
   1, 1e-200: the same, but 1e400 does not fit: unavoidable; poisoned. */
double over_square(double x, double y) { return x / (y * y); }

/* 1e-310, 1: 0 overflows (1e310), and 1 / infinity = 0 is returned. The exact result is about 1e-310: tiny, so
   unavoidable; but as a subnormal number it has 46 bits or so, all of them lost: wrong.
   1e-310, 1e300: the same, with 1e-310 / (1 + 1e-610): 1 / 1e300 is harmless. */
double parallel(double x, double y) { return 1.0 / (1.0 / x + 1.0 / y); }

/* n! / k!. 200, 198: 0 and 1 pass the largest double at 171!, infinity / infinity is NaN. The exact result is
   200 * 199 = 39800: avoidable; poisoned. 200, 20: 200! / 20! is about 1e356: unavoidable; poisoned. */
double factorial_ratio(int n, int k) {
  double above = 1.0, below = 1.0;
  for (int i = 2; i <= n; i++)
    above *= i;
  for (int i = 2; i <= k; i++)
    below *= i;
  return above / below;
}

/* n over k, every quotient an integer. 1029, 514: the result, 1.43e308, fits, but is divided by 514 in the last step,
   before which 0 overflows: avoidable; poisoned. 1100, 550: about 2^1094, which does not fit: unavoidable. */
double binomial(int n, int k) {
  double r = 1.0;
  for (int i = 1; i <= k; i++)
    r = r * (n - k + i) / i;
  return r;
}

/* 10, 400: 1e400: unavoidable; poisoned. 0.01, 200: 1e-400: unavoidable; 0 is the nearest double: benign. */
double power(double x, int n) {
  double r = 1.0;
  for (int i = 0; i < n; i++)
    r *= x;
  return r;
}

/* x^n / x^(n - 1). 10, 400: both overflow; the quotient is 10: avoidable; poisoned. 0.1, 400: both underflow, 0 / 0 is
   invalid; the quotient is 0.1: avoidable; poisoned. The operations are those of power. */
double power_ratio(double x, int n) { return power(x, n) / power(x, n - 1); }

/* The sum of a geometric series in closed form. 10, 400: the sum is about 1e399: unavoidable; poisoned.
   0.1, 400: 0.1^400 underflows (in power); 1 - 0 over 0.9 agrees with the exact result to the last places:
   avoidable, benign. */
double geometric(double q, int n) { return (1.0 - power(q, n)) / (1.0 - q); }

/* 1, 1: 1 divides by zero, and the difference is exactly 0: no class (neither overflow nor underflow); poisoned. */
double over_difference(double x, double y) { return 1.0 / (x - y); }

/* 1e200, 1: 0 overflows; infinity / 0 is no exception of its own. In exact arithmetic 1e400 is divided by 0 as well: no
   order of evaluation gives a finite number: unavoidable; poisoned.
   0, 1: 2 is 0 / 0: invalid, no class; poisoned. */
double square_over_nothing(double x, double y) { return x * x / (y - y); }

/* A stable fixed point, 0.6, where errors are halved in each round. The exact numbers double their length in each round
   (2^40 times 50 bits): they outgrow every limit and become balls. 1e-200: 0 underflows, beside a result near 0.6 that
   is right to a few units: avoidable, benign. */
double fixed_point(double x) {
  double z = 0.3 + x * x;
  for (int i = 0; i < 40; i++)
    z = 2.5 * z * (1.0 - z);
  return z;
}

/* The cosine by its series. 1e-200: 0 underflows to 0; the loop ends at once, in exact arithmetic too, and 1 is right:
   avoidable, benign. */
double cosine_series(double x) {
  double square = x * x, term = 1.0, sum = 1.0;
  for (int k = 1; term > 1e-17 || term < -1e-17; k += 2) {
    term = -term * square / (k * (k + 1));
    sum += term;
  }
  return sum;
}
