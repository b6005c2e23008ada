#include "ranges/RangeFrame.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

#include <cfloat>
#include <cstring>

using namespace llvm;

namespace ariadne {

Real toReal(const APFloat &value) {
  if (&value.getSemantics() != &APFloat::x87DoubleExtended()) {
    APFloat copy = value;
    bool inexact;
    copy.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &inexact);
    return copy.convertToDouble();
  }
  APInt bits = value.bitcastToAPInt();
  Real r = 0;
  std::memcpy(&r, bits.getRawData(), 10);
  return r;
}

bool Ownership::isTracked(const Value &pointer) {
  auto [place, isNew] = known.try_emplace(&pointer, false); // in a cycle of calls: not tracked
  if (!isNew)
    return place->second;
  bool tracked = all_of(pointer.uses(), [&](const Use &use) {
    const User *user = use.getUser();
    if (auto *load = dyn_cast<LoadInst>(user))
      return load->isSimple();
    if (auto *store = dyn_cast<StoreInst>(user))
      return store->isSimple() && use.getOperandNo() == StoreInst::getPointerOperandIndex();
    if (isa<ICmpInst>(user))
      return true;
    if (isa<GetElementPtrInst>(user))
      return use.getOperandNo() == 0 && isTracked(*user);
    if (auto *intrinsic = dyn_cast<IntrinsicInst>(user)) {
      if (auto *transfer = dyn_cast<MemIntrinsic>(intrinsic))
        return !transfer->isVolatile();
      return intrinsic->isLifetimeStartOrEnd() || isa<DbgInfoIntrinsic>(intrinsic);
    }
    auto *call = dyn_cast<CallInst>(user);
    if (!call || !call->isArgOperand(&use))
      return false;
    const Function *callee = call->getCalledFunction();
    unsigned index = call->getArgOperandNo(&use);
    return callee && !callee->isDeclaration() && !callee->isInterposable() && index < callee->arg_size() &&
           callee->getFunctionType() == call->getFunctionType() && !call->isByValArgument(index) &&
           !call->paramHasAttr(index, Attribute::StructRet) && isTracked(*callee->getArg(index));
  });
  return known[&pointer] = tracked;
}

static bool livesLonger(const Instruction &I) {
  return any_of(I.users(), [&](const User *user) {
    return isa<PHINode>(user) || cast<Instruction>(user)->getParent() != I.getParent();
  });
}

static Thresholds collectThresholds(Function &function) {
  std::vector<Real> reals = {0, 1, -1, 2, -2, FLT_MAX, -FLT_MAX, DBL_MAX, -DBL_MAX, LDBL_MAX, -LDBL_MAX};
  std::vector<Wide> integers = {-1, 0, 1};
  for (unsigned width : {8u, 16u, 32u, 64u}) {
    integers.push_back(IntegerInterval::lowest(width));
    integers.push_back(IntegerInterval::highest(width));
  }
  for (Instruction &I : instructions(function))
    for (Use &use : I.operands()) {
      if (auto *number = dyn_cast<ConstantFP>(use)) {
        if (isAnalysedFormat(number->getType()) && number->getValueAPF().isFinite()) {
          Real v = toReal(number->getValueAPF());
          reals.push_back(v);
          reals.push_back(-v);
        }
      } else if (auto *integer = dyn_cast<ConstantInt>(use); integer && isa<ICmpInst>(I)) {
        if (integer->getBitWidth() <= 64)
          for (int step : {-1, 0, 1})
            integers.push_back(Wide(integer->getSExtValue()) + step);
      }
    }
  auto tidy = [](auto &numbers) {
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  };
  tidy(reals);
  tidy(integers);
  return {std::move(reals), std::move(integers)};
}

Frame::Frame(Function &function, Ownership &ownership) : function(&function) {
  for (Argument &argument : function.args()) {
    numbers[&argument] = values++;
    if (argument.getType()->isPointerTy() && !argument.hasByValAttr() && ownership.isTracked(argument)) {
      objects[&argument] = sizes.size();
      sizes.push_back(0);
    }
  }
  const DataLayout &layout = function.getParent()->getDataLayout();
  for (Instruction &I : instructions(function)) {
    if (!I.getType()->isVoidTy() && livesLonger(I))
      numbers[&I] = values++;
    if (auto *alloca = dyn_cast<AllocaInst>(&I)) {
      std::optional<TypeSize> size = alloca->getAllocationSize(layout);
      if (size && !size->isScalable() && ownership.isTracked(*alloca)) {
        objects[alloca] = sizes.size();
        sizes.push_back(size->getFixedValue());
      }
    }
    if (auto *call = dyn_cast<CallBase>(&I); call && call->hasFnAttr(Attribute::ReturnsTwice))
      unsupported = "it may return twice from a call";
    if (isa<IndirectBrInst>(I) || isa<CallBrInst>(I))
      unsupported = "it jumps to computed places";
  }
  ReversePostOrderTraversal<Function *> traversal(&function);
  order.assign(traversal.begin(), traversal.end());
  dominators.recalculate(function);
  loops.analyze(dominators);
  if (containsIrreducibleCFG<BasicBlock *>(traversal, loops))
    unsupported = "a loop of it has two entries";
  thresholds = collectThresholds(function);
}

} // namespace ariadne
