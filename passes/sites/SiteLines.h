// site-lines: debug information that names sites instead of source lines.
//
// An address of the compiled program is mapped to its site by the line table, and source columns are not
// enough for that: all operations of a macro share one. So the line of every operation becomes its number
// (SiteLineBase + n) and everything else is line 1. Only metadata changes: the machine code stays that of the
// original, bit for bit.
#pragma once

#include "llvm/IR/PassManager.h"

namespace ariadne {

constexpr unsigned SiteLineBase = 2;

class SiteLinesPass : public llvm::PassInfoMixin<SiteLinesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace ariadne
