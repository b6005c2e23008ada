// Which function of libm is this call? Asked by all passes, answered here.
#pragma once

#include "tables/functions.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/InstrTypes.h"

#include <optional>

namespace ariadne {

struct LibraryCall {
  MathFunction function;
  llvm::Type *type; // T of the signature: float, double, x86_fp80; of an intrinsic also others
  bool intrinsic;   // llvm.sin.f64
  bool strict;      // llvm.experimental.constrained.sin.f64

  const FunctionRow &row() const { return Functions[function]; }
};

// By its name and by its types: a logger named `log` is not the logarithm. Functions that are defined in the
// module do not count: a library under analysis may bring its own sin.
std::optional<LibraryCall> libraryCall(const llvm::CallBase &call);

// The operands that are numbers of the function's own format, then those that are integers.
llvm::SmallVector<llvm::Value *, 3> numbersOf(const LibraryCall &known, const llvm::CallBase &call);

bool givesInteger(const LibraryCall &known);
bool takesPointer(const LibraryCall &known);

// The name of an intrinsic without what LLVM puts around it: fadd of llvm.experimental.constrained.fadd.f64.
llvm::StringRef intrinsicName(const llvm::CallBase &call);

} // namespace ariadne
