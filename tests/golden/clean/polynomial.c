/* x is clamped to [1/2, 1] and the coefficients are positive: every sum lies between 1/8 and 4, every product too. */

static const float coefficients[5] = {0.5f, 0.25f, 1.0f, 0.75f, 0.5f};

float polynomial(float x) {
  if (x < 0.5f)
    x = 0.5f;
  if (x > 1.0f)
    x = 1.0f;
  float s = coefficients[4];
  for (int i = 3; i >= 0; i--)
    s = s * x + coefficients[i];
  return s;
}

/* Recursion: halves 1 at most 60 times. */
double halved(unsigned n) { return n == 0 || n > 60 ? 1.0 : halved(n - 1) * 0.5; }
