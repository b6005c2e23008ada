// Hooks of the C library's functions that take or give something else than numbers of one type.
#include "ap_hooks.h"
#include "elementary.h"
#include "handle.h"

#include <math.h>

namespace ariadne::ap {
namespace {

Value integer(int64_t n) { return fromInteger(n < 0 ? -uint64_t(n) : uint64_t(n), n < 0); }

template <class T> T fusedMultiplyAdd(T x, T y, T z) {
  if (!isExactRun() || (!isHandle(x) && !isHandle(y) && !isHandle(z) && !isNumber(x + y + z)))
    return std::fma(x, y, z);
  tick();
  if (!isNumber(x) || !isNumber(y) || !isNumber(z))
    return std::fma(rounded(x), rounded(y), rounded(z));
  Value sum = add(multiply(load(x), load(y)), load(z));
  return sum.isZero() && x == x && y == y && z == z ? std::fma(x, y, z) : store<T>(sum);
}

template <class T> T scaleBy(T x, int64_t n) {
  if (!isExactRun() || !isNumber(x) || x == 0)
    return std::scalbln(x, n);
  tick();
  return store<T>(scale(load(x), n));
}

template <class T> T integerPower(T x, int n, T (*builtin)(T, int)) {
  if (!isExactRun() || !isNumber(x) || x == 0 || n == 0)
    return builtin(x, n);
  tick();
  return store<T>(power(load(x), integer(n)));
}

template <class T> T neighbour(T x, long double y) {
  if (isHandle(x) || isHandle(y))
    mark("bits of a float");
  return std::nexttoward(rounded(x), rounded(y));
}

template <class T> T bessel(Function f, int order, T x, T (*library)(int, T)) {
  if (!isExactRun() || !isNumber(x))
    return library(order, x);
  tick();
  run.doing = functionName(f);
  Value value = load(x);
  if (outsideDomain(f, value) != Special::None)
    return library(order, isHandle(x) ? T(-1) : x);
  return store<T>(besselOfOrder(f, order, value));
}

template <class T> T splitInteger(T x, T *whole) {
  if (!isHandle(x))
    return std::modf(x, whole);
  tick();
  run.doing = "modf";
  Value value = load(x), integral = toIntegral(value, Rounding::Trunc);
  *whole = store<T>(integral);
  return store<T>(subtract(value, integral));
}

template <class T> T splitExponent(T x, int *exponent, uint32_t place) {
  T fraction;
  if (isHandle(x)) {
    tick();
    run.place = place;
    Value value = load(x);
    int64_t e = binaryExponent(value) + 1;
    run.place = Run::NoPlace;
    fraction = store<T>(scale(value, -e));
    *exponent = int(e);
  } else {
    fraction = std::frexp(x, exponent);
  }
  noteOutcome(place, std::isfinite(x) || isHandle(x) ? *exponent : 0, false);
  return fraction;
}

template <class T> T remainderAndQuotient(T x, T y, int *quotient, uint32_t place) {
  T rest;
  if (!isNumber(x) || !isNumber(y) || y == 0 || (!isHandle(x) && !isHandle(y))) {
    rest = std::remquo(rounded(x), rounded(y), quotient);
  } else {
    tick();
    run.place = place;
    Value n = toIntegral(divide(load(x), load(y)), Rounding::Even);
    run.place = Run::NoPlace;
    rest = store<T>(subtract(load(x), multiply(n, load(y))));
    uint64_t low;
    Value eighth = subtract(n, scale(toIntegral(scale(n, -3), Rounding::Trunc), 3)); // the last three bits
    toUint64(eighth, low);
    *quotient = n.negative ? -int(low) : int(low);
  }
  noteOutcome(place, isNumber(rest) ? *quotient : 0, false);
  return rest;
}

template <class T> int exponentOf(T x, uint32_t place) {
  run.place = place;
  int result = isHandle(x) ? int(binaryExponent(load(x))) : std::ilogb(x);
  run.place = Run::NoPlace;
  noteOutcome(place, result, false);
  return result;
}

template <class T> int64_t roundToInteger(T x, bool ties, uint32_t place) {
  int64_t result;
  if (isHandle(x)) {
    run.place = place;
    Value whole = toIntegral(load(x), ties ? Rounding::Even : Rounding::Away);
    run.place = Run::NoPlace;
    if (!toInt64(whole, result))
      result = INT64_MIN;
  } else {
    result = ties ? std::llrint(x) : std::llround(x);
  }
  noteOutcome(place, result, false);
  return result;
}

// The sign of gamma(x): negative between -1 and 0, positive between -2 and -1, and so on.
template <class T> int signOfGamma(T x) {
  Value value = load(x);
  if (certainSign(value) >= 0)
    return 1;
  Value half = scale(toIntegral(value, Rounding::Floor), -1);
  return isIntegral(half) ? 1 : -1;
}

} // namespace
} // namespace ariadne::ap

