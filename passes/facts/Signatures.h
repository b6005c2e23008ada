// How each defined function is called: parameters and results from debug information, not from parsing C.
#pragma once

#include "llvm/IR/PassManager.h"

#include <string>
#include <vector>

namespace ariadne {

// A number at a place of a flat buffer. cls: f32 f64 f80 i8..i64 u8..u64 bool.
struct ScalarSlot {
  std::string name, type, cls;
  uint64_t offset = 0;
};

// A parameter: a scalar in a slot of the input buffer, or (cls "ptr") a zeroed object in the output buffer.
struct ParameterSlot : ScalarSlot {
  uint64_t size = 0;
  std::vector<ScalarSlot> leaves; // the numbers of the object
};

struct Signature {
  llvm::Function *function;
  std::string name, text, unsupported; // unsupported: why it cannot be called, or empty
  std::vector<ParameterSlot> parameters;
  ScalarSlot result; // cls is empty for none
  uint64_t inputSize = 0, outputSize = 0;
};

class SignaturesAnalysis : public llvm::AnalysisInfoMixin<SignaturesAnalysis> {
public:
  using Result = std::vector<Signature>;
  Result run(llvm::Module &module, llvm::ModuleAnalysisManager &);

private:
  friend llvm::AnalysisInfoMixin<SignaturesAnalysis>;
  static llvm::AnalysisKey Key;
};

// One JSON object a line and function, with the sites, undefined functions and constants that it can reach,
// and the hash of all that (Closure.h).
class SignaturesPrinter : public llvm::PassInfoMixin<SignaturesPrinter> {
public:
  explicit SignaturesPrinter(llvm::raw_ostream &out) : out(out) {}
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }

private:
  llvm::raw_ostream &out;
};

} // namespace ariadne
