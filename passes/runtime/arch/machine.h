// What the runtimes ask of the processor and of the kernel on it. Each folder beside this file answers for
// one machine; CMake takes the one it builds for. docs/recipes-arch.md says what each function must do.
#pragma once

#include "machine/float_state.h"  // rounding, masks and flags of a thread
#include "machine/system_calls.h" // how seccomp sees the machine, and a denied call's registers
#include "machine/traps.h"        // traps of floating-point operations, single steps
