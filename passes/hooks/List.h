// The hooks that are listed in ARIADNE_HOOKS, for the passes: ariadne::hook::NAME. Their prototypes have been
// included before.
#include "hooks/Hooks.h"

namespace ariadne::hook {

#define ARIADNE_ANY_HOOK(NAME) {"__ariadne_" #NAME, Signature<decltype(__ariadne_##NAME)>::type}

#define HOOK(RESULT, NAME, PARAMETERS)                                                                       \
  inline constexpr Hook<Signature<decltype(__ariadne_##NAME)>::Count> NAME{ARIADNE_ANY_HOOK(NAME)};
#define FLOAT_HOOK(RESULT, NAME, PARAMETERS)                                                                 \
  inline constexpr FloatHook<Signature<decltype(__ariadne_##NAME##_f32)>::Count> NAME{                       \
      {ARIADNE_ANY_HOOK(NAME##_f32), ARIADNE_ANY_HOOK(NAME##_f64), ARIADNE_ANY_HOOK(NAME##_f80)}};
#include ARIADNE_HOOKS

#undef ARIADNE_ANY_HOOK
#undef ARIADNE_HOOKS

} // namespace ariadne::hook
