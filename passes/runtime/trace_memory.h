// Expressions of what is loaded from memory.
#pragma once

#include "trace_recorder.h"

namespace ariadne {

// The expression of a value of that type at that address; 0 if it is concrete. `stale` is set if the bytes
// are not those that the program stored: somebody else wrote there, and what we know is no longer true.
uint32_t loadExpression(uintptr_t address, unsigned type, Bits value, bool &stale);

} // namespace ariadne
