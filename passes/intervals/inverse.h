// Inverse projections: what is left of an operand once the result is known (FPSE, Fig. 5 and 8).
//
// A result r stands for the exact values that round to it: those between the middles to its neighbours. They
// are computed in the next wider format, and every inverse is widened by one unit of that format, so that no
// rounding of ours can lose a solution. Long double has no wider format: there the neighbours themselves are
// taken.
#pragma once

#include "interval.h"
#include "tables/semantics.h"

namespace ariadne {

template <class T> struct WiderOf {
  using type = long double;
};
template <> struct WiderOf<float> {
  using type = double;
};
template <class T> using Wider = typename WiderOf<T>::type;

namespace inverse {

// The exact results that round into r.
template <class T> Interval<Wider<T>> exact(const Interval<T> &r) {
  using W = Wider<T>;
  if (!r.numbers())
    return {};
  W lo = r.lo, hi = r.hi;
  if constexpr (std::is_same_v<T, W>) {
    lo = std::isinf(lo) && lo > 0 ? std::numeric_limits<T>::max() : previous(lo);
    hi = std::isinf(hi) && hi < 0 ? -std::numeric_limits<T>::max() : next(hi);
  } else {
    constexpr W most = W(std::numeric_limits<T>::max());
    const W beyond =
        most + W(spacing(std::numeric_limits<T>::max())) / 2; // from here on it rounds to infinity
    auto middle = [](T a, T b) { return (W(a) + W(b)) / 2; };
    if (lo == -Interval<W>::Infinity)
      ;
    else if (lo == Interval<W>::Infinity)
      lo = beyond;
    else
      lo = r.lo == -std::numeric_limits<T>::max() ? -beyond : middle(r.lo, previous(r.lo));
    if (hi == Interval<W>::Infinity)
      ;
    else if (hi == -Interval<W>::Infinity)
      hi = -beyond;
    else
      hi = r.hi == std::numeric_limits<T>::max() ? beyond : middle(r.hi, next(r.hi));
  }
  return Interval<W>::between(lo, hi);
}

// The middle rounds to the even one of both: from an odd one it is out of reach.
template <class T> bool odd(T v) {
  using W = Wider<T>;
  return std::isfinite(v) && std::fmod(std::fabs(W(v)) / W(spacing(std::fabs(v))), W(2)) != 0;
}

// The numbers of the operand's format in [lo, hi], and both zeros if one.
template <class T> Interval<T> inside(Wider<T> lo, Wider<T> hi) {
  Interval<T> r;
  r.lo = T(lo);
  r.hi = T(hi);
  if (r.lo < lo)
    r.lo = next(r.lo);
  if (r.hi > hi)
    r.hi = previous(r.hi);
  if (r.lo == 0)
    r.lo = -T(0);
  if (r.hi == 0)
    r.hi = T(0);
  r.zero = true;
  return r.tidy();
}

// The same of bounds that were rounded: a unit wider.
template <class T> Interval<T> outwards(const Interval<Wider<T>> &v) {
  return v.numbers() ? inside<T>(previous(v.lo), next(v.hi)) : Interval<T>::none();
}

// a - b rounded down: the error of a sum is itself a float.
template <class W> W differenceBelow(W a, W b) {
  W sum = a - b, part = sum - a, error = (a - (sum - part)) - (b + part);
  return error == 0 ? sum : previous(sum);
}
template <class W> W differenceAbove(W a, W b) { return -differenceBelow(-a, -b); }

// All return what `a` may be; a result that may be a NaN tells nothing.
template <class T> Interval<T> add(const Interval<T> &r, const Interval<T> &a, const Interval<T> &b) {
  if (r.nan)
    return a;
  if (!b.numbers())
    return Interval<T>::none();
  Interval<Wider<T>> sum = exact(r), other = b.template as<Wider<T>>();
  Wider<T> lo = differenceBelow(sum.lo, other.hi), hi = differenceAbove(sum.hi, other.lo);
  if (std::isnan(lo) || std::isnan(hi))
    return a.withNaN(false);
  Interval<T> v = inside<T>(lo, hi);
  if constexpr (!std::is_same_v<T, Wider<T>>) {
    // An end that would have to be exactly the middle.
    if (odd(r.lo) && v.lo == lo && lo + other.hi == sum.lo && lo == sum.lo - other.hi && v.lo != 0)
      v.lo = next(v.lo);
    if (odd(r.hi) && v.hi == hi && hi + other.lo == sum.hi && hi == sum.hi - other.lo && v.hi != 0)
      v.hi = previous(v.hi);
  }
  return meet(a.withNaN(false), v.tidy());
}
template <class T> Interval<T> multiply(const Interval<T> &r, const Interval<T> &a, const Interval<T> &b) {
  if (r.nan)
    return a;
  Interval<T> divisor = r.zero ? b : b.withoutZero();
  if (divisor.zero)
    return a.withNaN(false);
  if (!divisor.numbers())
    return Interval<T>::none();
  return meet(a.withNaN(false), outwards<T>(exact(r) / divisor.template as<Wider<T>>()));
}
// The dividend of r = a / b.
template <class T> Interval<T> dividend(const Interval<T> &r, const Interval<T> &a, const Interval<T> &b) {
  if (r.nan)
    return a;
  if (b.zero && r.holdsInfinity())
    return a.withNaN(false);
  Interval<T> divisor = b.withoutZero().withNaN(false);
  if (!divisor.numbers())
    return Interval<T>::none();
  return meet(a.withNaN(false), outwards<T>(exact(r) * divisor.template as<Wider<T>>()));
}
template <class T> Interval<T> divisor(const Interval<T> &r, const Interval<T> &a, const Interval<T> &b) {
  if (r.nan)
    return b;
  Interval<Wider<T>> quotient = exact(r), numerator = a.withNaN(false).template as<Wider<T>>();
  if (!numerator.numbers())
    return Interval<T>::none();
  if (quotient.zero || numerator.zero || r.holdsInfinity())
    return b.withNaN(false);
  return meet(b.withNaN(false), outwards<T>(numerator / quotient));
}
template <class T> Interval<T> squareRoot(const Interval<T> &r, const Interval<T> &a) {
  if (r.nan)
    return a;
  Interval<T> root = meet(r, Interval<T>::between(-T(0), Interval<T>::Infinity));
  if (!root.numbers())
    return Interval<T>::none();
  Interval<Wider<T>> range = exact(root);
  using W = Wider<T>;
  W lo = range.lo > 0 ? range.lo : W(0);
  return meet(a.withNaN(false), outwards<T>(Interval<W>::between(lo * lo, range.hi * range.hi)));
}
// The factor of r = a * a: a root of one of both signs.
template <class T> Interval<T> square(const Interval<T> &r, const Interval<T> &a) {
  if (r.nan)
    return a;
  using W = Wider<T>;
  Interval<T> positive = meet(r, Interval<T>::between(-T(0), Interval<T>::Infinity));
  if (!positive.numbers())
    return Interval<T>::none();
  Interval<W> range = exact(positive);
  W lo = range.lo > 0 ? std::sqrt(range.lo) : W(0);
  Interval<T> root = outwards<T>(Interval<W>::between(lo, std::sqrt(range.hi)));
  return meet(a.withNaN(false), join(root, -root));
}
// An operand of r = fmin(a, b). A NaN is passed over, and a signalling one is the result; of zeros of both
// signs either may be.
template <class T> Interval<T> minimum(const Interval<T> &r, const Interval<T> &a, const Interval<T> &b) {
  if (r.nan || !r.numbers())
    return a;
  if (b.numbers() && !b.nan && b.lo > r.hi) // then it is a that is left
    return meet(a, r);
  return meet(a, Interval<T>::between(r.lo == 0 ? -T(0) : r.lo, Interval<T>::Infinity, true));
}
// The argument of an increasing function that is a NaN outside its domain, by the range of its results, which
// has the slack that libm needs: where even the highest result is too low, no smaller argument will do.
template <class T, class F>
Interval<T> increasing(const Interval<T> &r, const Interval<T> &a, F range, T low, T high) {
  if (r.nan)
    return a;
  Interval<T> v = meet(a, Interval<T>::between(low == 0 ? -T(0) : low, high));
  if (!r.numbers() || !v.numbers())
    return Interval<T>::none();
  auto isLow = [&](T x) { return range(Interval<T>::of(x)).hi < r.lo; };
  auto isHigh = [&](T x) { return range(Interval<T>::of(x)).lo > r.hi; };
  if (isLow(v.hi) || isHigh(v.lo))
    return Interval<T>::none();
  // The last one of [from, to] for which it is so, which it is for `from` and not for `to`.
  auto last = [](T from, T to, auto is) {
    Ordinal known = ordinal(from), not_ = ordinal(to), step = known < not_ ? 1 : -1;
    while ((not_ - known) * step > 1) {
      Ordinal middle = known + (not_ - known) / 2;
      (is(fromOrdinal<T>(middle)) ? known : not_) = middle;
    }
    return fromOrdinal<T>(known);
  };
  Interval<T> left = v;
  if (isLow(v.lo))
    left.lo = last(v.lo, v.hi, isLow);
  if (isHigh(v.hi))
    left.hi = last(v.hi, v.lo, isHigh);
  if (left.lo == 0)
    left.lo = -T(0);
  if (left.hi == 0)
    left.hi = T(0);
  return meet(v, left.tidy());
}
// A conversion to a narrower format: the exact values that round to the result.
template <class T, class From> Interval<From> narrowed(const Interval<T> &r, const Interval<From> &a) {
  Interval<From> v;
  if (r.numbers()) {
    Interval<Wider<T>> range = exact(r);
    v = Interval<From>::between(From(range.lo), From(range.hi));
    if (v.lo == 0)
      v.lo = -From(0);
    if (v.hi == 0)
      v.hi = From(0);
  }
  return meet(a, v.withNaN(r.nan));
}
// A conversion to a wider one is exact.
template <class T, class From> Interval<From> widened(const Interval<T> &r, const Interval<From> &a) {
  return meet(a, r.template as<From>());
}
// floor, ceil, ...: within one of it.
template <class T> Interval<T> rounded(const Interval<T> &r, const Interval<T> &a) {
  Interval<T> v;
  if (r.numbers()) {
    v = Interval<T>::between(r.lo - 1, r.hi + 1);
    if (v.lo == 0)
      v.lo = -T(0);
    if (v.hi == 0)
      v.hi = T(0);
  }
  return meet(a, v.withNaN(r.nan));
}

} // namespace inverse
} // namespace ariadne
