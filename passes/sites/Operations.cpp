#include "sites/Operations.h"
#include "sites/Library.h"
#include "sites/OperationReadings.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ariadne {
namespace {

struct Row {
  StringLiteral name;
  unsigned arity;
};

#define OPERATION(NAME, ARITY, ...) {#NAME, ARITY},
constexpr Row Table[] = {
#include "tables/operations.def"
};

// Of instructions, by their names in LLVM: fadd, fptosi, ...
std::optional<Operation> findInstruction(StringRef name) {
  for (unsigned i = 0; OperationOf.function[i] == FunctionCount; ++i)
    if (name == Table[i].name)
      return Operation(i);
  return std::nullopt;
}

bool isKnownType(Type *type) { return type->isFloatTy() || type->isDoubleTy() || type->isX86_FP80Ty(); }

// x86-64 converts to these by one instruction that traps exactly when the value does not fit.
Evidence conversionEvidence(Operation op, Type *integer) {
  bool native = op == Op_fptosi && (integer->isIntegerTy(32) || integer->isIntegerTy(64));
  return native ? Evidence::Trap : Evidence::Value;
}

bool isConversion(Operation op) { return op == Op_fptrunc || op == Op_fptosi || op == Op_fptoui; }

std::optional<FPOperation> classifyFunction(CallBase &call, const LibraryCall &known) {
  Operation op = OperationOf.of[known.function];
  if (op == OperationCount)
    return std::nullopt;
  SmallVector<Value *, 3> operands = numbersOf(known, call);
  operands.truncate(Table[op].arity);
  // llvm.sqrt becomes an instruction, the rest a call of the library.
  return FPOperation{op, known.type, operands,
                     known.intrinsic && op == Op_sqrt ? Evidence::Trap : Evidence::Call};
}

// The strict form of an instruction, and fmuladd, which is one where the processor has it.
std::optional<FPOperation> classifyIntrinsic(CallBase &call) {
  StringRef name = intrinsicName(call);
  auto op = name == "fmuladd"                   ? Op_fma
            : isa<ConstrainedFPIntrinsic>(call) ? findInstruction(name)
                                                : std::nullopt;
  if (!op || call.arg_size() < Table[*op].arity)
    return std::nullopt;
  FPOperation operation{*op, call.getArgOperand(0)->getType(), {}, Evidence::Trap};
  for (unsigned i = 0; i < Table[*op].arity; ++i)
    operation.operands.push_back(call.getArgOperand(i));
  if (any_of(operation.operands, [&](Value *operand) { return operand->getType() != operation.type; }) ||
      (!isConversion(*op) && call.getType() != operation.type))
    return std::nullopt;
  if (*op == Op_fptosi || *op == Op_fptoui)
    operation.evidence = conversionEvidence(*op, call.getType());
  else if (*op == Op_frem)
    operation.evidence = Evidence::Call;
  return operation;
}

std::optional<FPOperation> classifyCall(CallBase &call) {
  if (auto known = libraryCall(call))
    return classifyFunction(call, *known);
  return isa<IntrinsicInst>(call) ? classifyIntrinsic(call) : std::nullopt;
}

std::optional<FPOperation> classifyAnyType(Instruction &I) {
  if (I.hasMetadata(GuardMark))
    return std::nullopt;
  if (auto *call = dyn_cast<CallBase>(&I))
    return classifyCall(*call);
  switch (I.getOpcode()) {
  case Instruction::FAdd:
  case Instruction::FSub:
  case Instruction::FMul:
  case Instruction::FDiv:
    return FPOperation{
        *findInstruction(I.getOpcodeName()), I.getType(), {I.getOperand(0), I.getOperand(1)}, Evidence::Trap};
  case Instruction::FRem: // compiled to a call of fmod
    return FPOperation{Op_frem, I.getType(), {I.getOperand(0), I.getOperand(1)}, Evidence::Call};
  case Instruction::FPTrunc:
    return FPOperation{Op_fptrunc, I.getOperand(0)->getType(), {I.getOperand(0)}, Evidence::Trap};
  case Instruction::FPToSI:
  case Instruction::FPToUI: {
    Operation op = I.getOpcode() == Instruction::FPToSI ? Op_fptosi : Op_fptoui;
    return FPOperation{
        op, I.getOperand(0)->getType(), {I.getOperand(0)}, conversionEvidence(op, I.getType())};
  }
  default:
    return std::nullopt;
  }
}

// Values that an integer type cannot hold lie at or below `low` and at or above `high`: truncated, or
// `rounded` by lrint and its like. (Only long double has numbers that round up to 2^63.)
void integerBounds(Type *type, unsigned width, bool isSigned, bool rounded, Constant *&low, Constant *&high) {
  const fltSemantics &semantics = type->getFltSemantics();
  APInt above =
      APInt::getOneBitSet(width + 2, isSigned ? width - 1 : width);   // max + 1, positive in width + 2 bits
  APInt below = isSigned ? -above - 1 : APInt::getAllOnes(width + 2); // min - 1
  APFloat highest(semantics), lowest(semantics);
  highest.convertFromAPInt(above, true, APFloat::rmTowardPositive);
  lowest.convertFromAPInt(below, true, APFloat::rmTowardNegative);
  if (rounded) {
    APFloat half(0.5);
    bool inexact;
    half.convert(semantics, APFloat::rmNearestTiesToEven, &inexact);
    highest.subtract(half, APFloat::rmTowardPositive);
  }
  low = ConstantFP::get(type, lowest);
  high = ConstantFP::get(type, highest);
}

} // namespace

