// Values to integers: rounding, exponents, machine integers. None of it is hot, so it goes through FLINT.
#include "arena.h"
#include "ball.h"
#include "run.h"

#include <algorithm>

namespace ariadne::ap {
namespace {

struct Integer {
  fmpz_t z;
  Integer() { fmpz_init(z); }
};

Value fromFmpz(const fmpz_t z) {
  static mpz_t integer;
  static bool ready = (mpz_init(integer), true);
  (void)ready;
  fmpz_get_mpz(integer, z);
  size_t size = mpz_size(integer);
  if (size == 0)
    return {};
  Value v;
  v.num = {allocateLimbs(size), uint32_t(size)};
  std::copy_n(mpz_limbs_read(integer), size, v.num.limbs);
  v.negative = mpz_sgn(integer) < 0;
  return v;
}

void setFmpz(fmpz_t out, const Natural &n) {
  static mpz_t integer;
  static bool ready = (mpz_init(integer), true);
  (void)ready;
  mpz_import(integer, n.size, -1, sizeof(mp_limb_t), 0, 0, n.limbs);
  fmpz_set_mpz(out, integer);
}

bool isInteger(const Value &a) {
  return a.isZero() || (a.isExact() && a.den.size == 0 &&
                        (a.exponent >= 0 || -a.exponent <= int64_t(mpn_scan1(a.num.limbs, 0))));
}

// floor(a) of an exact number.
Value floorExact(const Value &a) {
  if (isInteger(a))
    return a;
  static Integer num, den;
  // Far below 1, shifting would be long.
  if (bitLength(a.num) + a.exponent - bitLength(a.den) < 0)
    return a.negative ? fromInteger(1, true) : Value{};
  setFmpz(num.z, a.num);
  if (a.negative)
    fmpz_neg(num.z, num.z);
  if (a.den.size)
    setFmpz(den.z, a.den);
  else
    fmpz_one(den.z);
  if (a.exponent >= 0)
    fmpz_mul_2exp(num.z, num.z, ulong(a.exponent));
  else
    fmpz_mul_2exp(den.z, den.z, ulong(-a.exponent));
  fmpz_fdiv_q(num.z, num.z, den.z);
  return fromFmpz(num.z);
}

Value roundExact(const Value &a, Rounding rounding) {
  if (isInteger(a))
    return a;
  switch (rounding) {
  case Rounding::Floor:
    return floorExact(a);
  case Rounding::Ceil:
    return negate(floorExact(negate(a)));
  case Rounding::Trunc:
    return a.negative ? negate(floorExact(negate(a))) : floorExact(a);
  case Rounding::Away:
  case Rounding::Even:
    break;
  }
  Value magnitude = a;
  magnitude.negative = false;
  Value half = fromInteger(1, false, -1);
  Value rounded = floorExact(add(magnitude, half));
  if (rounding == Rounding::Even && compare(subtract(rounded, magnitude), half) == Equal &&
      rounded.num.size && rounded.exponent == 0 && (rounded.num.limbs[0] & 1))
    rounded = subtract(rounded, fromInteger(1, false));
  rounded.negative = a.negative && !rounded.isZero();
  return rounded;
}

// Both ends of the enclosure of a ball.
void ends(const Value &a, Value &low, Value &high) {
  static arf_t end;
  static arb_t ball;
  static bool ready = (arf_init(end), arb_init(ball), true);
  (void)ready;
  setArb(ball, a, run.precision);
  slong precision = run.precision + 64;
  // Rounding an integer out of a number far beyond the precision would take all its bits.
  arb_get_lbound_arf(end, ball, precision);
  low = fromArf(end);
  arb_get_ubound_arf(end, ball, precision);
  high = fromArf(end);
}

} // namespace

bool isIntegral(const Value &a) { return isInteger(a); }

Value toIntegral(const Value &a, Rounding rounding) {
  if (a.isExact())
    return roundExact(a, rounding);
  Value low, high;
  ends(a, low, high);
  Value first = roundExact(low, rounding), last = roundExact(high, rounding);
  if (compare(first, last) != Equal)
    undecided();
  return first;
}

static int64_t exponentExact(const Value &a) {
  int64_t estimate = bitLength(a.num) - 1 + a.exponent;
  if (a.den.size == 0)
    return estimate;
  // 2^(k-1) < num / den < 2^(k+1): one comparison decides.
  int64_t k = estimate - (bitLength(a.den) - 1);
  Value magnitude = a;
  magnitude.negative = false;
  return compare(magnitude, fromInteger(1, false, k)) == Less ? k - 1 : k;
}

int64_t binaryExponent(const Value &a) {
  if (a.isExact())
    return exponentExact(a);
  certainSign(a);
  Value low, high;
  ends(a, low, high);
  int64_t first = exponentExact(low), last = exponentExact(high);
  if (first != last)
    undecided();
  return first;
}

bool toUint64(const Value &a, uint64_t &out) {
  out = 0;
  if (a.isZero())
    return true;
  if (bitLength(a.num) + a.exponent > 64)
    return false;
  // Integral, so what a negative exponent shifts out is zeros.
  static Integer z;
  setFmpz(z.z, a.num);
  if (a.exponent >= 0)
    fmpz_mul_2exp(z.z, z.z, ulong(a.exponent));
  else
    fmpz_tdiv_q_2exp(z.z, z.z, ulong(-a.exponent));
  out = fmpz_get_ui(z.z);
  return true;
}

bool toInt64(const Value &a, int64_t &out) {
  uint64_t magnitude;
  if (!toUint64(a, magnitude) || magnitude > uint64_t(INT64_MAX) + a.negative)
    return false;
  out = a.negative ? int64_t(-magnitude) : int64_t(magnitude);
  return true;
}

} // namespace ariadne::ap
