// Trap mode: runs the original machine code with the hardware's floating-point traps on, and lists every
// exception with the address of its instruction, as in the object file: {"address":4660,"kinds":1,"count":3},
// in the order of first occurrence. An event of a libm function has the address of the last byte of its call
// (see trap_hooks.h).
#pragma once

#include "runtime/protocol/spec.h"

namespace ariadne {

int runTraps(const Spec &spec);

// Something has masked the exceptions on behalf of the program (fesetenv and its like): unmasks them again
// where they should be.
void restoreTraps();

} // namespace ariadne
