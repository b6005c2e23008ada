#include "sites/Unobserved.h"
#include "sites/Library.h"
#include "sites/Operations.h"
#include "sites/SourceNames.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

#include <set>

using namespace llvm;

namespace ariadne {
namespace {

// Structures, too: complex numbers are two floats.
bool holdsFloats(Type *type) {
  if (auto *array = dyn_cast<ArrayType>(type))
    return holdsFloats(array->getElementType());
  if (auto *structure = dyn_cast<StructType>(type))
    return any_of(structure->elements(), holdsFloats);
  return type->isFPOrFPVectorTy();
}

bool computes(const llvm::Function &callee) {
  if (callee.getName().starts_with("__ariadne_")) // a hook of ours
    return false;
  if (holdsFloats(callee.getReturnType()))
    return true;
  return any_of(callee.args(), [](const Argument &argument) {
    Type *inMemory = argument.getPointeeInMemoryValueType(); // long double complex
    return holdsFloats(argument.getType()) || (inMemory && holdsFloats(inMemory));
  });
}

// They raise nothing on finite numbers. Comparisons and conversions that are strict do not, either.
bool isHarmless(const CallBase &call) {
  static constexpr StringLiteral Names[] = {"is",     "canonicalize", "arithmetic",  "fcmp",
                                            "fcmps",  "sitofp",       "uitofp",      "fpext",
                                            "vector", "ssa",          "experimental"};
  return isa<IntrinsicInst>(call) && is_contained(Names, intrinsicName(call));
}

std::string assembly(const Instruction &I) {
  const DILocation *location = I.getDebugLoc();
  std::string where = location ? sourcePath(location->getFile()) + ":" + std::to_string(location->getLine())
                               : sourceName(*I.getFunction());
  return "inline assembly at " + where;
}

} // namespace

std::vector<std::string> unobserved(Module &module) {
  std::set<std::string> names;
  if (!module.getModuleInlineAsm().empty())
    names.insert("assembly outside of functions");
  for (llvm::Function &function : module)
    for (Instruction &I : instructions(function)) {
      auto *call = dyn_cast<CallBase>(&I);
      if (!call)
        continue;
      if (auto *code = dyn_cast<InlineAsm>(call->getCalledOperand())) {
        if (!StringRef(code->getAsmString()).trim().empty()) // an empty one is a barrier for compilers
          names.insert(assembly(I));
        continue;
      }
      const llvm::Function *callee = call->getCalledFunction();
      if (callee && callee->isDeclaration() && computes(*callee) && !libraryCall(*call) && !classify(I) &&
          !isSkippedOperation(I) && !isHarmless(*call))
        names.insert(callee->getName().str());
    }
  return {names.begin(), names.end()};
}

} // namespace ariadne
