// What the probe variant calls.
#pragma once

#include <stdint.h>

#define ARIADNE_HOOKS "tables/hooks/probe.def"
#include "tables/hooks/prototypes.h"
