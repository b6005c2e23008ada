// Floats of the ap variant: an ordinary float, taken as the number it is, or a quiet NaN whose payload is the
// handle of a number. The sign bit of such a NaN negates the number, so that fneg needs no rewriting.
#pragma once

#include "arena.h"
#include "run.h"

#include <cmath>
#include <cstring>
#include <limits>

namespace ariadne::ap {

// Payloads start far from the small ones that programs write themselves (nan("1")); a float has no room for
// that.
template <class T> struct Format;
template <> struct Format<float> {
  static constexpr uint64_t Base = 1, Top = uint64_t(1) << 22;
  static constexpr size_t Bytes = 4;
};
template <> struct Format<double> {
  static constexpr uint64_t Base = uint64_t(0x5a17) << 32, Top = uint64_t(1) << 51;
  static constexpr size_t Bytes = 8;
};
template <> struct Format<long double> {
  static constexpr uint64_t Base = uint64_t(0x5a17) << 32, Top = uint64_t(1) << 62;
  static constexpr size_t Bytes = 10;
};

template <class T> T encodePayload(uint64_t payload, bool negative) {
  T result{};
  if constexpr (sizeof(T) == 4) {
    uint32_t bits = 0x7fc00000u | uint32_t(payload) | uint32_t(negative) << 31;
    std::memcpy(&result, &bits, 4);
  } else if constexpr (sizeof(T) == 8) {
    uint64_t bits = 0x7ff8000000000000u | payload | uint64_t(negative) << 63;
    std::memcpy(&result, &bits, 8);
  } else {
    uint64_t bits = 0xc000000000000000u | payload;
    uint16_t head = uint16_t(0x7fff | negative << 15);
    std::memcpy(&result, &bits, 8);
    std::memcpy(reinterpret_cast<char *>(&result) + 8, &head, 2);
  }
  return result;
}

// The payload of a quiet NaN, with its sign; 0 for any other float.
template <class T> uint64_t decodePayload(const T &x, bool &negative) {
  if constexpr (sizeof(T) == 4) {
    uint32_t bits;
    std::memcpy(&bits, &x, 4);
    negative = bits >> 31;
    return (bits & 0x7fc00000u) == 0x7fc00000u ? bits & 0x3fffffu : 0;
  } else if constexpr (sizeof(T) == 8) {
    uint64_t bits;
    std::memcpy(&bits, &x, 8);
    negative = bits >> 63;
    return (bits & 0x7ff8000000000000u) == 0x7ff8000000000000u ? bits & 0x7ffffffffffffu : 0;
  } else {
    uint64_t bits;
    uint16_t head;
    std::memcpy(&bits, &x, 8);
    std::memcpy(&head, reinterpret_cast<const char *>(&x) + 8, 2);
    negative = head >> 15;
    return (head & 0x7fff) == 0x7fff && bits >> 62 == 3 ? bits & 0x3fffffffffffffffu : 0;
  }
}

template <class T> bool isHandle(T x) {
  if (x == x || !isExactRun())
    return false;
  bool negative;
  return decodePayload(x, negative) - Format<T>::Base < numbersKept();
}

template <class T> T toHandle(const Value &v) {
  uint64_t payload = Format<T>::Base + keep(v);
  if (payload >= Format<T>::Top)
    stopAtLimit("4 million exact numbers of type float");
  return encodePayload<T>(payload, false);
}

// From a handle or a finite float.
template <class T> Value load(T x) {
  bool negative;
  if (x != x) {
    uint64_t payload = decodePayload(x, negative);
    Value v = numberAt(payload - Format<T>::Base);
    v.negative = v.negative != negative;
    return v;
  }
  if constexpr (sizeof(T) <= 8) {
    double wide = double(x);
    uint64_t bits;
    std::memcpy(&bits, &wide, 8);
    int exponent = int(bits >> 52 & 0x7ff);
    uint64_t mantissa = bits & 0xfffffffffffffu;
    if (exponent)
      mantissa |= uint64_t(1) << 52;
    return fromInteger(mantissa, bits >> 63, (exponent ? exponent : 1) - 1075);
  } else {
    uint64_t mantissa;
    uint16_t head;
    std::memcpy(&mantissa, &x, 8);
    std::memcpy(&head, reinterpret_cast<const char *>(&x) + 8, 2);
    int exponent = head & 0x7fff;
    return fromInteger(mantissa, head >> 15, (exponent ? exponent : 1) - 16446);
  }
}

// word * 2^exponent, which is a float.
template <class T> T scaled(uint64_t word, int exponent) {
  if constexpr (!std::is_same_v<T, long double>) {
    int top = int(std::bit_width(word)) + exponent;
    if (top > -1021 && top < 1024) // normal as a double: only the exponent's field changes
      return T(
          std::bit_cast<double>(std::bit_cast<uint64_t>(double(word)) + (uint64_t(int64_t(exponent)) << 52)));
  }
  return T(std::ldexp(static_cast<long double>(word), exponent));
}

// The float that is exactly v, if there is one.
template <class T> bool asFloat(const Value &v, T &out) {
  using Limits = std::numeric_limits<T>;
  if (!v.isExact() || v.den.size)
    return false;
  if (v.num.size == 0) {
    out = 0;
    return true;
  }
  uint32_t zeroLimbs = 0;
  while (v.num.limbs[zeroLimbs] == 0)
    ++zeroLimbs;
  if (v.num.size - zeroLimbs > 2)
    return false;
  int64_t zeros = int64_t(zeroLimbs) * 64 + std::countr_zero(v.num.limbs[zeroLimbs]);
  int64_t length = bitLength(v.num), bits = length - zeros;
  if (bits > Limits::digits || length + v.exponent > Limits::max_exponent ||
      v.exponent + zeros < Limits::min_exponent - Limits::digits)
    return false;
  uint64_t word = v.num.limbs[zeros / 64] >> zeros % 64;
  if (zeros % 64 && uint64_t(zeros) / 64 + 1 < v.num.size)
    word |= v.num.limbs[zeros / 64 + 1] << (64 - zeros % 64);
  T magnitude = scaled<T>(word, int(v.exponent + zeros));
  out = v.negative ? -magnitude : magnitude;
  return true;
}

// Ordinary wherever possible: ordinary floats are what is fast.
template <class T> T store(const Value &v) {
  T result;
  return asFloat(v, result) ? result : toHandle<T>(v);
}

// The float nearest to v, as the default rounding mode does it; infinite past the largest.
template <class T> T nearest(const Value &v);

template <class T> T rounded(T x) { return isHandle(x) ? nearest<T>(load(x)) : x; }

// A number, not an infinity or an ordinary NaN: those follow IEEE's rules, not exact ones.
template <class T> bool isNumber(T x) { return std::isfinite(x) || isHandle(x); }

template <class T> bool isNegative(T x) { return isHandle(x) ? signOf(load(x)) == Less : std::signbit(x); }

template <class T> T quietNaN() { return std::numeric_limits<T>::quiet_NaN(); }

} // namespace ariadne::ap
