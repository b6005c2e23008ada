// Record mode: runs the reified program, which tells of each exception by a call:
//   {"site":5,"kind":1,"exact":false,"count":1,"a":"<hex>","b":"<hex>","r":"<hex>"}
// with the operands and the result of its first occurrence. `stopAtFirst`: the first one ends the run
// ("stopped").
#pragma once

#include "runtime/protocol/spec.h"

namespace ariadne {

int runRecord(const Spec &spec, bool stopAtFirst);

} // namespace ariadne
