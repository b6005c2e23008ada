#include "ball.h"
#include "handle.h"

namespace ariadne::ap {
namespace {

constexpr slong SafeBits =
    40; // beyond the format's own: closer to a tie than that is taken as the midpoint says

struct Temporaries {
  arb_t ball;
  arf_t low, high, rounded;
  Temporaries() {
    arb_init(ball);
    arf_init(low);
    arf_init(high);
    arf_init(rounded);
  }
};
Temporaries temporary;

template <class T> T roundArf(const arf_t x) {
  using Limits = std::numeric_limits<T>;
  if (arf_is_zero(x))
    return 0;
  bool negative = arf_sgn(x) < 0;
  // 2^(exponent-1) <= |x| < 2^exponent
  if (arf_cmpabs_2exp_si(x, Limits::max_exponent) >= 0)
    return negative ? -Limits::infinity() : Limits::infinity();
  slong smallest = Limits::min_exponent - Limits::digits; // of the least subnormal number, 2^smallest
  if (arf_cmpabs_2exp_si(x, smallest - 1) <= 0)
    return negative ? -T(0) : T(0);
  slong exponent = arf_abs_bound_lt_2exp_si(x);
  slong precision = std::min<slong>(Limits::digits, exponent - smallest);
  T magnitude;
  if (precision <= 0) {
    magnitude = Limits::denorm_min();
  } else {
    arf_set_round(temporary.rounded, x, precision, ARF_RND_NEAR);
    static fmpz_t mantissa, power;
    arf_get_fmpz_2exp(mantissa, power, temporary.rounded);
    fmpz_abs(mantissa, mantissa);
    magnitude = T(std::ldexp(static_cast<long double>(fmpz_get_ui(mantissa)), int(fmpz_get_si(power))));
  }
  return negative ? -magnitude : magnitude;
}

} // namespace

template <class T> T nearest(const Value &v) {
  slong precision = std::numeric_limits<T>::digits + SafeBits;
  for (;; precision *= 2) {
    setArb(temporary.ball, v, precision);
    arb_get_lbound_arf(temporary.low, temporary.ball, precision + 64);
    arb_get_ubound_arf(temporary.high, temporary.ball, precision + 64);
    T low = roundArf<T>(temporary.low), high = roundArf<T>(temporary.high);
    if (low == high)
      return low;
    if (v.isExact() && precision < 100'000) // a quotient close to a tie
      continue;
    if (v.ball && !run.lenient &&
        arb_rel_accuracy_bits(temporary.ball) < std::numeric_limits<T>::digits + SafeBits)
      undecided();
    return roundArf<T>(arb_midref(temporary.ball));
  }
}

template float nearest(const Value &);
template double nearest(const Value &);
template long double nearest(const Value &);

} // namespace ariadne::ap
