// Adds expressions to one function.
#pragma once

#include "runtime/trace/format.h"
#include "trace/TraceModel.h"
#include "trace/TraceModule.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstVisitor.h"

namespace ariadne {

class TraceFunction : public llvm::InstVisitor<TraceFunction> {
public:
  TraceFunction(TraceModule &shared, llvm::Function &function) : shared(shared), function(function) {}
  void run();

  // One method an instruction that is not simply an operation on its operands (Trace.cpp, TraceMemory.cpp,
  // TraceCalls.cpp).
  void visitInstruction(llvm::Instruction &I);
  void visitPHINode(llvm::PHINode &I);
  void visitBranchInst(llvm::BranchInst &I);
  void visitReturnInst(llvm::ReturnInst &I);
  void visitSelectInst(llvm::SelectInst &I);
  void visitFreezeInst(llvm::FreezeInst &I);
  void visitBitCastInst(llvm::BitCastInst &I);
  void visitExtractValueInst(llvm::ExtractValueInst &I);
  void visitInsertValueInst(llvm::InsertValueInst &I);
  void visitExtractElementInst(llvm::ExtractElementInst &I);
  void visitInsertElementInst(llvm::InsertElementInst &I);
  void visitShuffleVectorInst(llvm::ShuffleVectorInst &I);
  void visitLoadInst(llvm::LoadInst &I);
  void visitStoreInst(llvm::StoreInst &I);
  void visitGetElementPtrInst(llvm::GetElementPtrInst &I);
  void visitAllocaInst(llvm::AllocaInst &I);
  void visitCallBase(llvm::CallBase &I);

private:
  // A number inside of a value: where it is in the value and in memory.
  struct Leaf {
    llvm::SmallVector<unsigned, 2> path;
    llvm::Type *type;
    uint64_t offset;
  };
  void collectLeaves(llvm::Type *type, uint64_t offset, llvm::SmallVectorImpl<unsigned> &path,
                     llvm::SmallVectorImpl<Leaf> &leaves);
  llvm::SmallVector<Leaf, 4> leavesOf(llvm::Type *type);
  llvm::Value *leafValue(llvm::IRBuilder<> &builder, llvm::Value *value, const Leaf &leaf);
  llvm::Value *leafShadow(llvm::IRBuilder<> &builder, llvm::Value *shadow, const Leaf &leaf);

  void findSymbolic();
  static bool readsConstant(const llvm::LoadInst &I);
  bool mayBeSymbolic(llvm::Value *value) const { return symbolic.contains(value); }
  bool anyMayBeSymbolic(const llvm::User &user) const;

  llvm::Value *shadow(llvm::Value *value);
  void setShadow(llvm::Value *value, llvm::Value *shadow);

  // A builder that stands after `I`, and one before; both with its place in the source.
  struct Builder : llvm::IRBuilder<> {
    Builder(llvm::Instruction *at, const llvm::DebugLoc &place) : llvm::IRBuilder<>(at) {
      SetCurrentDebugLocation(place);
    }
  };
  static Builder after(llvm::Instruction &I) { return {I.getNextNode(), I.getDebugLoc()}; }
  static Builder before(llvm::Instruction &I) { return {&I, I.getDebugLoc()}; }

  // Is any of the numbers in these shadows not 0?
  llvm::Value *any(llvm::IRBuilder<> &builder, llvm::ArrayRef<llvm::Value *> shadows);

  // if (condition) make(): its result, otherwise `other`. The builder stands after it then.
  llvm::Value *when(llvm::IRBuilder<> &builder, llvm::Value *condition, llvm::Value *other,
                    llvm::function_ref<llvm::Value *(llvm::IRBuilder<> &)> make);
  void when(llvm::IRBuilder<> &builder, llvm::Value *condition,
            llvm::function_ref<void(llvm::IRBuilder<> &)> make);

  llvm::Constant *number(uint64_t value) { return llvm::ConstantInt::get(shared.int32, value); }
  llvm::Value *instructionNumber(llvm::Instruction &I) {
    return number(shared.tables.instructions.lookup(&I));
  }

  // The bits of a value: low 64 and the rest.
  std::pair<llvm::Value *, llvm::Value *> bitsOf(llvm::IRBuilder<> &builder, llvm::Value *value);
  llvm::Value *valuesInMemory(llvm::IRBuilder<> &builder, llvm::ArrayRef<llvm::Value *> values);

  llvm::Value *record(llvm::IRBuilder<> &builder, const Model &model, llvm::Value *result, uint64_t site);
  void traceOperation(llvm::Instruction &I, const Model &model);
  void traceFmuladd(llvm::CallBase &I);
  void traceRounding(llvm::CallBase &I, llvm::Intrinsic::ID rounding);
  void traceSite(llvm::Instruction &I); // one without an expression of its own
  void logSite(llvm::IRBuilder<> &builder, llvm::Instruction &I, llvm::Value *result);
  void checkConcrete(llvm::IRBuilder<> &builder, llvm::Instruction &I);
  void lose(llvm::Instruction &I, unsigned why);
  void concretise(llvm::IRBuilder<> &builder, llvm::Instruction &I, llvm::Value *value, unsigned why);

  void takeArguments();
  void traceCall(llvm::CallBase &I);
  void handOver(llvm::CallBase &I, llvm::IRBuilder<> &builder);
  void handOverVarargs(llvm::CallBase &I, llvm::IRBuilder<> &builder);
  void takeResult(llvm::CallBase &I);
  void traceExternal(llvm::CallBase &I);
  bool traceMemoryFunction(llvm::CallBase &I);
  bool traceIntrinsic(llvm::CallBase &I);

  TraceModule &shared;
  llvm::Function &function;
  llvm::DenseMap<llvm::Value *, llvm::Value *> shadows;
  llvm::SmallPtrSet<const llvm::Value *, 32> symbolic;
  llvm::SmallVector<llvm::PHINode *, 16> phis;
  llvm::AllocaInst *scratch = nullptr; // for values of hooks
  llvm::AllocaInst *varargs = nullptr; // ariadne_trace_varargs
};

} // namespace ariadne
