// How expressions go into functions and come back.
#include "sites/Library.h"
#include "trace/TraceFunction.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace ariadne {

// Nobody but us can call it.
static bool isOurs(const Function &function) {
  return function.hasLocalLinkage() && !function.hasAddressTaken();
}

void TraceFunction::takeArguments() {
  IRBuilder<> builder(&*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  bool trusted = isOurs(function);
  Value *forUs = nullptr;
  if (!trusted && (function.arg_size() || function.isVarArg())) {
    forUs = builder.CreateICmpEQ(builder.CreateLoad(shared.pointer, shared.callee), &function);
    builder.CreateStore(Constant::getNullValue(shared.pointer), shared.callee);
  }
  unsigned slot = 0;
  SmallVector<Argument *, 2> copies;
  for (Argument &argument : function.args()) {
    if (argument.hasByValAttr())
      copies.push_back(&argument);
    Type *type = shared.shadowType(argument.getType());
    if (!type)
      continue;
    Value *whole = shared.concrete(argument.getType());
    for (const Leaf &leaf : leavesOf(argument.getType())) {
      if (!expressionType(leaf.type) || slot >= ARIADNE_TRACE_ARGUMENTS)
        continue;
      Value *id = builder.CreateLoad(shared.int32, shared.argumentSlot(builder, slot++));
      if (forUs)
        id = builder.CreateSelect(forUs, id, number(0));
      whole = leaf.path.empty() ? id : builder.CreateInsertValue(whole, id, leaf.path);
    }
    setShadow(&argument, whole);
  }
  if (function.isVarArg()) {
    IRBuilder<> entry(&*function.getEntryBlock().getFirstInsertionPt());
    varargs = entry.CreateAlloca(ArrayType::get(shared.int32, 4 * ARIADNE_TRACE_VARARGS + 2));
    Value *expected = forUs ? builder.CreateZExt(forUs, shared.int32) : number(1);
    shared.hooks.call(builder, hook::trace_keep_varargs, {varargs, expected});
  }
  // A structure that is handed over by value is a copy on the stack.
  for (Argument *argument : copies) {
    uint64_t bytes = shared.layout.getTypeStoreSize(argument->getParamByValType());
    Value *from = builder.CreateLoad(shared.pointer, shared.byvalSlot(builder, argument->getArgNo()));
    auto moveShadow = [&](IRBuilder<> &inside) {
      shared.hooks.call(inside, hook::trace_copy, {argument, from, inside.getInt64(bytes)});
    };
    if (forUs)
      when(builder, forUs, moveShadow);
    else
      moveShadow(builder);
  }
}

void TraceFunction::visitReturnInst(ReturnInst &I) {
  Value *value = I.getReturnValue();
  Builder builder = before(I);
  if (value && shared.shadowType(value->getType())) {
    Value *ids = shadow(value);
    unsigned slot = 0;
    for (const Leaf &leaf : leavesOf(value->getType()))
      if (expressionType(leaf.type) && slot < ARIADNE_TRACE_ARGUMENTS)
        builder.CreateStore(leafShadow(builder, ids, leaf), shared.resultSlot(builder, slot++));
  }
  if (!isOurs(function)) // also of those without a result: that it was traced code is what matters
    builder.CreateStore(&function, shared.returned);
}

// Before a call of a function of the program, or of one that we do not know.
void TraceFunction::handOver(CallBase &I, IRBuilder<> &builder) {
  unsigned slot = 0, named = I.getFunctionType()->getNumParams();
  for (unsigned i = 0; i < named; ++i) {
    Value *argument = I.getArgOperand(i);
    if (I.isByValArgument(i) && i < ARIADNE_TRACE_ARGUMENTS)
      builder.CreateStore(argument, shared.byvalSlot(builder, i));
    if (!shared.shadowType(argument->getType()))
      continue;
    Value *ids = shadow(argument);
    for (const Leaf &leaf : leavesOf(argument->getType())) {
      if (!expressionType(leaf.type))
        continue;
      Value *id = leafShadow(builder, ids, leaf);
      if (slot < ARIADNE_TRACE_ARGUMENTS)
        builder.CreateStore(id, shared.argumentSlot(builder, slot++));
      else
        when(builder, any(builder, {id}), [&](IRBuilder<> &inside) {
          shared.hooks.call(inside, hook::trace_lost, {instructionNumber(I), number(ARIADNE_WHY_OPERATION)});
        });
    }
  }
  if (I.getFunctionType()->isVarArg())
    handOverVarargs(I, builder);
  Function *callee = I.getCalledFunction();
  if (!callee || !isOurs(*callee))
    builder.CreateStore(I.getCalledOperand(), shared.callee);
}

// Where va_arg finds what stands behind `...` (System V ABI of x86-64): what does not fit the registers is on
// the stack, in steps of 8 bytes. A mistake here shows when the value is loaded, and costs a proof, no more.
void TraceFunction::handOverVarargs(CallBase &I, IRBuilder<> &builder) {
  constexpr unsigned GeneralRegisters = 6, FloatRegisters = 8, FloatArea = 8 * GeneralRegisters;
  CallInst *begin = shared.hooks.call(builder, hook::trace_varargs, {number(0)});
  unsigned general = 0, floats = 0;
  uint64_t stack = 0;
  for (unsigned i = 0; i < I.arg_size(); ++i) {
    Value *argument = I.getArgOperand(i);
    Type *type = argument->getType();
    bool variable = i >= I.getFunctionType()->getNumParams();
    uint64_t bytes = I.isByValArgument(i) ? shared.layout.getTypeAllocSize(I.getParamByValType(i))
                                          : shared.layout.getTypeAllocSize(type);
    unsigned area = 0;
    uint64_t offset;
    if ((type->isFloatTy() || type->isDoubleTy()) && floats < FloatRegisters) {
      offset = FloatArea + 16 * floats++;
    } else if ((type->isIntegerTy() || type->isPointerTy()) && !I.isByValArgument(i) && bytes <= 8 &&
               general < GeneralRegisters) {
      offset = 8 * general++;
    } else {
      if (!variable)
        continue;
      area = 1;
      if (type->isX86_FP80Ty())
        stack = alignTo(stack, 16);
      offset = stack;
      stack += alignTo(bytes, 8);
    }
    if (!variable || !expressionType(type) || !mayBeSymbolic(argument))
      continue;
    Value *id = shadow(argument);
    when(builder, any(builder, {id}), [&](IRBuilder<> &inside) {
      shared.hooks.call(inside, hook::trace_vararg,
                        {number(area), number(offset), number(expressionType(type)), id});
    });
  }
  begin->setArgOperand(0, number(stack));
}

void TraceFunction::traceCall(CallBase &I) {
  if (auto *call = dyn_cast<CallInst>(&I); call && call->isMustTailCall())
    call->setTailCallKind(CallInst::TCK_Tail); // something follows it now
  Builder builder = before(I);
  bool known = I.getCalledFunction() && !I.getCalledFunction()->isDeclaration();
  if (!known)
    builder.CreateStore(Constant::getNullValue(shared.pointer), shared.returned);
  handOver(I, builder);
  takeResult(I);
}

void TraceFunction::takeResult(CallBase &I) {
  bool known = I.getCalledFunction() && !I.getCalledFunction()->isDeclaration();
  Instruction *next = I.getNextNode();
  if (auto *invoke = dyn_cast<InvokeInst>(&I)) {
    BasicBlock *normal = invoke->getNormalDest();
    if (!normal->getSinglePredecessor())
      normal = SplitEdge(invoke->getParent(), normal);
    next = &*normal->getFirstInsertionPt();
  } else if (!next) {
    return; // callbr
  }
  IRBuilder<> builder(next);
  builder.SetCurrentDebugLocation(I.getDebugLoc());
  Value *ours = nullptr;
  if (!known) {
    ours = builder.CreateICmpEQ(builder.CreateLoad(shared.pointer, shared.returned), I.getCalledOperand());
    // It went to code that is not traced, or came back from it by a way that is not a return. What it read
    // and changed is not known.
    Value *symbolic = builder.CreateIsNotNull(shared.hooks.call(builder, hook::trace_any));
    when(builder, builder.CreateAnd(symbolic, builder.CreateNot(ours)), [&](IRBuilder<> &inside) {
      shared.hooks.call(inside, hook::trace_lost, {instructionNumber(I), number(ARIADNE_WHY_EXTERNAL)});
    });
  }
  if (!shared.shadowType(I.getType()))
    return;
  Value *whole = shared.concrete(I.getType());
  unsigned slot = 0;
  for (const Leaf &leaf : leavesOf(I.getType())) {
    if (!expressionType(leaf.type) || slot >= ARIADNE_TRACE_ARGUMENTS)
      continue;
    Value *id = builder.CreateLoad(shared.int32, shared.resultSlot(builder, slot++));
    if (ours)
      id = builder.CreateSelect(ours, id, number(0));
    whole = leaf.path.empty() ? id : builder.CreateInsertValue(whole, id, leaf.path);
  }
  setShadow(&I, whole);
}

void TraceFunction::traceExternal(CallBase &I) {
  if (isHarmless(I))
    return;
  // Whatever else: what it reads (memory, flags of operations that came before) and changes is not known.
  Builder builder = before(I);
  when(builder, builder.CreateIsNotNull(shared.hooks.call(builder, hook::trace_any)),
       [&](IRBuilder<> &inside) {
         shared.hooks.call(inside, hook::trace_lost, {instructionNumber(I), number(ARIADNE_WHY_EXTERNAL)});
       });
}

bool TraceFunction::traceIntrinsic(CallBase &I) {
  switch (I.getIntrinsicID()) {
  case Intrinsic::vastart: {
    Builder builder = after(I);
    if (varargs)
      shared.hooks.call(builder, hook::trace_va_start, {I.getArgOperand(0), varargs});
    return true;
  }
  case Intrinsic::vacopy: {
    Builder builder = before(I);
    constexpr uint64_t Bytes = 24;
    shared.hooks.call(builder, hook::trace_copy,
                      {I.getArgOperand(0), I.getArgOperand(1), builder.getInt64(Bytes)});
    return true;
  }
  case Intrinsic::fmuladd:
    if (expressionType(I.getType()))
      traceFmuladd(I);
    return expressionType(I.getType());
  default:
    return false;
  }
}

// The rounding that comes before the conversion in lrint, llround and their like.
static Intrinsic::ID roundingOf(const CallBase &I) {
  auto known = libraryCall(I);
  if (!known || !expressionType(known->type))
    return Intrinsic::not_intrinsic;
  switch (known->function) {
  case Fn_lrint:
  case Fn_llrint:
    return Intrinsic::rint;
  case Fn_lround:
  case Fn_llround:
    return Intrinsic::round;
  default:
    return Intrinsic::not_intrinsic;
  }
}

void TraceFunction::visitCallBase(CallBase &I) {
  Function *callee = I.getCalledFunction();
  if (auto model = modelOf(I)) {
    traceOperation(I, *model);
    if (auto known = libraryCall(I); known && takesPointer(*known))
      traceExternal(I); // what it writes has no expression
  } else if (I.isInlineAsm()) {
    traceExternal(I);
  } else if (!callee || !callee->isDeclaration()) {
    traceCall(I);
  } else if (Intrinsic::ID rounding = roundingOf(I);
             rounding != Intrinsic::not_intrinsic && !I.isTerminator()) {
    traceRounding(I, rounding);
  } else if (!traceMemoryFunction(I) && !traceIntrinsic(I)) {
    if (shared.siteOf.contains(&I))
      traceSite(I);
    if (!callee->isIntrinsic())
      traceExternal(I);
    else if (anyMayBeSymbolic(I) && !I.getType()->isVoidTy())
      lose(I, ARIADNE_WHY_OPERATION);
  }
}

} // namespace ariadne