std::optional<FPOperation> classify(Instruction &I) {
  auto operation = classifyAnyType(I);
  if (!operation || !isKnownType(operation->type))
    return std::nullopt;
  if (operation->op == Op_fptrunc && !isKnownType(I.getType()))
    return std::nullopt;
  return operation;
}

bool isSkippedOperation(Instruction &I) {
  auto operation = classifyAnyType(I);
  return operation && !classify(I);
}

// Of an operation on operands of which nothing is known but what is given.
static unsigned kindsThatCanBe(Operation op, MaybeNumber x, MaybeNumber y, MaybeNumber z) {
  Tri raised[ARIADNE_KINDS];
  evaluateKinds<MaybeNumber>(op, x, y, z, MaybeNumber{}, raised);
  unsigned kinds = 0;
  for (unsigned i = 0; i < ARIADNE_KINDS; ++i)
    kinds |= raised[i].canBeTrue << i;
  return kinds;
}

unsigned tableKinds(Operation op) { return kindsThatCanBe(op, {}, {}, {}); }

// Then no exception starts here: an infinity or NaN passes through.
static bool hasInfiniteConstant(const FPOperation &operation) {
  return any_of(operation.operands, [](Value *operand) {
    auto *constant = dyn_cast<ConstantFP>(operand);
    return constant && !constant->getValueAPF().isFinite();
  });
}

unsigned possibleKinds(const FPOperation &operation) {
  auto number = [&](unsigned i) -> MaybeNumber {
    if (i < operation.operands.size())
      if (auto *constant = dyn_cast<ConstantFP>(operation.operands[i]))
        return {constant->getValueAPF()};
    return {};
  };
  return hasInfiniteConstant(operation) ? 0 : kindsThatCanBe(operation.op, number(0), number(1), number(2));
}

StringRef operationName(Operation op) { return Table[op].name; }

StringRef kindName(unsigned kind) {
  static constexpr StringLiteral Names[] = {
#define KIND(NAME, TEXT, ...) #TEXT,
#include "tables/kinds.def"
  };
  return Names[countr_zero(kind)];
}

StringRef typeClass(Type *type) { return type->isFloatTy() ? "f32" : type->isDoubleTy() ? "f64" : "f80"; }

RowValues rowValues(const FPOperation &operation, Instruction &I, IRBuilder<> &builder) {
  RowValues row{operation.operands[0], nullptr, nullptr, nullptr};
  if (operation.operands.size() > 1)
    row.y = operation.operands[1];
  if (operation.operands.size() > 2)
    row.z = operation.operands[2];
  if (operation.op == Op_fptrunc) {
    APFloat smallest = APFloat::getSmallestNormalized(I.getType()->getFltSemantics());
    bool inexact;
    smallest.convert(operation.type->getFltSemantics(), APFloat::rmNearestTiesToEven, &inexact);
    row.y = ConstantFP::get(operation.type, smallest);
    row.r = builder.CreateFPExt(&I, operation.type);
  } else if (I.getType()->isIntegerTy()) {
    Constant *low, *high;
    integerBounds(operation.type, I.getType()->getIntegerBitWidth(), operation.op != Op_fptoui,
                  operation.op > Op_fptoui, low, high);
    row.y = low;
    row.z = high;
    row.r = ConstantFP::getZero(operation.type); // the integer result is of no interest to the table
  } else if (I.getType()->isVoidTy()) {          // sincos: what it writes first
    auto *to =
        find_if(cast<CallBase>(I).args(), [](const Use &use) { return use->getType()->isPointerTy(); });
    row.r = builder.CreateAlignedLoad(operation.type, *to, Align(1)); // without a block to ask for more
  } else {
    row.r = &I;
  }
  return row;
}

void buildKindConditions(const FPOperation &operation, const RowValues &row, IRBuilder<> &builder,
                         Value *(&conditions)[ARIADNE_KINDS]) {
  std::fill(std::begin(conditions), std::end(conditions), nullptr);
  if (hasInfiniteConstant(operation))
    return;
  auto number = [&](Value *value) { return IRNumber{&builder, value}; };
  IRBool raised[ARIADNE_KINDS];
  evaluateKinds<IRNumber>(operation.op, number(row.x), number(row.y), number(row.z), number(row.r), raised);
  IRBool primary{&builder, nullptr};
  for (Value *operand : operation.operands)
    if (!isa<Constant>(operand)) {
      IRBool isFinite = finite(number(operand));
      primary = primary.value ? primary & isFinite : isFinite;
    }
  for (unsigned i = 0; i < ARIADNE_KINDS; ++i) {
    if (raised[i].value && primary.value)
      raised[i] = raised[i] & primary;
    conditions[i] = raised[i].value;
  }
}

} // namespace ariadne
