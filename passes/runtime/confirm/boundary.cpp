// Calls of libm, seen at their boundary. The original program is linked with --wrap for these names, so that
// each call passes here: traps are held while the real function runs, and what it raised is told by the
// exception table from its arguments and result. What happens inside of libm is its own affair: it raises and
// hides flags on the way.
#include "runtime/confirm/trap_hooks.h"
#include "tables/semantics.h"

#include <climits>

using namespace ariadne;

namespace {

template <class T, class R, class Call> R observe(Operation op, T x, T y, T z, void *caller, Call call) {
  uint64_t state = ariadne_trap_suspend();
  R result = call();
  T r = std::is_integral_v<R> ? T(0) : T(result);
  ariadne_trap_resume(state, caller, raisedKinds<T>(op, x, y, z, r));
  return result;
}

// The bounds that the table wants for rounding to an integer of 64 bits. 2^63 - 0.5 is 2^63 but in long
// double.
template <class T> T belowInt64() {
  return std::numeric_limits<T>::digits >= 64 ? T(-0x1p63) - 1
                                              : T(-0x1p63) * (1 + std::numeric_limits<T>::epsilon());
}

} // namespace

#define HERE __builtin_return_address(0)

// One function in its three types: NAMEf, NAME, NAMEl.
#define IN_ALL_TYPES(SHAPE, NAME)                                                                            \
  SHAPE(NAME, NAME##f, float)                                                                                \
  SHAPE(NAME, NAME, double)                                                                                  \
  SHAPE(NAME, NAME##l, long double)

#define OF_ONE(OP, NAME, T)                                                                                  \
  T __real_##NAME(T);                                                                                        \
  T __wrap_##NAME(T x) {                                                                                     \
    return observe<T, T>(Op_##OP, x, 0, 0, HERE, [&] { return __real_##NAME(x); });                          \
  }
#define OF_TWO(OP, NAME, T)                                                                                  \
  T __real_##NAME(T, T);                                                                                     \
  T __wrap_##NAME(T x, T y) {                                                                                \
    return observe<T, T>(Op_##OP, x, y, 0, HERE, [&] { return __real_##NAME(x, y); });                       \
  }
#define OF_THREE(OP, NAME, T)                                                                                \
  T __real_##NAME(T, T, T);                                                                                  \
  T __wrap_##NAME(T x, T y, T z) {                                                                           \
    return observe<T, T>(Op_##OP, x, y, z, HERE, [&] { return __real_##NAME(x, y, z); });                    \
  }
#define AND_MORE(OP, NAME, T, MORE)                                                                          \
  T __real_##NAME(T, MORE);                                                                                  \
  T __wrap_##NAME(T x, MORE more) {                                                                          \
    return observe<T, T>(Op_##OP, x, 0, 0, HERE, [&] { return __real_##NAME(x, more); });                    \
  }
#define WITH_INT(OP, NAME, T) AND_MORE(OP, NAME, T, int)
#define WITH_LONG(OP, NAME, T) AND_MORE(OP, NAME, T, long)
#define AFTER_INT(OP, NAME, T)                                                                               \
  T __real_##NAME(int, T);                                                                                   \
  T __wrap_##NAME(int n, T x) {                                                                              \
    return observe<T, T>(Op_##OP, x, 0, 0, HERE, [&] { return __real_##NAME(n, x); });                       \
  }
#define TWO_WITH_POINTER(OP, NAME, T)                                                                        \
  T __real_##NAME(T, T, int *);                                                                              \
  T __wrap_##NAME(T x, T y, int *p) {                                                                        \
    return observe<T, T>(Op_##OP, x, y, 0, HERE, [&] { return __real_##NAME(x, y, p); });                    \
  }
#define TO_INTEGER(OP, NAME, T, R)                                                                           \
  R __real_##NAME(T);                                                                                        \
  R __wrap_##NAME(T x) {                                                                                     \
    return observe<T, R>(Op_##OP, x, belowInt64<T>(), 0x1p63L - 0.5L, HERE,                                  \
                         [&] { return __real_##NAME(x); });                                                  \
  }
#define TO_INT(OP, NAME, T) TO_INTEGER(OP, NAME, T, int)
#define TO_LONG(OP, NAME, T) TO_INTEGER(OP, NAME, T, long)
#define TO_LONG_LONG(OP, NAME, T) TO_INTEGER(OP, NAME, T, long long)

extern "C" {

IN_ALL_TYPES(OF_ONE, sqrt)
IN_ALL_TYPES(OF_TWO, hypot)
IN_ALL_TYPES(OF_THREE, fma)
IN_ALL_TYPES(OF_TWO, fmod)
IN_ALL_TYPES(OF_TWO, remainder)
IN_ALL_TYPES(TWO_WITH_POINTER, remquo)
IN_ALL_TYPES(OF_TWO, fdim)
IN_ALL_TYPES(OF_ONE, exp)
IN_ALL_TYPES(OF_ONE, exp2)
IN_ALL_TYPES(OF_ONE, exp10)
IN_ALL_TYPES(OF_ONE, expm1)
IN_ALL_TYPES(OF_ONE, log)
IN_ALL_TYPES(OF_ONE, log2)
IN_ALL_TYPES(OF_ONE, log10)
IN_ALL_TYPES(OF_ONE, log1p)
IN_ALL_TYPES(OF_ONE, logb)
IN_ALL_TYPES(TO_INT, ilogb)
IN_ALL_TYPES(OF_TWO, pow)
IN_ALL_TYPES(OF_ONE, sin)
IN_ALL_TYPES(OF_ONE, tan)
IN_ALL_TYPES(OF_ONE, asin)
IN_ALL_TYPES(OF_ONE, acos)
IN_ALL_TYPES(OF_ONE, atan)
IN_ALL_TYPES(OF_TWO, atan2)
IN_ALL_TYPES(OF_ONE, sinh)
IN_ALL_TYPES(OF_ONE, cosh)
IN_ALL_TYPES(OF_ONE, tanh)
IN_ALL_TYPES(OF_ONE, asinh)
IN_ALL_TYPES(OF_ONE, acosh)
IN_ALL_TYPES(OF_ONE, atanh)
IN_ALL_TYPES(OF_ONE, erf)
IN_ALL_TYPES(OF_ONE, erfc)
IN_ALL_TYPES(OF_ONE, tgamma)
IN_ALL_TYPES(OF_ONE, lgamma)
IN_ALL_TYPES(OF_ONE, j0)
IN_ALL_TYPES(OF_ONE, j1)
IN_ALL_TYPES(AFTER_INT, jn)
IN_ALL_TYPES(OF_ONE, y0)
IN_ALL_TYPES(OF_ONE, y1)
IN_ALL_TYPES(AFTER_INT, yn)
IN_ALL_TYPES(WITH_INT, ldexp)
IN_ALL_TYPES(WITH_INT, scalbn)
IN_ALL_TYPES(WITH_LONG, scalbln)
IN_ALL_TYPES(OF_TWO, nextafter)
IN_ALL_TYPES(TO_LONG, lrint)
IN_ALL_TYPES(TO_LONG_LONG, llrint)
IN_ALL_TYPES(TO_LONG, lround)
IN_ALL_TYPES(TO_LONG_LONG, llround)

// Other names of the same functions.
OF_TWO(remainder, dremf, float)
OF_TWO(remainder, drem, double)
OF_TWO(remainder, dreml, long double)
OF_ONE(lgamma, gammaf, float)
OF_ONE(lgamma, gamma, double)
OF_ONE(lgamma, gammal, long double)
#define LGAMMA_R(OP, NAME, T) AND_MORE(OP, NAME, T, int *)
LGAMMA_R(lgamma, lgammaf_r, float)
LGAMMA_R(lgamma, lgamma_r, double)
LGAMMA_R(lgamma, lgammal_r, long double)
}
