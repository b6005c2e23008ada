// Runs one function in one context over intervals (see RangeAnalysis.h).
#pragma once

#include "ranges/RangeAnalysis.h"

#include "llvm/IR/Instructions.h"

namespace ariadne {

class Interpreter {
public:
  Interpreter(RangeAnalysis &analysis, Frame &frame, Summary &summary);
  void run();

private:
  // Control flow (RangeInterpreter.cpp)
  void start();
  void runBlocks(llvm::ArrayRef<llvm::BasicBlock *> blocks, const llvm::Loop *level);
  void runLoop(const llvm::Loop &loop);
  RangeState runRound(const llvm::Loop &loop, const RangeState &head);
  void runBlock(llvm::BasicBlock &block);
  void runStraight(llvm::BasicBlock &block);
  void leave(llvm::Instruction &terminator);
  void follow(llvm::BasicBlock &from, llvm::BasicBlock &to);
  void returned(llvm::ReturnInst &ret);
  bool isJunction(llvm::BasicBlock &block);

  // Values (RangeTransfer.cpp)
  RangeValue value(llvm::Value *v);
  void set(llvm::Instruction &I, const RangeValue &v);
  RangeValue evaluate(llvm::Instruction &I);
  std::optional<RangeValue> pure(llvm::Instruction &I);
  RangeValue operation(llvm::Instruction &I, const FPOperation &operation);
  void record(llvm::Instruction &I, const Site &site, const FPOperation &operation,
              IntegerInterval exponents);
  RangeValue integerOperation(llvm::BinaryOperator &I);
  RangeValue cast(llvm::CastInst &I);
  RangeValue compare(llvm::CmpInst &I);

  // Memory and calls (RangeMemory.cpp)
  Place element(llvm::Value *gep);
  RangeValue load(const Place &place, llvm::Type *type);
  void store(const Place &place, llvm::Type *type, const RangeValue &v);
  void transfer(llvm::CallBase &call);
  void forgetShared(int except = -1);
  void wild();
  RangeValue call(llvm::CallBase &call);
  RangeValue callDefined(llvm::CallBase &call, llvm::Function &callee);
  RangeValue callOther(llvm::CallBase &call);
  void callUnknown(llvm::FunctionType *type);
  void note(const Summary &callee);

  // What conditions tell (RangeConditions.cpp)
  bool assume(llvm::Value *condition, bool truth, unsigned depth = 0);
  bool assumeCompare(llvm::CmpInst &compare, bool truth, unsigned depth);
  bool restrict(llvm::Value *v, const RangeValue &range, unsigned depth);
  bool restrictOperands(llvm::Instruction &I, const RangeValue &range, unsigned depth);
  void refreshUsers(llvm::Value *v, unsigned depth);

  struct Arrival {
    llvm::BasicBlock *from;
    RangeState state;
  };

  RangeAnalysis &analysis;
  Frame &frame;
  Summary &summary;
  const llvm::DataLayout &layout;
  std::vector<bool> shared;    // objects that others may change: parameters that came from nobody knows where
  std::vector<uint64_t> sizes; // of objects, 0 if not known
  RangeState state;            // here and now
  llvm::DenseMap<const llvm::Value *, RangeValue> temporaries; // values that do not outlive the block
  llvm::DenseMap<const llvm::Value *, llvm::Value *> incoming; // PHIs of a junction: what they are just now
  llvm::DenseMap<const llvm::BasicBlock *, RangeState> entries;
  llvm::DenseMap<const llvm::BasicBlock *, std::vector<Arrival>> arrivals; // of junctions
  llvm::DenseMap<const llvm::BasicBlock *, RangeState> backs;              // by loop header
  llvm::SmallVector<const llvm::Loop *, 4> climbing; // loops whose fixed point is being looked for
  llvm::DenseSet<const llvm::Loop *> left;           // loops that were left in this round
  bool recording = true;
};

} // namespace ariadne
