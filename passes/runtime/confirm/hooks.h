// What the reified program calls.
#pragma once

#include "runtime/protocol/abi.h"

#define ARIADNE_HOOKS "tables/hooks/reify.def"
#include "tables/hooks/prototypes.h"
