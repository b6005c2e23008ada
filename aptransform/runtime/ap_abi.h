// What the ap variant and its runtime agree on, besides its hooks (tables/hooks/exact.def).
#pragma once

#include <stdint.h>

// Where the program decides something by a floating-point number: a comparison, or a conversion to an
// integer.
struct ariadne_ap_place {
  uint32_t line;
  uint32_t column;
  const char *file;
};

struct ariadne_ap_module {
  uint32_t abi;
  uint32_t places;
  const struct ariadne_ap_place *place;
};
#define ARIADNE_AP_MODULE "__ariadne_ap_module"
