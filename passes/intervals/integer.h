// Intervals of integers of up to 64 bits, read as signed numbers (one bit: as 0 and 1). Whatever may wrap
// around is every value of its width.
#pragma once

#include "interval.h"

#include <bit>
#include <cstdint>

namespace ariadne {

using Wide = __int128;

struct IntegerInterval {
  Wide lo = 1, hi = 0; // empty if lo > hi

  static Wide lowest(unsigned width) { return width == 1 ? 0 : -(Wide(1) << (width - 1)); }
  static Wide highest(unsigned width) { return width == 1 ? 1 : (Wide(1) << (width - 1)) - 1; }
  static IntegerInterval all(unsigned width) { return {lowest(width), highest(width)}; }
  static IntegerInterval of(Wide v) { return {v, v}; }
  bool empty() const { return lo > hi; }
  bool single() const { return lo == hi; }
  bool contains(Wide v) const { return lo <= v && v <= hi; }
  bool within(const IntegerInterval &o) const { return empty() || (lo >= o.lo && hi <= o.hi); }
  IntegerInterval fit(unsigned width) const {
    return lo < lowest(width) || hi > highest(width) ? all(width) : *this;
  }
  friend IntegerInterval join(IntegerInterval a, IntegerInterval b) {
    return a.empty() ? b : b.empty() ? a : IntegerInterval{std::min(a.lo, b.lo), std::max(a.hi, b.hi)};
  }
  friend IntegerInterval meet(IntegerInterval a, IntegerInterval b) {
    return {std::max(a.lo, b.lo), std::min(a.hi, b.hi)};
  }
};

namespace integers {
using I = IntegerInterval;
inline I add(I a, I b, unsigned w) { return I{a.lo + b.lo, a.hi + b.hi}.fit(w); }
inline I subtract(I a, I b, unsigned w) { return I{a.lo - b.hi, a.hi - b.lo}.fit(w); }
inline I multiply(I a, I b, unsigned w) {
  Wide c[] = {a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi};
  return I{*std::min_element(c, c + 4), *std::max_element(c, c + 4)}.fit(w);
}
inline I divide(I a, I b, unsigned w) { // a zero divisor has no result
  I r;
  for (I part : {meet(b, I{I::lowest(64), -1}), meet(b, I{1, I::highest(64)})})
    if (!part.empty()) {
      Wide c[] = {a.lo / part.lo, a.lo / part.hi, a.hi / part.lo, a.hi / part.hi};
      r = join(r, I{*std::min_element(c, c + 4), *std::max_element(c, c + 4)});
    }
  return b.contains(0) || r.empty() ? I::all(w) : r.fit(w);
}
inline I remainder(I a, I b, unsigned w) {
  if (b.contains(0))
    return I::all(w);
  Wide bound = std::max(b.lo < 0 ? -b.lo : b.lo, b.hi < 0 ? -b.hi : b.hi) - 1;
  return {a.lo < 0 ? std::max(a.lo, -bound) : 0, a.hi > 0 ? std::min(a.hi, bound) : 0};
}
inline I shiftLeft(I a, I b, unsigned w) {
  if (b.lo < 0 || b.hi >= Wide(w) || w == 1)
    return I::all(w);
  Wide c[] = {a.lo << int(b.lo), a.lo << int(b.hi), a.hi << int(b.lo), a.hi << int(b.hi)};
  return w > 62 && (a.lo < 0 || b.hi > 62)
             ? I::all(w)
             : I{*std::min_element(c, c + 4), *std::max_element(c, c + 4)}.fit(w);
}
inline I shiftRight(I a, I b, unsigned w, bool arithmetic) {
  if (b.lo < 0 || b.hi >= Wide(w) || w == 1)
    return I::all(w);
  if (!arithmetic && a.lo < 0) // the bits as an unsigned number
    return b.lo >= 1 ? I{0, (Wide(1) << (w - int(b.lo))) - 1}.fit(w) : I::all(w);
  Wide c[] = {a.lo >> int(b.lo), a.lo >> int(b.hi), a.hi >> int(b.lo), a.hi >> int(b.hi)};
  return {*std::min_element(c, c + 4), *std::max_element(c, c + 4)};
}
inline I bitAnd(I a, I b, unsigned w) {
  if (a.single() && b.single())
    return I::of(a.lo & b.lo);
  if (a.lo < 0 && b.lo < 0)
    return I::all(w);
  return {0, a.lo < 0 ? b.hi : b.lo < 0 ? a.hi : std::min(a.hi, b.hi)};
}
inline I bitOr(I a, I b, unsigned w) {
  if (a.single() && b.single())
    return I::of(a.lo | b.lo);
  if (a.lo < 0 || b.lo < 0)
    return I::all(w);
  Wide top = 1;
  while (top <= a.hi || top <= b.hi)
    top <<= 1;
  return {std::max(a.lo, b.lo), top - 1};
}
inline I bitXor(I a, I b, unsigned w) {
  if (a.single() && b.single())
    return I::of(a.lo ^ b.lo);
  if (a.lo < 0 || b.lo < 0)
    return I::all(w);
  I r = bitOr(a, b, w);
  return {0, r.hi};
}
inline I truncate(I a, unsigned w) {
  if (w == 1)
    return a.single() ? I::of(a.lo & 1) : I::all(1);
  return a.fit(w);
}
inline I zeroExtend(I a, unsigned from) {
  if (a.lo >= 0)
    return a;
  Wide size = Wide(1) << from;
  return a.hi < 0 ? I{a.lo + size, a.hi + size} : I{0, size - 1};
}
inline I signExtend(I a, unsigned from) { return from == 1 ? I{-a.hi, -a.lo} : a; }
// As unsigned numbers; for comparisons and divisions.
inline I asUnsigned(I a, unsigned w) { return zeroExtend(a, w); }
inline I fromUnsigned(I a, unsigned w) { return a.fit(w); }
} // namespace integers

template <class T> Interval<T> fromInteger(IntegerInterval a) {
  if (a.empty())
    return {};
  Interval<T> r = Interval<T>::between(T(a.lo), T(a.hi));
  if (r.lo == 0)
    r.lo = T(0);
  r.integral = true;
  r.zero = a.contains(0);
  return r.tidy();
}

// Truncated; what does not fit, or is a NaN, gives anything.
template <class T>
IntegerInterval toInteger(const Interval<T> &a, Wide lowest, Wide highest, unsigned width) {
  if (a.empty())
    return {};
  if (!a.numbers() || a.nan || !(std::trunc(a.lo) >= T(lowest)) || !(std::trunc(a.hi) < T(highest) + 1))
    return IntegerInterval::all(width);
  Wide lo = Wide(std::trunc(a.lo)), hi = Wide(std::trunc(a.hi));
  if (lo < lowest || hi > highest)
    return IntegerInterval::all(width);
  return IntegerInterval{lo, hi}.fit(width);
}

} // namespace ariadne
