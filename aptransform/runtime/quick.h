// Sums and products of dyadic numbers and ordinary floats, which is what most programs compute with: the same
// as exact.cpp does, without a Value for each operand. False, and nothing done, for whatever is less simple.
#pragma once

#include "handle.h"

#include <algorithm>
#include <immintrin.h>

namespace ariadne::ap {

struct Operand {
  const mp_limb_t *limbs;
  uint32_t size;
  bool negative;
  int64_t exponent;
  mp_limb_t own;
};

// A dyadic number, or a float that is finite and not zero.
template <class T> [[gnu::always_inline]] inline bool resolve(T x, Operand &out) {
  bool negative;
  if (x != x) {
    uint64_t handle = decodePayload(x, negative) - Format<T>::Base;
    if (handle >= arena.count)
      return false;
    const Value &v = arena.numbers[handle];
    if (v.ball || v.den.size)
      return false;
    out.limbs = v.num.limbs;
    out.size = v.num.size;
    out.negative = v.negative != negative;
    out.exponent = v.exponent;
    return true;
  }
  double wide = double(x);
  uint64_t bits;
  std::memcpy(&bits, &wide, 8);
  int exponent = int(bits >> 52 & 0x7ff);
  if (exponent == 0 || exponent == 0x7ff)
    return false;
  uint64_t mantissa = (bits & 0xfffffffffffffu) | uint64_t(1) << 52;
  int zeros = std::countr_zero(mantissa);
  out.own = mantissa >> zeros;
  out.limbs = &out.own;
  out.size = 1;
  out.negative = bits >> 63;
  out.exponent = exponent - 1075 + zeros;
  return true;
}

// The limbs at the top of the arena, `size` of them, as a number; they stay only if it is not a float.
template <class T> [[gnu::always_inline]] inline T keepTop(uint64_t size, int64_t exponent, bool negative) {
  mp_limb_t *limbs = arena.limbTop;
  while (size && limbs[size - 1] == 0)
    --size;
  if (size == 0)
    return 0;
  while (*limbs == 0) {
    ++limbs;
    --size;
    exponent += 64;
  }
  if (arena.count == arena.maxCount)
    outOfNumbers();
  Value &v = arena.numbers[arena.count]; // written in place: it is kept unless it turns out to be a float
  v.num = {limbs, uint32_t(size)};
  v.den = {};
  v.exponent = exponent;
  v.ball = nullptr;
  v.negative = negative;
  T ordinary;
  if (size <= 2 && asFloat(v, ordinary))
    return ordinary;
  uint64_t payload = Format<T>::Base + arena.count;
  if (payload >= Format<T>::Top)
    outOfNumbers();
  arena.limbTop = limbs + size;
  ++arena.count;
  return encodePayload<T>(payload, false);
}

// Inline where numbers are short: the way into GMP costs as much as the work.
inline mp_limb_t multiplyByLimb(mp_limb_t *out, const mp_limb_t *limbs, uint32_t size, mp_limb_t by) {
  unsigned __int128 carry = 0;
  for (uint32_t i = 0; i < size; ++i) {
    carry += static_cast<unsigned __int128>(limbs[i]) * by;
    out[i] = mp_limb_t(carry);
    carry >>= 64;
  }
  return mp_limb_t(carry);
}

// low +- one limb shifted by `distance`, which ends within low: what adding the next coefficient of a
// polynomial is. Fills low.size + 1 limbs. Returns whether the sum came out negative (it is then as it is, in
// two's complement).
[[gnu::always_inline]] inline bool addLimb(mp_limb_t *sum, const Operand &low, mp_limb_t limb,
                                           uint64_t distance, bool subtract) {
  uint64_t whole = distance / 64;
  unsigned bits = distance % 64;
  mp_limb_t parts[2] = {limb << bits, bits ? limb >> (64 - bits) : 0};
  for (uint32_t i = 0; i < low.size; ++i)
    sum[i] = low.limbs[i];
  sum[low.size] = 0;
  unsigned char carry = 0;
  for (uint64_t i = whole; i <= low.size; ++i) {
    unsigned long long part = i - whole < 2 ? parts[i - whole] : 0, result;
    if (i - whole >= 2 && !carry)
      break;
    carry =
        subtract ? _subborrow_u64(carry, sum[i], part, &result) : _addcarry_u64(carry, sum[i], part, &result);
    sum[i] = result;
  }
  return carry;
}

inline bool hasRoom(uint64_t size) {
  return size <= MaxLimbs && size <= uint64_t(arena.limbEnd - arena.limbTop);
}

template <class T> [[gnu::always_inline]] inline bool quickMultiply(T x, T y, T &out) {
  Operand a, b;
  if (!resolve(x, a) || !resolve(y, b))
    return false;
  const Operand &big = a.size >= b.size ? a : b, &small = a.size >= b.size ? b : a;
  uint64_t size = big.size + small.size;
  int64_t exponent = a.exponent + b.exponent;
  if (!hasRoom(size) || exponent > MaxExponent || exponent < -MaxExponent)
    return false;
  if (small.size == 1)
    arena.limbTop[big.size] = multiplyByLimb(arena.limbTop, big.limbs, big.size, small.limbs[0]);
  else
    mpn_mul(arena.limbTop, big.limbs, big.size, small.limbs, small.size);
  out = keepTop<T>(size, exponent, a.negative != b.negative);
  return true;
}

template <class T> [[gnu::always_inline]] inline bool quickAdd(T x, T y, T &out) {
  Operand a, b;
  if (!resolve(x, a) || !resolve(y, b))
    return false;
  const Operand &high = a.exponent >= b.exponent ? a : b, &low = a.exponent >= b.exponent ? b : a;
  uint64_t distance = uint64_t(high.exponent - low.exponent), whole = distance / 64;
  if (distance > 64 * MaxLimbs)
    return false;
  uint64_t shifted = whole + high.size + 1, size = std::max<uint64_t>(shifted, low.size) + 1;
  if (!hasRoom(size))
    return false;
  mp_limb_t *sum = arena.limbTop;
  if (high.size == 1 && whole + 2 <= low.size + 1) {
    bool negative = low.negative;
    if (addLimb(sum, low, *high.limbs, distance, high.negative != low.negative)) {
      mpn_neg(sum, sum, low.size + 1); // the limb was the larger one
      negative = high.negative;
    }
    out = keepTop<T>(low.size + 1, low.exponent, negative);
    return true;
  }
  std::fill_n(sum, whole, 0);
  if (unsigned bits = distance % 64) {
    sum[shifted - 1] = mpn_lshift(sum + whole, high.limbs, high.size, bits);
  } else {
    std::copy_n(high.limbs, high.size, sum + whole);
    sum[shifted - 1] = 0;
  }
  std::fill(sum + shifted, sum + size, 0);
  bool negative = high.negative;
  if (high.negative == low.negative) {
    mpn_add(sum, sum, mp_size_t(size), low.limbs, low.size);
  } else if (mpn_sub(sum, sum, mp_size_t(size), low.limbs, low.size)) {
    mpn_neg(sum, sum, mp_size_t(size)); // it was the smaller one
    negative = low.negative;
  }
  out = keepTop<T>(size, low.exponent, negative);
  return true;
}

// Long doubles do not fit in a double.
inline bool quickMultiply(long double, long double, long double &) { return false; }
inline bool quickAdd(long double, long double, long double &) { return false; }

} // namespace ariadne::ap
