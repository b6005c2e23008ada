#include "hooks/Hooks.h"

#include "llvm/Support/ErrorHandling.h"

using namespace llvm;

namespace ariadne {

const AnyHook &AnyFloatHook::of(const Type *type) const {
  if (type->isFloatTy())
    return f32;
  if (type->isDoubleTy())
    return f64;
  if (type->isX86_FP80Ty())
    return f80;
  report_fatal_error(Twine(f64.name) + " and its like: there is none for this type");
}

Hooks::Hooks(Module &module, Attribute::AttrKind attribute) : module(module) {
  if (attribute != Attribute::None)
    attributes = attributes.addFnAttribute(module.getContext(), attribute);
}

CallInst *Hooks::callAny(IRBuilder<> &builder, const AnyHook &hook, ArrayRef<Value *> given) {
  FunctionType *type = hook.type(module.getContext());
  if (given.size() != type->getNumParams())
    report_fatal_error(Twine(hook.name) + " is called with " + Twine(given.size()) + " arguments, not " +
                       Twine(type->getNumParams()));
  SmallVector<Value *, 6> arguments(given);
  for (auto [argument, wanted] : zip(arguments, type->params())) {
    // The program may have pointers to other address spaces (the segments of x86): addresses all the same.
    if (argument->getType()->isPointerTy() && wanted->isPointerTy() && argument->getType() != wanted)
      argument = builder.CreateIntToPtr(builder.CreatePtrToInt(argument, builder.getInt64Ty()), wanted);
    if (argument->getType() != wanted)
      report_fatal_error(Twine(hook.name) + " is called with an argument of another type than it has");
  }
  return builder.CreateCall(module.getOrInsertFunction(hook.name, type, attributes), arguments);
}

} // namespace ariadne
