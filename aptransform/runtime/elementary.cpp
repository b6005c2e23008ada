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

// Exact results of exact arguments. Without them, no precision could decide whether cos(0) < 1.
bool exactPoint(Function f, const Value &x, Value &out) {
  int64_t n;
  switch (f) {
  case F_sqrt:
    return exactRoot(x, 2, out);
  case F_cbrt:
    return exactRoot(x, 3, out);
  case F_exp:
  case F_cos:
  case F_cosh:
  case F_erfc:
  case F_j0:
    out = integer(1);
    return x.isZero();
  case F_exp2:
    if (!isIntegral(x) || !toInt64(x, n))
      return false;
    out = scale(integer(1), n);
    return true;
  case F_exp10:
    if (!isIntegral(x) || !toInt64(x, n) || n > 5000 || n < -5000)
      return false;
    exactPower(integer(10), uint64_t(n < 0 ? -n : n), out);
    if (n < 0)
      out = divide(integer(1), out);
    return true;
  case F_log:
  case F_acosh:
  case F_acos:
    out = {};
    return equals(x, 1);
  case F_log2:
    if (!x.isExact() || compare(x, scale(integer(1), binaryExponent(x))) != Equal)
      return false;
    out = integer(binaryExponent(x));
    return true;
  case F_log10:
    if (!x.isExact())
      return false;
    n = int64_t(double(binaryExponent(x)) * 0.30102999566398120);
    for (int64_t k = n - 1; k <= n + 1; ++k)
      if (Value ten;
          k > -5000 && k < 5000 && exactPoint(F_exp10, integer(k), ten) && compare(ten, x) == Equal) {
        out = integer(k);
        return true;
      }
    return false;
  case F_tgamma:
    if (!isIntegral(x) || !toInt64(x, n) || n > 1500)
      return false;
    out = integer(1);
    for (int64_t k = 2; k < n; ++k)
      out = multiply(out, integer(k));
    return true;
  case F_lgamma:
    out = {};
    return equals(x, 1) || equals(x, 2);
  default: // odd functions
    out = {};
    return x.isZero();
  }
}

void evaluateBall(Function f, arb_t r, const arb_t x, slong p) {
  switch (f) {
  case F_sqrt:
    return arb_sqrt(r, x, p);
  case F_cbrt:
    if (arb_is_negative(x)) {
      arb_neg(U.ball, x);
      arb_root_ui(r, U.ball, 3, p);
      return arb_neg(r, r);
    }
    return arb_root_ui(r, x, 3, p);
  case F_exp:
    return arb_exp(r, x, p);
  case F_exp2:
  case F_exp10:
    arb_set_ui(U.ball, f == F_exp2 ? 2 : 10);
    return arb_pow(r, U.ball, x, p);
  case F_expm1:
    return arb_expm1(r, x, p);
  case F_log:
    return arb_log(r, x, p);
  case F_log2:
    return arb_log_base_ui(r, x, 2, p);
  case F_log10:
    return arb_log_base_ui(r, x, 10, p);
  case F_log1p:
    return arb_log1p(r, x, p);
  case F_sin:
    return arb_sin(r, x, p);
  case F_cos:
    return arb_cos(r, x, p);
  case F_tan:
    return arb_tan(r, x, p);
  case F_asin:
    return arb_asin(r, x, p);
  case F_acos:
    return arb_acos(r, x, p);
  case F_atan:
    return arb_atan(r, x, p);
  case F_sinh:
    return arb_sinh(r, x, p);
  case F_cosh:
    return arb_cosh(r, x, p);
  case F_tanh:
    return arb_tanh(r, x, p);
  case F_asinh:
    return arb_asinh(r, x, p);
  case F_acosh:
    return arb_acosh(r, x, p);
  case F_atanh:
    return arb_atanh(r, x, p);
  case F_erf:
    return arb_hypgeom_erf(r, x, p);
  case F_erfc:
    return arb_hypgeom_erfc(r, x, p);
  case F_tgamma:
    return arb_gamma(r, x, p);
  case F_lgamma: // of the magnitude: C's lgamma is real below zero, too
    if (arb_is_positive(x))
      return arb_lgamma(r, x, p);
    arb_gamma(U.ball, x, p);
    arb_abs(U.ball, U.ball);
    return arb_log(r, U.ball, p);
  case F_j0:
  case F_j1:
    arb_set_ui(U.ball, f == F_j1);
    return arb_hypgeom_bessel_j(r, U.ball, x, p);
  case F_y0:
  case F_y1:
    arb_set_ui(U.ball, f == F_y1);
    return arb_hypgeom_bessel_y(r, U.ball, x, p);
  default:
    giveUp("%s has no exact meaning", functionName(f));
  }
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
  auto below = [&](int64_t bound, Special atBound) {
    int order = certainCompare(x, integer(bound));
    return order < 0 ? Special::NaN : order == 0 ? atBound : Special::None;
  };
  auto beyondOne = [&](Special atBound) {
    int order = certainCompare(absolute(x, certainSign(x)), integer(1));
    return order > 0 ? Special::NaN : order == 0 ? atBound : Special::None;
  };
  switch (f) {
  case F_sqrt:
    return below(0, Special::None);
  case F_log:
  case F_log2:
  case F_log10:
  case F_y0:
  case F_y1:
  case F_yn:
    return below(0, Special::NegativeInfinity);
  case F_log1p:
    return below(-1, Special::NegativeInfinity);
  case F_acosh:
    return below(1, Special::None);
  case F_asin:
  case F_acos:
    return beyondOne(Special::None);
  case F_atanh:
    return beyondOne(Special::PoleOfSign);
  case F_tgamma:
    if (x.isZero())
      return Special::PoleOfSign;
    return isIntegral(x) && certainSign(x) < 0 ? Special::NaN : Special::None;
  case F_lgamma:
    return isIntegral(x) && certainSign(x) <= 0 ? Special::PositiveInfinity : Special::None;
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

Value hypotenuse(const Value &x, const Value &y) {
  return evaluate(F_sqrt, add(multiply(x, x), multiply(y, y)));
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
