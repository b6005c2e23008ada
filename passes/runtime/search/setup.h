// Lays out the memory of a search for a probe variant.
#pragma once

#include "runtime/protocol/spec.h"
#include "runtime/sandbox/library.h"
#include "runtime/search/state.h"

namespace ariadne {

// Fills `Memory`. Throws std::runtime_error when the spec and the library do not fit together.
void setUpMemory(const Spec &spec, const Library &library);

Mutator makeMutator(const Spec &spec, Random &random);

} // namespace ariadne
