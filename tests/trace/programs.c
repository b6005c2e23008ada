/* Each function takes numbers by one way or another to a comparison: what the trace says of a run must tell how
   every other run goes (test_programs.py). */
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int level(double x) { return x < -1.0 ? 0 : x < 0.25 ? 1 : x < 3.0 ? 2 : x < 1e10 ? 3 : 4; }

/* ---- control flow ---- */

int switches(int n, double x) {
  switch (n) {
  case -3: return level(x);
  case 0: return level(x + 1);
  case 1:
  case 2: x *= 2; /* fall through */
  case 7: return level(x * x);
  default: return level(-x);
  }
}

int loops(double x, int n) {
  double sum = 0;
  for (int i = 0; i < n && i < 20; i++) {
    if (sum > 100) break;
    sum += x / (i + 1);
  }
  return level(sum);
}

int both(double x, double y) { return (x > 1 && y > 1) || (x < -1 && !(y < 0)); }

int chosen(double x, double y) {
  double m = x > y ? x : y;
  int k = x > 0;
  k |= y > 0;
  return level(m) + 10 * k;
}

static double down(double x, int depth) { return depth == 0 || x < 1 ? x : down(x / 2, depth - 1) + 1; }
int recursion(double x) { return level(down(x, 12) - 3); }

/* ---- memory ---- */

typedef struct { double val, err; int status; } result;
static void fill(result *to, double x) { to->val = x * 3; to->err = fabs(x) * 1e-3; to->status = x > 2; }
int structures(double x) {
  result r, copy;
  fill(&r, x);
  copy = r;
  r.val = 0;
  return level(copy.val) + 10 * level(copy.err) + 100 * copy.status;
}

static double total(result r) { r.val += r.err; return r.val; }
int by_value(double x, double y) {
  result r = {x, y, 1};
  int before = level(total(r));
  return before + 10 * level(r.val);
}

typedef struct { float re, im; } pair;
static pair turn(pair p) { pair q = {-p.im, p.re}; return q; }
int small_structures(float x, float y) {
  pair p = {x, y};
  p = turn(p);
  return level(p.re) + 10 * level(p.im);
}

typedef struct { double re, im; } wide_pair;
static wide_pair square(wide_pair p) { wide_pair q = {p.re * p.re - p.im * p.im, 2 * p.re * p.im}; return q; }
int wide_structures(double x, double y) {
  wide_pair p = {x, y};
  p = square(square(p));
  return level(p.re) + 10 * level(p.im);
}

static double table[4];
int arrays(double x, int i) {
  double local[5] = {1, 2, 3, 4, 5};
  local[2] = x;
  table[1] = local[2] + local[3];
  table[0] = x;
  return level(local[(unsigned)i % 5]) + 10 * level(table[1]);
}

int moved(double x, double y) {
  double a[6] = {x, y, x + y, 1, 2, 3}, b[6];
  memcpy(b, a, sizeof a);
  memmove(b + 1, b, 3 * sizeof *b);
  memset(a, 0, sizeof a);
  return level(b[1]) + 10 * level(b[3]) + 100 * level(a[0]);
}

int heap(double x) {
  double *a = malloc(2 * sizeof *a);
  a[0] = x;
  a[1] = x * x;
  a = realloc(a, 4000 * sizeof *a);
  double *b = calloc(3, sizeof *b);
  b[1] = a[1];
  int r = level(a[0]) + 10 * level(b[1]) + 100 * level(b[0]);
  free(a);
  free(b);
  return r;
}

/* ---- bits ---- */

int high_word(double x) {
  union { double d; uint32_t w[2]; uint64_t u; } bits = {x};
  int32_t high = (int32_t)bits.w[1];
  int32_t exponent = (high >> 20 & 0x7ff) - 1023;
  if (exponent > 10) return 1;
  if ((high & 0x7fffffff) < 0x3ff00000) return 2;
  bits.w[0] = 0;
  if (bits.d == x) return 3;
  bits.w[1] = 0x3ff00000 | (bits.w[1] & 0xfffff);
  return 4 + level(bits.d) + (bits.u & 1);
}

int masks(float x, unsigned m) {
  uint32_t u;
  memcpy(&u, &x, 4);
  u = (u & ~m) | (0x3f800000 & m);
  memcpy(&x, &u, 4);
  return x < 0.5f ? 0 : x < 1.5f ? 1 : 2;
}

int bytes(double x, int n) {
  unsigned char b[12];
  memcpy(b, &x, 8);
  memcpy(b + 8, &n, 4);
  uint32_t middle;
  memcpy(&middle, b + 6, 4);
  uint16_t odd;
  memcpy(&odd, b + 3, 2);
  if (b[7] > 64 && middle % 3 == 1) return 1;
  return odd < 1000 ? 2 : b[9] == 0 ? 3 : 4;
}

int integers(int a, unsigned b, long c) {
  long s = (long)a * 3 - c;
  unsigned t = (b << 3 ^ b >> 5) + (unsigned char)a;
  short h = (short)c;
  if (s % 7 == 2) return 1;
  if (b % 10 > 4 && t / 3 < 1000u) return 2;
  return h < 0 ? 3 : (c >> 2) < -5 ? 4 : (t & 1) ? 5 : 6;
}

