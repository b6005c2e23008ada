/* shift here: #0 x - 3 is 0 or at least 2^-51, and 3 does not change the largest number: nothing.
   inner: #0 1 / (x - 3) divides by zero at x = 3 and underflows for x = 1.7e308; the divisor is not small enough for
   an overflow, and 1 is not 0. */

static double shift(double x) { return x - 3.0; }

double inner(double x) { return 1.0 / shift(x); }
