// Intervals of integers of up to 64 bits, read as signed numbers (one bit: as 0 and 1). Whatever may wrap
// around is every value of its width.
#pragma once

#include "interval.h"

#include <bit>
#include <cstdint>
#include <utility>

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
  if (!arithmetic && a.lo < 0) { // the bits as an unsigned number
    if (b.lo < 1)
      return I::all(w);
    Wide size = Wide(1) << w, top = (size - 1) >> int(b.lo);
    return a.hi < 0 ? I{(a.lo + size) >> int(b.hi), (a.hi + size) >> int(b.lo)} : I{0, top};
  }
  Wide c[] = {a.lo >> int(b.lo), a.lo >> int(b.hi), a.hi >> int(b.lo), a.hi >> int(b.hi)};
  return {*std::min_element(c, c + 4), *std::max_element(c, c + 4)};
}
inline I bitAnd(I a, I b, unsigned w) {
  if (a.single() && b.single())
    return I::of(a.lo & b.lo);
  for (auto [x, mask] : {std::pair(a, b), std::pair(b, a)})
    if (mask.single()) {
      Wide low = mask.lo & -mask.lo, above = mask.lo + 1; // 2^k if the mask is -2^k; or 2^k - 1
      if (mask.lo < 0 && mask.lo == -low)                 // rounds down to a multiple
        return {x.lo & mask.lo, x.hi & mask.lo};
      if (mask.lo > 0 && (above & mask.lo) == 0 && (x.lo & ~mask.lo) == (x.hi & ~mask.lo))
        return {x.lo & mask.lo, x.hi & mask.lo};
    }
  if (a.lo < 0 && b.lo < 0)
    return I::all(w);
  return {0, a.lo < 0 ? b.hi : b.lo < 0 ? a.hi : std::min(a.hi, b.hi)};
}
inline I bitOr(I a, I b, unsigned w) {
  if (a.single() && b.single())
    return I::of(a.lo | b.lo);
  if (a.lo < 0)
    std::swap(a, b);
  if (a.lo < 0)
    return I::all(w);
  // No smaller than either, no larger than the sum; a negative one stays negative.
  if (b.hi < 0)
    return {b.lo, std::min(a.hi + b.hi, Wide(-1))};
  Wide top = 1;
  while (top <= a.hi || top <= b.hi)
    top <<= 1;
  return {b.lo < 0 ? b.lo : std::max(a.lo, b.lo), std::min(top - 1, a.hi + b.hi)};
}
inline I bitXor(I a, I b, unsigned w) {
  if (a.single() && b.single())
    return I::of(a.lo ^ b.lo);
  if (a.lo < 0 || b.lo < 0)
    return I::all(w);
  return {0, bitOr(a, b, w).hi};
}
inline I truncate(I a, unsigned w) {
  if (w == 1)
    return a.single() ? I::of(a.lo & 1) : I::all(1);
  Wide half = Wide(1) << (w - 1), size = 2 * half, turns = (a.lo + half) >> w; // a.lo without them fits
  return a.hi < half + turns * size ? I{a.lo - turns * size, a.hi - turns * size} : I::all(w);
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
