// variants(NAME(PASSES),NAME(PASSES)): several modules made of one, in one process, all at the same time.
//
// Each list of passes gets a copy of the module. Copies go by way of bitcode into contexts of their own, so
// that nothing differs from a module that was read from a file, and threads share nothing. What the passes
// print follows when all have ended, each part after a line `variant NAME`.
//
// write<FILE>: the module as it is at this place, as bitcode. The file's name cannot have commas and
// brackets: that is how pipelines are written. Whoever needs such names works in the file's folder.
#pragma once

#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"

#include <functional>
#include <string>
#include <vector>

namespace ariadne {

// Makes our passes known to a pass builder; what they print goes to the stream.
using RegisterPasses = std::function<void(llvm::PassBuilder &, llvm::raw_ostream &)>;

class VariantsPass : public llvm::PassInfoMixin<VariantsPass> {
public:
  VariantsPass(llvm::ArrayRef<llvm::PassBuilder::PipelineElement> variants, llvm::raw_ostream &out,
               RegisterPasses registerPasses);
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }

private:
  struct Variant {
    std::string name, passes;
  };
  std::vector<Variant> variants;
  llvm::raw_ostream &out;
  RegisterPasses registerPasses;

  std::string make(const Variant &variant, llvm::StringRef bitcode) const;
};

class WritePass : public llvm::PassInfoMixin<WritePass> {
public:
  explicit WritePass(std::string path) : path(std::move(path)) {}
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }

private:
  std::string path;
};

} // namespace ariadne
