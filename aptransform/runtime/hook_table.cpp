// Without this, a hook that is declared and not defined would be noticed by the first program that calls it.
#include "ap_hooks.h"
#include "runtime/protocol/hooks.h"

[[gnu::used]] static const void *const Hooks[] = {
#define ARIADNE_HOOKS "tables/hooks/any.def"
#include "tables/hooks/addresses.h"
#define ARIADNE_HOOKS "tables/hooks/exact.def"
#include "tables/hooks/addresses.h"
};
