// The addresses of the hooks that are listed in ARIADNE_HOOKS, separated by commas. Nobody needs them: a
// runner keeps them so that it does not link when a hook is declared and not defined.

#define HOOK(RESULT, NAME, PARAMETERS) reinterpret_cast<const void *>(&__ariadne_##NAME),
#define FLOAT_HOOK(RESULT, NAME, PARAMETERS)                                                                 \
  reinterpret_cast<const void *>(&__ariadne_##NAME##_f32),                                                   \
      reinterpret_cast<const void *>(&__ariadne_##NAME##_f64),                                               \
      reinterpret_cast<const void *>(&__ariadne_##NAME##_f80),
#include ARIADNE_HOOKS
#undef ARIADNE_HOOKS
