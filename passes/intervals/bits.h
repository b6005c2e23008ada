// The bits of floats over intervals, for code that looks at them: the high word of a double, masks, shifts.
// As integers they keep the order of numbers of one sign.
#pragma once

#include "integer.h"

#include <bit>
#include <type_traits>

namespace ariadne::bits {

template <class T> using Word = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;
template <class T> inline constexpr unsigned Width = 8 * sizeof(Word<T>);

// float and double; the formats that have an integer of their size.
template <class T> IntegerInterval ofFloats(const Interval<T> &v) {
  if (v.nan) // of either sign, and with anything in it
    return IntegerInterval::all(Width<T>);
  if (!v.numbers())
    return {};
  auto magnitude = [](T x) { return Wide(std::bit_cast<Word<T>>(std::fabs(x))); };
  IntegerInterval r;
  if (!std::signbit(v.hi))
    r = {std::signbit(v.lo) ? Wide(0) : magnitude(v.lo), magnitude(v.hi)};
  if (std::signbit(v.lo)) {
    Wide least = IntegerInterval::lowest(Width<T>);
    r = join(r, {least + (std::signbit(v.hi) ? magnitude(v.hi) : 0), least + magnitude(v.lo)});
  }
  return r;
}

template <class T> Interval<T> toFloats(IntegerInterval i) {
  const Wide infinity = std::bit_cast<Word<T>>(Interval<T>::Infinity);
  Interval<T> r;
  auto add = [&](IntegerInterval magnitudes, bool negative) {
    if (magnitudes.empty())
      return;
    if (magnitudes.lo <= infinity) {
      T least = std::bit_cast<T>(Word<T>(magnitudes.lo));
      T most = std::bit_cast<T>(Word<T>(std::min(magnitudes.hi, infinity)));
      Interval<T> piece = Interval<T>::between(least, most);
      r = join(r, negative ? -piece : piece);
    }
    if (magnitudes.hi > infinity)
      r = r.withNaN(true);
  };
  Wide least = IntegerInterval::lowest(Width<T>);
  add(meet(i, {0, IntegerInterval::highest(Width<T>)}), false);
  IntegerInterval negative = meet(i, {least, -1});
  add({negative.lo - least, negative.hi - least}, true);
  return r;
}

// Of these bits, as many as fit the width, from `first` on.
inline IntegerInterval extract(IntegerInterval a, unsigned first, unsigned width) {
  return a.empty() ? a : integers::truncate({a.lo >> first, a.hi >> first}, width);
}
inline IntegerInterval concat(IntegerInterval low, unsigned lowWidth, IntegerInterval high) {
  if (low.empty() || high.empty())
    return {};
  low = integers::asUnsigned(low, lowWidth);
  Wide size = Wide(1) << lowWidth;
  return {high.lo * size + low.lo, high.hi * size + low.hi};
}

// What a number may be whose bits from `first` on, to its end, are r.
inline IntegerInterval withTop(IntegerInterval r, unsigned first) {
  Wide size = Wide(1) << first;
  return {r.lo * size, r.hi * size + size - 1};
}

} // namespace ariadne::bits
