// Trap mode: runs the original machine code with the hardware's floating-point traps on, and lists every
// exception with the address of its instruction.
#pragma once

#include "spec.h"

namespace ariadne {

int runTraps(const Spec &spec);

// Something has masked the exceptions on behalf of the program (fesetenv and its like): unmasks them again
// where they should be.
void restoreTraps();

} // namespace ariadne
