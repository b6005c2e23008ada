// Expressions of what is loaded and stored.
#include "trace/TraceFunction.h"

#include "llvm/Analysis/ValueTracking.h"

using namespace llvm;

namespace ariadne {

static Value *placeOf(IRBuilder<> &builder, Value *base, uint64_t offset) {
  return offset ? builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), base, offset) : base;
}

bool TraceFunction::readsConstant(const LoadInst &I) {
  auto *global = dyn_cast<GlobalVariable>(getUnderlyingObject(I.getPointerOperand()));
  return global && global->isConstant();
}

void TraceFunction::visitLoadInst(LoadInst &I) {
  if (readsConstant(I))
    return;
  Builder builder = after(I);
  Type *type = I.getType();
  Value *whole = shared.shadowType(type) ? shared.concrete(type) : nullptr;
  for (const Leaf &leaf : leavesOf(type)) {
    Value *value = leafValue(builder, &I, leaf);
    Value *place = placeOf(builder, I.getPointerOperand(), leaf.offset);
    if (leaf.type->isPointerTy()) { // made of symbolic integers, if at all
      Value *bits = builder.CreatePtrToInt(value, shared.int64);
      Value *id = shared.call(builder, "load", shared.int32,
                              {place, number(Type_I64), bits, builder.getInt64(0), instructionNumber(I)});
      when(builder, builder.CreateIsNotNull(id), [&](IRBuilder<> &inside) {
        shared.call(inside, "concretise", shared.voidType,
                    {instructionNumber(I), number(ARIADNE_WHY_ADDRESS), id});
      });
      continue;
    }
    if (!expressionType(leaf.type)) {
      uint64_t bytes = shared.layout.getTypeStoreSize(leaf.type);
      Value *reached = shared.call(builder, "reaches", shared.int32, {place, builder.getInt64(bytes)});
      when(builder, builder.CreateIsNotNull(reached), [&](IRBuilder<> &inside) {
        shared.call(inside, "lost", shared.voidType, {instructionNumber(I), number(ARIADNE_WHY_OPERATION)});
      });
      continue;
    }
    auto [low, high] = bitsOf(builder, value);
    Value *id = shared.call(builder, "load", shared.int32,
                            {place, number(expressionType(leaf.type)), low, high, instructionNumber(I)});
    whole = leaf.path.empty() ? id : builder.CreateInsertValue(whole, id, leaf.path);
  }
  if (whole)
    setShadow(&I, whole);
}

void TraceFunction::visitStoreInst(StoreInst &I) {
  Builder builder = before(I);
  Value *value = I.getValueOperand();
  Value *ids = shared.shadowType(value->getType()) ? shadow(value) : number(0);
  for (const Leaf &leaf : leavesOf(value->getType()))
    shared.call(builder, "store", shared.voidType,
                {placeOf(builder, I.getPointerOperand(), leaf.offset),
                 number(shared.layout.getTypeStoreSize(leaf.type)), leafShadow(builder, ids, leaf)});
}

// What others left on the stack is none of this variable's.
void TraceFunction::visitAllocaInst(AllocaInst &I) {
  std::optional<TypeSize> bytes = I.getAllocationSize(shared.layout);
  if (!bytes || !I.isStaticAlloca())
    return;
  Builder builder = after(I);
  shared.call(builder, "fill", shared.voidType, {&I, number(0), builder.getInt64(*bytes)});
}

void TraceFunction::visitGetElementPtrInst(GetElementPtrInst &I) {
  Builder builder = before(I);
  for (Value *index : I.indices())
    if (index->getType()->isIntegerTy())
      concretise(builder, I, index, ARIADNE_WHY_ADDRESS);
}

// Between a vector and a number of the same size, by way of memory: a structure of two floats is handed over
// as a vector, or as a double.
void TraceFunction::visitBitCastInst(BitCastInst &I) {
  Type *from = I.getSrcTy(), *to = I.getDestTy();
  if (!anyMayBeSymbolic(I))
    return;
  if ((!from->isVectorTy() && !to->isVectorTy()) || !shared.shadowType(from) || !shared.shadowType(to)) {
    visitInstruction(I);
    return;
  }
  IRBuilder<> entry(&*function.getEntryBlock().getFirstInsertionPt());
  AllocaInst *place = entry.CreateAlloca(from);
  Builder builder = after(I);
  builder.CreateStore(I.getOperand(0), place);
  Value *ids = shadow(I.getOperand(0));
  for (const Leaf &leaf : leavesOf(from))
    shared.call(builder, "store", shared.voidType,
                {placeOf(builder, place, leaf.offset), number(shared.layout.getTypeStoreSize(leaf.type)),
                 leafShadow(builder, ids, leaf)});
  Value *whole = shared.concrete(to);
  for (const Leaf &leaf : leavesOf(to)) {
    auto [low, high] = bitsOf(builder, leafValue(builder, &I, leaf));
    Value *id = shared.call(builder, "load", shared.int32,
                            {placeOf(builder, place, leaf.offset), number(expressionType(leaf.type)), low,
                             high, instructionNumber(I)});
    whole = leaf.path.empty() ? id : builder.CreateInsertValue(whole, id, leaf.path);
  }
  setShadow(&I, whole);
}

// Functions and intrinsics that move memory about. True if `I` was one.
bool TraceFunction::traceMemoryFunction(CallBase &I) {
  Function *callee = I.getCalledFunction();
  StringRef name = callee->getName();
  bool intrinsic = callee->isIntrinsic();
  auto is = [&](StringRef function) {
    return intrinsic ? name.starts_with(("llvm." + function + ".").str()) : name == function;
  };
  auto size = [&](IRBuilder<> &builder, unsigned argument) {
    concretise(builder, I, I.getArgOperand(argument), ARIADNE_WHY_ADDRESS);
    return builder.CreateZExtOrTrunc(I.getArgOperand(argument), shared.int64);
  };
  if (I.isTerminator())
    return false;
  Builder builder = before(I);
  if (I.arg_size() >= 3 && (is("memcpy") || is("memmove"))) {
    Value *bytes = size(builder, 2);
    shared.call(builder, "copy", shared.voidType, {I.getArgOperand(0), I.getArgOperand(1), bytes});
    return true;
  }
  if (I.arg_size() >= 3 && is("memset")) {
    Value *bytes = size(builder, 2);
    Value *value = I.getArgOperand(1);
    shared.call(builder, "fill", shared.voidType, {I.getArgOperand(0), shadow(value), bytes});
    return true;
  }
  if (intrinsic)
    return false;
  if (name == "malloc" && I.arg_size() == 1) {
    size(builder, 0);
    return true;
  }
  if (name == "calloc" && I.arg_size() == 2) {
    Value *bytes = builder.CreateMul(size(builder, 0), size(builder, 1));
    Builder behind = after(I);
    when(behind, behind.CreateIsNotNull(&I),
         [&](IRBuilder<> &inside) { shared.call(inside, "fill", shared.voidType, {&I, number(0), bytes}); });
    return true;
  }
  if (name == "realloc" && I.arg_size() == 2) {
    size(builder, 1);
    Value *bytes = shared.call(builder, "block_size", shared.int64, {I.getArgOperand(0)});
    Builder behind = after(I);
    shared.call(behind, "moved", shared.voidType, {&I, I.getArgOperand(0), bytes});
    return true;
  }
  return false;
}

} // namespace ariadne
