/* Values are compared with the limits of the integer type before they are converted. */
#include <limits.h>

signed char to_i8(float x) {
  if (x >= 127.0f)
    return SCHAR_MAX;
  if (x <= -128.0f)
    return SCHAR_MIN;
  return (signed char)x;
}

unsigned long long to_u64(double x) {
  if (!(x > 0.0))
    return 0;
  if (x >= 18446744073709551616.0)
    return ULLONG_MAX;
  return (unsigned long long)x;
}

/* -0.9 and 255.9 are in range: conversions cut towards 0. */
unsigned char to_u8(double x) { return x > -1.0 && x < 256.0 ? (unsigned char)x : 0; }

int to_i32(long double x) { return x > -2147483649.0L && x < 2147483648.0L ? (int)x : 0; }

/* Between the smallest normal and the largest float. */
float to_float(double x) {
  if (x == 0.0)
    return 0.0f;
  double size = x < 0.0 ? -x : x;
  if (size < 0x1p-126 || size > 0x1.fffffep127)
    return 1.0f;
  return (float)x;
}
