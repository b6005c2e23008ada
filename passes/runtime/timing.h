// How long a call takes, for the benchmarks.
#pragma once

#include "runtime/protocol/spec.h"

namespace ariadne {

// Times calls of the spec's function on its inputs. A probe variant first searches for the runs of the spec,
// so that what is timed is its state in the middle of a search.
int runTiming(const Spec &spec);

} // namespace ariadne
