/* Both numbers lie in [1, 2] and differ: by 2^-52 at least, so that the divisor is not 0 and the quotient at most 2^52.
   The same for the long way round: nothing is reached unless 1 <= x <= 2. */

double slope(double x, double y) {
  if (!(x >= 1.0 && x <= 2.0 && y >= 1.0 && y <= 2.0))
    return 0.0;
  if (x == y)
    return 0.0;
  return 1.0 / (x - y);
}

/* No number is larger than itself. */
double never(double x, float y) {
  if (x > x)
    return 1.0 / 0.0;
  if (y != y) /* inputs are finite */
    return y * y;
  return x;
}
