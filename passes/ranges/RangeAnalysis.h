// The range analysis: abstract interpretation of functions over intervals, callees in the context of their
// arguments.
#pragma once

#include "facts/Reach.h"
#include "ranges/RangeFrame.h"
#include "ranges/RangeTable.h"
#include "sites/Sites.h"

#include <map>
#include <memory>
#include <set>

namespace ariadne {

// What was seen at a site: its operands (finite ones only) and results, and the kinds that they can raise.
struct SiteRanges {
  RangeRow row;
  unsigned raised = 0;
};

// What a function starts from: its arguments, and what the objects hold that pointers among them point to.
struct Context {
  std::vector<RangeValue> arguments;
  std::vector<Cells> contents; // by argument
  std::vector<uint64_t> sizes; // of the object from there on; 0 if nobody knows
  bool within(const Context &o) const;
};

// What a function does in a context.
struct Summary {
  llvm::Function *function = nullptr;
  Context context;
  bool done = false;
  std::string unknown;                  // why nothing is known of it, or empty
  RangeValue result;                    // nothing: it does not return
  std::vector<Cells> contents;          // of its pointer arguments' objects, when it returns
  bool storesAnywhere = false;          // through pointers that nobody follows
  bool wild = false;                    // perhaps out of the bounds of an object
  bool callsAnything = false;           // code that is not here and may call back
  std::map<unsigned, SiteRanges> sites; // its own, by number
  std::set<const Summary *> callees;
};

struct Limits {
  uint64_t steps = 400'000; // instructions for one entry, before less precise contexts are taken
  unsigned contexts = 100;  // of a function
};

class RangeAnalysis {
public:
  RangeAnalysis(llvm::Module &module, const SiteTable &sites, Limits limits = {});

  // The function called from outside with such arguments.
  const Summary &analyse(llvm::Function &entry, const Context &context);
  Context anyContext(llvm::Function &function);

private:
  friend class Interpreter;
  const Summary &call(llvm::Function &function, const Context &context);
  const Summary &compute(llvm::Function &function, const Context &context);
  Frame &frameOf(llvm::Function &function);
  void findRecursion();

  llvm::Module &module;
  Limits limits;
  uint64_t steps = 0;
  Ownership ownership;
  llvm::DenseMap<const llvm::Instruction *, const Site *> siteOf;
  llvm::DenseSet<const llvm::GlobalVariable *> readOnly;
  llvm::DenseMap<const llvm::Function *, std::unique_ptr<Frame>> frames;
  llvm::DenseMap<const llvm::Function *, std::vector<std::unique_ptr<Summary>>> summaries;
  llvm::DenseSet<const llvm::Function *> recursive;
  llvm::DenseMap<const llvm::FunctionType *, std::vector<llvm::Function *>> addressTaken;
};

} // namespace ariadne
