// harness: for every function that can be called, a thunk that calls it from flat buffers (see
// runtime/protocol/abi.h).
//
// harness<setup=NAME;setup=NAME>: before that, each thunk calls these functions of no parameters, as a caller
// has to who wants the program in a certain state (an error handler turned off, say).
#pragma once

#include "llvm/IR/PassManager.h"

#include <string>
#include <vector>

namespace ariadne {

class HarnessPass : public llvm::PassInfoMixin<HarnessPass> {
public:
  explicit HarnessPass(std::vector<std::string> setup = {}) : setup(std::move(setup)) {}
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }

private:
  std::vector<std::string> setup;
};

} // namespace ariadne
