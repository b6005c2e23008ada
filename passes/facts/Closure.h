// What a function's behaviour depends on, as a hash: its code, all that it can call, and the variables that
// these refer to with what they start from. It is the same wherever in the file the code stands, whatever its
// values are called and whatever else is in the module. What is only declared counts by its name.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Module.h"

#include <string>

namespace ariadne {

// Of every defined function: 32 hexadecimal digits.
llvm::DenseMap<const llvm::Function *, std::string> closureHashes(const llvm::Module &module);

} // namespace ariadne
