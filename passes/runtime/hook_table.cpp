// Without this, a hook that is declared and not defined would be noticed by the first program that calls it.
#include "runtime/confirm/hooks.h"
#include "runtime/protocol/hooks.h"
#include "runtime/search/hooks.h"
#include "runtime/trace/hooks.h"

[[gnu::used]] static const void *const Hooks[] = {
#define ARIADNE_HOOKS "tables/hooks/any.def"
#include "tables/hooks/addresses.h"
#define ARIADNE_HOOKS "tables/hooks/reify.def"
#include "tables/hooks/addresses.h"
#define ARIADNE_HOOKS "tables/hooks/probe.def"
#include "tables/hooks/addresses.h"
#define ARIADNE_HOOKS "tables/hooks/trace.def"
#include "tables/hooks/addresses.h"
};
