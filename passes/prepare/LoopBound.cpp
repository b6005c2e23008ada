#include "prepare/LoopBound.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Transforms/Scalar/Reg2Mem.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;

namespace ariadne {
namespace {

using Allocas = DenseSet<const AllocaInst *>;

struct Exit {
  BasicBlock *from = nullptr; // the block that tests, and which of its successors is outside
  unsigned successor = 0;
};

// All cycles through `header` that are cut together: their back edges, their blocks, where they are entered.
struct Cycle {
  BasicBlock *header;
  SmallVector<BasicBlock *, 4> latches;
  DenseSet<BasicBlock *> blocks;
  bool natural;
  Exit exit;
  bool leftAtBottom; // by the test of a do-while
};

DenseSet<BasicBlock *> stronglyConnected(Function &function, BasicBlock *member) {
  for (auto it = scc_begin(&function); !it.isAtEnd(); ++it)
    if (is_contained(*it, member))
      return DenseSet<BasicBlock *>((*it).begin(), (*it).end());
  return {};
}

SmallVector<Cycle, 4> findCycles(Function &function) {
  SmallVector<std::pair<const BasicBlock *, const BasicBlock *>, 8> retreating;
  FindFunctionBackedges(function, retreating);
  DominatorTree dominators(function);
  MapVector<BasicBlock *, Cycle> cycles;
  LoopInfo loops(dominators);
  for (auto &[source, target] : retreating) {
    auto *latch = const_cast<BasicBlock *>(source), *header = const_cast<BasicBlock *>(target);
    Cycle &cycle = cycles[header];
    cycle.header = header;
    cycle.latches.push_back(latch);
    cycle.natural = dominators.dominates(header, latch);
    if (cycle.natural)
      for (BasicBlock *block : loops.getLoopFor(header)->blocks())
        cycle.blocks.insert(block);
    else
      cycle.blocks = stronglyConnected(function, header);
  }
  SmallVector<Cycle, 4> result;
  for (auto &entry : cycles)
    result.push_back(entry.second);
  return result;
}

// Where control goes when the loop is cut: where its own test would send it. A conditional latch is the test
// of a do-while, otherwise it is at the top; another exit (break, return) is taken only for want of such a
// test, and one that leads to a trap or an abort only for want of any other.
Exit findExit(const Cycle &cycle) {
  SmallVector<BasicBlock *, 16> order(cycle.latches.begin(), cycle.latches.end());
  order.push_back(cycle.header);
  for (BasicBlock &block : *cycle.header->getParent())
    if (cycle.blocks.contains(&block))
      order.push_back(&block);
  for (bool dead : {false, true})
    for (BasicBlock *block : order)
      for (auto [index, next] : enumerate(successors(block)))
        if (!cycle.blocks.contains(next) && !next->isEHPad() &&
            isa<UnreachableInst>(next->getTerminator()) == dead)
          return {block, unsigned(index)};
  return {};
}

// A loop that nothing leaves can only be ended together with its function.
BasicBlock *buildReturn(Function &function) {
  BasicBlock *block = BasicBlock::Create(function.getContext(), "loop.bound.return", &function);
  IRBuilder<> builder(block);
  Type *type = function.getReturnType();
  if (type->isVoidTy())
    builder.CreateRetVoid();
  else
    builder.CreateRet(Constant::getNullValue(type));
  return block;
}

// RegToMem keeps a PHI of the header in two slots: one is stored by the predecessors, and the header copies
// it to another for the blocks that use the value. Whoever leaves from the bottom for an exit further up must
// do as the header would have done, or the exit sees the round before.
void copyHeaderPhis(BasicBlock *header, const Allocas &own, IRBuilder<> &builder) {
  auto isSlot = [&](Value *pointer) {
    auto *slot = dyn_cast<AllocaInst>(pointer);
    return slot && !own.contains(slot);
  };
  for (Instruction &I : *header)
    if (auto *copy = dyn_cast<StoreInst>(&I); copy && isSlot(copy->getPointerOperand()))
      if (auto *phi = dyn_cast<LoadInst>(copy->getValueOperand()); phi && isSlot(phi->getPointerOperand()))
        builder.CreateStore(builder.CreateLoad(phi->getType(), phi->getPointerOperand()),
                            copy->getPointerOperand());
}

// On `latch -> header`:   ++count; if (count >= bound) goto exit;
BasicBlock *cutBackEdge(BasicBlock *latch, const Cycle &cycle, BasicBlock *exit, AllocaInst *count,
                        unsigned bound, const Allocas &own) {
  BasicBlock *header = cycle.header;
  BasicBlock *check = BasicBlock::Create(header->getContext(), "loop.bound", header->getParent(), header);
  IRBuilder<> builder(check);
  if (Instruction *first = header->getFirstNonPHIOrDbg())
    builder.SetCurrentDebugLocation(first->getDebugLoc());
  Type *type = count->getAllocatedType();
  Value *next = builder.CreateAdd(builder.CreateLoad(type, count), ConstantInt::get(type, 1), "count");
  builder.CreateStore(next, count);
  if (!cycle.leftAtBottom)
    copyHeaderPhis(header, own, builder);
  builder.CreateCondBr(builder.CreateICmpULT(next, ConstantInt::get(type, bound)), header, exit);
  latch->getTerminator()->replaceSuccessorWith(header, check);
  return check;
}

} // namespace

PreservedAnalyses LoopBoundPass::run(Function &function, FunctionAnalysisManager &analyses) {
  if (function.isDeclaration())
    return PreservedAnalyses::all();
  // Which exit is the loop's own can be told only before RegToMem: it splits edges.
  DenseMap<BasicBlock *, std::pair<Exit, bool>> exits;
  for (const Cycle &cycle : findCycles(function)) {
    Exit exit = findExit(cycle);
    exits[cycle.header] = {exit, is_contained(cycle.latches, exit.from)};
  }
  if (exits.empty())
    return PreservedAnalyses::all();

  // With all values that cross blocks in memory, edges can be moved without a thought for PHIs and dominance:
  // an exit reached from the bottom of the loop sees the newest values, as if the test had been made once
  // more.
  Allocas own; // the program's; the others are ours to promote again
  for (Instruction &I : function.getEntryBlock())
    if (auto *alloca = dyn_cast<AllocaInst>(&I))
      own.insert(alloca);
  RegToMemPass().run(function, analyses);

  // A value that no round computed must not leave as undefined.
  for (Instruction &I : make_early_inc_range(function.getEntryBlock()))
    if (auto *slot = dyn_cast<AllocaInst>(&I); slot && !own.contains(slot))
      IRBuilder<>(&*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca())
          .CreateStore(Constant::getNullValue(slot->getAllocatedType()), slot);

  // Inner loops first: leaving one may be going round the next.
  SmallVector<Cycle, 4> cycles = findCycles(function);
  for (Cycle &cycle : cycles)
    std::tie(cycle.exit, cycle.leftAtBottom) = exits.lookup(cycle.header);
  sort(cycles, [](const Cycle &a, const Cycle &b) { return a.blocks.size() < b.blocks.size(); });
  for (size_t i = 0; i < cycles.size(); ++i) {
    Cycle &cycle = cycles[i];
    if (cycle.natural) {
      cycle.latches.clear();
      for (BasicBlock *before : predecessors(cycle.header))
        if (cycle.blocks.contains(before) && !is_contained(cycle.latches, before))
          cycle.latches.push_back(before);
    }
    BasicBlock *exit = cycle.exit.from ? cycle.exit.from->getTerminator()->getSuccessor(cycle.exit.successor)
                                       : buildReturn(function);
    IRBuilder<> entry(&*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    AllocaInst *count = entry.CreateAlloca(entry.getInt32Ty(), nullptr, "loop.count");
    entry.CreateStore(entry.getInt32(0), count);
    if (cycle.natural)
      for (BasicBlock *before : predecessors(cycle.header))
        if (!cycle.blocks.contains(before)) {
          IRBuilder<> reset(before->getTerminator());
          reset.CreateStore(reset.getInt32(0), count);
        }
    for (BasicBlock *latch : cycle.latches) {
      if (isa<IndirectBrInst, CallBrInst>(latch->getTerminator()))
        continue; // jumps to an address: such an edge cannot be moved, and the loop stays as it is
      BasicBlock *check = cutBackEdge(latch, cycle, exit, count, bound, own);
      for (Cycle &around : cycles)
        if (around.blocks.contains(latch))
          around.blocks.insert(check);
    }
  }

  DominatorTree dominators(function);
  SmallVector<AllocaInst *, 16> promotable;
  for (Instruction &I : function.getEntryBlock())
    if (auto *slot = dyn_cast<AllocaInst>(&I); slot && !own.contains(slot) && isAllocaPromotable(slot))
      promotable.push_back(slot);
  PromoteMemToReg(promotable, dominators);
  return PreservedAnalyses::none();
}

} // namespace ariadne
