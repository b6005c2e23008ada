// What the ap variant calls.
#pragma once

#include <stdint.h>

#define ARIADNE_HOOKS "tables/hooks/exact.def"
#include "tables/hooks/prototypes.h"
