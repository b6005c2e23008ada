#include "sites/Operations.h"
#include "sites/OperationReadings.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringMap.h"
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

std::optional<Operation> findOperation(StringRef name) {
  static const StringMap<Operation> Names = [] {
    StringMap<Operation> map;
    for (unsigned i = 0; i < OperationCount; ++i)
      map[Table[i].name] = Operation(i);
    map["fmuladd"] = Op_fma;
    map["drem"] = Op_remainder;
    map["gamma"] = Op_lgamma;
    map["pow10"] = Op_exp10;
    return map;
  }();
  auto found = Names.find(name);
  if (found == Names.end())
    return std::nullopt;
  return found->second;
}

bool isKnownType(Type *type) { return type->isFloatTy() || type->isDoubleTy() || type->isX86_FP80Ty(); }

// x86-64 converts to these by one instruction that traps exactly when the value does not fit.
Evidence conversionEvidence(Operation op, Type *integer) {
  bool native = op == Op_fptosi && (integer->isIntegerTy(32) || integer->isIntegerTy(64));
  return native ? Evidence::Trap : Evidence::Value;
}

// Parameters besides the floating-point operands: a logger named `log` is not the logarithm.
unsigned otherParameters(Operation op, StringRef name) {
  switch (op) {
  case Op_remquo:
  case Op_jn:
  case Op_yn:
  case Op_ldexp:
  case Op_scalbn:
  case Op_scalbln:
    return 1;
  default:
    return name.ends_with("_r");
  }
}

bool returnsInteger(Operation op) { return op == Op_ilogb || (op >= Op_lrint && op <= Op_llround); }

// The table's name of a called function: "sinf" is "sin" on float. Only functions that are not defined in the
// module count: a library under analysis may bring its own sin.
std::optional<Operation> calledOperation(CallBase &call) {
  Function *callee = call.getCalledFunction();
  if (!callee || !callee->isDeclaration())
    return std::nullopt;
  StringRef name = callee->getName();
  bool strict = name.consume_front("llvm.experimental.constrained.");
  if (callee->isIntrinsic() && !strict)
    name.consume_front("llvm.");
  if (callee->isIntrinsic()) {
    auto op = findOperation(name.split('.').first);
    // llvm.fptosi.sat and its like are not the instructions of that name.
    return op && (strict || *op > Op_fptoui) ? op : std::nullopt;
  }
  Type *type = nullptr;
  for (Value *arg : call.args())
    if (arg->getType()->isFloatingPointTy()) {
      type = arg->getType();
      break;
    }
  if (!type)
    return std::nullopt;
  bool reentrant = name.consume_back("_r"); // lgammaf_r
  if ((type->isFloatTy() && !name.consume_back("f")) || (type->isX86_FP80Ty() && !name.consume_back("l")))
    return std::nullopt;
  auto op = findOperation(name);
  // The instruction names of the table (fadd, fptosi, ...) are not names of C functions.
  if (!op || *op <= Op_fptoui || (reentrant && *op != Op_lgamma))
    return std::nullopt;
  bool shape = call.arg_size() == Table[*op].arity + otherParameters(*op, callee->getName()) &&
               call.getType()->isIntegerTy() == returnsInteger(*op);
  return shape ? op : std::nullopt;
}

std::optional<FPOperation> classifyCall(CallBase &call) {
  auto op = calledOperation(call);
  if (!op)
    return std::nullopt;
  FPOperation operation{*op, nullptr, {}, Evidence::Call};
  for (Value *arg : call.args())
    if (arg->getType()->isFPOrFPVectorTy())
      operation.operands.push_back(arg);
  if (operation.operands.size() != Table[*op].arity)
    return std::nullopt;
  operation.type = operation.operands[0]->getType();
  for (Value *operand : operation.operands)
    if (operand->getType() != operation.type)
      return std::nullopt;
  Type *result = call.getType();
  bool conversion = *op == Op_fptrunc || *op == Op_fptosi || *op == Op_fptoui;
  if (!conversion && !returnsInteger(*op) && result != operation.type)
    return std::nullopt;
  if (call.getIntrinsicID() != Intrinsic::not_intrinsic) {
    // Strict operations and llvm.sqrt become instructions, the rest a call of the library.
    if (*op == Op_fptosi || *op == Op_fptoui)
      operation.evidence = conversionEvidence(*op, result);
    else if (*op < Op_frem || *op == Op_fptrunc || *op == Op_sqrt ||
             call.getIntrinsicID() == Intrinsic::fmuladd)
      operation.evidence = Evidence::Trap;
  }
  return operation;
}

std::optional<FPOperation> classifyAnyType(Instruction &I) {
  if (auto *call = dyn_cast<CallBase>(&I))
    return classifyCall(*call);
  switch (I.getOpcode()) {
  case Instruction::FAdd:
  case Instruction::FSub:
  case Instruction::FMul:
  case Instruction::FDiv:
    return FPOperation{
        *findOperation(I.getOpcodeName()), I.getType(), {I.getOperand(0), I.getOperand(1)}, Evidence::Trap};
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
                  returnsInteger(operation.op), low, high);
    row.y = low;
    row.z = high;
    row.r = ConstantFP::getZero(operation.type); // the integer result is of no interest to the table
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
