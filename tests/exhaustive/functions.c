// Functions of one float: all their inputs can be tried. Each has exceptions that are easy to reach, some
// that only a few floats reach (one, at times), and some that look reachable and are not.
#include <math.h>
#include <stdint.h>
#include <string.h>

// ---- arithmetic ----

// No float squared is 2, before rounding.
float pole_at_root(float x) { return 1.0f / (x * x - 2.0f); }

// (x - 1)^4 written out: zero and negative around 1.
float quartic(float x) {
  float p = (((x - 4.0f) * x + 6.0f) * x - 4.0f) * x + 1.0f;
  return sqrtf(p) / p;
}

// Underflows for a handful of floats beside 1.
float sixth_power(float x) {
  float d = x - 1.0f;
  float d3 = d * d * d;
  if (x < 0.5f || x > 2.0f)
    return 0.0f;
  return d3 * d3;
}

float underflow_at_root(float x) { return (x * x - 2.0f) * 1e-32f; }

float bounded(float x) { return x / (fabsf(x) + 1.0f); }

float lost_increment(float x) {
  float lost = (x + 1.0f) - x;
  if (x > 16777210.0f && x < 16777225.0f)
    return 1.0f / (lost - 1.0f) + 1.0f / (lost - 2.0f) + 1.0f / lost;
  return lost;
}

// ---- bands, equalities ----

float single_value(float x) {
  if (x == 0x1.23456p-3f)
    return 1.0f / (x - 0x1.23456p-3f);
  return x;
}

float single_product(float x) {
  float y = x * 3.7f;
  if (y == 0x1.9a2f5ap+4f)
    return y / (y - 0x1.9a2f5ap+4f);
  return y + 1.0f;
}

float narrow_band(float x) {
  if (x > 0.1f && x < 0.1000003f)
    return sqrtf(0.1000002f - x) / (x - 0.10000015f);
  return x + 1.0f;
}

float cube_is_27(float x) {
  float y = x * x * x;
  if (y == 27.0f)
    return 1.0f / (y - 27.0f);
  if (y == 28.0f)
    return 1.0f / (y - 28.0f);
  return 0.0f;
}

float nested(float x) {
  if (x > 10.0f)
    if (x * x < 200.0f)
      if ((int)x == 13) {
        float d = x - 13.25f;
        if (d > 0.0f && d * d < 1e-10f)
          return 1.0f / (d - 0x1p-18f);
        return 1.0f / d;
      }
  return x < -100.0f ? 1.0f / (x + 200.0f) : x;
}

float far_from_zero(float x) {
  if (fabsf(x) < 1e30f)
    return 1.0f;
  if (fabsf(x) > 1.00001e30f)
    return 2.0f;
  return x * 1e8f + 1e-20f / x;
}

// Two floats, and no branch on either comparison.
float both_at_once(float x) {
  float y = x * x;
  if ((y > 3.0f) & (y < 3.000001f))
    return 1.0f / (x - x);
  return 0.0f;
}

float near_a_tenth(float x) {
  double d = (double)x - 0.1;
  if (d == 0.0)
    return 1.0f / (float)d;
  if (fabs(d) < 2e-9)
    return (float)(1.0 / d) * 1e31f;
  return 0.0f;
}

// ---- elementary functions ----

float logistic(float x) { return 1.0f / (1.0f + expf(-x)); }

// Finite for the last few floats before it overflows.
float edge_of_exp(float x) {
  float y = expf(x);
  if (y > 3.4026e38f && y <= 3.4028235e38f)
    return 1.0f / (x - 88.72283f);
  return y;
}

float log_window(float x) { return logf(x - 5.0f) + sqrtf(7.0f - x); }

float reciprocal_sine(float x) { return 1.0f / sinf(x); }

float arc(float x) { return acosf(x / 3.0f + 1e-3f); }

float powers(float x) {
  if (x > 0.5f)
    return powf(x, 20.0f) - powf(2.0f, -x);
  return powf(x, -3.0f);
}

float remainder_of(float x) { return fmodf(10.0f, floorf(x)); }

// ---- conversions ----

int to_integers(float x) { return (int)(x * 1e6f) + (short)x + (unsigned char)(x / 1e3f); }

float table_lookup(float x) {
  static const float table[8] = {1.0f, 2.0f, 0.5f, 4.0f, 1e-30f, 3.0f, 0.0f, 7.0f};
  if (x < 0.0f || x >= 8.0f)
    return 0.0f;
  return (x - 6.5f) / table[(int)x] / table[(int)x];
}

float through_double(float x) {
  double d = (double)x * x;
  double e = d * d * 1e-40; // never overflows
  return (float)(d - 1e38) + (float)e;
}

float tiny_cube(float x) {
  double d = (double)x * (double)x * (double)x;
  if (d > 1e-46 && d < 1.4e-45)
    return (float)d;
  return 0.0f;
}

float whole_numbers(float x) {
  if (x > 1000.0f && x < 2000.0f && (float)(int)x == x)
    return 1.0f / (x - 1729.0f);
  return x;
}

float switches(float x) {
  if (!(x > -1000.0f && x < 1000.0f))
    return 0.0f;
  switch ((int)x) {
  case 7:
    return 1.0f / (x - 7.25f);
  case 77:
    return 1.0f / (x - 77.125f);
  case 777:
    return 1.0f / (x - 777.0625f);
  case -314:
    return sqrtf(x + 314.5f);
  default:
    return 0.0f;
  }
}

// ---- bits, digits, loops ----

float low_bits(float x) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  if ((bits & 0xfff) == 0x5a5)
    return x / (x - x);
  return x - x;
}

// No way leads there but patience.
float digits(float x) {
  int n = (int)x;
  if (n > 0 && n < 10000000)
    if (n % 7 == 3 && n % 11 == 5 && n % 13 == 8)
      return 1.0f / (float)(n % 17 - 4);
  return 0.0f;
}

float newton(float x) {
  float y = 1.0f;
  for (int i = 0; i < 2; i++)
    y = y - (y * y - x) / (2.0f * y);
  return y;
}
