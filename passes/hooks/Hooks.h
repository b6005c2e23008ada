// Calls of hooks, the functions of the runtimes that instrumented code calls. A pass cannot call what is not
// listed in tables/hooks/*.def, nor with another number of arguments: that does not compile. Types of
// arguments are known only when it runs, and looked at then.
//
//   #include "runtime/search/hooks.h"
//   #define ARIADNE_HOOKS "tables/hooks/probe.def"
//   #include "hooks/List.h"
//   ...
//   hooks.call(builder, hook::junction, {id});
#pragma once

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

#include <type_traits>

namespace ariadne {

// The type in IR of what the prototype says in C.
template <class T> llvm::Type *irType(llvm::LLVMContext &context) {
  if constexpr (std::is_void_v<T>)
    return llvm::Type::getVoidTy(context);
  else if constexpr (std::is_same_v<T, float>)
    return llvm::Type::getFloatTy(context);
  else if constexpr (std::is_same_v<T, double>)
    return llvm::Type::getDoubleTy(context);
  else if constexpr (std::is_same_v<T, long double>)
    return llvm::Type::getX86_FP80Ty(context);
  else if constexpr (std::is_pointer_v<T>)
    return llvm::PointerType::getUnqual(context);
  else {
    static_assert(std::is_integral_v<T> && sizeof(T) >= 4, "narrow integers have their own rules in calls");
    return llvm::Type::getIntNTy(context, 8 * sizeof(T));
  }
}

template <class Prototype> struct Signature;
template <class Result, class... Parameters> struct Signature<Result(Parameters...)> {
  static constexpr size_t Count = sizeof...(Parameters);
  static llvm::FunctionType *type(llvm::LLVMContext &context) {
    return llvm::FunctionType::get(irType<Result>(context), {irType<Parameters>(context)...}, false);
  }
};

struct AnyHook {
  const char *name;
  llvm::FunctionType *(*type)(llvm::LLVMContext &context);
};

template <size_t Parameters> struct Hook : AnyHook {};

// One hook for each format of floats.
struct AnyFloatHook {
  AnyHook f32, f64, f80;
  const AnyHook &of(const llvm::Type *type) const;
};

template <size_t Parameters> struct FloatHook : AnyFloatHook {};

class Hooks {
public:
  // All hooks are declared with this attribute, if any.
  explicit Hooks(llvm::Module &module, llvm::Attribute::AttrKind attribute = llvm::Attribute::None);

  template <size_t Parameters>
  llvm::CallInst *call(llvm::IRBuilder<> &builder, const Hook<Parameters> &hook,
                       llvm::Value *const (&arguments)[Parameters]) {
    return callAny(builder, hook, arguments);
  }
  llvm::CallInst *call(llvm::IRBuilder<> &builder, const Hook<0> &hook) { return callAny(builder, hook, {}); }

  // The hook for floats of this type.
  template <size_t Parameters>
  llvm::CallInst *call(llvm::IRBuilder<> &builder, const FloatHook<Parameters> &hook, const llvm::Type *type,
                       llvm::Value *const (&arguments)[Parameters]) {
    return callAny(builder, hook.of(type), arguments);
  }

  // A hook that is chosen at run time.
  llvm::CallInst *callAny(llvm::IRBuilder<> &builder, const AnyHook &hook,
                          llvm::ArrayRef<llvm::Value *> arguments);

private:
  llvm::Module &module;
  llvm::AttributeList attributes;
};

} // namespace ariadne
