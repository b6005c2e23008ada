#include "ball.h"

#include "arena.h"
#include "run.h"

#include <algorithm>

namespace ariadne::ap {
namespace {

// Temporaries live as long as the process: a run may be left in the middle of anything.
struct Temporary {
  arb_t ball;
  Temporary() { arb_init(ball); }
};
Temporary A, B, R;

} // namespace

void setArb(arb_t out, const Value &v, slong precision) {
  if (v.ball) {
    arb_set(out, v.ball);
    if (v.negative)
      arb_neg(out, out);
    return;
  }
  if (v.isZero()) {
    arb_zero(out);
    return;
  }
  mag_zero(arb_radref(out));
  arf_set_mpn(arb_midref(out), v.num.limbs, v.num.size, v.negative);
  if (v.den.size) {
    static Temporary D;
    mag_zero(arb_radref(D.ball));
    arf_set_mpn(arb_midref(D.ball), v.den.limbs, v.den.size, 0);
    arb_div(out, out, D.ball, precision);
  }
  arb_mul_2exp_si(out, out, v.exponent);
}

Value keepBall(const arb_t ball) {
  if (!arb_is_finite(ball))
    undecided();
  Value v;
  v.ball = newBall();
  arb_set(v.ball, ball);
  return v;
}

Value toBall(const Value &v) {
  setArb(R.ball, v, run.precision);
  arb_set_round(R.ball, R.ball, run.precision);
  return keepBall(R.ball);
}

Value addBalls(const Value &a, const Value &b) {
  setArb(A.ball, a, run.precision);
  setArb(B.ball, b, run.precision);
  arb_add(R.ball, A.ball, B.ball, run.precision);
  return keepBall(R.ball);
}

Value multiplyBalls(const Value &a, const Value &b) {
  setArb(A.ball, a, run.precision);
  if (a.ball && a.ball == b.ball) { // a square is not negative
    arb_sqr(R.ball, A.ball, run.precision);
    Value v = keepBall(R.ball);
    v.negative = a.negative != b.negative;
    return v;
  }
  setArb(B.ball, b, run.precision);
  arb_mul(R.ball, A.ball, B.ball, run.precision);
  return keepBall(R.ball);
}

Value divideBalls(const Value &a, const Value &b) {
  if (a.ball && a.ball == b.ball)
    return fromInteger(1, a.negative != b.negative);
  setArb(A.ball, a, run.precision);
  setArb(B.ball, b, run.precision);
  arb_div(R.ball, A.ball, B.ball, run.precision);
  return keepBall(R.ball);
}

Value scaleBall(const Value &a, int64_t exponent) {
  setArb(A.ball, a, run.precision);
  arb_mul_2exp_si(R.ball, A.ball, exponent);
  return keepBall(R.ball);
}

Value magnitudeOfBall(const Value &a) {
  setArb(A.ball, a, run.precision);
  arb_abs(R.ball, A.ball);
  return keepBall(R.ball);
}

Value extremeOfBalls(const Value &a, const Value &b, bool largest) {
  setArb(A.ball, a, run.precision);
  setArb(B.ball, b, run.precision);
  (largest ? arb_max : arb_min)(R.ball, A.ball, B.ball, run.precision);
  return keepBall(R.ball);
}

Order signOfBall(const Value &a) {
  int sign = arb_is_positive(a.ball) ? 1 : arb_is_negative(a.ball) ? -1 : 0;
  if (sign == 0)
    return arb_is_zero(a.ball) ? Equal : Unknown;
  return (sign < 0) != a.negative ? Less : Greater;
}

Order compareBalls(const Value &a, const Value &b) {
  // Enough bits that an exact operand is not what makes them touch.
  slong precision = std::max<slong>(run.precision, 64);
  setArb(A.ball, a, precision);
  setArb(B.ball, b, precision);
  if (arb_lt(A.ball, B.ball))
    return Less;
  if (arb_gt(A.ball, B.ball))
    return Greater;
  return arb_eq(A.ball, B.ball) ? Equal : Unknown;
}

int certainSign(const Value &a) {
  Order sign = signOf(a);
  if (sign == Unknown)
    undecided();
  return sign;
}

int certainCompare(const Value &a, const Value &b) {
  Order order = compare(a, b);
  if (order == Unknown)
    undecided();
  return order;
}

Value fromArf(const arf_t x) {
  if (arf_is_zero(x))
    return {};
  static fmpz_t mantissa, exponent;
  arf_get_fmpz_2exp(mantissa, exponent, x);
  static mpz_t integer;
  static bool ready = (mpz_init(integer), true);
  (void)ready;
  fmpz_get_mpz(integer, mantissa);
  if (!fmpz_fits_si(exponent))
    stopAtLimit("exponents of 64 bits");
  size_t size = mpz_size(integer);
  Value v;
  v.num = {allocateLimbs(size), uint32_t(size)};
  std::copy_n(mpz_limbs_read(integer), size, v.num.limbs);
  v.exponent = fmpz_get_si(exponent);
  v.negative = mpz_sgn(integer) < 0;
  return v;
}

} // namespace ariadne::ap
