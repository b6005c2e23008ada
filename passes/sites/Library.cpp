#include "sites/Library.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace ariadne {
namespace {

const StringMap<MathFunction> &namesInC() {
  static const StringMap<MathFunction> Names = [] {
    StringMap<MathFunction> map;
    for (unsigned i = 0; i < FunctionCount; ++i)
      if (Functions[i].library)
        map[Functions[i].name] = MathFunction(i);
#define ALIAS(OTHER, NAME) map[#OTHER] = Fn_##NAME;
#include "tables/functions.def"
    return map;
  }();
  return Names;
}

const StringMap<MathFunction> &namesOfIntrinsics() {
  static const StringMap<MathFunction> Names = [] {
    StringMap<MathFunction> map;
#define INTRINSIC(OTHER, NAME) map[#OTHER] = Fn_##NAME;
#include "tables/functions.def"
    return map;
  }();
  return Names;
}

MathFunction lookUp(const StringMap<MathFunction> &names, StringRef name) {
  auto found = names.find(name);
  return found == names.end() ? FunctionCount : found->second;
}

// The name for double of a function of this type: sinf of float is sin, lgammal_r of long double is lgamma_r.
std::string nameForDouble(StringRef name, Type *type) {
  bool reentrant = name.consume_back("_r");
  if ((type->isFloatTy() && !name.consume_back("f")) || (type->isX86_FP80Ty() && !name.consume_back("l")))
    return "";
  return (name + (reentrant ? "_r" : "")).str();
}

bool fits(Type *given, char letter, Type *own, bool intrinsic) {
  switch (letter) {
  case 'T':
    return given == own;
  case 'i':
    return intrinsic ? given->isIntegerTy() : given->isIntegerTy(32);
  case 'l':
  case 'q':
    return intrinsic ? given->isIntegerTy() : given->isIntegerTy(64);
  case 'L':
    return given->isX86_FP80Ty();
  case 'p':
    return given->isPointerTy();
  default:
    return given->isVoidTy();
  }
}

bool hasSignature(const CallBase &call, const LibraryCall &known) {
  StringRef letters = known.row().letters;
  StringRef parameters = letters.drop_front();
  // Strict intrinsics have metadata behind their operands.
  if (known.strict ? call.arg_size() < parameters.size() : call.arg_size() != parameters.size())
    return false;
  if (!fits(call.getType(), letters[0], known.type, known.intrinsic))
    return false;
  for (unsigned i = 0; i < parameters.size(); ++i)
    if (!fits(call.getArgOperand(i)->getType(), parameters[i], known.type, known.intrinsic))
      return false;
  return true;
}

} // namespace

StringRef intrinsicName(const CallBase &call) {
  StringRef name = call.getCalledFunction()->getName();
  if (!name.consume_front("llvm.experimental.constrained."))
    name.consume_front("llvm.");
  return name.split('.').first;
}

std::optional<LibraryCall> libraryCall(const CallBase &call) {
  const llvm::Function *callee = call.getCalledFunction();
  if (!callee || !callee->isDeclaration())
    return std::nullopt;
  auto number = find_if(call.args(), [](const Use &use) { return use->getType()->isFPOrFPVectorTy(); });
  if (number == call.arg_end())
    return std::nullopt;
  Type *type = (*number)->getType();
  LibraryCall known{FunctionCount, type, callee->isIntrinsic(), isa<ConstrainedFPIntrinsic>(call)};
  if (known.intrinsic) {
    known.function = lookUp(namesOfIntrinsics(), intrinsicName(call));
  } else if (type->isFloatTy() || type->isDoubleTy() || type->isX86_FP80Ty()) {
    known.function = lookUp(namesInC(), nameForDouble(callee->getName(), type));
  }
  if (known.function == FunctionCount || !hasSignature(call, known))
    return std::nullopt;
  return known;
}

SmallVector<Value *, 3> numbersOf(const LibraryCall &known, const CallBase &call) {
  StringRef parameters = StringRef(known.row().letters).drop_front();
  SmallVector<Value *, 3> numbers, integers;
  for (unsigned i = 0; i < parameters.size(); ++i)
    if (parameters[i] == 'T')
      numbers.push_back(call.getArgOperand(i));
    else if (parameters[i] == 'i' || parameters[i] == 'l')
      integers.push_back(call.getArgOperand(i));
  numbers.append(integers);
  return numbers;
}

bool givesInteger(const LibraryCall &known) { return StringRef("ilq").contains(known.row().letters[0]); }

bool takesPointer(const LibraryCall &known) { return StringRef(known.row().letters).contains('p'); }

} // namespace ariadne
