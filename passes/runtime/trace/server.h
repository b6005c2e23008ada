// Mode `trace`: runs the trace variant on the inputs that come on stdin, one a line as hexadecimal digits,
// each in a fresh child. The trace of a run (trace_format.h) is in the file that the spec names when its line
// is printed:
//
//   {"ended":"returned","output":"<hex>",...,"nodes":120,"events":40,"cut":false,"seconds":1e-06}
#pragma once

#include "runtime/protocol/spec.h"

namespace ariadne {

int runTraces(const Spec &spec, int questions);

} // namespace ariadne
