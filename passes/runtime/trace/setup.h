// How a traced run begins.
#pragma once

#include "runtime/sandbox/library.h"
#include "runtime/trace/abi.h"

namespace ariadne {

// The library's description of itself; the inputs of later runs are those of the spec. Throws if it is not a
// trace variant.
const ariadne_trace_module &findTraceModule(const Spec &spec, const Library &library);

// Makes the numbers of the input buffer symbolic, and calls the function.
void callTraced(const Library &library, const ariadne_trace_module &module, const void *input, void *output);

} // namespace ariadne
