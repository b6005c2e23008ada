// Which called functions have an exact counterpart.
#pragma once

#include "llvm/IR/InstrTypes.h"

#include <optional>
#include <string>

namespace ariadne {

bool isApType(llvm::Type *type);                           // float, double, x86_fp80
bool hasFloat(llvm::Type *type);                           // anywhere in it, in vectors and structures too
bool seesFloats(const llvm::CallBase &call);               // its arguments or its result
std::string describeOperation(const llvm::Instruction &I); // "fadd of type <2 x double>"

// How a call goes on: to the hook `name` with its first `arguments` arguments, then a place if it decides
// something.
struct ApCall {
  std::string name; // without prefix and class
  unsigned arguments;
  bool decides;
  unsigned classMask = 0; // for name "class": the argument of llvm.is.fpclass
};

// Of a function of libm or an intrinsic, on numbers of `type`; nothing if it has none.
std::optional<ApCall> findExactCall(llvm::CallBase &call, llvm::Type *&type);

// Functions of the C library that at most move floats as bytes, or see none at all.
bool isHarmless(llvm::StringRef name);
// Functions that print: what they return is seldom looked at.
bool isPrinter(llvm::StringRef name);

} // namespace ariadne
