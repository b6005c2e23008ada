#include "trace/TraceModel.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ariadne {

ExpressionType expressionType(const Type *type) {
  if (type->isFloatTy())
    return Type_F32;
  if (type->isDoubleTy())
    return Type_F64;
  if (type->isX86_FP80Ty())
    return Type_F80;
  if (!type->isIntegerTy())
    return Type_NONE;
  switch (type->getIntegerBitWidth()) {
  case 1:
    return Type_I1;
  case 8:
    return Type_I8;
  case 16:
    return Type_I16;
  case 32:
    return Type_I32;
  case 64:
    return Type_I64;
  case 128:
    return Type_I128;
  default:
    return Type_NONE;
  }
}

namespace {

// Functions of C by the name of their double form, with intrinsics that are called alike. (roundeven,
// nearbyint: the rounding mode is to nearest.)
std::optional<Expression> findFunction(StringRef name) {
  static const StringMap<Expression> Names = {
      {"fmod", Ex_FREM},     {"fma", Ex_FMA},        {"fabs", Ex_FABS},   {"copysign", Ex_COPYSIGN},
      {"fmin", Ex_FMIN},     {"fmax", Ex_FMAX},      {"minnum", Ex_FMIN}, {"maxnum", Ex_FMAX},
      {"sqrt", Ex_SQRT},     {"floor", Ex_FLOOR},    {"ceil", Ex_CEIL},   {"trunc", Ex_TRUNC},
      {"round", Ex_ROUND},   {"rint", Ex_RINT},      {"sin", Ex_SIN},     {"nearbyint", Ex_RINT},
      {"cos", Ex_COS},       {"roundeven", Ex_RINT}, {"tan", Ex_TAN},     {"asin", Ex_ASIN},
      {"acos", Ex_ACOS},     {"atan", Ex_ATAN},      {"atan2", Ex_ATAN2}, {"sinh", Ex_SINH},
      {"cosh", Ex_COSH},     {"tanh", Ex_TANH},      {"asinh", Ex_ASINH}, {"acosh", Ex_ACOSH},
      {"atanh", Ex_ATANH},   {"exp", Ex_EXP},        {"exp2", Ex_EXP2},   {"expm1", Ex_EXPM1},
      {"log", Ex_LOG},       {"log2", Ex_LOG2},      {"log10", Ex_LOG10}, {"log1p", Ex_LOG1P},
      {"pow", Ex_POW},       {"cbrt", Ex_CBRT},      {"hypot", Ex_HYPOT}, {"tgamma", Ex_TGAMMA},
      {"lgamma", Ex_LGAMMA}, {"erf", Ex_ERF},        {"erfc", Ex_ERFC},   {"ldexp", Ex_LDEXP},
      {"scalbn", Ex_LDEXP},  {"scalbln", Ex_LDEXP}};
  auto found = Names.find(name);
  if (found == Names.end())
    return std::nullopt;
  return found->second;
}

// Strict forms of instructions.
std::optional<Expression> findStrict(StringRef name) {
  static const StringMap<Expression> Names = {
      {"fadd", Ex_FADD},     {"fsub", Ex_FSUB},       {"fmul", Ex_FMUL},    {"fdiv", Ex_FDIV},
      {"frem", Ex_FREM},     {"fptrunc", Ex_FPTRUNC}, {"fpext", Ex_FPEXT},  {"fptosi", Ex_FPTOSI},
      {"fptoui", Ex_FPTOUI}, {"sitofp", Ex_SITOFP},   {"uitofp", Ex_UITOFP}};
  auto found = Names.find(name);
  return found == Names.end() ? findFunction(name) : found->second;
}

bool isFloat(Type *type) { return isFloatType(expressionType(type)); }

bool hasShape(const CallBase &call, Expression op) {
  unsigned operands = ExpressionOperands[op];
  Type *type = call.getType();
  if (call.arg_size() != operands || !isFloat(type))
    return false;
  for (unsigned i = 0; i < operands; ++i) {
    Type *given = call.getArgOperand(i)->getType();
    if (op == Ex_LDEXP && i == 1 ? !expressionType(given) || !given->isIntegerTy() : given != type)
      return false;
  }
  return true;
}

std::optional<Model> modelOfCall(CallBase &call) {
  Function *callee = call.getCalledFunction();
  if (!callee || !callee->isDeclaration())
    return std::nullopt;
  if (auto *compare = dyn_cast<ConstrainedFPCmpIntrinsic>(&call))
    return Model{Ex_FCMP, {call.getArgOperand(0), call.getArgOperand(1)}, unsigned(compare->getPredicate())};
  StringRef name = callee->getName();
  if (auto *strict = dyn_cast<ConstrainedFPIntrinsic>(&call)) {
    name.consume_front("llvm.experimental.constrained.");
    auto op = findStrict(name.split('.').first);
    if (!op)
      return std::nullopt;
    Model model{*op, {}};
    for (unsigned i = 0; i < ExpressionOperands[*op] && i < strict->arg_size(); ++i)
      model.operands.push_back(strict->getArgOperand(i));
    return model;
  }
  if (callee->isIntrinsic())
    name = name.drop_front(5).split('.').first; // llvm.
  else if (call.getType()->isFloatTy() ? !name.consume_back("f")
                                       : call.getType()->isX86_FP80Ty() && !name.consume_back("l"))
    return std::nullopt;
  auto op = findFunction(name);
  if (!op || !hasShape(call, *op))
    return std::nullopt;
  return Model{*op, SmallVector<Value *, 3>(call.args())};
}

std::optional<Expression> opcode(unsigned opcode) {
  switch (opcode) {
#define SAME(LLVM, OURS)                                                                                     \
  case Instruction::LLVM:                                                                                    \
    return Ex_##OURS;
    SAME(FAdd, FADD)
    SAME(FSub, FSUB)
    SAME(FMul, FMUL)
    SAME(FDiv, FDIV)
    SAME(FRem, FREM)
    SAME(FNeg, FNEG)
    SAME(FCmp, FCMP)
    SAME(FPTrunc, FPTRUNC)
    SAME(FPExt, FPEXT)
    SAME(FPToSI, FPTOSI)
    SAME(FPToUI, FPTOUI)
    SAME(SIToFP, SITOFP)
    SAME(UIToFP, UITOFP)
    SAME(BitCast, BITCAST)
    SAME(Add, ADD)
    SAME(Sub, SUB)
    SAME(Mul, MUL)
    SAME(SDiv, SDIV)
    SAME(UDiv, UDIV)
    SAME(SRem, SREM)
    SAME(URem, UREM)
    SAME(Shl, SHL)
    SAME(LShr, LSHR)
    SAME(AShr, ASHR)
    SAME(And, AND)
    SAME(Or, OR)
    SAME(Xor, XOR)
    SAME(ICmp, ICMP)
    SAME(Trunc, ITRUNC)
    SAME(ZExt, ZEXT)
    SAME(SExt, SEXT)
    SAME(Select, SELECT)
#undef SAME
  default:
    return std::nullopt;
  }
}

} // namespace

