#include "ApMemory.h"

#include "ApNames.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace ariadne {

bool onlyMoves(Instruction &I) {
  SmallVector<Value *, 8> work{&I};
  SmallPtrSet<Value *, 8> seen;
  while (!work.empty()) {
    Value *value = work.pop_back_val();
    if (!seen.insert(value).second)
      continue;
    for (User *user : value->users()) {
      if (isa<PHINode>(user) || isa<SelectInst>(user) || isa<FreezeInst>(user))
        work.push_back(user);
      else if (auto *cast = dyn_cast<BitCastInst>(user); cast && hasFloat(cast->getDestTy()))
        continue;
      else if (!isa<StoreInst>(user) || !isa<LoadInst>(I))
        return false;
    }
  }
  return true;
}

bool mayHoldFloat(LoadInst &I) {
  Value *pointer = I.getPointerOperand();
  const Value *object = getUnderlyingObject(pointer);
  if (auto *global = dyn_cast<GlobalVariable>(object); global && global->isConstant())
    return false;
  if (auto *element = dyn_cast<GetElementPtrInst>(pointer)) {
    if (element->getSourceElementType()->isStructTy() && element->getResultElementType()->isIntegerTy())
      return false; // a member that is declared as an integer
    if (hasFloat(element->getResultElementType()))
      return true;
  }
  auto usedAsFloat = [](const Value *address) {
    return any_of(address->users(), [](const User *user) {
      auto *load = dyn_cast<LoadInst>(user);
      auto *store = dyn_cast<StoreInst>(user);
      return (load && hasFloat(load->getType())) || (store && hasFloat(store->getValueOperand()->getType()));
    });
  };
  if (auto *variable = dyn_cast<AllocaInst>(object); variable && hasFloat(variable->getAllocatedType()))
    return true;
  if (auto *global = dyn_cast<GlobalVariable>(object); global && hasFloat(global->getValueType()))
    return true;
  return usedAsFloat(pointer) || usedAsFloat(object);
}

void wrapAddressTaken(Module &module) {
  SmallVector<Function *, 16> external;
  for (Function &function : module)
    if (function.isDeclaration() && !function.isIntrinsic() && !function.isVarArg() &&
        (hasFloat(function.getReturnType()) ||
         any_of(function.args(), [](Argument &a) { return hasFloat(a.getType()); })) &&
        function.hasAddressTaken())
      external.push_back(&function);
  for (Function *function : external) {
    Function *wrapper = Function::Create(function->getFunctionType(), GlobalValue::InternalLinkage,
                                         "ariadne.ap." + function->getName(), module);
    function->replaceUsesWithIf(wrapper, [](Use &use) {
      auto *call = dyn_cast<CallBase>(use.getUser());
      return !call || !call->isCallee(&use);
    });
    IRBuilder<> builder(BasicBlock::Create(module.getContext(), "entry", wrapper));
    SmallVector<Value *, 4> arguments;
    for (Argument &argument : wrapper->args())
      arguments.push_back(&argument);
    CallInst *call = builder.CreateCall(function, arguments);
    call->setAttributes(function->getAttributes());
    function->getReturnType()->isVoidTy() ? builder.CreateRetVoid() : builder.CreateRet(call);
  }
}

void replaceInstruction(Instruction &I, Value *with) {
  if (auto *made = dyn_cast<Instruction>(with); made && !made->hasName())
    made->takeName(&I);
  I.replaceAllUsesWith(with);
  if (auto *invoke = dyn_cast<InvokeInst>(&I)) { // hooks do not throw
    invoke->getUnwindDest()->removePredecessor(invoke->getParent());
    BranchInst::Create(invoke->getNormalDest(), invoke->getIterator());
  }
  I.eraseFromParent();
}

void allowNaNs(Module &module) {
  for (Function &function : module) {
    for (const char *promise : {"no-nans-fp-math", "no-infs-fp-math", "unsafe-fp-math"})
      function.removeFnAttr(promise);
    function.removeRetAttr(Attribute::NoFPClass);
    for (Argument &argument : function.args())
      argument.removeAttr(Attribute::NoFPClass);
    for (Instruction &I : instructions(function)) {
      if (isa<FPMathOperator>(I))
        I.copyFastMathFlags(FastMathFlags());
      if (auto *call = dyn_cast<CallBase>(&I)) {
        call->removeRetAttr(Attribute::NoFPClass);
        for (unsigned i = 0; i < call->arg_size(); ++i)
          call->removeParamAttr(i, Attribute::NoFPClass);
      }
    }
  }
}

} // namespace ariadne