using namespace ariadne::ap;

#define HOOKS(T, CLASS, SUFFIX)                                                                              \
  T __ariadne_ap_fma_##CLASS(T x, T y, T z) { return fusedMultiplyAdd(x, y, z); }                            \
  T __ariadne_ap_ldexp_##CLASS(T x, int n) { return scaleBy(x, n); }                                         \
  T __ariadne_ap_scalbn_##CLASS(T x, int n) { return scaleBy(x, n); }                                        \
  T __ariadne_ap_scalbln_##CLASS(T x, long n) { return scaleBy(x, n); }                                      \
  T __ariadne_ap_powi_##CLASS(T x, int n) {                                                                  \
    return integerPower<T>(x, n, [](T a, int b) -> T { return __builtin_powi##SUFFIX(a, b); });              \
  }                                                                                                          \
  T __ariadne_ap_nexttoward_##CLASS(T x, long double y) { return neighbour(x, y); }                          \
  T __ariadne_ap_jn_##CLASS(int n, T x) { return bessel<T>(F_jn, n, x, jn##SUFFIX); }                        \
  T __ariadne_ap_yn_##CLASS(int n, T x) { return bessel<T>(F_yn, n, x, yn##SUFFIX); }                        \
  T __ariadne_ap_modf_##CLASS(T x, T *whole) { return splitInteger(x, whole); }                              \
  T __ariadne_ap_frexp_##CLASS(T x, int *exponent, uint32_t place) {                                         \
    return splitExponent(x, exponent, place);                                                                \
  }                                                                                                          \
  T __ariadne_ap_remquo_##CLASS(T x, T y, int *quotient, uint32_t place) {                                   \
    return remainderAndQuotient(x, y, quotient, place);                                                      \
  }                                                                                                          \
  int __ariadne_ap_ilogb_##CLASS(T x, uint32_t place) { return exponentOf(x, place); }                       \
  int64_t __ariadne_ap_lrint_##CLASS(T x, uint32_t place) { return roundToInteger(x, true, place); }         \
  int64_t __ariadne_ap_llrint_##CLASS(T x, uint32_t place) { return roundToInteger(x, true, place); }        \
  int64_t __ariadne_ap_lround_##CLASS(T x, uint32_t place) { return roundToInteger(x, false, place); }       \
  int64_t __ariadne_ap_llround_##CLASS(T x, uint32_t place) { return roundToInteger(x, false, place); }      \
  void __ariadne_ap_sincos_##CLASS(T x, T *sine, T *cosine) {                                                \
    *sine = __ariadne_ap_sin_##CLASS(x);                                                                     \
    *cosine = __ariadne_ap_cos_##CLASS(x);                                                                   \
  }                                                                                                          \
  T __ariadne_ap_lgamma_r_##CLASS(T x, int *sign) {                                                          \
    if (!isExactRun() || !isNumber(x))                                                                       \
      return lgamma##SUFFIX##_r(x, sign);                                                                    \
    *sign = signOfGamma(x);                                                                                  \
    return __ariadne_ap_lgamma_##CLASS(x);                                                                   \
  }
extern "C" {
HOOKS(float, f32, f)
HOOKS(double, f64, )
HOOKS(long double, f80, l)
}
