// Ranges of the elementary functions. libm is not correctly rounded, so what it returns at the ends of a
// monotone piece is widened by a few units in the last place; bounds that hold by mathematics are widened,
// too.
#pragma once

#include "integer.h"
#include "interval.h"
#include "tables/glibc_ulps.h"

namespace ariadne {

inline constexpr int LibmSlack = 16; // units in the last place
static_assert(LibmSlack > GlibcUlps, "a row of functions.toml says that glibc is further off");

template <class T> T slackBelow(T v) {
  using L = std::numeric_limits<T>;
  if (v == L::infinity())
    return L::max() - L::max() * (LibmSlack * L::epsilon());
  return v - (std::fabs(v) * (LibmSlack * L::epsilon()) + LibmSlack * L::denorm_min());
}
template <class T> T slackAbove(T v) { return -slackBelow(-v); }

namespace detail {
template <class T> Interval<T> slack(T lo, T hi, bool nan) {
  return Interval<T>::between(slackBelow(lo), slackAbove(hi), nan);
}
template <class T> Interval<T> positivePart(const Interval<T> &r) { // functions that are never negative
  return meet(r, Interval<T>::between(T(0), Interval<T>::Infinity, true));
}
// An increasing function on the part of `a` inside its domain; outside it gives NaN.
template <class T, class F>
Interval<T> increasing(const Interval<T> &a, F f, T domainLow = -Interval<T>::Infinity,
                       T domainHigh = Interval<T>::Infinity) {
  bool nan = a.nan || (a.numbers() && (a.lo < domainLow || a.hi > domainHigh));
  Interval<T> inside = meet(a, Interval<T>::between(domainLow, domainHigh)); // [-0, ...] is meant by 0, too
  if (domainLow == 0)
    inside = meet(a, Interval<T>::between(-T(0), domainHigh));
  if (!inside.numbers())
    return nan ? Interval<T>::onlyNaN() : Interval<T>::none();
  return slack(f(inside.lo), f(inside.hi), nan);
}
// An odd function through zero with |f(x)| >= |x|/2 below 1 and >= 1/2 above: what keeps away from 0 stays
// away.
template <class T> Interval<T> throughZero(Interval<T> r, const Interval<T> &a, T floor = T(0.5)) {
  T least = std::min(a.least / 2, floor);
  r.zero = a.zero || !(least > 0);
  r.least = std::max(least, std::numeric_limits<T>::denorm_min());
  return r.tidy();
}
// sin and tan of no float but 0 come nearer to 0 than this away from it: a multiple of pi/2 is at least 2^-62
// away from every double, relative to 1. Nobody has shown it of long double.
template <class T> T awayFromPi(const Interval<T> &a) {
  if (std::numeric_limits<T>::digits > 53 && a.magnitude() > 1)
    return std::numeric_limits<T>::denorm_min();
  return T(0x1p-100L);
}
} // namespace detail

template <class T> Interval<T> expRange(const Interval<T> &a) {
  return detail::positivePart(detail::increasing(a, [](T x) { return std::exp(x); }));
}
template <class T> Interval<T> exp2Range(const Interval<T> &a) {
  return detail::positivePart(detail::increasing(a, [](T x) { return std::exp2(x); }));
}
template <class T> Interval<T> exp10Range(const Interval<T> &a) {
  return detail::positivePart(detail::increasing(a, [](T x) { return std::pow(T(10), x); }));
}
template <class T> Interval<T> expm1Range(const Interval<T> &a) {
  return detail::throughZero(detail::increasing(a, [](T x) { return std::expm1(x); }), a);
}
// Logarithms: of no float but 1 is the logarithm nearer to 0 than about epsilon/2.
template <class T, class F> Interval<T> logarithmRange(const Interval<T> &a, F f) {
  Interval<T> r = detail::increasing(a, f, T(0));
  r.zero = r.zero && a.contains(T(1));
  r.least = std::numeric_limits<T>::epsilon() / 16;
  return r.tidy();
}
template <class T> Interval<T> logRange(const Interval<T> &a) {
  return logarithmRange(a, [](T x) { return std::log(x); });
}
template <class T> Interval<T> log2Range(const Interval<T> &a) {
  return logarithmRange(a, [](T x) { return std::log2(x); });
}
template <class T> Interval<T> log10Range(const Interval<T> &a) {
  return logarithmRange(a, [](T x) { return std::log10(x); });
}
template <class T> Interval<T> log1pRange(const Interval<T> &a) {
  return detail::throughZero(detail::increasing(a, [](T x) { return std::log1p(x); }, T(-1)), a);
}

template <class T> Interval<T> sinRange(const Interval<T> &a) {
  if (!a.numbers())
    return a;
  bool nan = a.nan || a.holdsInfinity();
  Interval<T> r = detail::slack(T(-1), T(1), nan);
  if (a.magnitude() < T(1.5)) // increasing
    r = detail::increasing(a, [](T x) { return std::sin(x); });
  else if (a.lo >= 0 && a.hi <= T(3)) // positive
    r = meet(r, Interval<T>::between(slackBelow(std::min(std::sin(a.lo), std::sin(a.hi))), T(2), nan));
  return detail::throughZero(r, a, detail::awayFromPi(a));
}
template <class T> Interval<T> cosRange(const Interval<T> &a) {
  if (!a.numbers())
    return a;
  bool nan = a.nan || a.holdsInfinity();
  Interval<T> r = detail::slack(T(-1), T(1), nan);
  if (a.magnitude() <= T(3)) { // decreasing in |x|
    Interval<T> m = abs(a);
    r = detail::slack(std::cos(m.hi), std::cos(m.lo), nan);
  }
  T least = detail::awayFromPi(a);
  if (std::numeric_limits<T>::digits <= 53) {
    r.zero = false;
    r.least = least;
  }
  return r.tidy();
}
template <class T> Interval<T> tanRange(const Interval<T> &a) {
  if (!a.numbers())
    return a;
  bool nan = a.nan || a.holdsInfinity();
  T bound = std::numeric_limits<T>::digits > 53 ? Interval<T>::Infinity : T(0x1p100L);
  Interval<T> r = Interval<T>::between(-bound, bound, nan);
  if (a.magnitude() < T(1.5))
    r = detail::increasing(a, [](T x) { return std::tan(x); });
  return detail::throughZero(r, a, detail::awayFromPi(a));
}
template <class T> Interval<T> asinRange(const Interval<T> &a) {
  return detail::throughZero(detail::increasing(a, [](T x) { return std::asin(x); }, T(-1), T(1)), a);
}
template <class T> Interval<T> acosRange(const Interval<T> &a) {
  Interval<T> r = -detail::increasing(a, [](T x) { return -std::acos(x); }, T(-1), T(1));
  return detail::positivePart(r);
}
template <class T> Interval<T> atanRange(const Interval<T> &a) {
  return detail::throughZero(detail::increasing(a, [](T x) { return std::atan(x); }), a);
}
template <class T> Interval<T> atan2Range(const Interval<T> &y, const Interval<T> &x) {
  if (y.empty() || x.empty())
    return {};
  bool nan = y.nan || x.nan;
  if (!y.numbers() || !x.numbers())
    return Interval<T>::onlyNaN();
  T pi = T(3.2), bound = std::signbit(x.lo) ? pi : T(1.6);
  return Interval<T>::between(std::signbit(y.lo) ? -bound : T(0), std::signbit(y.hi) ? -T(0) : bound, nan);
}
template <class T> Interval<T> sinhRange(const Interval<T> &a) {
  return detail::throughZero(detail::increasing(a, [](T x) { return std::sinh(x); }), a);
}
template <class T> Interval<T> coshRange(const Interval<T> &a) {
  Interval<T> m = abs(a);
  return detail::positivePart(detail::increasing(m, [](T x) { return std::cosh(x); }));
}
template <class T> Interval<T> tanhRange(const Interval<T> &a) {
  return detail::throughZero(detail::increasing(a, [](T x) { return std::tanh(x); }), a);
}
template <class T> Interval<T> asinhRange(const Interval<T> &a) {
  return detail::throughZero(detail::increasing(a, [](T x) { return std::asinh(x); }), a);
}
template <class T> Interval<T> acoshRange(const Interval<T> &a) {
  return detail::positivePart(detail::increasing(a, [](T x) { return std::acosh(x); }, T(1)));
}
template <class T> Interval<T> atanhRange(const Interval<T> &a) {
  return detail::throughZero(detail::increasing(a, [](T x) { return std::atanh(x); }, T(-1), T(1)), a);
}
template <class T> Interval<T> cbrtRange(const Interval<T> &a) {
  return detail::throughZero(detail::increasing(a, [](T x) { return std::cbrt(x); }), a);
}
template <class T> Interval<T> erfRange(const Interval<T> &a) {
  return detail::throughZero(detail::increasing(a, [](T x) { return std::erf(x); }), a);
}
template <class T> Interval<T> erfcRange(const Interval<T> &a) {
  return detail::positivePart(-detail::increasing(a, [](T x) { return -std::erfc(x); }));
}

template <class T> Interval<T> hypotRange(const Interval<T> &a, const Interval<T> &b) {
  if (a.empty() || b.empty())
    return {};
  bool nan = a.nan || b.nan;
  Interval<T> x = abs(a), y = abs(b);
  if (!x.numbers() || !y.numbers()) // of an infinity and a NaN: an infinity
    return Interval<T>::between(T(0), Interval<T>::Infinity, true);
  if (nan)
    x.hi = Interval<T>::Infinity;
  return detail::positivePart(detail::slack(std::hypot(x.lo, y.lo), std::hypot(x.hi, y.hi), nan));
}

template <class T> Interval<T> powRange(const Interval<T> &x, const Interval<T> &y) {
  if (x.empty() || y.empty())
    return {};
  Interval<T> r;
  bool nan = x.nan || y.nan;
  if (nan) // pow(1, NaN) and pow(NaN, 0)
    r = Interval<T>::between(T(1), T(1));
  if (x.numbers() && y.numbers()) {
    Interval<T> base = abs(x), hull; // monotone in each of them: the extremes are at corners
    detail::corners(hull, base, y, [](T b, T e) { return std::pow(b, e); });
    hull = detail::positivePart(detail::slack(hull.lo, hull.hi, false));
    // -inf and odd integers keep the sign: whatever is negative may give either.
    if (std::signbit(x.lo))
      hull = join(hull, -hull);
    nan |= x.negatives() && !y.integral;
    r = join(r, hull);
  }
  return r.withNaN(nan);
}

template <class T> Interval<T> tgammaRange(const Interval<T> &a) {
  if (!a.numbers() || a.lo <= 0)
    return Interval<T>::all();
  Interval<T> r = Interval<T>::between(T(0.88), Interval<T>::Infinity, a.nan);
  if (a.lo >= T(1.5)) // increasing
    return detail::increasing(a, [](T x) { return std::tgamma(x); });
  return meet(r,
              Interval<T>::between(T(0), slackAbove(std::max(std::tgamma(a.lo), std::tgamma(a.hi))), a.nan));
}
template <class T> Interval<T> lgammaRange(const Interval<T> &a) {
  if (!a.numbers())
    return a;
  if (a.lo >= T(1.5)) // increasing, through 0 at 2
    return detail::slack(std::lgamma(a.lo) - T(0x1p-20), std::lgamma(a.hi) + T(0x1p-20), a.nan);
  T lowest = a.lo > 0 ? T(-0.13) : -std::numeric_limits<T>::max();
  return Interval<T>::between(lowest, Interval<T>::Infinity, a.nan);
}

// Bessel functions: bounds that hold of all orders and arguments. They oscillate, so none is monotone.
template <class T> Interval<T> boundedRange(const Interval<T> &a, T low, T high) {
  return a.numbers() ? Interval<T>::between(low, high, a.nan) : a;
}
template <class T> Interval<T> j0Range(const Interval<T> &a) { return boundedRange(a, T(-0.5), T(1)); }
template <class T> Interval<T> j1Range(const Interval<T> &a) {
  return detail::throughZero(boundedRange(a, T(-0.625), T(0.625)), Interval<T>::all());
}
template <class T> Interval<T> jnRange(const Interval<T> &a, const IntegerInterval &) {
  return boundedRange(a, T(-1), T(1));
}
// The second kind falls to -inf at 0. Past the argument `from`, it stays above -0.625.
template <class T> Interval<T> secondKindRange(const Interval<T> &a, T high, T from, T lowest) {
  bool nan = a.nan || a.negatives();
  if (!a.numbers() || a.hi < 0)
    return nan ? Interval<T>::onlyNaN() : Interval<T>::none();
  return Interval<T>::between(a.lo >= from ? T(-0.625) : lowest, high, nan);
}
template <class T> Interval<T> y0Range(const Interval<T> &a) { // about 2/pi * log(x/2) near 0
  return secondKindRange(a, T(0.625), T(0.5), a.lo > 0 ? T(-1e4) : -Interval<T>::Infinity);
}
template <class T> Interval<T> y1Range(const Interval<T> &a) { // about -2/(pi x) near 0
  return secondKindRange(a, T(0.5), T(1.5), a.lo > 0 ? slackBelow(-1 / a.lo) : -Interval<T>::Infinity);
}

template <class T> Interval<T> logbRange(const Interval<T> &a) { // the exponent: exact
  Interval<T> m = abs(a);
  return m.numbers() ? Interval<T>::between(std::logb(m.lo), std::logb(m.hi), a.nan) : a;
}

template <class T> Interval<T> floorRange(const Interval<T> &a) {
  return toIntegers(a, [](T v) { return std::floor(v); });
}
template <class T> Interval<T> ceilRange(const Interval<T> &a) {
  return toIntegers(a, [](T v) { return std::ceil(v); });
}
template <class T> Interval<T> truncRange(const Interval<T> &a) {
  return toIntegers(a, [](T v) { return std::trunc(v); });
}
template <class T> Interval<T> roundRange(const Interval<T> &a) {
  return toIntegers(a, [](T v) { return std::round(v); });
}
template <class T> Interval<T> rintRange(const Interval<T> &a) {
  return toIntegers(a, [](T v) { return std::rint(v); });
}

// remainder: as large as fmod at most, of either sign.
template <class T> Interval<T> nearestRemainder(const Interval<T> &x, const Interval<T> &y) {
  Interval<T> r = remainderTowardsZero(x, y);
  return join(r, -r);
}
template <class T> Interval<T> positiveDifference(const Interval<T> &x, const Interval<T> &y) { // fdim
  Interval<T> r = maximum((x - y).withNaN(false), Interval<T>::of(T(0)));
  return r.withNaN(x.nan || y.nan);
}
template <class T> Interval<T> nextafterRange(const Interval<T> &x, const Interval<T> &y) {
  if (x.empty() || y.empty())
    return {};
  if (!x.numbers() || !y.numbers())
    return Interval<T>::onlyNaN();
  constexpr T Infinity = Interval<T>::Infinity;
  return Interval<T>::between(std::nextafter(x.lo, -Infinity), std::nextafter(x.hi, Infinity),
                              x.nan || y.nan);
}

// ldexp: exact but for one rounding at the ends of the range; the exponent may be any of `powers`.
template <class T> Interval<T> scaleRange(const Interval<T> &a, const IntegerInterval &powers) {
  if (!a.numbers())
    return a;
  if (powers.empty())
    return Interval<T>::all();
  constexpr Wide Beyond = 100000; // what is multiplied by more than that overflows or vanishes
  int bounds[] = {int(std::clamp(powers.lo, -Beyond, Beyond)), int(std::clamp(powers.hi, -Beyond, Beyond))};
  Interval<T> r;
  for (T x : {a.lo, a.hi})
    for (int n : bounds) {
      r.lo = lower(r.lo, std::scalbn(x, n));
      r.hi = upper(r.hi, std::scalbn(x, n));
    }
  T least = std::isinf(a.least) ? a.least : std::scalbn(a.least, bounds[0]);
  r.zero = a.zero || !(least > 0);
  r.least = least > 0 ? least : std::numeric_limits<T>::denorm_min();
  r.nan = a.nan;
  return r.tidy();
}

} // namespace ariadne
