// Hooks of conversions: between float types, to and from integers, and to bits.
#include "ap_hooks.h"
#include "handle.h"
#include "runtime/protocol/hooks.h"

#include <cfenv>
#include <immintrin.h>

namespace ariadne::ap {
namespace {

// Exact numbers have no type: only the handle is written anew. An ordinary float that the other type cannot
// hold becomes a number.
template <class To, class From> To convert(From x) {
  if (!isExactRun())
    return To(x);
  if (isHandle(x)) {
    bool negative;
    uint64_t payload = decodePayload(x, negative) - Format<From>::Base + Format<To>::Base;
    if (payload >= Format<To>::Top)
      stopAtLimit("4 million exact numbers of type float");
    To result = encodePayload<To>(payload, negative);
    if constexpr (sizeof(To) < sizeof(From))
      return result;
    To ordinary; // a wider type may hold what the narrower could not
    return asFloat(load(result), ordinary) ? ordinary : result;
  }
  To result = To(x);
  if (!std::isfinite(x) || From(result) == x)
    return x == x ? result : quietNaN<To>();
  tick();
  return toHandle<To>(load(x));
}

// What x86-64 makes of a number that may not fit, in the way that clang compiles the instruction.
template <class T> int64_t truncateInHardware(T x, uint32_t bits, bool isSigned) {
  volatile T operand = x;
  if (isSigned && bits <= 32) {
    if constexpr (sizeof(T) == 4)
      return _mm_cvttss_si32(_mm_set_ss(operand));
    else if constexpr (sizeof(T) == 8)
      return _mm_cvttsd_si32(_mm_set_sd(operand));
    return int64_t(operand) == int32_t(int64_t(operand)) ? int64_t(operand) : INT32_MIN;
  }
  if (!isSigned && bits == 64)
    return int64_t(uint64_t(operand));
  return int64_t(operand);
}

template <class T> int64_t toInteger(T x, uint32_t bits, bool isSigned, uint32_t place) {
  tick();
  int64_t result;
  if (isHandle(x)) {
    run.place = place;
    Value whole = toIntegral(load(x), Rounding::Trunc);
    run.place = Run::NoPlace;
    uint64_t magnitude;
    bool fits = isSigned || bits < 64 ? toInt64(whole, result)
                                      : toUint64(whole, magnitude) && (magnitude == 0 || !whole.negative);
    if (fits && !(isSigned || bits < 64))
      result = int64_t(magnitude);
    if (!fits)
      result = truncateInHardware(nearest<T>(whole), bits, isSigned);
  } else {
    result = truncateInHardware(x, bits, isSigned);
  }
  if (bits < 64) // only these bits are the program's
    result = isSigned ? int64_t(uint64_t(result) << (64 - bits)) >> (64 - bits)
                      : int64_t(uint64_t(result) & ((uint64_t(1) << bits) - 1));
  noteOutcome(place, result, false);
  return result;
}

template <class T, class Integer> T fromMachineInteger(Integer n) {
  T result = T(n);
  if (!isExactRun())
    return result;
  bool negative = n < 0;
  uint64_t magnitude = negative ? -uint64_t(n) : uint64_t(n);
  return store<T>(fromInteger(magnitude, negative));
}

// Every bit of a number that is looked at is a float's: of the nearest one.
template <class T> T bitsOf(T x) {
  if (!isHandle(x))
    return x;
  mark("bits of a float");
  return nearest<T>(load(x));
}

template <class Integer, class T> Integer unpun(Integer bits) {
  T x;
  std::memcpy(&x, &bits, sizeof x);
  x = bitsOf(x);
  std::memcpy(&bits, &x, sizeof x);
  return bits;
}

// llvm.is.fpclass: bits 0-1 NaN, 2 -inf, 3 -normal, 4 -subnormal, 5 -0, 6 +0, 7 +subnormal, 8 +normal, 9
// +inf.
template <class T> int isOfClass(T x, uint32_t mask, uint32_t place) {
  constexpr uint32_t Finite = 0x1f8, Negative = 1u << 3, Positive = 1u << 8;
  uint32_t kind;
  if (isHandle(x)) {
    kind = mask & Finite;
    if (kind != Finite && kind != 0) {
      run.place = place;
      int sign = certainSign(load(x));
      run.place = Run::NoPlace;
      kind = sign < 0 ? Negative : sign > 0 ? Positive : 1u << 6;
    } else {
      kind = Positive; // either answer is the same for all numbers
    }
  } else {
    bool negative = std::signbit(x);
    switch (std::fpclassify(x)) {
    case FP_NAN:
      kind = 3;
      break;
    case FP_INFINITE:
      kind = negative ? 1u << 2 : 1u << 9;
      break;
    case FP_ZERO:
      kind = negative ? 1u << 5 : 1u << 6;
      break;
    case FP_SUBNORMAL:
      kind = negative ? 1u << 4 : 1u << 7;
      break;
    default:
      kind = negative ? Negative : Positive;
    }
  }
  bool truth = kind & mask;
  noteOutcome(place, truth, true);
  return truth;
}

// Arguments of functions that know nothing of exact numbers, and their results.
template <class T> T marshal(T x) { return rounded(x); }
template <class T> T foreign(T x) { return isExactRun() && x != x ? quietNaN<T>() : x; }

} // namespace
} // namespace ariadne::ap

