/* x^n / n! by recursion, at most 30 deep.

   #0 x / n with n from 1 to 30: underflows for tiny x; no overflow, and n is never 0. #1 the product overflows
   (x = 1e30, n = 2) and underflows (x = 1e-30, n = 2). */

float term(unsigned n, float x) {
  if (n > 30)
    n = 30;
  if (n == 0)
    return 1.0f;
  return x / (float)n * term(n - 1, x);
}
