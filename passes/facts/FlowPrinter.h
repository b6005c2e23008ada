// print<flow>: the blocks of a module, for whoever asks what may run after a decision, and what part was run.
// One JSON object a line and block, in order: its function, the branch at its end as traces number it, where
// it goes (the true side first), which functions it calls, its sites and its lines of source.
#pragma once

#include "llvm/IR/PassManager.h"

namespace ariadne {

class FlowPrinter : public llvm::PassInfoMixin<FlowPrinter> {
public:
  explicit FlowPrinter(llvm::raw_ostream &out) : out(out) {}
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }

private:
  llvm::raw_ostream &out;
};

} // namespace ariadne
