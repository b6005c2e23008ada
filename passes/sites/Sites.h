// fp-sites: every floating-point operation of a module, numbered.
#pragma once

#include "sites/Operations.h"

#include "llvm/IR/PassManager.h"

#include <string>
#include <vector>

namespace ariadne {

// (function, index) is the identity of a site: the index-th operation of that function, in block order. The
// number counts through the module. Variants are all made from the same bitcode, so both agree everywhere.
struct Site {
  llvm::Instruction *instruction;
  FPOperation operation;
  unsigned number;
  unsigned index;
  llvm::Function &function() const { return *instruction->getFunction(); }
};

struct SiteTable {
  std::vector<Site> sites;
  unsigned skipped = 0;                // operations on types that are not analysed
  std::vector<std::string> unobserved; // calls and inline assembly that compute where nothing is observed
  bool fastMath = false;               // some operation carries fast-math flags
};

class SitesAnalysis : public llvm::AnalysisInfoMixin<SitesAnalysis> {
public:
  using Result = SiteTable;
  SiteTable run(llvm::Module &module, llvm::ModuleAnalysisManager &);

private:
  friend llvm::AnalysisInfoMixin<SitesAnalysis>;
  static llvm::AnalysisKey Key;
};

// print<fp-sites>: one JSON object a line: first the module, then the sites in order.
//
// print<fp-sites;digest>: one object that tells whether two modules have the same sites: `listing` is a hash
// of all that print<fp-sites> prints, `identities` one of which operation has which number.
class SitesPrinter : public llvm::PassInfoMixin<SitesPrinter> {
public:
  explicit SitesPrinter(llvm::raw_ostream &out, bool digest = false) : out(out), digest(digest) {}
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }

private:
  llvm::raw_ostream &out;
  bool digest;
};

} // namespace ariadne
