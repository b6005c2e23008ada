// print<fp-ranges>: which exceptions can sites not raise, whatever a function is called with? Proofs by
// intervals.
#pragma once

#include "llvm/IR/PassManager.h"

#include <string>

namespace ariadne {

// One JSON object a line and function that can be called: the kinds (as a mask) of sites that it can never
// raise, with the reason. `domains` names a file, or nothing: a line `symbol` for each function that is
// wanted, and `symbol parameter low high` for each parameter with a range.
class RangesPrinter : public llvm::PassInfoMixin<RangesPrinter> {
public:
  RangesPrinter(llvm::raw_ostream &out, std::string domains) : out(out), domains(std::move(domains)) {}
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }

private:
  llvm::raw_ostream &out;
  std::string domains;
};

} // namespace ariadne
