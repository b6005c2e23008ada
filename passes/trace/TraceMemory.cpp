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
      Value *id =
          shared.hooks.call(builder, hook::trace_load,
                            {place, number(Type_I64), bits, builder.getInt64(0), instructionNumber(I)});
      when(builder, builder.CreateIsNotNull(id), [&](IRBuilder<> &inside) {
        shared.hooks.call(inside, hook::trace_concretise,
                          {instructionNumber(I), number(ARIADNE_WHY_ADDRESS), id});
      });
      continue;
    }
    if (!expressionType(leaf.type)) {
      uint64_t bytes = shared.layout.getTypeStoreSize(leaf.type);
      Value *reached = shared.hooks.call(builder, hook::trace_reaches, {place, builder.getInt64(bytes)});
      when(builder, builder.CreateIsNotNull(reached), [&](IRBuilder<> &inside) {
        shared.hooks.call(inside, hook::trace_lost, {instructionNumber(I), number(ARIADNE_WHY_OPERATION)});
      });
      continue;
    }
    auto [low, high] = bitsOf(builder, value);
    Value *id =
        shared.hooks.call(builder, hook::trace_load,
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
    shared.hooks.call(builder, hook::trace_store,
                      {placeOf(builder, I.getPointerOperand(), leaf.offset),
                       number(shared.layout.getTypeStoreSize(leaf.type)), leafShadow(builder, ids, leaf)});
}

// What others left on the stack is none of this variable's.
void TraceFunction::visitAllocaInst(AllocaInst &I) {
  std::optional<TypeSize> bytes = I.getAllocationSize(shared.layout);
  if (!bytes || !I.isStaticAlloca())
    return;
  Builder builder = after(I);
  shared.hooks.call(builder, hook::trace_fill, {&I, number(0), builder.getInt64(*bytes)});
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
    shared.hooks.call(builder, hook::trace_store,
                      {placeOf(builder, place, leaf.offset),
                       number(shared.layout.getTypeStoreSize(leaf.type)), leafShadow(builder, ids, leaf)});
  Value *whole = shared.concrete(to);
  for (const Leaf &leaf : leavesOf(to)) {
    auto [low, high] = bitsOf(builder, leafValue(builder, &I, leaf));
    Value *id = shared.hooks.call(builder, hook::trace_load,
                                  {placeOf(builder, place, leaf.offset), number(expressionType(leaf.type)),
                                   low, high, instructionNumber(I)});
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
  // A function of that name may be somebody else's. p: a pointer, i: an integer.
  auto takes = [&](StringRef types) {
    return I.arg_size() >= types.size() && all_of(zip(types, I.args()), [](auto pair) {
             auto [wanted, argument] = pair;
             Type *type = argument->getType();
             return wanted == 'p' ? type->isPointerTy() : type->isIntegerTy();
           });
  };
  if (I.isTerminator())
    return false;
  Builder builder = before(I);
  if (takes("ppi") && (is("memcpy") || is("memmove"))) {
    Value *bytes = size(builder, 2);
    shared.hooks.call(builder, hook::trace_copy, {I.getArgOperand(0), I.getArgOperand(1), bytes});
    return true;
  }
  if (takes("pii") && is("memset")) {
    Value *bytes = size(builder, 2);
    Value *value = I.getArgOperand(1);
    shared.hooks.call(builder, hook::trace_fill, {I.getArgOperand(0), shadow(value), bytes});
    return true;
  }
  if (intrinsic)
    return false;
  if (!I.getType()->isPointerTy())
    return false;
  if (name == "malloc" && I.arg_size() == 1 && takes("i")) {
    size(builder, 0);
    return true;
  }
  if (name == "calloc" && I.arg_size() == 2 && takes("ii")) {
    Value *bytes = builder.CreateMul(size(builder, 0), size(builder, 1));
    Builder behind = after(I);
    when(behind, behind.CreateIsNotNull(&I),
         [&](IRBuilder<> &inside) { shared.hooks.call(inside, hook::trace_fill, {&I, number(0), bytes}); });
    return true;
  }
  if (name == "realloc" && I.arg_size() == 2 && takes("pi")) {
    size(builder, 1);
    Value *bytes = shared.hooks.call(builder, hook::trace_block_size, {I.getArgOperand(0)});
    Builder behind = after(I);
    shared.hooks.call(behind, hook::trace_moved, {&I, I.getArgOperand(0), bytes});
    return true;
  }
  return false;
}

} // namespace ariadne
