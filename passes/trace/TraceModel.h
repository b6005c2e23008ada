// Which instructions have an expression, and which one.
#pragma once

#include "tables/expressions.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/InstrTypes.h"

#include <optional>

namespace ariadne {

// The type of expressions for a type of the program; Type_NONE for what is never symbolic (pointers) or has
// no expressions (half, vectors, i24).
ExpressionType expressionType(const llvm::Type *type);

struct Model {
  Expression op;
  llvm::SmallVector<llvm::Value *, 3> operands;
  unsigned aux = 0;
};

// The expression of a scalar result, if there is one for it.
std::optional<Model> modelOf(llvm::Instruction &I);

// A call that gives nothing back to the program's numbers, whatever it is given: no value, no memory, no
// rounding mode.
bool isHarmless(const llvm::CallBase &call);

// Rewrites what is several simple operations as such, where the values stay the same bit for bit: fmuladd on
// a machine that has no fused operation, integer minima, tests of float classes, ... Returns true if `I` is
// gone.
bool lowerForTrace(llvm::Instruction &I);

} // namespace ariadne