using namespace ariadne::ap;

#define HOOKS(T, CLASS)                                                                                      \
  int64_t __ariadne_ap_fptosi_##CLASS(T x, uint32_t bits, uint32_t place) {                                  \
    return toInteger(x, bits, true, place);                                                                  \
  }                                                                                                          \
  int64_t __ariadne_ap_fptoui_##CLASS(T x, uint32_t bits, uint32_t place) {                                  \
    return toInteger(x, bits, false, place);                                                                 \
  }                                                                                                          \
  T __ariadne_ap_sitofp_##CLASS(int64_t n) { return fromMachineInteger<T>(n); }                              \
  T __ariadne_ap_uitofp_##CLASS(uint64_t n) { return fromMachineInteger<T>(n); }                             \
  T __ariadne_ap_bits_##CLASS(T x) { return bitsOf(x); }                                                     \
  T __ariadne_ap_marshal_##CLASS(T x) { return marshal(x); }                                                 \
  T __ariadne_ap_foreign_##CLASS(T x) { return foreign(x); }                                                 \
  int __ariadne_ap_class_##CLASS(T x, uint32_t mask, uint32_t place) { return isOfClass(x, mask, place); }
extern "C" {
HOOKS(float, f32)
HOOKS(double, f64)
HOOKS(long double, f80)
double __ariadne_ap_fpext_f32_f64(float x) { return convert<double>(x); }
long double __ariadne_ap_fpext_f32_f80(float x) { return convert<long double>(x); }
long double __ariadne_ap_fpext_f64_f80(double x) { return convert<long double>(x); }
float __ariadne_ap_fptrunc_f64_f32(double x) { return convert<float>(x); }
float __ariadne_ap_fptrunc_f80_f32(long double x) { return convert<float>(x); }
double __ariadne_ap_fptrunc_f80_f64(long double x) { return convert<double>(x); }

uint32_t __ariadne_ap_unpun_i32(uint32_t bits) { return unpun<uint32_t, float>(bits); }
uint64_t __ariadne_ap_unpun_i64(uint64_t bits) { return unpun<uint64_t, double>(bits); }

void __ariadne_ap_external(const char *name) {
  if (isExactRun())
    mark("external", name);
}
void __ariadne_ap_unsupported(const char *what) {
  if (isExactRun())
    giveUp("%s has no exact meaning", what);
}
void __ariadne_undefined(const char *name) { giveUp("calls '%s', which is defined nowhere", name); }
}
