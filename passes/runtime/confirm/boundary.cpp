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

// A wrapper for each signature, by its letters (tables/functions.h).
#define OBSERVE(OP, NAME, T, R, PARAMETERS, ARGUMENTS, X, Y, Z)                                              \
  R __real_##NAME PARAMETERS;                                                                                \
  R __wrap_##NAME PARAMETERS {                                                                               \
    return observe<T, R>(Op_##OP, X, Y, Z, HERE, [&] { return __real_##NAME ARGUMENTS; });                   \
  }
#define WRAP_TT(OP, NAME, T) OBSERVE(OP, NAME, T, T, (T x), (x), x, 0, 0)
#define WRAP_TTT(OP, NAME, T) OBSERVE(OP, NAME, T, T, (T x, T y), (x, y), x, y, 0)
#define WRAP_TTTT(OP, NAME, T) OBSERVE(OP, NAME, T, T, (T x, T y, T z), (x, y, z), x, y, z)
#define WRAP_TTi(OP, NAME, T) OBSERVE(OP, NAME, T, T, (T x, int n), (x, n), x, 0, 0)
#define WRAP_TTl(OP, NAME, T) OBSERVE(OP, NAME, T, T, (T x, long n), (x, n), x, 0, 0)
#define WRAP_TiT(OP, NAME, T) OBSERVE(OP, NAME, T, T, (int n, T x), (n, x), x, 0, 0)
#define WRAP_TTp(OP, NAME, T) OBSERVE(OP, NAME, T, T, (T x, int *p), (x, p), x, 0, 0)
#define WRAP_TTL(OP, NAME, T) OBSERVE(OP, NAME, T, T, (T x, long double y), (x, y), x, 0, 0)
#define WRAP_TTTp(OP, NAME, T) OBSERVE(OP, NAME, T, T, (T x, T y, int *p), (x, y, p), x, y, 0)
#define WRAP_iT(OP, NAME, T) OBSERVE(OP, NAME, T, int, (T x), (x), x, BELOW(T), ABOVE)
#define WRAP_lT(OP, NAME, T) OBSERVE(OP, NAME, T, long, (T x), (x), x, BELOW(T), ABOVE)
#define WRAP_qT(OP, NAME, T) OBSERVE(OP, NAME, T, long long, (T x), (x), x, BELOW(T), ABOVE)
// sincos: what it writes first is the result of its row.
#define WRAP_vTpp(OP, NAME, T)                                                                               \
  void __real_##NAME(T x, T *p, T *q);                                                                       \
  void __wrap_##NAME(T x, T *p, T *q) {                                                                      \
    observe<T, T>(Op_##OP, x, 0, 0, HERE, [&] { return __real_##NAME(x, p, q), *p; });                       \
  }
#define BELOW(T) belowInt64<T>()
#define ABOVE 0x1p63L - 0.5L

extern "C" {
#define OBSERVED(LETTERS, OP, NAME, T) WRAP_##LETTERS(OP, NAME, T)
#include "tables/boundary.def"
}
