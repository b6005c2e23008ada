// Declares the hooks that are listed in ARIADNE_HOOKS, a .def of this folder. A definition that does not have
// this very type does not compile. Also for C. Included once for each list.

#ifdef __cplusplus
extern "C" {
#endif

#define HOOK(RESULT, NAME, PARAMETERS) RESULT __ariadne_##NAME PARAMETERS;
#define FLOAT_HOOK(RESULT, NAME, PARAMETERS) RESULT __ariadne_##NAME##_f32 PARAMETERS;
#define Float float
#include ARIADNE_HOOKS
#undef Float

#define FLOAT_HOOK(RESULT, NAME, PARAMETERS) RESULT __ariadne_##NAME##_f64 PARAMETERS;
#define Float double
#include ARIADNE_HOOKS
#undef Float

#define FLOAT_HOOK(RESULT, NAME, PARAMETERS) RESULT __ariadne_##NAME##_f80 PARAMETERS;
#define Float long double
#include ARIADNE_HOOKS
#undef Float

#undef ARIADNE_HOOKS

#ifdef __cplusplus
}
#endif
