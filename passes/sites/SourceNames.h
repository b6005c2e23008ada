// What things are called in the source, from debug information.
#pragma once

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/Support/JSON.h"

namespace ariadne {

std::string sourceName(const llvm::Function &function);     // its name in the source, or its symbol
std::string sourcePath(const llvm::DIFile *file);           // directory and name joined
std::string typeName(const llvm::DIType *type);             // as C spells it; null is void
llvm::json::Object describePlace(const llvm::DILocation *); // {file, line, column}; empty and 0 when unknown

// The type behind typedefs and qualifiers.
const llvm::DIType *strip(const llvm::DIType *type);

} // namespace ariadne
