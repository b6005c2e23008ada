// Record mode: runs the reified program, which tells of each exception by a call (see Reify). `stopAtFirst`:
// the first one ends the run.
#pragma once

#include "spec.h"

namespace ariadne {

int runRecord(const Spec &spec, bool stopAtFirst);

} // namespace ariadne
