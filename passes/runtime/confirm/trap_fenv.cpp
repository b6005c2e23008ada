// Functions of <fenv.h> that mask exceptions. Analysed code finds these before the C library's, because the
// executable comes first: after the real function the traps are put back, so that computing under
// feholdexcept is still observed.
#include "runtime/confirm/trap.h"

#include <cfenv>
#include <dlfcn.h>

namespace {

template <class Argument> int callReal(const char *name, Argument argument) {
  auto *real = reinterpret_cast<int (*)(Argument)>(dlsym(RTLD_NEXT, name));
  int result = real ? real(argument) : -1;
  ariadne::restoreTraps();
  return result;
}

} // namespace

extern "C" {
int feholdexcept(fenv_t *to) noexcept { return callReal("feholdexcept", to); }
int fesetenv(const fenv_t *from) noexcept { return callReal("fesetenv", from); }
int feupdateenv(const fenv_t *from) noexcept { return callReal("feupdateenv", from); }
int fesetmode(const femode_t *from) noexcept { return callReal("fesetmode", from); }
int fedisableexcept(int which) noexcept { return callReal("fedisableexcept", which); }
}
