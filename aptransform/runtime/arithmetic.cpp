// Hooks of the arithmetic instructions. Where all operands are ordinary the processor does the operation, and
// its result stands if it was exact; only then is there anything to do.
#include "ap_hooks.h"
#include "quick.h"
#include "steps.h"

namespace ariadne::ap {
namespace {

template <class T> [[gnu::always_inline]] inline T add(T x, T y) {
  T sum = x + y;
  if (!isExactRun())
    return sum;
  // Two-sum: the rounding error of a sum, by operations that are exact themselves.
  T back = sum - x, error = (x - (sum - back)) + (y - back);
  if (error == 0)
    return sum;
  tick();
  if (T result; quickAdd(x, y, result))
    return result;
  if (!isNumber(x) || !isNumber(y))
    return rounded(x) + rounded(y);
  if (x == 0 || y == 0)
    return x == 0 ? y : x;
  return store<T>(add(load(x), load(y)));
}

constexpr int significantBits(uint64_t mantissa) {
  return mantissa ? 64 - __builtin_clzll(mantissa) - __builtin_ctzll(mantissa) : 0;
}
int significantBits(double x) {
  uint64_t bits;
  std::memcpy(&bits, &x, 8);
  return significantBits((bits & 0xfffffffffffffu) | uint64_t(1) << 52);
}

// Whether x * y is exact if the processor says `product`. Not too near to the ends of the range, and few
// enough bits.
bool isExactProduct(double x, double y, double product) {
  double magnitude = std::fabs(product);
  return magnitude < 0x1p1000 && magnitude > 0x1p-900 && significantBits(x) + significantBits(y) <= 53;
}
bool isExactProduct(float x, float y, float product) {
  return double(x) * double(y) == double(product); // 48 bits at most: exact in double
}
bool isExactProduct(long double, long double, long double) { return false; }

template <class T> T signedZero(bool negative) { return negative ? -T(0) : T(0); }

template <class T> [[gnu::always_inline]] inline T multiply(T x, T y) {
  T product = x * y;
  if (!isExactRun() || isExactProduct(x, y, product))
    return product;
  tick();
  if (T result; quickMultiply(x, y, result))
    return result;
  if (!isNumber(x) || !isNumber(y))
    return rounded(x) * rounded(y);
  if (x == 0 || y == 0)
    return signedZero<T>(isNegative(x) != isNegative(y));
  return store<T>(multiply(load(x), load(y)));
}

template <class T> T divide(T x, T y) {
  T quotient = x / y;
  if (!isExactRun())
    return quotient;
  if (isExactProduct(quotient, y, x) && quotient * y == x)
    return quotient;
  tick();
  if (!isNumber(x) || !isNumber(y) || y == 0) {
    if (y == 0 && isHandle(x)) // not of the rounded number, which may be 0
      return (certainSign(load(x)) < 0 ? T(-1) : T(1)) / y;
    return rounded(x) / rounded(y);
  }
  if (x == 0) {
    if (isHandle(y))
      certainSign(load(y));
    return signedZero<T>(isNegative(x) != isNegative(y));
  }
  return store<T>(divide(load(x), load(y)));
}

template <class T> int order(T x, T y) { // as Order, or 3 for unordered
  if (!isHandle(x) && !isHandle(y))
    return x < y ? Less : x > y ? Greater : x == y ? Equal : 3;
  if (!isNumber(x) || !isNumber(y)) { // one is a handle, the other is not finite
    if (std::isinf(isHandle(x) ? y : x))
      return isHandle(x) ? (y > 0 ? Less : Greater) : (x > 0 ? Greater : Less);
    return 3;
  }
  return compare(load(x), load(y));
}

// Predicates as LLVM numbers them: bit 0 equal, bit 1 greater, bit 2 less, bit 3 unordered.
template <class T> int test(T x, T y, uint32_t predicate, uint32_t place) {
  tick();
  run.place = place;
  int how = order(x, y);
  bool truth;
  if (how == Unknown) {
    // Without the order, only tests that do not ask for it are decided: ord, uno, true, false.
    uint32_t ordered = predicate & 7;
    if (ordered != 0 && ordered != 7)
      undecided();
    truth = ordered == 7;
  } else {
    truth = predicate >> (how == Equal ? 0 : how == Greater ? 1 : how == Less ? 2 : 3) & 1;
  }
  run.place = Run::NoPlace;
  noteOutcome(place, truth, true);
  if (areStepsKept())
    noteCompared(x, y);
  return truth;
}

} // namespace
} // namespace ariadne::ap

using namespace ariadne::ap;

#define HOOKS(T, CLASS)                                                                                      \
  T __ariadne_ap_fadd_##CLASS(T x, T y) { return add(x, y); }                                                \
  T __ariadne_ap_fsub_##CLASS(T x, T y) { return isExactRun() ? add(x, -y) : x - y; }                        \
  T __ariadne_ap_fmul_##CLASS(T x, T y) { return multiply(x, y); }                                           \
  T __ariadne_ap_fdiv_##CLASS(T x, T y) { return divide(x, y); }                                             \
  int __ariadne_ap_fcmp_##CLASS(T x, T y, uint32_t predicate, uint32_t place) {                              \
    return test(x, y, predicate, place);                                                                     \
  }
extern "C" {
HOOKS(float, f32)
HOOKS(double, f64)
HOOKS(long double, f80)
}
