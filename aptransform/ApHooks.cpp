#include "ApHooks.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/ErrorHandling.h"

using namespace llvm;

namespace ariadne {
namespace {

// Each function of the table has a hook, which takes what the table says.
template <size_t Parameters> constexpr size_t countOf(const FloatHook<Parameters> &) { return Parameters; }
#define OTHER(NAME, ARGUMENTS, DECIDES)                                                                      \
  static_assert(countOf(hook::ap_##NAME) == ARGUMENTS + DECIDES,                                             \
                "the hook of " #NAME " takes another number of arguments than exact_hooks.def says");
#include "tables/exact_hooks.def"

} // namespace

const AnyFloatHook &exactHook(StringRef name) {
  static const StringMap<AnyFloatHook> Map = [] {
    StringMap<AnyFloatHook> map;
#define FLOAT_HOOK(RESULT, NAME, PARAMETERS) map[#NAME] = hook::NAME;
#include "tables/hooks/exact.def"
    return map;
  }();
  auto found = Map.find(("ap_" + name).str());
  if (found == Map.end())
    report_fatal_error("there is no hook ap_" + name + " in tables/hooks/exact.def");
  return found->second;
}

const AnyHook &conversionHook(const Type *from, const Type *to) {
  if (from->isFloatTy())
    return to->isDoubleTy() ? hook::ap_fpext_f32_f64 : hook::ap_fpext_f32_f80;
  if (from->isDoubleTy())
    return to->isFloatTy() ? hook::ap_fptrunc_f64_f32 : hook::ap_fpext_f64_f80;
  return to->isFloatTy() ? hook::ap_fptrunc_f80_f32 : hook::ap_fptrunc_f80_f64;
}

bool fits(const AnyHook &hook, ArrayRef<Value *> arguments, const Type *result) {
  FunctionType *type = hook.type(result->getContext());
  Type *answer = type->getReturnType();
  return (answer == result || (answer->isIntegerTy() && result->isIntegerTy())) &&
         arguments.size() == type->getNumParams() && all_of(zip(arguments, type->params()), [](auto pair) {
           auto [argument, parameter] = pair;
           return argument->getType() == parameter;
         });
}

} // namespace ariadne
