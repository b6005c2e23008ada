#include "prepare/Harness.h"
#include "facts/Signatures.h"
#include "runtime/protocol/abi.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ariadne {

// void thunk(const void *input, void *output) { memset(output); setup(); *(T *)output = f(*(T1 *)input,
// output + 16, ...); }
static void buildThunk(const Signature &signature, ArrayRef<Function *> setup) {
  Function &target = *signature.function;
  Module &module = *target.getParent();
  LLVMContext &context = module.getContext();
  Type *pointer = PointerType::getUnqual(context);
  auto *type = FunctionType::get(Type::getVoidTy(context), {pointer, pointer}, false);
  Function *thunk =
      Function::Create(type, GlobalValue::ExternalLinkage, ARIADNE_THUNK_PREFIX + target.getName(), module);
  Argument *input = thunk->getArg(0), *output = thunk->getArg(1);
  input->setName("input");
  output->setName("output");

  IRBuilder<> builder(BasicBlock::Create(context, "entry", thunk));
  auto at = [&](Value *base, uint64_t offset) {
    return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), base, offset);
  };
  builder.CreateMemSet(output, builder.getInt8(0), signature.outputSize, Align(ARIADNE_SLOT));
  for (Function *function : setup)
    builder.CreateCall(function->getFunctionType(), function)->setCallingConv(function->getCallingConv());
  SmallVector<Value *, 8> arguments;
  for (const auto &[slot, argument] : zip(signature.parameters, target.args())) {
    if (slot.cls == "ptr") {
      arguments.push_back(at(output, slot.offset));
      continue;
    }
    Type *wanted = argument.getType();
    Value *place = at(input, slot.offset);
    if (wanted->isFloatingPointTy()) {
      arguments.push_back(builder.CreateLoad(wanted, place, slot.name));
      continue;
    }
    bool isBool = slot.cls == "bool";
    unsigned width = isBool ? 8 : std::stoi(slot.cls.substr(1));
    Value *integer = builder.CreateLoad(builder.getIntNTy(width), place, slot.name);
    if (isBool) // any other byte than 0 and 1 would be undefined behaviour that the source cannot produce
      integer = builder.CreateIntCast(builder.CreateIsNotNull(integer), builder.getInt8Ty(), false);
    arguments.push_back(builder.CreateIntCast(integer, wanted, slot.cls[0] == 'i'));
  }
  CallInst *call = builder.CreateCall(target.getFunctionType(), &target, arguments);
  call->setCallingConv(target.getCallingConv());
  // The calling convention's part of the attributes (zeroext, signext, ...), not the function's own.
  SmallVector<AttributeSet, 8> parameterAttributes;
  for (unsigned i = 0; i < target.arg_size(); ++i)
    parameterAttributes.push_back(target.getAttributes().getParamAttrs(i));
  call->setAttributes(
      AttributeList::get(context, AttributeSet(), target.getAttributes().getRetAttrs(), parameterAttributes));
  if (Type *result = target.getReturnType(); !result->isVoidTy() && !signature.result.cls.empty()) {
    Value *value = call;
    if (result->isIntegerTy() && result->getIntegerBitWidth() < 8)
      value = builder.CreateZExt(call, builder.getInt8Ty());
    builder.CreateStore(value, output);
  }
  builder.CreateRetVoid();
}

// Loading a library must not run code under analysis: its constructors are called by a function of ours
// instead.
static void gatherInitialisers(Module &module) {
  GlobalVariable *constructors = module.getGlobalVariable("llvm.global_ctors");
  auto *list = constructors ? dyn_cast<ConstantArray>(constructors->getInitializer()) : nullptr;
  if (!list)
    return;
  SmallVector<std::pair<uint64_t, Function *>, 4> calls;
  for (Value *entry : list->operands()) {
    auto *fields = cast<ConstantStruct>(entry);
    if (auto *function = dyn_cast<Function>(fields->getOperand(1)->stripPointerCasts()))
      calls.push_back({cast<ConstantInt>(fields->getOperand(0))->getZExtValue(), function});
  }
  // Equal priorities keep the order of the list.
  for (size_t i = 1; i < calls.size(); ++i)
    for (size_t j = i; j > 0 && calls[j].first < calls[j - 1].first; --j)
      std::swap(calls[j], calls[j - 1]);
  LLVMContext &context = module.getContext();
  Function *initialise = Function::Create(FunctionType::get(Type::getVoidTy(context), false),
                                          GlobalValue::ExternalLinkage, ARIADNE_INITIALISE, module);
  IRBuilder<> builder(BasicBlock::Create(context, "entry", initialise));
  for (auto &[priority, function] : calls)
    builder.CreateCall(function->getFunctionType(), function);
  builder.CreateRetVoid();
  constructors->eraseFromParent();
}

// The user names these: a mistake ends the program with a message, not with a trace of ours.
static SmallVector<Function *, 2> findSetup(Module &module, ArrayRef<std::string> names) {
  SmallVector<Function *, 2> found;
  for (const std::string &name : names) {
    Function *function = module.getFunction(name);
    if (!function)
      module.getContext().emitError("the set-up function '" + name + "' does not exist in the program");
    else if (function->arg_size() > 0)
      module.getContext().emitError("the set-up function '" + name + "' takes parameters");
    else
      found.push_back(function);
  }
  return found;
}

PreservedAnalyses HarnessPass::run(Module &module, ModuleAnalysisManager &analyses) {
  // A copy: building the first thunk may invalidate the analysis.
  std::vector<Signature> signatures = analyses.getResult<SignaturesAnalysis>(module);
  SmallVector<Function *, 2> calls = findSetup(module, setup);
  for (const Signature &signature : signatures)
    if (signature.unsupported.empty())
      buildThunk(signature, calls);
  gatherInitialisers(module);
  return PreservedAnalyses::none();
}

} // namespace ariadne
