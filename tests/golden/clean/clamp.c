/* Arguments are clamped to where exp is an ordinary number: e^700 = 1e304, e^-700 = 1e-304; e^80 = 5.5e34. */
#include <math.h>

double clamped_exp(double x) {
  if (x > 700.0)
    x = 700.0;
  if (x < -700.0)
    x = -700.0;
  return exp(x);
}

float logistic(float x) {
  x = fminf(fmaxf(x, -80.0f), 80.0f);
  return 1.0f / (1.0f + expf(-x));
}

/* 2^n with n from -126 to 127: a normal float. */
float power_of_two(int n) {
  if (n < -126)
    n = -126;
  if (n > 127)
    n = 127;
  return ldexpf(1.0f, n);
}
