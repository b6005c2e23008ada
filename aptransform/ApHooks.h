// The hooks that the ap variant calls, as ariadne::hook::ap_NAME, and those that are chosen by a name or
// types.
#pragma once

#include "runtime/ap_hooks.h"

#define ARIADNE_HOOKS "tables/hooks/exact.def"
#include "hooks/List.h"

namespace ariadne {

// Of an instruction, or of a function in tables/exact_hooks.def.
const AnyFloatHook &exactHook(llvm::StringRef name);

// From one type of floats to another one.
const AnyHook &conversionHook(const llvm::Type *from, const llvm::Type *to);

// Whether a call with these arguments and this result can be left to the hook. A program may declare a
// function of libm in a way that libm does not.
bool fits(const AnyHook &hook, llvm::ArrayRef<llvm::Value *> arguments, const llvm::Type *result);

} // namespace ariadne
