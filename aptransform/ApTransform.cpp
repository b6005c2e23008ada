#include "ApTransform.h"

#include "ApHooks.h"
#include "ApMemory.h"
#include "ApNames.h"
#include "ApPlaces.h"
#include "sites/Sites.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstVisitor.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ariadne {
namespace {

class Rewriter : public InstVisitor<Rewriter> {
public:
  explicit Rewriter(Module &module)
      : // Bound when the library is loaded: a hop through the PLT would be a tenth of what a small number
        // costs.
        hooks(module, Attribute::NonLazyBind), lazyHooks(module), places(module),
        builder(module.getContext()) {}

  void rewrite(Instruction &I) {
    builder.SetInsertPoint(&I);
    builder.SetCurrentDebugLocation(I.getDebugLoc());
    visit(I);
  }
  void finish() { places.emit(); }
  void show(const std::vector<Site> &sites) {
    for (const Site &site : sites)
      if (isApType(site.instruction->getType()) && !site.instruction->isTerminator())
        shown[site.instruction] = site.number;
  }

  void visitBinaryOperator(BinaryOperator &I) {
    if (hasFloat(I.getType()))
      arithmetic(I.getOpcodeName(), I.getOperand(0), I.getOperand(1), I);
  }

  void visitFCmpInst(FCmpInst &I) {
    if (!isApType(I.getOperand(0)->getType()))
      return unsupported(I);
    replace(I, comparison(I.getPredicate(), I.getOperand(0), I.getOperand(1), I));
  }

  void visitFPTruncInst(FPTruncInst &I) { convert(I.getOperand(0), I); }
  void visitFPExtInst(FPExtInst &I) { convert(I.getOperand(0), I); }
  void visitFPToSIInst(FPToSIInst &I) { toInteger(true, I.getOperand(0), I); }
  void visitFPToUIInst(FPToUIInst &I) { toInteger(false, I.getOperand(0), I); }
  void visitSIToFPInst(SIToFPInst &I) { fromInteger(true, I.getOperand(0), I); }
  void visitUIToFPInst(UIToFPInst &I) { fromInteger(false, I.getOperand(0), I); }

  // fneg flips the sign bit, which negates the number. Other types only move.
  void visitBitCastInst(BitCastInst &I) {
    Type *from = I.getSrcTy(), *to = I.getDestTy();
    if (!hasFloat(from) || hasFloat(to) || onlyMoves(I))
      return;
    if (!isApType(from))
      return unsupported(I);
    I.setOperand(0, hooks.call(builder, hook::ap_bits, from, {I.getOperand(0)}));
  }

  // An integer read from where a float may lie.
  void visitLoadInst(LoadInst &I) {
    bool wide = I.getType()->isIntegerTy(64);
    if ((!wide && !I.getType()->isIntegerTy(32)) || onlyMoves(I) || !mayHoldFloat(I))
      return;
    builder.SetInsertPoint(I.getNextNode());
    CallInst *bits = lazyHooks.call(builder, wide ? hook::ap_unpun_i64 : hook::ap_unpun_i32, {&I});
    I.replaceUsesWithIf(bits, [&](Use &use) { return use.getUser() != bits; });
  }

  void visitAtomicRMWInst(AtomicRMWInst &I) {
    if (hasFloat(I.getType()))
      unsupported(I);
  }

  void visitCallBase(CallBase &call) {
    Function *callee = call.getCalledFunction();
    if (call.isInlineAsm())
      return visitAssembly(call);
    if (!callee)
      return visitIndirect(call);
    if (callee->isIntrinsic())
      return visitIntrinsic(call);
    if (callee->isDeclaration())
      visitExternal(call, *callee);
  }

private:
  void replace(Instruction &I, Value *with) {
    showStep(I, with);
    replaceInstruction(I, with);
  }

  void showStep(Instruction &I, Value *result) {
    auto site = shown.find(&I);
    if (site == shown.end())
      return;
    Type *type = I.getType();
    Value *none = ConstantFP::getNaN(type); // no number: there is no such operand
    Value *operands[2] = {none, none};
    unsigned count = 0, constants = 0; // bit n: the n-th operand is written in the code
    for (Value *operand : I.operands())
      if (operand->getType() == type && count < 2) {
        constants |= unsigned(isa<Constant>(operand)) << count;
        operands[count++] = operand;
      }
    hooks.call(builder, hook::ap_step, type,
               {number(site->second), number(constants), result, operands[0], operands[1]});
  }

  Value *place(Instruction &I) { return places.number(I); }
  Value *number(unsigned value) { return builder.getInt32(value); }

