#include "ApTransform.h"

#include "ApMemory.h"
#include "ApNames.h"
#include "ApPlaces.h"
#include "runtime/ap_abi.h"
#include "sites/Operations.h"
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
      : module(module), context(module.getContext()), places(module), builder(context) {}

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

  void visitFPTruncInst(FPTruncInst &I) { convert("fptrunc", I.getOperand(0), I); }
  void visitFPExtInst(FPExtInst &I) { convert("fpext", I.getOperand(0), I); }
  void visitFPToSIInst(FPToSIInst &I) { toInteger("fptosi", I.getOperand(0), I); }
  void visitFPToUIInst(FPToUIInst &I) { toInteger("fptoui", I.getOperand(0), I); }
  void visitSIToFPInst(SIToFPInst &I) { fromInteger("sitofp", I.getOperand(0), I); }
  void visitUIToFPInst(UIToFPInst &I) { fromInteger("uitofp", I.getOperand(0), I); }

  // fneg flips the sign bit, which negates the number. Other types only move.
  void visitBitCastInst(BitCastInst &I) {
    Type *from = I.getSrcTy(), *to = I.getDestTy();
    if (!hasFloat(from) || hasFloat(to) || onlyMoves(I))
      return;
    if (!isApType(from))
      return unsupported(I);
    I.setOperand(0, hook("bits", from, from, {I.getOperand(0)}));
  }

  // An integer read from where a float may lie.
  void visitLoadInst(LoadInst &I) {
    bool wide = I.getType()->isIntegerTy(64);
    if ((!wide && !I.getType()->isIntegerTy(32)) || onlyMoves(I) || !mayHoldFloat(I))
      return;
    builder.SetInsertPoint(I.getNextNode());
    CallInst *bits = builder.CreateCall(
        module.getOrInsertFunction(wide ? ARIADNE_AP_PREFIX "unpun_i64" : ARIADNE_AP_PREFIX "unpun_i32",
                                   I.getType(), I.getType()),
        {&I});
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
  static std::string className(Type *type) { return typeClass(type).str(); }

  CallInst *hook(const Twine &name, Type *type, Type *result, ArrayRef<Value *> arguments) {
    SmallVector<Type *, 4> types;
    for (Value *argument : arguments)
      types.push_back(argument->getType());
    auto *signature = FunctionType::get(result, types, false);
    std::string full = (ARIADNE_AP_PREFIX + name + "_" + className(type)).str();
    // Bound when the library is loaded: a hop through the PLT would be a tenth of what a small number costs.
    auto eager = AttributeList().addFnAttribute(module.getContext(), Attribute::NonLazyBind);
    return builder.CreateCall(module.getOrInsertFunction(full, signature, eager), arguments);
  }

  void replace(Instruction &I, Value *with) {
    showStep(I, with);
    replaceInstruction(I, with);
  }

  void showStep(Instruction &I, Value *result) {
    auto site = shown.find(&I);
    if (site == shown.end())
      return;
    Type *type = I.getType();
    SmallVector<Value *, 5> arguments = {number(site->second), nullptr, result};
    unsigned constants = 0; // bit n: the n-th operand is written in the code
    for (Value *operand : I.operands())
      if (operand->getType() == type && arguments.size() < 5) {
        constants |= unsigned(isa<Constant>(operand)) << (arguments.size() - 3);
        arguments.push_back(operand);
      }
    arguments[1] = number(constants);
    while (arguments.size() < 5)
      arguments.push_back(ConstantFP::getNaN(type)); // no number: there is no such operand
    hook("step", type, builder.getVoidTy(), arguments);
  }

  Value *place(Instruction &I) { return places.number(I); }
  Value *number(unsigned value) { return builder.getInt32(value); }

  Value *comparison(unsigned predicate, Value *x, Value *y, Instruction &I) {
    if (predicate == CmpInst::FCMP_TRUE || predicate == CmpInst::FCMP_FALSE)
      return builder.getInt1(predicate == CmpInst::FCMP_TRUE);
    Value *truth = hook("fcmp", x->getType(), builder.getInt32Ty(), {x, y, number(predicate), place(I)});
    return builder.CreateICmpNE(truth, number(0));
  }

  void arithmetic(StringRef name, Value *x, Value *y, Instruction &I) {
    if (!isApType(I.getType()))
      return unsupported(I);
    // The remainder is fmod, which is exact.
    replace(I, hook(name == "frem" ? "fmod" : name, I.getType(), I.getType(), {x, y}));
  }

  void convert(StringRef name, Value *x, Instruction &I) {
    if (!isApType(x->getType()) || !isApType(I.getType()))
      return unsupported(I);
    replace(I, hook(name + "_" + className(x->getType()), I.getType(), I.getType(), {x}));
  }

  void toInteger(StringRef name, Value *x, Instruction &I) {
    if (!isApType(x->getType()) || !I.getType()->isIntegerTy() || I.getType()->getIntegerBitWidth() > 64)
      return unsupported(I);
    Value *wide = hook(name, x->getType(), builder.getInt64Ty(),
                       {x, number(I.getType()->getIntegerBitWidth()), place(I)});
    replace(I, builder.CreateTrunc(wide, I.getType()));
  }

  void fromInteger(StringRef name, Value *n, Instruction &I) {
    if (!isApType(I.getType()) || !n->getType()->isIntegerTy() || n->getType()->getIntegerBitWidth() > 64)
      return unsupported(I);
    Value *wide = builder.CreateIntCast(n, builder.getInt64Ty(), name == "sitofp");
    replace(I, hook(name, I.getType(), I.getType(), {wide}));
  }

  void unsupported(Instruction &I, StringRef name = "") {
    notify("unsupported", name.empty() ? describeOperation(I) : name.str());
  }

  void notify(StringRef hook, StringRef text) {
    auto callee =
        module.getOrInsertFunction((ARIADNE_AP_PREFIX + hook).str(), builder.getVoidTy(), builder.getPtrTy());
    builder.CreateCall(callee, {places.text(text)});
  }

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
      Value *truth = hook("class", call.getArgOperand(0)->getType(), builder.getInt32Ty(),
                          {call.getArgOperand(0), call.getArgOperand(1), place(call)});
      return replace(call, builder.CreateICmpNE(truth, number(0)));
    }
    if (call.getIntrinsicID() == Intrinsic::fmuladd && isApType(call.getType()))
      return multiplyAdd(call);
    if (auto known = findIntrinsic(call, type))
      return callHook(call, *known, type);
    unsupported(call, call.getCalledFunction()->getName());
  }

  void multiplyAdd(CallBase &call) {
    Type *type = call.getType();
    Value *product = hook("fmul", type, type, {call.getArgOperand(0), call.getArgOperand(1)});
    replace(call, hook("fadd", type, type, {product, call.getArgOperand(2)}));
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
      return toInteger(name, x, call);
    if (name == "sitofp" || name == "uitofp")
      return fromInteger(name, x, call);
    if (name == "fptrunc" || name == "fpext")
      return convert(name, x, call);
    if (name == "fmuladd" && isApType(call.getType()))
      return multiplyAdd(call);
    Type *type = nullptr;
    if (auto function = findIntrinsic(call, type))
      return callHook(call, *function, type);
    unsupported(call, name);
  }

  void callHook(CallBase &call, const ApCall &known, Type *type) {
    SmallVector<Value *, 4> arguments(call.arg_begin(), call.arg_begin() + known.arguments);
    if (known.name == "class")
      arguments.push_back(number(known.classMask));
    if (known.decides)
      arguments.push_back(place(call));
    bool wide = known.name.starts_with("l") && known.decides; // lrint and its like: 64 bits
    Type *result = known.name == "class" ? builder.getInt32Ty()
                   : wide                ? builder.getInt64Ty()
                                         : call.getType();
    Value *value = hook(known.name, type, result, arguments);
    if (result != call.getType())
      value = builder.CreateIntCast(value, call.getType(), true);
    replace(call, value);
  }

  void visitAssembly(CallBase &call) {
    bool floats =
        hasFloat(call.getType()) || any_of(call.args(), [](Value *v) { return hasFloat(v->getType()); });
    if (floats)
      unsupported(call, "inline assembly");
    else if (any_of(call.args(), [](Value *v) { return v->getType()->isPointerTy(); }))
      notify("external", "inline assembly");
  }

  // Functions of the program take handles. Those of libraries were replaced where their address was taken,
  // except variadic ones.
  void visitIndirect(CallBase &call) {
    if (call.getFunctionType()->isVarArg())
      marshal(call, "(through a pointer)", call.getFunctionType()->getNumParams());
  }

  void visitExternal(CallBase &call, Function &callee) {
    Type *type = nullptr;
    if (auto known = findLibraryCall(call, type))
      return callHook(call, *known, type);
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
      notify("external", name);
    for (unsigned i = first; i < call.arg_size(); ++i) {
      Value *argument = call.getArgOperand(i);
      if (isApType(argument->getType()))
        call.setArgOperand(i, hook("marshal", argument->getType(), argument->getType(), {argument}));
      else if (hasFloat(argument->getType()))
        notify("unsupported", ("an argument of " + name).str());
    }
    if (!isApType(call.getType()) || call.isTerminator())
      return;
    if (auto *direct = dyn_cast<CallInst>(&call); direct && direct->isMustTailCall())
      direct->setTailCallKind(CallInst::TCK_Tail);
    builder.SetInsertPoint(call.getNextNode());
    CallInst *result = hook("foreign", call.getType(), call.getType(), {&call});
    call.replaceUsesWithIf(result, [&](Use &use) { return use.getUser() != result; });
  }

  Module &module;
  LLVMContext &context;
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
