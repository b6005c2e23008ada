// loop-bound<N>: no loop runs its body more than N times per entry; then it is left, as if its condition had
// failed.
//
//     while (c) body   ==>   for (i = 0; i++ < N && c;) body
//
// Loops of any shape: the counter sits on the back edges. A natural loop's counter starts anew whenever the
// loop is entered; the retreating edges of irreducible loops, which have no single entry, count per call of
// the function.
//
// Best run before mem2reg: what leaves the loop early then reads the variables as they are. In registers it
// reads PHIs of the header anew, but what the header itself computed is that of the round before.
#pragma once

#include "llvm/IR/PassManager.h"

namespace ariadne {

class LoopBoundPass : public llvm::PassInfoMixin<LoopBoundPass> {
public:
  explicit LoopBoundPass(unsigned bound) : bound(bound) {}
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }

private:
  unsigned bound;
};

} // namespace ariadne
