// Programs that unmask floating-point exceptions themselves (feenableexcept) would die of the first one.
// Where we only want to see how they compute, the trap is masked again and the operation gives its default
// result.
#pragma once

#include <csignal>

namespace ariadne {

// For handlers of SIGFPE: masks what trapped in the interrupted code. False for integer faults.
bool maskFloatTraps(const siginfo_t *info, void *context);

// A handler that does just that; integer faults kill as ever.
void ignoreFloatTraps();

} // namespace ariadne
