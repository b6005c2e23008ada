// From what a run noted to the events of its trace: each operation gets the conditions under which it raises
// an exception, a reading of the exception table, over expressions.
#pragma once

#include "runtime/trace/abi.h"
#include "runtime/trace/recorder.h"

#include <vector>

namespace ariadne {

// `count` raw events of a run whose nodes are in Trace; more nodes are added to it. The events come from
// memory that hostile code could write: those that make no sense are left out.
std::vector<ariadne_trace_event> expandEvents(const RawEvent *events, uint32_t count,
                                              const ariadne_trace_module &module);

} // namespace ariadne
