// reify: makes every exception explicit. After each operation stands a guard per kind, whose body is reached
// only if that operation, on finite operands, raises that kind:
//
//     %r = fmul double %x, %y          %r = fmul double %x, %y
//                                ==>   %raised = (|%r| == inf) & finite(%x) & finite(%y)
//                                      br i1 %raised, label %overflow.0, label %next
//                                    overflow.0:
//                                      call void @__ariadne_raise_f64(ptr @site.0, i32 1, %x, %y, %r)
//                                      br label %next
//
// The hook signals and ends the run (runtime/confirm/reify_runtime.cpp); one that records returns and the run
// goes on.
#pragma once

#include "llvm/IR/PassManager.h"

namespace ariadne {

class ReifyPass : public llvm::PassInfoMixin<ReifyPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace ariadne
