// What the range analysis needs to know of a function before it runs it: numbers of values, loops, objects.
#pragma once

#include "ranges/RangeState.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"

#include <string>

namespace ariadne {

// Objects are the memory that nobody else can reach: addresses of theirs are only loaded from, stored to,
// moved, compared, and handed to functions that do no more.
class Ownership {
public:
  bool isTracked(const llvm::Value &pointer);

private:
  llvm::DenseMap<const llvm::Value *, bool> known;
};

struct Frame {
  llvm::Function *function;
  llvm::DenseMap<const llvm::Value *, unsigned> numbers; // values that live longer than their block
  unsigned values = 0;
  llvm::DenseMap<const llvm::Value *, unsigned> objects; // tracked allocas and pointer parameters
  std::vector<uint64_t> sizes;                           // of objects; 0 for parameters
  std::vector<llvm::BasicBlock *> order;                 // reverse postorder
  llvm::DominatorTree dominators;
  llvm::LoopInfo loops;
  Thresholds thresholds;
  std::string unsupported; // why it cannot be analysed, or empty

  Frame(llvm::Function &function, Ownership &ownership);
};

// Global variables that nothing changes: constants, and those of the module that are only ever read.
llvm::DenseSet<const llvm::GlobalVariable *> readOnlyGlobals(llvm::Module &module);

Real toReal(const llvm::APFloat &value);

} // namespace ariadne
