// Expressions of what is loaded from memory.
#pragma once

#include "runtime/trace/recorder.h"

namespace ariadne {

struct Loaded {
  uint32_t node = 0; // 0: concrete
  // Something was lost. Stale: the bytes are not those that the program stored, so somebody else wrote there,
  // and what we know is no longer true. Patchwork: there is no expression for it.
  enum Problem { None, Stale, Patchwork } problem = None;
};

// The expression of a value of that type at that address.
Loaded loadExpression(uintptr_t address, unsigned type, Bits value);

} // namespace ariadne
