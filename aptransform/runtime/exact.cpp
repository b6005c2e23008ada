// Exact numbers, by GMP's lowest layer on limbs of the arena: no allocation, no gcd.
#include "arena.h"
#include "ball.h"
#include "run.h"

#include <algorithm>
#include <bit>

namespace ariadne::ap {
namespace {

constexpr uint32_t LimbBits = 64;

bool isOne(const Natural &n) { return n.size == 0; } // of a denominator

bool same(const Natural &a, const Natural &b) {
  return a.size == b.size && mpn_cmp(a.limbs, b.limbs, a.size) == 0;
}

Natural trimmed(mp_limb_t *limbs, uint64_t size) {
  while (size && limbs[size - 1] == 0)
    --size;
  return {limbs, uint32_t(size)};
}

Natural times(const Natural &a, const Natural &b) {
  const Natural &big = a.size >= b.size ? a : b, &small = a.size >= b.size ? b : a;
  mp_limb_t *out = allocateLimbs(big.size + small.size);
  if (small.size == 1)
    out[big.size] = mpn_mul_1(out, big.limbs, big.size, small.limbs[0]);
  else
    mpn_mul(out, big.limbs, big.size, small.limbs, small.size);
  Natural result = trimmed(out, big.size + small.size);
  shrinkLast(out + result.size);
  return result;
}

// Where an empty denominator is 1.
Natural timesDenominator(const Natural &a, const Natural &den) { return isOne(den) ? a : times(a, den); }

// a * 2^shift, into `out` of size limbs.
void shiftInto(mp_limb_t *out, uint64_t size, const Natural &a, uint64_t shift) {
  uint64_t whole = shift / LimbBits, bits = shift % LimbBits;
  std::fill_n(out, size, 0);
  if (bits)
    out[whole + a.size] = mpn_lshift(out + whole, a.limbs, a.size, unsigned(bits));
  else
    std::copy_n(a.limbs, a.size, out + whole);
}

// Whole limbs of zeros at the bottom, which sums of distant numbers have.
void dropLowLimbs(Value &v) {
  uint32_t zeros = 0;
  while (zeros < v.num.size && v.num.limbs[zeros] == 0)
    ++zeros;
  v.num.limbs += zeros;
  v.num.size -= zeros;
  v.exponent += int64_t(zeros) * LimbBits;
}

// a.num * 2^a.exponent +- b.num * 2^b.exponent, denominators aside. False if it would be too long.
bool addNumerators(const Value &a, const Value &b, Value &out) {
  const Value &high = a.exponent >= b.exponent ? a : b, &low = a.exponent >= b.exponent ? b : a;
  uint64_t distance = uint64_t(high.exponent - low.exponent);
  uint64_t size = std::max<uint64_t>(low.num.size, high.num.size + distance / LimbBits + 1) + 1;
  if (distance > 64 * 64 * MaxLimbs || size > MaxLimbs + 2)
    return false;
  mp_limb_t *sum = allocateLimbs(size);
  shiftInto(sum, size, high.num, distance);
  out.negative = high.negative;
  out.exponent = low.exponent;
  if (high.negative == low.negative) {
    mpn_add(sum, sum, mp_size_t(size), low.num.limbs, low.num.size);
  } else {
    Natural shifted = trimmed(sum, size);
    bool larger = shifted.size != low.num.size ? shifted.size > low.num.size
                                               : mpn_cmp(sum, low.num.limbs, low.num.size) >= 0;
    if (larger) {
      mpn_sub(sum, sum, mp_size_t(size), low.num.limbs, low.num.size);
    } else {
      mpn_sub(sum, low.num.limbs, low.num.size, sum, shifted.size);
      out.negative = low.negative;
      size = low.num.size;
    }
  }
  out.num = trimmed(sum, size);
  shrinkLast(sum + out.num.size);
  dropLowLimbs(out);
  return true;
}

bool tooLarge(const Value &v) {
  return v.num.size + v.den.size > MaxLimbs || v.exponent > MaxExponent || v.exponent < -MaxExponent;
}

// Moves factors of 2 of the denominator to the exponent, and drops a denominator of 1.
void makeDenominatorOdd(Value &v) {
  uint32_t zeros = 0;
  while (v.den.limbs[zeros] == 0)
    ++zeros;
  int bits = std::countr_zero(v.den.limbs[zeros]);
  if (zeros || bits) {
    uint32_t size = v.den.size - zeros;
    mp_limb_t *out = allocateLimbs(size);
    if (bits)
      mpn_rshift(out, v.den.limbs + zeros, size, unsigned(bits));
    else
      std::copy_n(v.den.limbs + zeros, size, out);
    v.den = trimmed(out, size);
    v.exponent -= int64_t(zeros) * LimbBits + bits;
  }
  if (v.den.size == 1 && v.den.limbs[0] == 1)
    v.den = {};
}

// Once a quotient has grown too large, common factors are worth looking for.
void reduce(Value &v) {
  if (isOne(v.den) || v.num.size == 0)
    return;
  static mpz_t num, den, common; // lives as long as the process, and is reused
  static bool ready = (mpz_inits(num, den, common, nullptr), true);
  (void)ready;
  mpz_import(num, v.num.size, -1, sizeof(mp_limb_t), 0, 0, v.num.limbs);
  mpz_import(den, v.den.size, -1, sizeof(mp_limb_t), 0, 0, v.den.limbs);
  mpz_gcd(common, num, den);
  if (mpz_cmp_ui(common, 1) == 0)
    return;
  mpz_divexact(num, num, common);
  mpz_divexact(den, den, common);
  auto take = [](mpz_t from) {
    size_t size = mpz_size(from);
    mp_limb_t *out = allocateLimbs(size);
    std::copy_n(mpz_limbs_read(from), size, out);
    return Natural{out, uint32_t(size)};
  };
  v.num = take(num);
  v.den = take(den);
  if (v.den.size == 1 && v.den.limbs[0] == 1)
    v.den = {};
}

Value finish(Value v) {
  if (v.num.size == 0)
    return {};
  if (!tooLarge(v))
    return v;
  reduce(v);
  if (!tooLarge(v))
    return v;
  run.oversized = true;
  return toBall(v);
}

} // namespace

Value fromInteger(uint64_t magnitude, bool negative, int64_t exponent) {
  if (magnitude == 0)
    return {};
  int zeros = std::countr_zero(magnitude);
  mp_limb_t *limb = allocateLimbs(1);
  *limb = magnitude >> zeros;
  Value v;
  v.num = {limb, 1};
  v.exponent = exponent + zeros;
  v.negative = negative;
  return v;
}

Value add(const Value &a, const Value &b) {
  if (a.isZero() || b.isZero())
    return a.isZero() ? b : a;
  if (!a.isExact() || !b.isExact())
    return addBalls(a, b);
  Value sum;
  bool fits;
  if (isOne(a.den) && isOne(b.den)) {
    fits = addNumerators(a, b, sum);
  } else if (same(a.den, b.den)) {
    fits = addNumerators(a, b, sum);
    sum.den = a.den;
  } else {
    Value left = a, right = b;
    left.num = timesDenominator(a.num, b.den);
    right.num = timesDenominator(b.num, a.den);
    fits = addNumerators(left, right, sum);
    sum.den = isOne(a.den) ? b.den : timesDenominator(a.den, b.den);
  }
  if (fits)
    return finish(sum);
  run.oversized = true;
  return addBalls(a, b);
}

Value multiply(const Value &a, const Value &b) {
  if (a.isZero() || b.isZero())
    return {};
  if (!a.isExact() || !b.isExact())
    return multiplyBalls(a, b);
  Value product;
  product.negative = a.negative != b.negative;
  product.exponent = a.exponent + b.exponent;
  if (isOne(a.den) && isOne(b.den)) {
    product.num = times(a.num, b.num);
    return finish(product);
  }
  // x / y * y is common, and would never shrink again.
  bool cancelA = !isOne(a.den) && same(a.den, b.num), cancelB = !isOne(b.den) && same(b.den, a.num);
  if (cancelA && cancelB)
    return fromInteger(1, product.negative, product.exponent);
  product.num = cancelA ? a.num : cancelB ? b.num : times(a.num, b.num);
  Natural left = cancelA ? Natural{} : a.den, right = cancelB ? Natural{} : b.den;
  product.den = isOne(left) ? right : timesDenominator(left, right);
  return finish(product);
}

Value divide(const Value &a, const Value &b) {
  if (!b.isExact())
    certainSign(b);
  if (a.isZero())
    return {};
  if (!a.isExact() || !b.isExact())
    return divideBalls(a, b);
  Value quotient;
  quotient.negative = a.negative != b.negative;
  quotient.exponent = a.exponent - b.exponent;
  if (!isOne(a.den) && same(a.den, b.den)) {
    quotient.num = a.num;
    quotient.den = b.num;
  } else {
    quotient.num = timesDenominator(a.num, b.den);
    quotient.den = timesDenominator(b.num, a.den);
  }
  if (same(quotient.num, quotient.den))
    return fromInteger(1, quotient.negative, quotient.exponent);
  makeDenominatorOdd(quotient);
  return finish(quotient);
}

Value scale(Value a, int64_t exponent) {
  if (a.isZero())
    return a;
  if (!a.isExact())
    return scaleBall(a, exponent);
  a.exponent += exponent;
  return finish(a);
}

static Order orderOf(bool negative) { return negative ? Less : Greater; }

Order signOf(const Value &a) {
  if (!a.isExact())
    return signOfBall(a);
  return a.isZero() ? Equal : orderOf(a.negative);
}

Order compare(const Value &a, const Value &b) {
  if (!a.isExact() || !b.isExact()) {
    if (a.ball == b.ball && a.negative == b.negative)
      return Equal;
    return compareBalls(a, b);
  }
  Order left = signOf(a), right = signOf(b);
  if (left != right)
    return left < right ? Less : Greater;
  if (left == Equal)
    return Equal;
  // Magnitudes differ by more than a factor of two: no need to look closer.
  int64_t aLow = bitLength(a.num) + a.exponent - 1 - bitLength(a.den), aHigh = aLow + 1 + !isOne(a.den);
  int64_t bLow = bitLength(b.num) + b.exponent - 1 - bitLength(b.den), bHigh = bLow + 1 + !isOne(b.den);
  if (aLow >= bHigh)
    return orderOf(a.negative);
  if (bLow >= aHigh)
    return orderOf(!a.negative);
  return signOf(subtract(a, b));
}

} // namespace ariadne::ap
