/* Products of doubles, in long double: from 2^-2148 to 2^2048, where long double goes from 2^-16382 to 2^16384. Their
   difference is 0 or a multiple of 2^-2148. */

int determinant(double a, double b, double c, double d, long double *result) {
  *result = (long double)a * d - (long double)b * c;
  return 0;
}
