/* Decisions, loops, and the bits of floats. */
#include <math.h>
#include <stdint.h>
#include <string.h>

/* 1e-200: 0 underflows to 0 and 1 is returned; exactly, the square is not 0, and 2 is: another branch. Both fit:
   avoidable, wrong. */
double branch(double x) {
  if (x * x == 0.0)
    return 1.0;
  return 2.0;
}

/* 1e200: 0 overflows, and is greater than 1 in both arithmetics: avoidable, benign. */
double same_branch(double x) { return x * x > 1.0 ? 1.0 : 0.0; }

/* 1e201, 1e200: 0 and 1 overflow, the floats are equal and y is returned. Exactly, 1e402 > 1e400, and x is:
   avoidable, wrong. */
double farther(double x, double y) { return x * x > y * y ? x : y; }

/* Not a branch but an integer. 0x1.8p-537: 0 gives 2.25 units, of which 2 are left; times 4 these are 8 and 9: wrong.
   9 fits: avoidable. */
double counted(double x) { return (int)(x * x * 0x1p1000 * 0x1p76); }

/* 1e-200: 0 underflows; the table is entered at index 0 in both arithmetics: avoidable, benign.
   0x1.8p-537: entered at 8, where 9 is right: wrong, avoidable. */
double looked_up(double x) {
  static const double table[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  return table[(int)(x * x * 0x1p1000 * 0x1p76)];
}

/* 1e-300: floats leave the loop with h = 2^-53, and 2 underflows. In exact arithmetic 1 + h is never 1: undetermined,
   because the loop does not terminate; 1.1e-316 is finite, and nobody knows whether it is right: unknown.
   The step: 0 and 1 are exact for every h here. */
double machine_epsilon(double scale) {
  double h = 1.0;
  while (1.0 + h != 1.0)
    h /= 2.0;
  return h * scale;
}

/* 1e200: 0 overflows before the same loop: undetermined; poisoned. */
double poisoned_epsilon(double x) {
  double h = 1.0, square = x * x;
  while (1.0 + h != 1.0)
    h /= 2.0;
  return square + h;
}

/* Halves until nothing is left: floats end after 1075 rounds (with underflows from 2^-1023 on), exact numbers
   never: undetermined; the number of rounds is finite: unknown. */
double halvings(double x) {
  double rounds = 0.0;
  while (x > 0.0) {
    x = x / 2.0;
    rounds = rounds + 1.0;
  }
  return rounds;
}

/* The exponent of a product, from its bits: 1e200, 1e200: 0 overflows to infinity, whose exponent is 2047. The bits of
   1e400 are those of the nearest double, which is infinity too: the same number, by argument, and marked. 2047 fits:
   avoidable (with floats where ...), benign. */
double exponent_bits(double x, double y) {
  double product = x * y;
  uint64_t bits;
  memcpy(&bits, &product, sizeof bits);
  return (double)(bits >> 52 & 0x7ff);
}

/* The same with a union. 3e-300, 1e-300: 0 underflows to 0: exponent 0, as that of the nearest double to 3e-600:
   avoidable, benign. */
double exponent_union(double x, double y) {
  union {
    double number;
    uint64_t bits;
  } u;
  u.number = x * y;
  return (double)(u.bits >> 52 & 0x7ff);
}

/* |x y| / y by clearing the sign bit. 1e200, 1e200: 0 overflows. The exact product is 1e400, but its bits can only be
   those of the nearest double, infinity: the exact run ends with an infinity that is not the algorithm's. Nothing
   is certain of the result: undetermined; poisoned. */
double magnitude_bits(double x, double y) {
  double product = x * y;
  uint64_t bits;
  memcpy(&bits, &product, sizeof bits);
  bits &= ~((uint64_t)1 << 63);
  memcpy(&product, &bits, sizeof product);
  return product / y;
}

static double two_to(int n) {
  uint64_t bits = (uint64_t)(1023 + n) << 52;
  double power;
  memcpy(&power, &bits, sizeof power);
  return power;
}

/* From bits to a float: 2^n. 1e300, 100: 0 overflows; 1e300 is right: avoidable; poisoned. 1e-300, -100: 0 underflows
   to 0, 1e-300 is right: avoidable, wrong. */
double there_and_back(double x, int n) { return x * two_to(n) * two_to(-n); }

/* 1e-300, -100: 1e-330 is tiny: unavoidable; 0 is the nearest double: benign. */
double scaled(double x, int n) { return x * two_to(n); }

/* With the library's functions, exactly. 1e-300, -100 and back: nothing is lost in exact arithmetic. 0 (ldexp)
   underflows to 0: avoidable; glibc sets errno: reported. */
double ldexp_and_back(double x, int n) { return ldexp(ldexp(x, n), -n); }
