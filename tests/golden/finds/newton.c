/* Newton's iteration for the square root, 20 rounds.

   #0 a / x starts with x = a: invalid for a = 0. a = -1 gives x = 0.5 * (-1 + 1) = 0 after a round: the next one
   divides by zero. a = 1e-310 gives x = 0.5, then 2e-310: an underflow. No overflow: x is a itself, or halved at most
   20 times, or a remainder of cancellation; that needs |a| < 2^40, and leaves at least 2^-53 of sqrt|a|.
   #1 the sum of x and a / x: |x| is largest at first, where the other term is 1: no overflow. Cancellation leaves 0 or
   an ulp of x, and x is at least 2^-21 in 20 rounds where |a| < 1, since it starts near 1/2: no underflow.
   #2 half of that: neither. */

double newton(double a) {
  double x = a;
  for (int i = 0; i < 20; i++)
    x = 0.5 * (x + a / x);
  return x;
}
