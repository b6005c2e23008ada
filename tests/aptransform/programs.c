/* Small functions whose true results are known: see test_exact_runtime.py. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

double average(double x, double y) { return (x + y) / 2; }
double naive_hypot(double x, double y) { return sqrt(x * x + y * y); }
double ratio(double x, double y) { return exp(x) / exp(y); }
double third(double x) { return x / 3; }
double back(double x) { return x / 3 * 3; }
double harmonic(int n) {
  double s = 0;
  for (int i = 1; i <= n; i++)
    s += 1.0 / i;
  return s;
}
double factorials(int n, int k) {
  double a = 1, b = 1;
  for (int i = 2; i <= n; i++)
    a *= i;
  for (int i = 2; i <= k; i++)
    b *= i;
  return a / b;
}
double root(double a, double b, double c) { return (-b + sqrt(b * b - 4 * a * c)) / (2 * a); }

struct pair {
  double a;
  float b;
  int n;
};
double structs(double x) {
  struct pair p = {x / 3, (float)(x / 7), 5}, q[3];
  for (int i = 0; i < 3; i++)
    memcpy(&q[i], &p, sizeof p);
  struct pair *h = malloc(sizeof *h);
  memcpy(h, &q[2], sizeof *h);
  double r = h->a + h->b + h->n;
  free(h);
  return r;
}
static const double table[4] = {0.1, -0.2, 3, 1e300};
double tabled(double x) {
  double s = 0;
  for (int i = 3; i >= 0; i--)
    s = s * x + table[i];
  return s;
}
double power(double x, int n) { return n == 0 ? 1 : x * power(x, n - 1); }
static double twice(double x) { return 2 * x / 3; }
double pointers(double x, int which) {
  double (*f[3])(double) = {sin, twice, cbrt};
  return f[which](x * x);
}
float single(float x) { return x * x / x; }
long double extended(long double x) { return x * x / x; }
int endless(double h) {
  int n = 0;
  while (1 + h != 1) {
    h /= 2;
    n++;
  }
  return n;
}
double counted(double x) {
  while (x != x + 1)
    x += 1;
  return x;
}
long to_bits(double x) {
  union {
    double d;
    long l;
  } u;
  u.d = x / 3;
  return u.l;
}
long to_bits_in_memory(double x, int i) {
  union u {
    double d;
    long l;
  } *p = malloc(4 * sizeof *p);
  p[i].d = x / 3;
  long r = p[i].l >> 52;
  free(p);
  return r;
}
double from_bits(double x) {
  union {
    double d;
    unsigned long l;
  } u;
  u.d = x / 3;
  u.l &= 0x7fffffffffffffff;
  return u.d * 3;
}
double high_word(double x) {
  double y = x / 3;
  int hi = *(1 + (int *)&y);
  return (hi >> 20) - 1023;
}
double printed(double x) {
  char text[64];
  snprintf(text, sizeof text, "%.6f", x / 3);
  printf("%g\n", x / 3);
  return atof(text);
}
int specials(double x) {
  double y = x / 3;
  return isnan(y) + 2 * isinf(y) + 4 * !isfinite(y) + 8 * (y != y) + 16 * (y > 1e308) +
         32 * (signbit(y) != 0);
}
double rounding(double x) {
  double y = x / 3;
  return floor(y) + 10 * ceil(y) + 100 * trunc(y) + 1000 * round(y) + 1e4 * rint(y);
}
double remainders(double x, double y) { return fmod(x / 3, y) + 10 * remainder(x / 3, y / 7); }
double parts(double x) {
  int e;
  double whole, f = frexp(x / 3, &e);
  return ldexp(f, e) + e * 100 + modf(x / 3, &whole) + whole;
}
double poles(double x, int which) {
  return which == 0 ? 1 / x : which == 1 ? log(x) : which == 2 ? sqrt(x - 1) : x / x;
}
double huge(double x) { return exp(exp(x)); }
long wide(long n) {
  double d = n;
  return d == (double)(n - 1);
}
double special_functions(double x) { return erf(x) + erfc(x) - 1 + tgamma(x + 1) / tgamma(x) - x; }
double state(double x) {
  static double kept;
  double old = kept;
  kept = x / 3;
  return old + x;
}
int crash(double x) {
  if (x < 0)
    *(volatile int *)0 = 1;
  return 1;
}
double hang(double x) {
  while (x < 0) {
    volatile int i = 0;
    i++;
  }
  return x;
}
void outputs(double x, double *a, float *b) {
  *a = x / 3;
  *b = (float)x;
}
__attribute__((noinline)) static double sum(int n, ...) {
  __builtin_va_list list;
  __builtin_va_start(list, n);
  double s = 0;
  for (int i = 0; i < n; i++)
    s += __builtin_va_arg(list, double);
  __builtin_va_end(list);
  return s;
}
double variadic(double x) { return sum(3, x / 3, x / 3, x / 3); }
static int order(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}
double sorted(double x) {
  double a[3] = {x / 3, x / 7, x / 5};
  qsort(a, 3, sizeof *a, order);
  return a[1];
}
double wide_integer(double x) { return (double)(__int128)x; }
