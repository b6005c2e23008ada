/* Exact numbers on their way through memory: structs, copies, tables, globals, calls. */
#include <math.h>
#include <stdint.h>
#include <string.h>

struct pair {
  double x, y;
};

/* 1e200, 1e200: 0 and 1 overflow; sqrt(2) 1e200 survives in the copy: avoidable; poisoned. */
double copied(double x, double y) {
  struct pair squares = {x * x, y * y}, copy;
  memcpy(&copy, &squares, sizeof copy);
  return sqrt(copy.x + copy.y);
}

/* The same, byte by byte through a buffer of another type. */
double copied_bytes(double x, double y) {
  struct pair squares = {x * x, y * y}, copy;
  unsigned char bytes[sizeof squares];
  for (unsigned i = 0; i < sizeof bytes; i++)
    bytes[i] = ((unsigned char *)&squares)[i];
  memcpy(&copy, bytes, sizeof copy);
  return sqrt(copy.x + copy.y);
}

/* The same, by the assignment of structs in an array that is chosen at run time. 1, 1e200: avoidable; poisoned. */
double chosen(int i, double x) {
  struct pair squares[2] = {{1.0, 2.0}, {x * x, x}}, other[2];
  other[0] = squares[0];
  other[1] = squares[1];
  struct pair one = other[i & 1];
  return one.x / one.y;
}

static const double above[] = {1.0, 2.0, 3.0}, below[] = {4.0, 5.0, 6.0};

static double horner(const double *coefficients, double x) {
  double r = 0.0;
  for (int i = 2; i >= 0; i--)
    r = r * x + coefficients[i];
  return r;
}

/* 1e200: 0 of horner overflows in both polynomials: NaN. The quotient is 0.5 and a little: avoidable; poisoned.
   1e-200: 0 underflows nowhere: 3e-200, 2, 2e-200, 1; in the second polynomial neither. Quiet.
   1e-308: 3e-308 is still normal; 1e-320: 3e-320 underflows beside 2: avoidable, benign. */
double rational(double x) { return horner(above, x) / horner(below, x); }

static double factor = 1.0;

/* Each run must start with factor = 1. 0x1.8p-537: 1 gives 2.25 units of the smallest number, of which 2 are left; 2
   makes them 2^-873, where 1.125 times as much is right: avoidable, wrong. */
double from_global(double x) {
  factor = factor * 0x1p200;
  return x * x * factor;
}

static double total;

/* 1e200, 1e200: 0 and 2 overflow on their way through a static variable: NaN, where exactly 0 is right:
   avoidable; poisoned. */
double accumulated(double x, double y) {
  total += x * x;
  total -= y * y;
  return total;
}

static double factorial(int n) { return n < 2 ? 1.0 : n * factorial(n - 1); }

/* 180: factorial overflows in both calls: NaN; the quotient is 180: avoidable; poisoned. */
double recursive(int n) { return factorial(n) / factorial(n - 1); }

static double square(double x) { return x * x; }
static double cube(double x) { return x * x * x; }
static double (*const functions[])(double) = {square, cube};

/* 0, 1e200: 0 of square overflows; 1e200 is right: avoidable; poisoned.
   1, 1e150: 1 of cube overflows (1e450), 1e300 is right: avoidable; poisoned. 1, 1e200: 1e400: unavoidable. */
double through_pointer(int which, double x) { return functions[which & 1](x) / x; }

/* The library's functions through pointers. 0, 1e200: 0 overflows; sqrt(1e400): avoidable; poisoned.
   1, 1e200: cbrt(1e400) fits as well. */
double library_pointer(int which, double x) {
  double (*root)(double) = which ? cbrt : sqrt;
  return root(x * x);
}

/* Results behind pointers. 1e200, 1e200: 0 and 1 overflow: *radius is infinite where 1.4e200 is right, *angle is right:
   avoidable; poisoned. */
void polar(double x, double y, double *radius, double *angle) {
  *radius = sqrt(x * x + y * y);
  *angle = atan2(y, x);
}

/* 1e200 four times: 0, 1, 3, 4, 7 and 8 overflow; both parts are NaN where 1 and exactly 0 are right: avoidable;
   poisoned. 1e-200 four times: they underflow; 6 and 10 are 0 / 0, invalid: avoidable, no class for those;
   poisoned. */
void complex_divide(double a, double b, double c, double d, struct pair *out) {
  double square = c * c + d * d;
  out->x = (a * c + b * d) / square;
  out->y = (b * c - a * d) / square;
}

/* One result of two does not fit. 1e-200: 0 underflows; out->x is 1e-400, which is tiny, out->y is 1: unavoidable;
   0 is the nearest double: benign. 1e200: out->x is 1e400: unavoidable; poisoned. */
void two_results(double x, struct pair *out) {
  out->x = x * x;
  out->y = 1.0 + x;
}

/* No result. 1e200: 0 overflows: undetermined, because the function has no floating-point result; and nothing tells
   whether the infinity in `total` hurts anybody: unknown. */
void no_result(double x) { total = x * x; }

/* No floating-point result. 1e200, 1e201: 0 and 1 overflow: undetermined. infinity > infinity is false, and so is
   1e400 > 1e402: benign. 1e201, 1e200: false, but 1e402 > 1e400: the decision goes the other way: wrong. */
int larger_square(double x, double y) { return x * x > y * y; }
