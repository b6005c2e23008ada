// Intervals of floating-point numbers, and the forward projections of IEEE arithmetic over them.
//
// Rounding to nearest is monotone, so rounding the exact results at the corners of a box gives the exact
// hull: no directed rounding is needed. An interval is [lo, hi] in the total order with -0 before +0 and both
// infinities as ordinary ends, and carries what a hull cannot say:
//   nan       the value may be a NaN
//   zero      it may be a zero; `x != 0` is what a division asks for
//   least     no number between 0 and this magnitude: the difference of two numbers near 1 is no subnormal
//   integral  every finite number in it is an integer
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace ariadne {

// The order of the ends: -0 before +0.
template <class T> bool before(T a, T b) { return a < b || (a == b && std::signbit(a) && !std::signbit(b)); }
template <class T> T lower(T a, T b) { return before(b, a) ? b : a; }
template <class T> T upper(T a, T b) { return before(a, b) ? b : a; }

template <class T> T next(T v) {
  return v == 0 && std::signbit(v) ? T(0) : std::nextafter(v, std::numeric_limits<T>::infinity());
}
template <class T> T previous(T v) {
  return v == 0 && !std::signbit(v) ? -T(0) : std::nextafter(v, -std::numeric_limits<T>::infinity());
}

// The distance between neighbours at a magnitude: every float of at least this magnitude is a multiple of it.
template <class T> T spacing(T magnitude) {
  if (!(magnitude < std::numeric_limits<T>::infinity()))
    return std::numeric_limits<T>::max();
  int exponent;
  std::frexp(magnitude, &exponent);
  return std::max(std::ldexp(T(1), exponent - std::numeric_limits<T>::digits),
                  std::numeric_limits<T>::denorm_min());
}

template <class T> struct Interval {
  using L = std::numeric_limits<T>;
  static constexpr T Infinity = L::infinity();

  T lo = Infinity, hi = -Infinity; // no number if lo is after hi
  T least = L::denorm_min();
  bool nan = false, zero = false, integral = false;

  static Interval none() { return {}; }
  static Interval onlyNaN() {
    Interval r;
    r.nan = true;
    return r;
  }
  static Interval between(T lo, T hi, bool nan = false) {
    Interval r;
    r.lo = lo;
    r.hi = hi;
    r.nan = nan;
    r.zero = true;
    return r.tidy();
  }
  static Interval finite() { return between(-L::max(), L::max()); }
  static Interval all() { return between(-Infinity, Infinity, true); }
  static Interval of(T v) {
    if (std::isnan(v))
      return onlyNaN();
    Interval r;
    r.lo = r.hi = v;
    r.zero = v == 0;
    r.integral = std::isinf(v) || std::trunc(v) == v;
    return r.tidy();
  }

  bool numbers() const { return !before(hi, lo); }
  bool empty() const { return !numbers() && !nan; }
  bool single() const { return numbers() && !nan && !before(lo, hi); }
  T magnitude() const { return numbers() ? std::max(std::fabs(lo), std::fabs(hi)) : T(0); }
  bool holdsInfinity() const { return numbers() && (std::isinf(lo) || std::isinf(hi)); }
  bool negatives() const { return numbers() && lo < 0; }
  bool positives() const { return numbers() && hi > 0; }
  bool nonzero() const { return negatives() || positives(); }
  bool minusZero() const { return zero && numbers() && before(lo, T(0)); }
  bool plusZero() const { return zero && numbers() && !std::signbit(hi); }

  bool contains(T v) const {
    if (std::isnan(v))
      return nan;
    if (before(v, lo) || before(hi, v) || (v == 0 && !zero))
      return false;
    return v == 0 || (std::fabs(v) >= least && !(integral && !std::isinf(v) && std::trunc(v) != v));
  }

  // Brings the ends to what the flags allow, and the flags to what the ends say.
  Interval tidy() const {
    Interval r = *this;
    if (r.integral)
      r.least = std::max(r.least, T(1));
    if (!r.numbers())
      return r.nan ? onlyNaN() : none();
    if (r.integral) {
      r.lo = std::ceil(r.lo);
      r.hi = std::floor(r.hi);
    }
    for (int pass = 0; pass < 2; ++pass) {
      if (std::fabs(r.lo) < r.least)
        r.lo = r.zero && (std::signbit(r.lo) || r.lo == 0) ? (std::signbit(r.lo) ? -T(0) : T(0)) : r.least;
      if (std::fabs(r.hi) < r.least)
        r.hi = r.zero && (!std::signbit(r.hi) || r.hi == 0) ? (std::signbit(r.hi) ? -T(0) : T(0)) : -r.least;
      if (!r.numbers())
        return r.nan ? onlyNaN() : none();
      r.zero = r.zero && r.lo <= 0 && r.hi >= 0;
      if (r.lo > 0)
        r.least = std::max(r.least, r.lo);
      if (r.hi < 0)
        r.least = std::max(r.least, -r.hi);
    }
    if (r.lo == 0 && r.hi == 0)
      r.least = Infinity;
    return r;
  }

  // Another format: wider is exact, narrower rounds.
  template <class U> Interval<U> as() const {
    Interval<U> r;
    r.nan = nan;
    r.integral = integral;
    r.zero = zero;
    if (!numbers())
      return r.tidy();
    r.lo = U(lo);
    r.hi = U(hi);
    U magnitude = U(least);
    r.zero |= nonzero() && magnitude == 0;
    r.least = std::max(magnitude, std::numeric_limits<U>::denorm_min());
    return r.tidy();
  }

  Interval withNaN(bool may) const {
    Interval r = *this;
    r.nan = may;
    return r.tidy();
  }
  Interval withoutZero() const {
    Interval r = *this;
    r.zero = false;
    return r.tidy();
  }
  Interval onlyFinite() const { return meet(*this, finite()); }

  friend Interval join(const Interval &a, const Interval &b) {
    if (!a.numbers() || !b.numbers()) {
      Interval r = a.numbers() ? a : b;
      r.nan = a.nan || b.nan;
      return r;
    }
    Interval r;
    r.lo = lower(a.lo, b.lo);
    r.hi = upper(a.hi, b.hi);
    r.least = std::min(a.least, b.least);
    r.nan = a.nan || b.nan;
    r.zero = a.zero || b.zero;
    r.integral = a.integral && b.integral;
    return r.tidy();
  }
  friend Interval meet(const Interval &a, const Interval &b) {
    Interval r;
    r.lo = upper(a.lo, b.lo);
    r.hi = lower(a.hi, b.hi);
    r.least = std::max(a.least, b.least);
    r.nan = a.nan && b.nan;
    r.zero = a.zero && b.zero;
    r.integral = a.integral || b.integral;
    return r.tidy();
  }
  bool within(const Interval &o) const {
    if (nan && !o.nan)
      return false;
    if (!numbers())
      return true;
    return o.numbers() && !before(lo, o.lo) && !before(o.hi, hi) && (o.zero || !zero) &&
           (o.least <= least || !nonzero()) && (integral || !o.integral);
  }
  friend bool operator==(const Interval &a, const Interval &b) { return a.within(b) && b.within(a); }

  friend Interval operator-(const Interval &a) {
    if (!a.numbers())
      return a;
    Interval r = a;
    r.lo = -a.hi;
    r.hi = -a.lo;
    return r;
  }
};

template <class T> Interval<T> abs(const Interval<T> &a) {
  if (!a.numbers())
    return a;
  Interval<T> r = a;
  bool straddles = before(a.lo, T(0)) && before(-T(0), a.hi);
  r.lo = straddles ? T(0) : std::min(std::fabs(a.lo), std::fabs(a.hi));
  r.hi = a.magnitude();
  return r.tidy();
}

// Can a number of one be a number of the other?
template <class T> bool overlap(const Interval<T> &a, const Interval<T> &b) {
  if (!a.numbers() || !b.numbers())
    return false;
  T lo = std::max(a.lo, b.lo), hi = std::min(a.hi, b.hi);
  return lo < hi || (lo == hi && (lo != 0 || (a.zero && b.zero)));
}

template <class T> Interval<T> operator+(const Interval<T> &a, const Interval<T> &b) {
  if (a.empty() || b.empty())
    return {};
  Interval<T> r;
  r.nan = a.nan || b.nan;
  if (!a.numbers() || !b.numbers())
    return r;
  constexpr T inf = Interval<T>::Infinity;
  r.nan |= (a.hi == inf && b.lo == -inf) || (a.lo == -inf && b.hi == inf);
  r.lo = a.lo + b.lo;
  r.hi = a.hi + b.hi;
  if (std::isnan(r.lo))
    r.lo = -inf;
  if (std::isnan(r.hi))
    r.hi = inf;
  r.zero = overlap(a, -b);
  r.integral = a.integral && b.integral;
  // The exact sum is a multiple of the finer grid; if there is no cancellation, it is no smaller than a part.
  bool sameSign = (!a.negatives() && !b.negatives()) || (!a.positives() && !b.positives());
  bool single = sameSign || !a.nonzero() || !b.nonzero();
  r.least = single ? std::min(a.least, b.least) : std::min(spacing(a.least), spacing(b.least));
  return r.tidy();
}
template <class T> Interval<T> operator-(const Interval<T> &a, const Interval<T> &b) { return a + -b; }

namespace detail {
// The hull of f at the corners. A corner without value (0 * inf, inf / inf) is a limit of anything between.
template <class T, class F> void corners(Interval<T> &r, const Interval<T> &a, const Interval<T> &b, F f) {
  for (T x : {a.lo, a.hi})
    for (T y : {b.lo, b.hi}) {
      T v = f(x, y);
      if (std::isnan(v)) {
        r.lo = -Interval<T>::Infinity;
        r.hi = Interval<T>::Infinity;
      } else {
        r.lo = lower(r.lo, v);
        r.hi = upper(r.hi, v);
      }
    }
}
} // namespace detail

template <class T> Interval<T> operator*(const Interval<T> &a, const Interval<T> &b) {
  if (a.empty() || b.empty())
    return {};
  Interval<T> r;
  r.nan = a.nan || b.nan;
  if (!a.numbers() || !b.numbers())
    return r;
  r.nan |= (a.zero && b.holdsInfinity()) || (b.zero && a.holdsInfinity());
  for (T x : {a.lo, a.hi})
    for (T y : {b.lo, b.hi}) {
      T v = x * y;
      bool undefined = std::isnan(v); // 0 * inf: what is next to it is 0 * finite
      r.lo = lower(r.lo, undefined ? -T(0) : v);
      r.hi = upper(r.hi, undefined ? T(0) : v);
    }
  T least = a.least * b.least;
  r.zero = a.zero || b.zero || !(least > 0);
  r.least = least > 0 ? least : Interval<T>::L::denorm_min();
  r.integral = a.integral && b.integral;
  return r.tidy();
}

template <class T> Interval<T> operator/(const Interval<T> &a, const Interval<T> &b) {
  if (a.empty() || b.empty())
    return {};
  constexpr T inf = Interval<T>::Infinity;
  Interval<T> r;
  r.nan = a.nan || b.nan;
  if (!a.numbers() || !b.numbers())
    return r;
  r.nan |= (a.zero && b.zero) || (a.holdsInfinity() && b.holdsInfinity());
  // By the sign of the divisor, so that no corner divides by zero.
  for (int sign : {-1, 1}) {
    Interval<T> side = sign < 0 ? meet(b, Interval<T>::between(-inf, -b.least))
                                : meet(b, Interval<T>::between(b.least, inf));
    side = side.withoutZero().withNaN(false);
    if (side.numbers())
      detail::corners(r, a, side, [](T x, T y) { return x / y; });
  }
  if (b.zero && a.nonzero()) {
    bool up = (a.positives() && b.plusZero()) || (a.negatives() && b.minusZero());
    bool down = (a.negatives() && b.plusZero()) || (a.positives() && b.minusZero());
    if (up)
      r.hi = upper(r.hi, inf), r.lo = lower(r.lo, inf);
    if (down)
      r.lo = lower(r.lo, -inf), r.hi = upper(r.hi, -inf);
  }
  T least = a.least / b.magnitude();
  r.zero = a.zero || !(least > 0);
  r.least = least > 0 ? least : Interval<T>::L::denorm_min();
  return r.tidy();
}

template <class T> Interval<T> squareRoot(const Interval<T> &a) {
  Interval<T> positive = meet(a.withNaN(false), Interval<T>::between(-T(0), Interval<T>::Infinity));
  Interval<T> r;
  r.nan = a.nan || a.negatives();
  if (!positive.numbers())
    return r.tidy();
  r.lo = std::sqrt(positive.lo);
  r.hi = std::sqrt(positive.hi);
  r.zero = positive.zero;
  r.least = std::sqrt(positive.least);
  return r.tidy();
}

// floor, ceil, trunc, round, rint: monotone, and integers.
template <class T, class F> Interval<T> toIntegers(const Interval<T> &a, F rounding) {
  if (!a.numbers())
    return a;
  Interval<T> r;
  r.nan = a.nan;
  r.lo = rounding(a.lo);
  r.hi = rounding(a.hi);
  r.zero = r.integral = true;
  return r.tidy();
}

template <class T> Interval<T> minimum(const Interval<T> &a, const Interval<T> &b) {
  if (a.empty() || b.empty())
    return {};
  Interval<T> r; // a NaN gives the other one
  if (a.nan)
    r = join(r, b);
  if (b.nan)
    r = join(r, a);
  if (a.numbers() && b.numbers()) {
    Interval<T> both = join(a, b).withNaN(false);
    T hi = a.hi < b.hi ? a.hi : b.hi < a.hi ? b.hi : upper(a.hi, b.hi);
    if (hi == 0) // of zeros of both signs either may be the result
      hi = T(0);
    r = join(r, meet(both, Interval<T>::between(-Interval<T>::Infinity, hi)));
  }
  return r.withNaN(a.nan || b.nan); // a signalling NaN gives a NaN
}
template <class T> Interval<T> maximum(const Interval<T> &a, const Interval<T> &b) {
  return -minimum(-a, -b);
}

// a * a, both the same number.
template <class T> Interval<T> square(const Interval<T> &a) {
  Interval<T> m = abs(a);
  if (!m.numbers())
    return m;
  Interval<T> r = Interval<T>::between(m.lo * m.lo, m.hi * m.hi, a.nan);
  T least = m.least * m.least;
  r.zero = a.zero || least == 0;
  r.least = std::max(least, std::numeric_limits<T>::denorm_min());
  r.integral = a.integral;
  return r.tidy();
}

template <class T> Interval<T> copySign(const Interval<T> &a, const Interval<T> &b) {
  if (a.empty() || b.empty())
    return {};
  Interval<T> magnitude = abs(a), r;
  if (b.nan || (b.numbers() && !std::signbit(b.hi)))
    r = join(r, magnitude);
  if (b.nan || (b.numbers() && std::signbit(b.lo)))
    r = join(r, -magnitude);
  return r;
}

// fmod: exact, with the sign of the first, below the second in magnitude.
template <class T> Interval<T> remainderTowardsZero(const Interval<T> &a, const Interval<T> &b) {
  if (a.empty() || b.empty())
    return {};
  Interval<T> r;
  r.nan = a.nan || b.nan || a.holdsInfinity() || b.zero;
  if (!a.numbers() || !b.nonzero())
    return r;
  T bound = std::min(a.magnitude(), b.magnitude());
  r.lo = std::signbit(a.lo) ? upper(-bound, lower(a.lo, -T(0))) : T(0);
  r.hi = std::signbit(a.hi) ? -T(0) : lower(bound, upper(a.hi, T(0)));
  r.zero = true;
  r.integral = a.integral && b.integral;
  r.least = std::min(spacing(a.least), spacing(b.least));
  return r.tidy();
}

template <class T> Interval<T> fused(const Interval<T> &a, const Interval<T> &b, const Interval<T> &c) {
  if (a.empty() || b.empty() || c.empty())
    return {};
  Interval<T> product = a * b, sum = product + c, r;
  r.nan = a.nan || b.nan || c.nan || product.nan || sum.nan || product.holdsInfinity();
  if (!a.numbers() || !b.numbers() || !c.numbers())
    return r;
  for (T x : {a.lo, a.hi})
    for (T y : {b.lo, b.hi})
      for (T z : {c.lo, c.hi}) {
        T v = std::fma(x, y, z);
        bool undefined = std::isnan(v);
        r.lo = lower(r.lo, undefined ? -Interval<T>::Infinity : v);
        r.hi = upper(r.hi, undefined ? Interval<T>::Infinity : v);
      }
  if (r.lo == 0) // an exact zero has the sign of its last step: both are possible inside
    r.lo = -T(0);
  if (r.hi == 0)
    r.hi = T(0);
  r.zero = true;
  return r.tidy();
}

// How two numbers of these intervals can compare.
template <class T> struct Relation {
  bool less = false, equal = false, greater = false, unordered = false;
  Relation(const Interval<T> &a, const Interval<T> &b) {
    unordered = (a.nan && !b.empty()) || (b.nan && !a.empty());
    if (!a.numbers() || !b.numbers())
      return;
    less = a.lo < b.hi;
    greater = a.hi > b.lo;
    equal = overlap(a, b);
  }
};

// The numbers of x for which x > y (`up`), x < y (`down`), x == y (`equal`) or neither can hold for some y.
template <class T>
Interval<T> boundBy(const Interval<T> &x, const Interval<T> &y, bool up, bool down, bool equal,
                    bool unordered) {
  constexpr T tiny = Interval<T>::L::denorm_min();
  bool nan = x.nan && unordered && !y.empty();
  if (y.nan && unordered)
    return x.withNaN(nan);
  if (!y.numbers() || !(up || down || equal))
    return nan ? Interval<T>::onlyNaN() : Interval<T>::none();
  Interval<T> r = Interval<T>::all();
  if (!up)
    r.hi = equal ? y.hi : y.hi == 0 ? -tiny : previous(y.hi); // zeros are equal: both are in, or none
  if (!down)
    r.lo = equal ? y.lo : y.lo == 0 ? tiny : next(y.lo);
  if (r.hi == 0)
    r.hi = T(0);
  if (r.lo == 0)
    r.lo = -T(0);
  if ((!up && !equal && y.hi == -Interval<T>::Infinity) || (!down && !equal && y.lo == Interval<T>::Infinity))
    return nan ? Interval<T>::onlyNaN() : Interval<T>::none();
  r = meet(x.withNaN(false), r.tidy());
  if ((!equal && y.single() && y.lo == 0) || (!up && !down && !y.zero))
    r = r.withoutZero();
  return r.withNaN(nan);
}

} // namespace ariadne
