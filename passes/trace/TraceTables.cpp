#include "trace/TraceTables.h"
#include "sites/SourceNames.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/JSON.h"

using namespace llvm;

namespace ariadne {

TraceTables numberForTrace(Module &module) {
  TraceTables tables;
  for (Function &function : module)
    for (Instruction &I : instructions(function)) {
      tables.instructions[&I] = unsigned(tables.instructions.size());
      if (auto *branch = dyn_cast<BranchInst>(&I); branch && branch->isConditional())
        tables.branches.push_back(branch);
    }
  return tables;
}

PreservedAnalyses TraceBranchesPrinter::run(Module &module, ModuleAnalysisManager &) {
  for (auto [number, branch] : enumerate(numberForTrace(module).branches)) {
    const Function &function = *branch->getFunction();
    json::Object place = describePlace(branch->getDebugLoc().get());
    json::Array targets; // where each edge leads: the first place of the block that has one
    for (BasicBlock *target : successors(branch)) {
      const DILocation *first = nullptr;
      for (Instruction &I : *target)
        if (!first && !I.isDebugOrPseudoInst())
          first = I.getDebugLoc().get();
      targets.push_back(describePlace(first));
    }
    bool bound = branch->getParent()->getName().starts_with("loop.bound");
    out << json::Value(json::Object{{"branch", number},
                                    {"function", sourceName(function)},
                                    {"symbol", function.getName()},
                                    {"place", std::move(place)},
                                    {"true", std::move(targets[0])},
                                    {"false", std::move(targets[1])},
                                    {"loop_bound", bound}})
        << '\n';
  }
  return PreservedAnalyses::all();
}

} // namespace ariadne
