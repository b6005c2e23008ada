/* A loop over an integer that is clamped first, then a reciprocal.

   #0 r * x: x = 1e30, n = 2 overflows; x = 1e-30, n = 2 underflows.
   #1 1 / r: with n = 1, r is x itself. x = 0 divides by zero; x = 1e-40 gives 1e40, an overflow; x = 3e38 gives
      3.3e-39, below the smallest normal float. The dividend is never 0, so the division is never invalid. */

float power(float x, int n) {
  float r = 1.0f;
  if (n < 0)
    n = 0;
  if (n > 24)
    n = 24;
  for (int i = 0; i < n; i++)
    r = r * x;
  return 1.0f / r;
}
