// trace: the variant for the executor. Every number carries the number of its expression (0:
// concrete) beside it, in registers, in memory and through calls; the runtime makes a new expression only
// where an operand has one:
//
//     %r = fmul double %x, %y
//     if (id(%x) | id(%y)) id(%r) = __ariadne_trace_2(FMUL and site, id(%x), id(%y), %x, %y, %r)
//     else                 id(%r) = 0
//
//     br i1 %c ...    is noted with id(%c) where that is not 0, and else the first time it goes each way.
//
// What has no expression is executed as it is and its result is concrete; the log says so. Applied after
// `harness`: the runtime makes the numbers in the input buffer symbolic, and thunks load them like any
// others.
#pragma once

#include "llvm/IR/PassManager.h"

namespace ariadne {

class TracePass : public llvm::PassInfoMixin<TracePass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace ariadne