  Value *comparison(unsigned predicate, Value *x, Value *y, Instruction &I) {
    if (predicate == CmpInst::FCMP_TRUE || predicate == CmpInst::FCMP_FALSE)
      return builder.getInt1(predicate == CmpInst::FCMP_TRUE);
    Value *truth = hooks.call(builder, hook::ap_fcmp, x->getType(), {x, y, number(predicate), place(I)});
    return builder.CreateICmpNE(truth, number(0));
  }

  void arithmetic(StringRef name, Value *x, Value *y, Instruction &I) {
    if (!isApType(I.getType()))
      return unsupported(I);
    // The remainder is fmod, which is exact.
    const AnyHook &hook = exactHook(name == "frem" ? "fmod" : name).of(I.getType());
    replace(I, hooks.callAny(builder, hook, {x, y}));
  }

  void convert(Value *x, Instruction &I) {
    if (!isApType(x->getType()) || !isApType(I.getType()))
      return unsupported(I);
    replace(I, hooks.callAny(builder, conversionHook(x->getType(), I.getType()), {x}));
  }

  void toInteger(bool isSigned, Value *x, Instruction &I) {
    if (!isApType(x->getType()) || !I.getType()->isIntegerTy() || I.getType()->getIntegerBitWidth() > 64)
      return unsupported(I);
    Value *wide = hooks.call(builder, isSigned ? hook::ap_fptosi : hook::ap_fptoui, x->getType(),
                             {x, number(I.getType()->getIntegerBitWidth()), place(I)});
    replace(I, builder.CreateTrunc(wide, I.getType()));
  }

  void fromInteger(bool isSigned, Value *n, Instruction &I) {
    if (!isApType(I.getType()) || !n->getType()->isIntegerTy() || n->getType()->getIntegerBitWidth() > 64)
      return unsupported(I);
    Value *wide = builder.CreateIntCast(n, builder.getInt64Ty(), isSigned);
    replace(I, hooks.call(builder, isSigned ? hook::ap_sitofp : hook::ap_uitofp, I.getType(), {wide}));
  }

  void unsupported(Instruction &I, StringRef name = "") {
    notify(hook::ap_unsupported, name.empty() ? describeOperation(I) : name.str());
  }

  void notify(const Hook<1> &hook, StringRef text) { lazyHooks.call(builder, hook, {places.text(text)}); }

  void visitIntrinsic(CallBase &call) {
    bool floats =
        hasFloat(call.getType()) || any_of(call.args(), [](Value *v) { return hasFloat(v->getType()); });
    if (!floats || call.getIntrinsicID() == Intrinsic::arithmetic_fence ||
        call.getIntrinsicID() == Intrinsic::ssa_copy)
      return;
    if (auto *strict = dyn_cast<ConstrainedFPIntrinsic>(&call))
      return visitStrict(*strict);
    Type *type = nullptr;
    if (call.getIntrinsicID() == Intrinsic::is_fpclass && isApType(call.getArgOperand(0)->getType())) {
      Value *truth = hooks.call(builder, hook::ap_class, call.getArgOperand(0)->getType(),
                                {call.getArgOperand(0), call.getArgOperand(1), place(call)});
      return replace(call, builder.CreateICmpNE(truth, number(0)));
    }
    if (call.getIntrinsicID() == Intrinsic::fmuladd && isApType(call.getType()))
      return multiplyAdd(call);
    if (auto known = findExactCall(call, type); known && callHook(call, *known, type))
      return;
    unsupported(call, call.getCalledFunction()->getName());
  }

  void multiplyAdd(CallBase &call) {
    Type *type = call.getType();
    Value *product = hooks.call(builder, hook::ap_fmul, type, {call.getArgOperand(0), call.getArgOperand(1)});
    replace(call, hooks.call(builder, hook::ap_fadd, type, {product, call.getArgOperand(2)}));
  }

  // The same operations where the program may look at flags and change rounding modes.
  void visitStrict(ConstrainedFPIntrinsic &call) {
    Value *x = call.getArgOperand(0);
    StringRef name = call.getCalledFunction()->getName();
    name.consume_front("llvm.experimental.constrained.");
    name = name.split('.').first;
    if (auto *compare = dyn_cast<ConstrainedFPCmpIntrinsic>(&call))
      return isApType(x->getType())
                 ? replace(call, comparison(compare->getPredicate(), x, call.getArgOperand(1), call))
                 : unsupported(call, name);
    if (name == "fadd" || name == "fsub" || name == "fmul" || name == "fdiv" || name == "frem")
      return arithmetic(name, x, call.getArgOperand(1), call);
    if (name == "fptosi" || name == "fptoui")
      return toInteger(name == "fptosi", x, call);
    if (name == "sitofp" || name == "uitofp")
      return fromInteger(name == "sitofp", x, call);
    if (name == "fptrunc" || name == "fpext")
      return convert(x, call);
    if (name == "fmuladd" && isApType(call.getType()))
      return multiplyAdd(call);
    Type *type = nullptr;
    if (auto known = findExactCall(call, type); known && callHook(call, *known, type))
      return;
    unsupported(call, name);
  }

