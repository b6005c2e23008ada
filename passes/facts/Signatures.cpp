#include "facts/Signatures.h"
#include "runtime/protocol/abi.h"
#include "sites/SourceNames.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace ariadne {

AnalysisKey SignaturesAnalysis::Key;

namespace {

constexpr uint64_t MaxObjectSize = 1 << 20;
constexpr size_t MaxLeaves = 256;

// The class of a scalar type of the source, or empty.
std::string scalarClass(const DIType *type) {
  type = strip(type);
  if (!type)
    return "";
  uint64_t bits = type->getSizeInBits();
  unsigned encoding = 0;
  if (auto *basic = dyn_cast<DIBasicType>(type))
    encoding = basic->getEncoding();
  else if (type->getTag() == dwarf::DW_TAG_enumeration_type) {
    auto *base = dyn_cast_or_null<DIBasicType>(strip(cast<DICompositeType>(type)->getBaseType()));
    encoding = base ? base->getEncoding() : unsigned(dwarf::DW_ATE_unsigned);
  }
  std::string width =
      std::to_string(std::min<uint64_t>(bits, 64)); // wider integers are extended from 64 bits
  switch (encoding) {
  case dwarf::DW_ATE_float:
    return bits == 32                                        ? "f32"
           : bits == 64                                      ? "f64"
           : bits == 128 && type->getName() == "long double" ? "f80"
                                                             : "";
  case dwarf::DW_ATE_boolean:
    return bits == 8 ? "bool" : "u" + width; // Fortran's LOGICAL is wider
  case dwarf::DW_ATE_signed:
  case dwarf::DW_ATE_signed_char:
    return "i" + width;
  case dwarf::DW_ATE_unsigned:
  case dwarf::DW_ATE_unsigned_char:
  case dwarf::DW_ATE_UTF:
    return "u" + width;
  default:
    return "";
  }
}

// Without debug information the IR type has to do; integers count as signed.
std::string scalarClass(const Type *type) {
  if (type->isFloatTy())
    return "f32";
  if (type->isDoubleTy())
    return "f64";
  if (type->isX86_FP80Ty())
    return "f80";
  if (type->isIntegerTy(1))
    return "bool";
  if (type->isIntegerTy())
    return "i" +
           std::to_string(std::min<uint64_t>(64, PowerOf2Ceil(std::max(8u, type->getIntegerBitWidth()))));
  return "";
}

bool fits(const std::string &cls, const Type *type) {
  if (cls == "f32")
    return type->isFloatTy();
  if (cls == "f64")
    return type->isDoubleTy();
  if (cls == "f80")
    return type->isX86_FP80Ty();
  return type->isIntegerTy();
}

// The numbers in an object of this type: members of structures and unions, elements of arrays.
void collectLeaves(const DIType *type, const std::string &name, uint64_t offset,
                   std::vector<ScalarSlot> &leaves) {
  if (leaves.size() >= MaxLeaves)
    return;
  std::string cls = scalarClass(type);
  if (!cls.empty()) {
    leaves.push_back({name, typeName(type), cls, offset});
    return;
  }
  auto *composite = dyn_cast_or_null<DICompositeType>(strip(type));
  if (!composite)
    return;
  if (composite->getTag() == dwarf::DW_TAG_array_type) {
    uint64_t size = composite->getBaseType() ? composite->getBaseType()->getSizeInBits() / 8 : 0;
    uint64_t count = size ? composite->getSizeInBits() / 8 / size : 0;
    for (uint64_t i = 0; i < count && leaves.size() < MaxLeaves; ++i)
      collectLeaves(composite->getBaseType(), name + "[" + std::to_string(i) + "]", offset + i * size,
                    leaves);
    return;
  }
  for (const DINode *element : composite->getElements()) {
    auto *member = dyn_cast<DIDerivedType>(element);
    if (!member || member->isBitField() || member->isStaticMember())
      continue;
    std::string step =
        member->getName().empty() ? name : name + (name.find("->") == std::string::npos ? "->" : ".");
    collectLeaves(member->getBaseType(), step + member->getName().str(),
                  offset + member->getOffsetInBits() / 8, leaves);
  }
}

std::string describePointer(const DIType *type, ParameterSlot &slot) {
  const DIType *target = strip(cast<DIDerivedType>(type)->getBaseType());
  if (!target)
    return "points to void: its size is unknown";
  if (target->getTag() == dwarf::DW_TAG_subroutine_type)
    return "is a function pointer";
  if (target->getTag() == dwarf::DW_TAG_pointer_type)
    return "is a pointer to a pointer";
  if (target->isForwardDecl() || target->getSizeInBits() == 0)
    return "points to an incomplete type";
  slot.cls = "ptr";
  slot.size = target->getSizeInBits() / 8;
  if (slot.size > MaxObjectSize)
    return "points to an object of more than 1 MiB";
  bool single = !scalarClass(target).empty();
  collectLeaves(target, single ? "*" + slot.name : slot.name, 0, slot.leaves);
  return "";
}

std::string describeParameter(const DIType *type, const Argument &argument, ParameterSlot &slot) {
  if (argument.hasByValAttr() || argument.hasStructRetAttr() || argument.hasInAllocaAttr())
    return "is a structure passed by value";
  if (!type) {
    slot.type = "unknown";
    slot.cls = scalarClass(argument.getType());
    return slot.cls.empty() ? "has a type that only debug information could tell (compile with -g)" : "";
  }
  slot.type = typeName(type);
  const DIType *stripped = strip(type);
  unsigned tag = stripped ? stripped->getTag() : 0;
  if (tag == dwarf::DW_TAG_pointer_type || tag == dwarf::DW_TAG_reference_type ||
      tag == dwarf::DW_TAG_rvalue_reference_type)
    return describePointer(stripped, slot);
  slot.cls = scalarClass(type);
  if (slot.cls.empty() || !fits(slot.cls, argument.getType()))
    return "has type " + slot.type + ", which is not a scalar";
  return "";
}

DenseMap<unsigned, StringRef> parameterNames(const Function &function) {
  DenseMap<unsigned, StringRef> names;
  auto note = [&](const DILocalVariable *variable, const DILocation *location) {
    if (variable->getArg() && location && !location->getInlinedAt() &&
        variable->getScope()->getSubprogram() == function.getSubprogram())
      names[variable->getArg()] = variable->getName();
  };
  for (const Instruction &I : instructions(function)) {
    for (const DbgVariableRecord &record : filterDbgVars(I.getDbgRecordRange()))
      note(record.getVariable(), record.getDebugLoc());
    if (auto *intrinsic = dyn_cast<DbgVariableIntrinsic>(&I))
      note(intrinsic->getVariable(), intrinsic->getDebugLoc());
  }
  return names;
}

Signature describeFunction(Function &function) {
  Signature signature;
  signature.function = &function;
  signature.name = sourceName(function);
  const DISubprogram *program = function.getSubprogram();
  DITypeRefArray types =
      program && program->getType() ? program->getType()->getTypeArray() : DITypeRefArray();
  auto reject = [&](const std::string &reason) {
    if (signature.unsupported.empty())
      signature.unsupported = reason;
  };

  if (function.isVarArg())
    reject("takes a variable number of arguments");
  bool described = types.size() > 0;
  if (described && !function.isVarArg() && types.size() - 1 != function.arg_size())
    reject("passes or returns a structure by value");
  described = described && types.size() - 1 == function.arg_size();

  auto names = parameterNames(function);
  uint64_t objects = ARIADNE_SLOT; // the output buffer starts with the result
  for (Argument &argument : function.args()) {
    ParameterSlot slot;
    unsigned rank = argument.getArgNo();
    slot.name = names.lookup(rank + 1).str();
    if (slot.name.empty())
      slot.name = argument.hasName() ? argument.getName().str() : "arg" + std::to_string(rank + 1);
    std::string problem = describeParameter(described ? types[rank + 1] : nullptr, argument, slot);
    if (!problem.empty())
      reject("parameter '" + slot.name + "' " + problem);
    uint64_t &next = slot.cls == "ptr" ? objects : signature.inputSize;
    slot.offset = next;
    next += slot.cls == "ptr" ? alignTo(slot.size, ARIADNE_SLOT) : ARIADNE_SLOT;
    signature.text += (rank ? ", " : "") + slot.type + (slot.type.back() == '*' ? "" : " ") + slot.name;
    signature.parameters.push_back(std::move(slot));
  }
  signature.outputSize = objects;

  const DIType *resultType = described ? types[0] : nullptr;
  signature.result = {"return", described ? typeName(resultType) : "unknown", "", 0};
  if (described)
    signature.result.cls = scalarClass(resultType);
  else
    signature.result.cls = scalarClass(function.getReturnType());
  if (!signature.result.cls.empty() && !fits(signature.result.cls, function.getReturnType()))
    signature.result.cls.clear();
  signature.text = signature.result.type + (signature.result.type.back() == '*' ? "" : " ") + signature.name +
                   "(" + (signature.text.empty() ? "void" : signature.text) + ")";
  return signature;
}

} // namespace

std::vector<Signature> SignaturesAnalysis::run(Module &module, ModuleAnalysisManager &) {
  std::vector<Signature> signatures;
  for (Function &function : module)
    if (!function.isDeclaration() && !function.getName().starts_with("__ariadne_"))
      signatures.push_back(describeFunction(function));
  return signatures;
}

} // namespace ariadne
