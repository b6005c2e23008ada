// harness: for every function that can be called, a thunk that calls it from flat buffers (see
// runtime/abi.h).
#pragma once

#include "llvm/IR/PassManager.h"

namespace ariadne {

class HarnessPass : public llvm::PassInfoMixin<HarnessPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace ariadne
