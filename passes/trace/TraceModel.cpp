#include "trace/TraceModel.h"

#include "sites/Library.h"

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

// What the table of functions has for each of them; Ex_NONE where that is a gap, or traces take it apart.
constexpr struct Models {
  Expression of[FunctionCount];
  constexpr Models() : of() {
#define MODEL(NAME, EXPRESSION) of[Fn_##NAME] = Ex_##EXPRESSION;
#include "tables/function_models.def"
  }
} ModelOf;

// Strict forms of instructions.
std::optional<Expression> findStrict(StringRef name) {
  static const StringMap<Expression> Names = {
      {"fadd", Ex_FADD},     {"fsub", Ex_FSUB},       {"fmul", Ex_FMUL},    {"fdiv", Ex_FDIV},
      {"frem", Ex_FREM},     {"fptrunc", Ex_FPTRUNC}, {"fpext", Ex_FPEXT},  {"fptosi", Ex_FPTOSI},
      {"fptoui", Ex_FPTOUI}, {"sitofp", Ex_SITOFP},   {"uitofp", Ex_UITOFP}};
  auto found = Names.find(name);
  return found == Names.end() ? std::nullopt : std::optional(found->second);
}

std::optional<Model> modelOfCall(CallBase &call) {
  if (auto known = libraryCall(call)) {
    Expression op = ModelOf.of[known->function];
    return op ? std::optional(Model{op, numbersOf(*known, call)}) : std::nullopt;
  }
  if (auto *compare = dyn_cast<ConstrainedFPCmpIntrinsic>(&call))
    return Model{Ex_FCMP, {call.getArgOperand(0), call.getArgOperand(1)}, unsigned(compare->getPredicate())};
  auto *strict = dyn_cast<ConstrainedFPIntrinsic>(&call);
  auto op = strict ? findStrict(intrinsicName(call)) : std::nullopt;
  if (!op)
    return std::nullopt;
  Model model{*op, {}};
  for (unsigned i = 0; i < ExpressionOperands[*op] && i < strict->arg_size(); ++i)
    model.operands.push_back(strict->getArgOperand(i));
  return model;
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
