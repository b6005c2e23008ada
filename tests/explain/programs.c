// Shapes that have a better way, and inputs (in test_hints.py) for which it is better, or is not.
#include <math.h>

double hypotenuse(double x, double y) { return sqrt(x * x + y * y); }
float hypotenuse_float(float x, float y) { return sqrtf(x * x + y * y); }
double mean(double x, double y) { return (x + y) / 2; }
double middle(double x, double y) { return x + (y - x) * 0.5; }
double ratio_of_exponentials(double a, double b) { return exp(a) / exp(b); }
double product_of_exponentials(double a, double b) { return exp(a) * exp(b); }
double log_sum(double a, double b) { return log(exp(a) + exp(b)); }
double softplus(double x) { return log(1 + exp(x)); }
double logistic(double x) { return 1 / (1 + exp(-x)); }
double scaled(double a, double b, double c) { return a * b / c; }
double scaled_negative(double a, double b, double c) { return -(a * b) / c; }
double product(double a, double b, double c) { return a * b * c; }
double tiny_difference(double x, double s) { return (exp(x) - 1) * s; }
double tiny_logarithm(double x, double s) { return log(1 + x) * s; }
double plain(double x, double y) { return x * y; }

double decides(double x, double y) {
  if (x > 1)
    y = y * y;
  return y * x;
}

double other_way(double x) { // 1 + x is rounded to 1 for a tiny x; exactly, it is not 1
  double y = 1 + x;
  return y == 1 ? x * x : y;
}

double eight(double x, double nu) { return 4.0 * nu + 8.0 * x; }

int exceeds(double a, double b, double c) { return a * b > c; }

double loop(double x, int n) {
  double p = 1;
  for (int i = 0; i < n; ++i)
    p = p * x;
  return p;
}
double of_a_nan(double x) { return (x - x) * 2 + 1; }