bool isHarmless(const CallBase &call) {
  static const StringSet<> Names = {
      "printf", "fprintf", "vprintf", "vfprintf", "puts",          "fputs",         "putchar",
      "fputc",  "putc",    "fflush",  "perror",   "exit",          "_exit",         "abort",
      "free",   "fclose",  "fwrite",  "malloc",   "__assert_fail", "feclearexcept", "feraiseexcept"};
  const Function *callee = call.getCalledFunction();
  if (!callee)
    return false;
  StringRef name = callee->getName();
  if (name == "__errno_location") // only stored to
    return all_of(call.users(), [](const User *user) { return isa<StoreInst>(user); });
  return Names.contains(name) && (name == "malloc" || call.use_empty());
}

std::optional<Model> modelOf(Instruction &I) {
  if (!expressionType(I.getType()))
    return std::nullopt;
  std::optional<Model> model;
  if (auto *call = dyn_cast<CallBase>(&I))
    model = modelOfCall(*call);
  else if (auto op = opcode(I.getOpcode()))
    model = Model{*op, SmallVector<Value *, 3>(I.operands())};
  if (!model)
    return std::nullopt;
  if (auto *compare = dyn_cast<CmpInst>(&I))
    model->aux = compare->getPredicate();
  for (Value *operand : model->operands)
    if (!expressionType(operand->getType()))
      return std::nullopt;
  return model;
}

} // namespace ariadne