  // False if the program means another function than the hook.
  bool callHook(CallBase &call, const ApCall &known, Type *type) {
    if (call.arg_size() < known.arguments)
      return false;
    SmallVector<Value *, 4> arguments(call.arg_begin(), call.arg_begin() + known.arguments);
    if (known.name == "class")
      arguments.push_back(number(known.classMask));
    if (known.decides)
      arguments.push_back(place(call));
    const AnyHook &hook = exactHook(known.name).of(type);
    if (!fits(hook, arguments, call.getType()))
      return false;
    Value *value = hooks.callAny(builder, hook, arguments);
    if (value->getType() != call.getType())
      value = builder.CreateIntCast(value, call.getType(), true);
    replace(call, value);
    return true;
  }

  void visitAssembly(CallBase &call) {
    bool floats =
        hasFloat(call.getType()) || any_of(call.args(), [](Value *v) { return hasFloat(v->getType()); });
    if (floats)
      unsupported(call, "inline assembly");
    else if (any_of(call.args(), [](Value *v) { return v->getType()->isPointerTy(); }))
      notify(hook::ap_external, "inline assembly");
  }

  // Functions of the program take handles. Those of libraries were replaced where their address was taken,
  // except variadic ones.
  void visitIndirect(CallBase &call) {
    if (call.getFunctionType()->isVarArg())
      marshal(call, "(through a pointer)", call.getFunctionType()->getNumParams());
  }

  void visitExternal(CallBase &call, Function &callee) {
    Type *type = nullptr;
    if (auto known = findExactCall(call, type); known && callHook(call, *known, type))
      return;
    StringRef name = callee.getName();
    bool floats = hasFloat(call.getType()), pointers = false;
    for (Value *argument : call.args()) {
      floats |= hasFloat(argument->getType());
      pointers |= argument->getType()->isPointerTy();
    }
    if (isHarmless(name) || (!floats && !pointers))
      return;
    if (isPrinter(name) && call.use_empty())
      name = "";
    marshal(call, name, 0);
  }

  // Rounds what the function gets, from argument `first` on, and takes what it gives as an ordinary float.
  void marshal(CallBase &call, StringRef name, unsigned first) {
    if (!name.empty())
      notify(hook::ap_external, name);
    for (unsigned i = first; i < call.arg_size(); ++i) {
      Value *argument = call.getArgOperand(i);
      if (isApType(argument->getType()))
        call.setArgOperand(i, hooks.call(builder, hook::ap_marshal, argument->getType(), {argument}));
      else if (hasFloat(argument->getType()))
        notify(hook::ap_unsupported, ("an argument of " + name).str());
    }
    if (!isApType(call.getType()) || call.isTerminator())
      return;
    if (auto *direct = dyn_cast<CallInst>(&call); direct && direct->isMustTailCall())
      direct->setTailCallKind(CallInst::TCK_Tail);
    builder.SetInsertPoint(call.getNextNode());
    CallInst *result = hooks.call(builder, hook::ap_foreign, call.getType(), {&call});
    call.replaceUsesWithIf(result, [&](Use &use) { return use.getUser() != result; });
  }

  Hooks hooks, lazyHooks;
  ApPlaces places;
  IRBuilder<> builder;
  DenseMap<const Instruction *, unsigned> shown; // operations whose results are shown as they come
};

} // namespace

PreservedAnalyses ApPass::run(Module &module, ModuleAnalysisManager &analyses) {
  std::vector<Site> sites; // a copy: the module changes below
  if (steps)
    sites = analyses.getResult<SitesAnalysis>(module).sites;
  wrapAddressTaken(module);
  allowNaNs(module);
  std::vector<Instruction *> all;
  for (Function &function : module)
    for (Instruction &I : instructions(function))
      all.push_back(&I);
  Rewriter rewriter(module);
  rewriter.show(sites);
  for (Instruction *I : all)
    rewriter.rewrite(*I);
  rewriter.finish();
  return PreservedAnalyses::none();
}

} // namespace ariadne
