// A finite real number of an exact run: an exact quotient, or a ball where no exact form is at hand.
#pragma once

#include <arb.h>
#include <bit>
#include <cstdint>
#include <gmp.h>

namespace ariadne::ap {

// A positive integer, its top limb not 0; or nothing at all.
struct Natural {
  mp_limb_t *limbs = nullptr;
  uint32_t size = 0;
};

// (-1)^negative * num / den * 2^exponent, or (-1)^negative * *ball. An empty `num` is zero, an empty `den` is
// 1. Quotients are not reduced (a gcd costs more than all the rest), but `den` is odd, so that what has one
// can seldom be a float.
struct Value {
  Natural num, den;
  int64_t exponent = 0;
  arb_struct *ball = nullptr;
  bool negative = false;

  bool isExact() const { return !ball; }
  bool isZero() const { return !ball && num.size == 0; }
};

constexpr uint64_t MaxLimbs = 20000 / 64 + 1; // of a number; past it, it becomes a ball
constexpr int64_t MaxExponent = int64_t(1) << 56;

inline Value negate(Value v) {
  v.negative = !v.negative;
  return v;
}

inline int64_t bitLength(const Natural &n) {
  return n.size ? int64_t(n.size) * 64 - std::countl_zero(n.limbs[n.size - 1]) : 0;
}
Value fromInteger(uint64_t magnitude, bool negative, int64_t exponent = 0);

// The four operations. Operands past the size limit give balls at the precision of the run; a divisor that
// may be zero asks for more precision, and must not be the exact zero.
Value add(const Value &a, const Value &b);
Value multiply(const Value &a, const Value &b);
Value divide(const Value &a, const Value &b);
inline Value subtract(const Value &a, const Value &b) { return add(a, negate(b)); }
Value scale(Value a, int64_t exponent); // a * 2^exponent
inline Value absolute(Value a, int sign) { return sign < 0 ? negate(a) : a; }

enum Order { Less = -1, Equal = 0, Greater = 1, Unknown = 2 };
Order compare(const Value &a, const Value &b);
Order signOf(const Value &a);

// As above, but what is unknown asks for more precision.
int certainSign(const Value &a);
int certainCompare(const Value &a, const Value &b);

// To an integer, by the names of the C library. Asks for more precision where a ball cannot tell.
enum class Rounding { Floor, Ceil, Trunc, Away, Even }; // Away, Even: nearest, and ties go there
Value toIntegral(const Value &a, Rounding rounding);
bool isIntegral(const Value &a); // exactly, and known to be
// floor(log2(|a|)); a is not zero.
int64_t binaryExponent(const Value &a);
// Truncates nothing: `a` is integral. False if it does not fit in 64 bits.
bool toInt64(const Value &a, int64_t &out);
bool toUint64(const Value &a, uint64_t &out); // of the magnitude

} // namespace ariadne::ap
