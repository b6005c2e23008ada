// What the trace variant numbers: branches, and instructions that may have to make a value concrete.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PassManager.h"

#include <vector>

namespace ariadne {

// Numbers count through the module in block order, so they are the same in every module that was made in the
// same way.
struct TraceTables {
  std::vector<llvm::BranchInst *> branches; // conditional ones
  llvm::DenseMap<const llvm::Instruction *, unsigned> instructions;
};

TraceTables numberForTrace(llvm::Module &module);

// print<trace-branches>: one JSON object a line and branch.
class TraceBranchesPrinter : public llvm::PassInfoMixin<TraceBranchesPrinter> {
public:
  explicit TraceBranchesPrinter(llvm::raw_ostream &out) : out(out) {}
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }

private:
  llvm::raw_ostream &out;
};

} // namespace ariadne
