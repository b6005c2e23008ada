// Computations with floats that are no sites, because nothing shows what they raise: reports name them.
#pragma once

#include "llvm/IR/Module.h"

#include <string>
#include <vector>

namespace ariadne {

// Names of functions that other code defines and that take or give floats, without a row in the table (cexp,
// __divdc3, fromfp, strtod), and places of inline assembly. Sorted, each once.
std::vector<std::string> unobserved(llvm::Module &module);

} // namespace ariadne
