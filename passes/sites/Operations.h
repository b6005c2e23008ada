// Which instructions are floating-point operations, and the exception table read as IR.
#pragma once

#include "tables/semantics.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instruction.h"

#include <optional>

namespace ariadne {

// How a run of the original program shows the exception: a hardware trap, the arguments and result of a call
// seen at its boundary, or only the values (x86 converts to narrow and unsigned integers without any trap).
enum class Evidence { Trap, Call, Value };

struct FPOperation {
  Operation op;
  llvm::Type *type; // the operation's own type; of the source for conversions
  llvm::SmallVector<llvm::Value *, 3> operands;
  Evidence evidence;
};

// The operation that `I` performs, if it is one of the table on a type we know (float, double, x86_fp80).
std::optional<FPOperation> classify(llvm::Instruction &I);

// True for a floating-point operation of the table on a type that is not analysed (half, fp128, vectors,
// ...).
bool isSkippedOperation(llvm::Instruction &I);

unsigned tableKinds(Operation op);                    // mask of the kinds that the table has for it
unsigned possibleKinds(const FPOperation &operation); // less those that constant operands rule out: x / 2.0
llvm::StringRef operationName(Operation op);
llvm::StringRef kindName(unsigned kind);
llvm::StringRef typeClass(llvm::Type *type); // f32, f64, f80

// The operands x, y, z and the result r of the table's row, in the operation's own type; constants where the
// row wants bounds. Missing ones are null.
struct RowValues {
  llvm::Value *x, *y, *z, *r;
};
RowValues rowValues(const FPOperation &operation, llvm::Instruction &I, llvm::IRBuilder<> &builder);

// The conditions under which `I` raises each kind as a primary exception; null where it never does.
// Code goes to where `builder` stands, which must be after `I`.
void buildKindConditions(const FPOperation &operation, const RowValues &row, llvm::IRBuilder<> &builder,
                         llvm::Value *(&conditions)[ARIADNE_KINDS]);

} // namespace ariadne
