// Distances to targets for minimisers outside of the runner, which the benchmarks compare the search with.
#pragma once

#include "runtime/protocol/spec.h"

namespace ariadne {

// Answers lines "TARGET INPUT" (its place among the spec's targets, hex) from standard input with a
// line {"distance":...}, after the leads that the run brought. A crash of the code ends it.
int runDistances(const Spec &spec, int questions);

} // namespace ariadne
