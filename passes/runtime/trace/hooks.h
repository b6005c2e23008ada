// What the trace variant calls.
#pragma once

#include "runtime/trace/abi.h"

#define ARIADNE_HOOKS "tables/hooks/trace.def"
#include "tables/hooks/prototypes.h"
