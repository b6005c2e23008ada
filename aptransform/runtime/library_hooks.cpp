// Hooks of the C library's functions: unary and binary ones, from the table.
#include "ap_hooks.h"
#include "ball.h"
#include "elementary.h"
#include "handle.h"

#include <math.h>

namespace ariadne::ap {
namespace {

template <class T> T special(Special kind, T x) {
  constexpr T Infinity = std::numeric_limits<T>::infinity();
  switch (kind) {
  case Special::PositiveInfinity:
    return Infinity;
  case Special::NegativeInfinity:
    return -Infinity;
  case Special::PoleOfSign:
    return isNegative(x) ? -Infinity : Infinity;
  default:
    return quietNaN<T>();
  }
}

template <class T> T toIntegralFloat(Function f, T x, T inFloat) {
  if (!isHandle(x))
    return inFloat; // integers near a float are floats
  Rounding rounding = f == F_floor   ? Rounding::Floor
                      : f == F_ceil  ? Rounding::Ceil
                      : f == F_trunc ? Rounding::Trunc
                      : f == F_round ? Rounding::Away
                                     : Rounding::Even;
  Value whole = toIntegral(load(x), rounding);
  return whole.isZero() ? (isNegative(x) ? -T(0) : T(0)) : store<T>(whole);
}

template <class T> T unary(Function f, T x, T (*library)(T)) {
  if (!isExactRun())
    return library(x);
  tick();
  if (!isNumber(x))
    return library(x);
  run.doing = functionName(f);
  switch (f) {
  case F_fabs:
    if (!isHandle(x))
      return library(x);
    if (Order sign = signOf(load(x)); sign != Unknown)
      return sign == Less ? -x : x;
    return store<T>(magnitudeOfBall(load(x)));
  case F_floor:
  case F_ceil:
  case F_trunc:
  case F_rint:
  case F_nearbyint:
  case F_round:
  case F_roundeven:
    return toIntegralFloat(f, x, library(x));
  case F_logb:
    return isHandle(x) ? T(binaryExponent(load(x))) : library(x);
  default:
    break;
  }
  Value value = load(x);
  if (Special kind = outsideDomain(f, value); kind != Special::None)
    return special(kind, x);
  Value result = evaluate(f, value);
  if (x == 0 && result.isZero())
    return library(x); // the sign of the zero
  return store<T>(result);
}

// x - n * y for the integer n nearest to x / y, or below it in magnitude.
Value remainderOf(const Value &x, const Value &y, Rounding rounding) {
  Value n = toIntegral(divide(x, y), rounding);
  return n.isZero() ? x : subtract(x, multiply(n, y));
}

template <class T> T powerOf(T x, T y, T (*library)(T, T)) {
  if (x == 0 || y == 0)
    return library(x, rounded(y)); // 0, 1 and infinities: exact already
  Value base = load(x), exponent = load(y);
  bool integral = isIntegral(exponent);
  if (!integral && certainSign(base) < 0) {
    // A ball may be an integer, but no precision would ever tell.
    return quietNaN<T>();
  }
  return store<T>(power(base, exponent));
}

template <class T> bool isSurelyNegative(T x) {
  return isHandle(x) ? certainSign(load(x)) < 0 : std::signbit(x);
}

// One of the operands, whatever the other is.
template <class T> T extreme(T x, T y, bool largest, T (*library)(T, T)) {
  if (!isHandle(x) && !isHandle(y))
    return library(x, y);
  if (!isNumber(x) || !isNumber(y)) { // one is a handle, the other infinite or NaN
    T number = isHandle(x) ? x : y, other = isHandle(x) ? y : x;
    return std::isinf(other) && (other > 0) == largest ? other : number;
  }
  Order order = compare(load(x), load(y));
  if (order == Unknown)
    return store<T>(extremeOfBalls(load(x), load(y), largest));
  return (order == Greater) == largest ? x : y;
}

template <class T> T binary(Function f, T x, T y, T (*library)(T, T)) {
  if (!isExactRun())
    return library(x, y);
  tick();
  run.doing = functionName(f);
  if (f == F_copysign)
    return isSurelyNegative(x) != isSurelyNegative(y) ? -x : x;
  if (f == F_fmin || f == F_fmax)
    return extreme(x, y, f == F_fmax, library);
  if (!isNumber(x) || !isNumber(y))
    return library(rounded(x), rounded(y));
  switch (f) {
  case F_pow:
    return powerOf(x, y, library);
  case F_atan2: {
    if (x == 0 && y == 0)
      return library(x, y);
    if (x == 0 && certainSign(load(y)) > 0)
      return x;
    T result = store<T>(arcTangent(load(x), load(y)));
    return x == 0 && std::signbit(x) ? -result : result;
  }
  case F_fmod:
  case F_remainder: {
    if (y == 0)
      return quietNaN<T>();
    if (!isHandle(x) && !isHandle(y))
      return library(x, y); // always exact
    Value rest = remainderOf(load(x), load(y), f == F_fmod ? Rounding::Trunc : Rounding::Even);
    return rest.isZero() ? (isNegative(x) ? -T(0) : T(0)) : store<T>(rest);
  }
  case F_fdim: {
    Value difference = subtract(load(x), load(y));
    return certainSign(difference) > 0 ? store<T>(difference) : T(0);
  }
  case F_nextafter: // a neighbour is a float's: of the nearest one
    if (isHandle(x) || isHandle(y))
      mark("bits of a float");
    return library(rounded(x), rounded(y));
  default:
    return store<T>(evaluate(f, load(x), load(y)));
  }
}

} // namespace
} // namespace ariadne::ap

using namespace ariadne::ap;

#define UNARY(NAME)                                                                                          \
  float __ariadne_ap_##NAME##_f32(float x) { return unary<float>(F_##NAME, x, NAME##f); }                    \
  double __ariadne_ap_##NAME##_f64(double x) { return unary<double>(F_##NAME, x, NAME); }                    \
  long double __ariadne_ap_##NAME##_f80(long double x) { return unary<long double>(F_##NAME, x, NAME##l); }
#define BINARY(NAME)                                                                                         \
  float __ariadne_ap_##NAME##_f32(float x, float y) { return binary<float>(F_##NAME, x, y, NAME##f); }       \
  double __ariadne_ap_##NAME##_f64(double x, double y) { return binary<double>(F_##NAME, x, y, NAME); }      \
  long double __ariadne_ap_##NAME##_f80(long double x, long double y) {                                      \
    return binary<long double>(F_##NAME, x, y, NAME##l);                                                     \
  }
extern "C" {
#include "tables/exact_hooks.def"
}
