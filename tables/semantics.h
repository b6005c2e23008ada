// The words of the exception table, and its readings over ordinary numbers: is the exception raised, and how
// far is it. The passes have a third reading, over IR values (Operations.cpp).
#pragma once

#include "runtime/protocol/abi.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <limits>

namespace ariadne {

enum Operation : uint32_t {
#define OPERATION(NAME, ...) Op_##NAME,
#include "tables/operations.def"
  OperationCount
};

inline constexpr uint8_t Arity[] = {
#define OPERATION(NAME, ARITY, ...) ARITY,
#include "tables/operations.def"
};

// A cell of the table. (`a & b` of two bools is an int.)
template <class Bool> struct Column {
  Bool condition;
  template <class T> Column(T value) : condition(Bool(value)) {}
};

// Evaluates the row of `op` in the language of V. `out` gets one V::Bool per kind, in the order of kinds.def.
// A template over the language, so that guards, distances and checks cannot disagree.
template <class V>
void evaluateKinds(Operation op, V x, V y, V z, V r, typename V::Bool (&out)[ARIADNE_KINDS]) {
  [[maybe_unused]] const auto never = r.never();
  switch (op) {
#define OPERATION(NAME, ARITY, ...)                                                                          \
  case Op_##NAME: {                                                                                          \
    const Column<typename V::Bool> columns[] = {__VA_ARGS__};                                                \
    static_assert(std::size(columns) == ARIADNE_KINDS, #NAME " needs a column for each row of kinds.def");   \
    for (unsigned i = 0; i < ARIADNE_KINDS; ++i)                                                             \
      out[i] = columns[i].condition;                                                                         \
    break;                                                                                                   \
  }
#include "tables/operations.def"
  default:
    break;
  }
}

// The total order of the floats as integers: neighbouring floats differ by one and both zeros are 0.
using Ordinal = __int128;

inline Ordinal ordinal(float v) {
  int32_t b;
  std::memcpy(&b, &v, sizeof b);
  return b < 0 ? -Ordinal(b & INT32_MAX) : b;
}
inline Ordinal ordinal(double v) {
  int64_t b;
  std::memcpy(&b, &v, sizeof b);
  return b < 0 ? -Ordinal(b & INT64_MAX) : b;
}
inline Ordinal ordinal(long double v) { // x87: an explicit leading bit, so exponents are 2^63 apart
  uint64_t mantissa;
  uint16_t head;
  std::memcpy(&mantissa, &v, 8);
  std::memcpy(&head, reinterpret_cast<char *>(&v) + 8, 2);
  unsigned exponent = head & 0x7fff;
  // Every normal number has the leading bit, subnormals (exponent 0) have not.
  Ordinal magnitude = exponent ? (Ordinal(exponent - 1) << 63) + mantissa : Ordinal(mantissa);
  return head & 0x8000 ? -magnitude : magnitude;
}

template <class T> T fromOrdinal(Ordinal o);
template <> inline float fromOrdinal<float>(Ordinal o) {
  uint32_t b = o < 0 ? 0x80000000u | uint32_t(-o) : uint32_t(o);
  float v;
  std::memcpy(&v, &b, sizeof v);
  return v;
}
template <> inline double fromOrdinal<double>(Ordinal o) {
  uint64_t b = o < 0 ? (uint64_t(1) << 63) | uint64_t(-o) : uint64_t(o);
  double v;
  std::memcpy(&v, &b, sizeof v);
  return v;
}
template <> inline long double fromOrdinal<long double>(Ordinal o) {
  Ordinal magnitude = o < 0 ? -o : o;
  uint64_t mantissa;
  uint16_t head;
  if (magnitude >> 63) {
    head = uint16_t(magnitude >> 63);
    mantissa = (uint64_t(1) << 63) | uint64_t(magnitude & INT64_MAX);
  } else {
    head = 0;
    mantissa = uint64_t(magnitude);
  }
  head = uint16_t(head | (o < 0 ? 0x8000 : 0));
  long double v = 0;
  std::memcpy(&v, &mantissa, 8);
  std::memcpy(reinterpret_cast<char *>(&v) + 8, &head, 2);
  return v;
}

// A finite number as an integer, odd or zero, times a power of two.
struct OddMultiple {
  unsigned __int128 odd;
  int exponent;
  bool negative;
  OddMultiple(unsigned __int128 whole, int power, bool sign) : odd(whole), exponent(power), negative(sign) {
    for (; odd && !(odd & 1); odd >>= 1)
      ++exponent;
  }
  template <class T> static OddMultiple of(T v) {
    // By its ordinal: the magnitude's exponent and fraction, whatever the format.
    constexpr int Fraction = std::numeric_limits<T>::digits - 1;
    Ordinal magnitude = ordinal(v < 0 ? -v : v);
    int biased = int(magnitude >> Fraction);
    Ordinal fraction = magnitude & ((Ordinal(1) << Fraction) - 1);
    Ordinal whole = biased ? fraction | Ordinal(1) << Fraction : fraction;
    int power = std::max(biased, 1) - 1 + std::numeric_limits<T>::min_exponent - 1 - Fraction;
    return {(unsigned __int128)(whole), power, v < 0};
  }
};

// x * y == -z, exactly. By integers: no function of libm may be called here, since its calls are observed by
// this table.
template <class T> bool areOpposite(T x, T y, T z) {
  OddMultiple a = OddMultiple::of(x), b = OddMultiple::of(y), c = OddMultiple::of(z);
  OddMultiple product(a.odd * b.odd, a.exponent + b.exponent, a.negative != b.negative);
  if (!product.odd || !c.odd)
    return product.odd == c.odd;
  return product.odd == c.odd && product.exponent == c.exponent && product.negative != c.negative;
}

// The same where only floats are at hand. When x * y + z, of z != 0, rounds to 0 without being 0, then all of
// it is so small that it can be scaled up, and fma does not round the scaled sum to 0. The scale shows the
// last bit of any product that near to a float; a larger z leaves no such bits.
template <class T> struct Vanishing {
  static constexpr int Digits = std::numeric_limits<T>::digits;
  static T scale() { return std::ldexp(T(1), 2 * Digits + 10); }
  static T largest() { return std::ldexp(std::numeric_limits<T>::min(), 2 * Digits + 2); }
};

// Reading 1: plain numbers. A Bool is a bool.
template <class T> struct Number {
  using Bool = bool;
  T v;
  static bool never() { return false; }
  friend bool huge(Number a) { return std::isinf(a.v); }
  friend bool small(Number a) { return std::fabs(a.v) < std::numeric_limits<T>::min(); }
  friend bool tiny(Number a) { return a.v != 0 && small(a); }
  friend bool integer(Number a) { return std::trunc(a.v) == a.v; }
  friend bool vanishes(Number x, Number y, Number z) { return !areOpposite(x.v, y.v, z.v); }
  friend Number abs(Number a) { return {std::fabs(a.v)}; }
  friend bool operator==(Number a, Number b) { return a.v == b.v; }
  friend bool operator!=(Number a, Number b) { return a.v != b.v; }
  friend bool operator<(Number a, Number b) { return a.v < b.v; }
  friend bool operator>(Number a, Number b) { return a.v > b.v; }
  friend bool operator<=(Number a, Number b) { return a.v <= b.v; }
  friend bool operator>=(Number a, Number b) { return a.v >= b.v; }
  Number(T value) : v(value) {}
  Number(int value)
    requires(!std::is_same_v<T, int>)
      : v(T(value)) {}
};

// The kinds that an operation raised, as a mask; none when an operand was infinite or NaN already.
template <class T> uint32_t raisedKinds(Operation op, T x, T y, T z, T r) {
  if (!std::isfinite(x) || (Arity[op] > 1 && !std::isfinite(y)) || (Arity[op] > 2 && !std::isfinite(z)))
    return 0;
  bool out[ARIADNE_KINDS] = {};
  evaluateKinds<Number<T>>(op, x, y, z, r, out);
  uint32_t raised = 0;
  for (unsigned i = 0; i < ARIADNE_KINDS; ++i)
    raised |= uint32_t(out[i]) << i;
  return raised;
}

// Reading 2: weak distances. A Bool knows how far it is from being true and from being false, in floats
// between (0 = it is so already), and on which side of an equality we are, so that a search can bisect.
struct Distance {
  double toTrue, toFalse;
  int side;
  friend Distance operator&(Distance a, Distance b) {
    return {a.toTrue + b.toTrue, std::min(a.toFalse, b.toFalse), a.toTrue >= b.toTrue ? a.side : b.side};
  }
  friend Distance operator|(Distance a, Distance b) {
    return {std::min(a.toTrue, b.toTrue), a.toFalse + b.toFalse, a.toTrue <= b.toTrue ? a.side : b.side};
  }
  friend Distance operator!(Distance a) { return {a.toFalse, a.toTrue, a.side}; }
};

inline constexpr double Unreachable = 0x1p126;

template <class T> struct Measured {
  using Bool = Distance;
  T v;
  Measured(T value) : v(value) {}
  Measured(int value)
    requires(!std::is_same_v<T, int>)
      : v(T(value)) {}
  static Distance never() { return {Unreachable, 0, 0}; }
  // gap > 0: that many floats short of being true; otherwise true with -gap floats to spare.
  static Distance below(Ordinal gap) {
    return gap > 0 ? Distance{double(gap), 0, 0} : Distance{0, double(1 - gap), 0};
  }
  friend Distance operator<(Measured a, Measured b) { return below(ordinal(a.v) - ordinal(b.v) + 1); }
  friend Distance operator<=(Measured a, Measured b) { return below(ordinal(a.v) - ordinal(b.v)); }
  friend Distance operator>(Measured a, Measured b) { return b < a; }
  friend Distance operator>=(Measured a, Measured b) { return b <= a; }
  friend Distance operator==(Measured a, Measured b) {
    Ordinal gap = ordinal(a.v) - ordinal(b.v);
    return {double(gap < 0 ? -gap : gap), gap == 0 ? 1.0 : 0.0, gap < 0 ? -1 : gap > 0 ? 1 : 0};
  }
  friend Distance operator!=(Measured a, Measured b) { return !(a == b); }
  friend Measured abs(Measured a) { return {std::fabs(a.v)}; }
  friend Distance huge(Measured a) {
    if (std::isnan(a.v))
      return never();
    return below(ordinal(std::numeric_limits<T>::infinity()) - ordinal(std::fabs(a.v)));
  }
  friend Distance small(Measured a) { return abs(a) < Measured(std::numeric_limits<T>::min()); }
  friend Distance tiny(Measured a) {
    // An exact zero is next to the tiny numbers, but says nothing of the way there: as far as 1 is.
    return small(a.v == 0 ? Measured(T(1)) : a);
  }
  friend Distance vanishes(Measured x, Measured y, Measured z) {
    bool truth = vanishes(Number<T>(x.v), Number<T>(y.v), Number<T>(z.v));
    return truth ? Distance{0, 1, 0} : Distance{1, 0, 0};
  }
  friend Distance integer(Measured a) {
    T part = std::fabs(a.v - std::nearbyint(a.v));
    return part == 0 ? Distance{0, 1, 0} : Distance{1 + double(part), 0, 0};
  }
};

template <class T> void kindDistances(Operation op, T x, T y, T z, T r, Distance (&out)[ARIADNE_KINDS]) {
  evaluateKinds<Measured<T>>(op, x, y, z, r, out);
}

} // namespace ariadne
