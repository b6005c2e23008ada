// Which global variables never change? Many tables of coefficients are not declared constant, and some are
// reached through a pointer in another table.
#include "ranges/RangeFrame.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace ariadne {
namespace {

// Follows an address through the code. Uses by initial values of variables are for the caller to look at.
struct AddressUses {
  DenseSet<const Value *> seen;
  SmallVector<const LoadInst *, 8> pointerLoads; // addresses that were read from there
  bool copied = false;                           // by memcpy: with it all addresses inside

  bool onlyRead(const Value &address) {
    if (!seen.insert(&address).second)
      return true;
    return all_of(address.uses(), [&](const Use &use) { return reads(use); });
  }

private:
  bool reads(const Use &use) {
    const User *user = use.getUser();
    if (isa<GlobalVariable>(user) || isa<ICmpInst>(user))
      return true;
    if (isa<GlobalValue>(user))
      return false; // an alias
    if (auto *load = dyn_cast<LoadInst>(user)) {
      if (load->getType()->isPointerTy())
        pointerLoads.push_back(load);
      return load->isSimple();
    }
    if (auto *expression = dyn_cast<ConstantExpr>(user))
      return expression->getOpcode() == Instruction::GetElementPtr && onlyRead(*user);
    if (isa<Constant>(user) || isa<PHINode>(user) || isa<SelectInst>(user) || isa<GetElementPtrInst>(user))
      return onlyRead(*user);
    if (auto *transfer = dyn_cast<MemTransferInst>(user)) {
      copied = true;
      return use.getOperandNo() == 1 && !transfer->isVolatile(); // it is the source
    }
    auto *call = dyn_cast<CallBase>(user);
    if (!call || !call->isArgOperand(&use))
      return false;
    const Function *callee = call->getCalledFunction();
    unsigned index = call->getArgOperandNo(&use);
    return callee && !callee->isDeclaration() && !callee->isInterposable() && index < callee->arg_size() &&
           callee->getFunctionType() == call->getFunctionType() && onlyRead(*callee->getArg(index));
  }
};

bool isPrivate(const GlobalVariable &variable) {
  return variable.hasLocalLinkage() && variable.hasDefinitiveInitializer() && !variable.isThreadLocal() &&
         !variable.isExternallyInitialized();
}

// The variables in whose initial values an address stands.
void holders(const Value &address, SmallVectorImpl<const GlobalVariable *> &found) {
  for (const User *user : address.users()) {
    if (auto *variable = dyn_cast<GlobalVariable>(user))
      found.push_back(variable);
    else if (isa<Constant>(user) && !isa<GlobalValue>(user))
      holders(*user, found);
  }
}

// All addresses that are read from `holder` are only read from in turn, and it is not passed on by other
// ways.
bool handsOutForReading(const GlobalVariable &holder) {
  SmallVector<const GlobalVariable *, 2> outer;
  holders(holder, outer);
  AddressUses uses;
  if (!isPrivate(holder) || !outer.empty() || !uses.onlyRead(holder) || uses.copied)
    return false;
  SmallVector<const LoadInst *, 8> loads(uses.pointerLoads);
  return all_of(loads, [](const LoadInst *load) {
    AddressUses further;
    return further.onlyRead(*load) && further.pointerLoads.empty();
  });
}

bool neverChanges(const GlobalVariable &variable) {
  AddressUses uses;
  SmallVector<const GlobalVariable *, 2> inside;
  holders(variable, inside);
  return isPrivate(variable) && uses.onlyRead(variable) &&
         all_of(inside, [](const GlobalVariable *holder) { return handsOutForReading(*holder); });
}

} // namespace

DenseSet<const GlobalVariable *> readOnlyGlobals(Module &module) {
  // Addresses may be made of integers: then only what is declared constant is.
  bool forges = any_of(module, [](Function &function) {
    return any_of(instructions(function), [](Instruction &I) { return isa<IntToPtrInst>(I); });
  });
  DenseSet<const GlobalVariable *> found;
  for (const GlobalVariable &variable : module.globals()) {
    bool constant =
        variable.isConstant() && variable.hasDefinitiveInitializer() && !variable.isExternallyInitialized();
    if (constant || (!forges && neverChanges(variable)))
      found.insert(&variable);
  }
  return found;
}

} // namespace ariadne
