// What any variant may call.
#pragma once

#define ARIADNE_HOOKS "tables/hooks/any.def"
#include "tables/hooks/prototypes.h"
