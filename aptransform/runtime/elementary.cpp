#include "elementary.h"

#include "arena.h"
#include "ball.h"
#include "run.h"

#include <algorithm>
#include <arb_hypgeom.h>

namespace ariadne::ap {
namespace {

struct Temporary {
  arb_t ball;
  Temporary() { arb_init(ball); }
};
Temporary X, Y, R, U;

Value integer(int64_t n) { return fromInteger(n < 0 ? -uint64_t(n) : uint64_t(n), n < 0); }
bool equals(const Value &x, int64_t n) { return x.isExact() && compare(x, integer(n)) == Equal; }

// The k-th root of an exact number that is a perfect power; false if it is not.
bool exactRoot(const Value &x, unsigned k, Value &out) {
  if (!x.isExact())
    return false;
  static mpz_t n;
  static bool ready = (mpz_init(n), true);
  (void)ready;
  auto root = [k](const Natural &of, int64_t shift, Natural &to) {
    mpz_import(n, of.size, -1, sizeof(mp_limb_t), 0, 0, of.limbs);
    mpz_mul_2exp(n, n, mp_bitcnt_t(shift));
    if (!mpz_root(n, n, k))
      return false;
    size_t size = mpz_size(n);
    to = {allocateLimbs(size), uint32_t(size)};
    std::copy_n(mpz_limbs_read(n), size, to.limbs);
    return true;
  };
  int64_t left = ((x.exponent % k) + k) % k; // the exponent must be divided by k, too
  Value result;
  if (!root(x.num, left, result.num) || (x.den.size && !root(x.den, 0, result.den)))
    return false;
  result.exponent = (x.exponent - left) / int64_t(k);
  result.negative = x.negative;
  out = result;
  return true;
}

// x^n by squaring. False when it gets too long to be exact.
bool exactPower(Value x, uint64_t n, Value &out) {
  if (!x.isExact() || double(n) * double(bitLength(x.num) + bitLength(x.den)) > 40000)
    return false;
  out = fromInteger(1, false);
  for (; n; n >>= 1) {
    if (n & 1)
      out = multiply(out, x);
    if (n > 1)
      x = multiply(x, x);
  }
  return out.isExact();
}

// ---- exact results of exact arguments: without them, no precision could decide whether cos(0) < 1 ----

bool at(const Value &x, int64_t argument, Value &out, int64_t value) {
  out = integer(value);
  return equals(x, argument);
}

template <unsigned K> bool perfectRoot(const Value &x, Value &out) { return exactRoot(x, K, out); }

bool integerPowerOfTwo(const Value &x, Value &out) {
  int64_t n;
  if (!isIntegral(x) || !toInt64(x, n))
    return false;
  out = scale(integer(1), n);
  return true;
}

bool integerPowerOfTen(const Value &x, Value &out) {
  int64_t n;
  if (!isIntegral(x) || !toInt64(x, n) || n > 5000 || n < -5000)
    return false;
  exactPower(integer(10), uint64_t(n < 0 ? -n : n), out);
  if (n < 0)
    out = divide(integer(1), out);
  return true;
}

bool logarithmOfPowerOfTwo(const Value &x, Value &out) {
  if (compare(x, scale(integer(1), binaryExponent(x))) != Equal)
    return false;
  out = integer(binaryExponent(x));
  return true;
}

bool logarithmOfPowerOfTen(const Value &x, Value &out) {
  int64_t n = int64_t(double(binaryExponent(x)) * 0.30102999566398120);
  for (int64_t k = n - 1; k <= n + 1; ++k)
    if (Value ten; k > -5000 && k < 5000 && integerPowerOfTen(integer(k), ten) && compare(ten, x) == Equal) {
      out = integer(k);
      return true;
    }
  return false;
}

bool factorial(const Value &x, Value &out) {
  int64_t n;
  if (!isIntegral(x) || !toInt64(x, n) || n > 1500)
    return false;
  out = integer(1);
  for (int64_t k = 2; k < n; ++k)
    out = multiply(out, integer(k));
  return true;
}

bool exactPoint(Function f, const Value &x, Value &out) {
  switch (f) {
#define EXACT_AT(NAME, ...)                                                                                  \
  case F_##NAME:                                                                                             \
    return __VA_ARGS__;
#include "tables/exact_functions.def"
  default:
    return false;
  }
}

// ---- balls, where Arb has no function of just these arguments ----

void cubeRoot(arb_t r, const arb_t x, slong p) {
  if (!arb_is_negative(x))
    return arb_root_ui(r, x, 3, p);
  arb_neg(U.ball, x);
  arb_root_ui(r, U.ball, 3, p);
  arb_neg(r, r);
}

void powerOfTwo(arb_t r, const arb_t x, slong p) {
  arb_set_ui(U.ball, 2);
  arb_pow(r, U.ball, x, p);
}

void powerOfTen(arb_t r, const arb_t x, slong p) {
  arb_set_ui(U.ball, 10);
  arb_pow(r, U.ball, x, p);
}

template <unsigned Base> void logarithmToBase(arb_t r, const arb_t x, slong p) {
  arb_log_base_ui(r, x, Base, p);
}

void logarithmOfGamma(arb_t r, const arb_t x,
                      slong p) { // of the magnitude: C's lgamma is real below zero, too
  if (arb_is_positive(x))
    return arb_lgamma(r, x, p);
  arb_gamma(U.ball, x, p);
  arb_abs(U.ball, U.ball);
  arb_log(r, U.ball, p);
}

template <unsigned Order> void besselJ(arb_t r, const arb_t x, slong p) {
  arb_set_ui(U.ball, Order);
  arb_hypgeom_bessel_j(r, U.ball, x, p);
}

template <unsigned Order> void besselY(arb_t r, const arb_t x, slong p) {
  arb_set_ui(U.ball, Order);
  arb_hypgeom_bessel_y(r, U.ball, x, p);
}

void evaluateBall(Function f, arb_t r, const arb_t x, slong p) {
  switch (f) {
#define BALL(NAME, ...)                                                                                      \
  case F_##NAME:                                                                                             \
    return __VA_ARGS__(r, x, p);
#include "tables/exact_functions.def"
  default:
    giveUp("%s has no exact meaning", functionName(f));
  }
}

// ---- points without a value ----

Special below(const Value &x, int64_t bound, Special atBound) {
  int order = certainCompare(x, integer(bound));
  return order < 0 ? Special::NaN : order == 0 ? atBound : Special::None;
}

Special beyondOne(const Value &x, Special atBound) {
  int order = certainCompare(absolute(x, certainSign(x)), integer(1));
  return order > 0 ? Special::NaN : order == 0 ? atBound : Special::None;
}

Special polesOfGamma(const Value &x) {
  if (x.isZero())
    return Special::PoleOfSign;
  return isIntegral(x) && certainSign(x) < 0 ? Special::NaN : Special::None;
}

Special polesOfLogGamma(const Value &x) {
  return isIntegral(x) && certainSign(x) <= 0 ? Special::PositiveInfinity : Special::None;
}

} // namespace

const char *functionName(Function f) {
  static const char *const Names[] = {
#define UNARY(NAME) #NAME,
#define BINARY(NAME) #NAME,
#define OTHER(NAME, ...) #NAME,
#include "tables/exact_hooks.def"
  };
  return Names[f];
}

Special outsideDomain(Function f, const Value &x) {
  switch (f) {
#define OUTSIDE(NAME, ...)                                                                                   \
  case F_##NAME:                                                                                             \
    return __VA_ARGS__;
#include "tables/exact_functions.def"
  default:
    return Special::None;
  }
}

Value evaluate(Function f, const Value &x) {
  Value exact;
  if (x.isExact() && exactPoint(f, x, exact))
    return exact;
  setArb(X.ball, x, run.precision);
  evaluateBall(f, R.ball, X.ball, run.precision);
  return keepBall(R.ball);
}

Value power(const Value &x, const Value &y) {
  int64_t n;
  Value exact;
  if (y.isZero() || equals(x, 1))
    return integer(1);
  if (isIntegral(y) && toInt64(y, n) && exactPower(x, n < 0 ? -uint64_t(n) : uint64_t(n), exact))
    return n < 0 ? divide(integer(1), exact) : exact;
  setArb(X.ball, x, run.precision);
  setArb(Y.ball, y, run.precision);
  arb_pow(R.ball, X.ball, Y.ball, run.precision);
  return keepBall(R.ball);
}

Value arcTangent(const Value &y, const Value &x) {
  setArb(X.ball, x, run.precision);
  setArb(Y.ball, y, run.precision);
  arb_atan2(R.ball, Y.ball, X.ball, run.precision);
  return keepBall(R.ball);
}

static Value hypotenuse(const Value &x, const Value &y) {
  return evaluate(F_sqrt, add(multiply(x, x), multiply(y, y)));
}

Value evaluate(Function f, const Value &x, const Value &y) {
  switch (f) {
#define PAIR(NAME, FUNCTION)                                                                                 \
  case F_##NAME:                                                                                             \
    return FUNCTION(x, y);
#include "tables/exact_functions.def"
  default:
    giveUp("%s has no exact meaning", functionName(f));
  }
}

Value besselOfOrder(Function f, int64_t order, const Value &x) {
  if (x.isZero())
    return integer(order == 0);
  setArb(X.ball, x, run.precision);
  arb_set_si(Y.ball, order);
  (f == F_jn ? arb_hypgeom_bessel_j : arb_hypgeom_bessel_y)(R.ball, Y.ball, X.ball, run.precision);
  return keepBall(R.ball);
}

} // namespace ariadne::ap