int narrow(signed char a, unsigned short b, _Bool flag, unsigned long long u) {
  if (flag) return a + b > 300;
  return a * 1000 < (int)b ? 2 : u > 1ull << 40 ? 3 : u == a ? 5 : 4;
}

/* ---- numbers ---- */

int conversions(double x, int n, float f) {
  int i = fabs(x) < 1e9 ? (int)x : 0;
  unsigned u = f > 0 && f < 4e9f ? (unsigned)f : 7;
  float g = (float)x;
  double d = (double)f + n + (long)n * 2 + u;
  return (i > n) + 2 * (g == x) + 4 * level(d) + 100 * (u % 3);
}

int long_doubles(long double x, double y) {
  long double z = x * y + 1.0L;
  long double a[2] = {z, -z};
  long double b[2];
  memcpy(b, a, sizeof a);
  if (b[1] > 10) return 1;
  if ((double)b[0] > 10) return 2;
  if (sqrtl(fabsl(z)) < 0.5L) return 3;
  union { long double l; uint64_t m; uint16_t e[8]; } bits;
  bits.l = x;
  return 4 + (bits.m >> 63) + 2 * ((bits.e[4] & 0x7fff) > 16383) + 4 * ((long)y > 3);
}

int elementary(double x, double y) {
  double s = sin(x) + exp(-fabs(y)) + log(1 + x * x) + pow(fabs(x), 0.3);
  s += atan2(y, x) - cbrt(y) + hypot(x, y) + floor(x) + fmin(x, y) + copysign(1, x) + ldexp(y, 3);
  float f = sqrtf(fabsf((float)x)) + cosf((float)y);
  return level(s) + 10 * level(f);
}

int rounding(double x) {
  if (!(fabs(x) < 1e15)) return 0;
  long a = lrint(x), b = lround(x);
  double c = nearbyint(x), d = trunc(x), e = rint(x);
  return (a != b) + 2 * (c > d) + 4 * (e < x) + 8 * (a % 2 == 0);
}

int classes(double x, float f) {
  int r = isnan(x) ? 1 : isinf(x) ? 2 : isfinite(f) ? 3 : 4;
  if (isnormal(x)) r += 10;
  if (signbit(x)) r += 20;
  return r;
}

/* frexp and modf, of subnormals, infinities and NaNs, too; all that they give is compared bit for bit */
int parts(double x, float y, double *m, double *rest, double *whole, int *e, float *n, int *k) {
  float fraction, head = modff(y, &fraction);
  long double lwhole, lrest = modfl(x, &lwhole);
  *m = frexp(x, e) / 3, *rest = modf(x, whole), *n = frexpf(y, k); /* a part is an operand, too */
  int r = level(*m) + 10 * (*e > 0) + 20 * (*e < -1000) + 40 * (*m < 0.75) + 80 * (*rest > 0.25) + 160 * (*whole == 3);
  if (*k == 12 || *n == 0.5f) r += 320;
  if (signbit(*rest) != signbit(head)) r += 640;
  if (lrest == *rest && lwhole == *whole && fraction > 2) r += 1280;
  return r;
}

/* ---- calls ---- */

static double twice(double x) { return 2 * x; }
static double shifted(double x) { return x + 1; }
static double apply(double (*f)(double), double x) { return f(x); }
int pointers(double x) {
  double (*f)(double) = x > 1 ? twice : shifted;
  double (*const all[])(double) = {twice, shifted};
  return level(f(x)) + 10 * level(apply(all[1], x));
}

static void halve(double *x) { *x /= 2; }
static void keep(double *x) {}
int pointers_to_void(double x, int n) { /* nothing comes back, and still it was our code */
  void (*volatile f)(double *) = n > 3 ? halve : keep;
  f(&x);
  return level(x);
}

static double sum_of(int count, ...) {
  va_list list, again;
  double sum = 0;
  va_start(list, count);
  va_copy(again, list);
  for (int i = 0; i < count; i++) sum += va_arg(list, double);
  sum += va_arg(again, double);
  va_end(list);
  va_end(again);
  return sum;
}
static long mixed(const char *format, ...) {
  va_list list;
  long sum = 0;
  va_start(list, format);
  for (; *format; format++)
    sum += *format == 'd' ? va_arg(list, int) : *format == 'L' ? (long)va_arg(list, long double) : (long)va_arg(list, double);
  va_end(list);
  return sum;
}
int varargs(double x, int n) {
  if (!(fabs(x) < 1e6)) return 0;
  double s = sum_of(10, 1.0, x, 2.0, x * x, 0.0, 0.0, 0.0, 0.0, x + 1, -x);
  long k = mixed("dfdfdddddL", n & 255, x, 1, x * 2, 2, 3, 4, n & 15, 6, (long double)x);
  return level(s) + 10 * (k > 100) + 20 * (k % 2 == 0);
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}
int calls_back(double x, double y) { /* through code that is not ours: lost, but not wrong */
  double a[3] = {x, y, 1};
  qsort(a, 3, sizeof *a, ascending);
  return level(a[1]);
}

int parses(double x) { /* a function that nobody models */
  char text[40];
  snprintf(text, sizeof text, "%.3f", x);
  return level(strtod(text, NULL));
}
