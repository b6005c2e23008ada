// Operations on numbers: their expressions, and those of them that are sites.
#include "trace/TraceFunction.h"

#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace ariadne {

std::pair<Value *, Value *> TraceFunction::bitsOf(IRBuilder<> &builder, Value *value) {
  Type *type = value->getType();
  unsigned width = TypeBits[expressionType(type)];
  if (type->isFloatingPointTy())
    value = builder.CreateBitCast(value, builder.getIntNTy(width));
  Value *low = builder.CreateZExtOrTrunc(value, shared.int64);
  Value *high = ConstantInt::get(shared.int64, 0);
  if (width > 64)
    high = builder.CreateZExtOrTrunc(builder.CreateLShr(value, 64), shared.int64);
  return {low, high};
}

// The operands' values and the result's, where the hooks for wide values look for them; null is left out.
Value *TraceFunction::valuesInMemory(IRBuilder<> &builder, ArrayRef<Value *> values) {
  if (!scratch) {
    IRBuilder<> entry(&*function.getEntryBlock().getFirstInsertionPt());
    scratch = entry.CreateAlloca(ArrayType::get(shared.int64, 8));
  }
  for (auto [i, value] : enumerate(values)) {
    if (!value)
      continue;
    auto [low, high] = bitsOf(builder, value);
    unsigned at = 2 * unsigned(i);
    builder.CreateStore(low, builder.CreateConstInBoundsGEP2_32(scratch->getAllocatedType(), scratch, 0, at));
    builder.CreateStore(high,
                        builder.CreateConstInBoundsGEP2_32(scratch->getAllocatedType(), scratch, 0, at + 1));
  }
  return scratch;
}

// `site` is 1 + its number, or 0.
Value *TraceFunction::record(IRBuilder<> &builder, const Model &model, Value *result, uint64_t site) {
  Value *ids[3] = {number(0), number(0), number(0)};
  unsigned types[3] = {};
  bool wide = TypeBits[expressionType(result->getType())] > 64 || model.operands.size() > 2;
  for (auto [i, operand] : enumerate(model.operands)) {
    ids[i] = shadow(operand);
    types[i] = expressionType(operand->getType());
    wide |= model.operands.size() > 1 && TypeBits[types[i]] > 64;
  }
  uint64_t word = ariadne_trace_step(model.op, expressionType(result->getType()), types[0], types[1],
                                     types[2], model.aux, site);
  Value *step = ConstantInt::get(shared.int64, word);
  if (wide) {
    Value *values[4] = {nullptr, nullptr, nullptr, result};
    copy(model.operands, values);
    return shared.hooks.call(builder, hook::trace_wide,
                             {step, ids[0], ids[1], ids[2], valuesInMemory(builder, values)});
  }
  Value *bits = bitsOf(builder, result).first;
  if (model.operands.size() == 1)
    return shared.hooks.call(builder, hook::trace_1, {step, ids[0], bits});
  Value *a = bitsOf(builder, model.operands[0]).first, *b = bitsOf(builder, model.operands[1]).first;
  return shared.hooks.call(builder, hook::trace_2, {step, ids[0], ids[1], a, b, bits});
}

void TraceFunction::traceOperation(Instruction &I, const Model &model) {
  auto found = shared.siteOf.find(&I);
  bool isSite = found != shared.siteOf.end();
  bool maybe = any_of(model.operands, [&](Value *operand) { return mayBeSymbolic(operand); });
  if (I.isTerminator() || (!maybe && !isSite))
    return;
  Builder builder = after(I);
  if (!maybe) {
    checkConcrete(builder, I);
    return;
  }
  SmallVector<Value *, 3> ids;
  for (Value *operand : model.operands)
    ids.push_back(shadow(operand));
  Value *condition = any(builder, ids);
  if (!isSite) {
    setShadow(&I, when(builder, condition, number(0),
                       [&](IRBuilder<> &inside) { return record(inside, model, &I, 0); }));
    return;
  }
  Instruction *next = &*builder.GetInsertPoint(), *symbolicEnd, *concreteEnd;
  SplitBlockAndInsertIfThenElse(condition, next, &symbolicEnd, &concreteEnd);
  IRBuilder<> symbolicCase(symbolicEnd), concreteCase(concreteEnd), join(next);
  symbolicCase.SetCurrentDebugLocation(I.getDebugLoc());
  concreteCase.SetCurrentDebugLocation(I.getDebugLoc());
  Value *made = record(symbolicCase, model, &I, uint64_t(found->second) + 1);
  checkConcrete(concreteCase, I);
  PHINode *id = join.CreatePHI(shared.int32, 2);
  id->addIncoming(made, symbolicEnd->getParent());
  id->addIncoming(number(0), concreteEnd->getParent());
  setShadow(&I, id);
}

// An operation on concrete numbers raises what it raises whatever the input is. Results within the normal
// numbers raise nothing.
void TraceFunction::checkConcrete(IRBuilder<> &builder, Instruction &I) {
  const Site &site = shared.sites[shared.siteOf.lookup(&I)];
  if (!possibleKinds(site.operation))
    return;
  Value *suspicious = builder.getTrue();
  if (site.operation.op <= Op_fptrunc && site.operation.op != Op_frem && !I.getType()->isX86_FP80Ty()) {
    const fltSemantics &semantics = I.getType()->getFltSemantics();
    APInt low = APFloat::getSmallestNormalized(semantics).bitcastToAPInt() + 1;
    APInt high = APFloat::getInf(semantics).bitcastToAPInt();
    Type *integer = builder.getIntNTy(low.getBitWidth());
    Value *bits = builder.CreateAnd(builder.CreateBitCast(&I, integer),
                                    ConstantInt::get(integer, APInt::getSignedMaxValue(low.getBitWidth())));
    suspicious = builder.CreateICmpUGE(builder.CreateSub(bits, ConstantInt::get(integer, low)),
                                       ConstantInt::get(integer, high - low));
  }
  when(builder, suspicious, [&](IRBuilder<> &inside) {
    RowValues row = rowValues(site.operation, I, inside);
    Value *zero = ConstantFP::getZero(site.operation.type);
    shared.hooks.call(inside, hook::trace_concrete, site.operation.type,
                      {number(site.number), row.x, row.y ? row.y : zero, row.z ? row.z : zero, row.r});
  });
}

// Notes an operation of the table by its operands, when its expression is not simply one of them.
void TraceFunction::logSite(IRBuilder<> &builder, Instruction &I, Value *result) {
  const Site &site = shared.sites[shared.siteOf.lookup(&I)];
  Value *ids[3] = {number(0), number(0), number(0)}, *values[4] = {};
  unsigned types[3] = {};
  for (auto [i, operand] : enumerate(site.operation.operands)) {
    ids[i] = shadow(operand);
    values[i] = operand;
    types[i] = expressionType(operand->getType());
  }
  unsigned type = 0;
  if (I.getType()->isFloatingPointTy()) {
    values[3] = &I;
    type = expressionType(I.getType());
  }
  uint64_t word = ariadne_trace_step(0, type, types[0], types[1], types[2], 0, uint64_t(site.number) + 1);
  shared.hooks.call(builder, hook::trace_site,
                    {ConstantInt::get(shared.int64, word), ids[0], ids[1], ids[2], result,
                     valuesInMemory(builder, values)});
}

void TraceFunction::traceSite(Instruction &I) {
  if (I.isTerminator())
    return;
  const Site &site = shared.sites[shared.siteOf.lookup(&I)];
  Builder builder = after(I);
  SmallVector<Value *, 3> ids;
  for (Value *operand : site.operation.operands)
    ids.push_back(shadow(operand));
  Value *symbolicOperand = any(builder, ids);
  when(builder, symbolicOperand, [&](IRBuilder<> &inside) { logSite(inside, I, number(0)); });
  when(builder, builder.CreateNot(symbolicOperand), [&](IRBuilder<> &inside) { checkConcrete(inside, I); });
}

// x * y + z: fused where the machine that the code is for has such an operation, otherwise two.
void TraceFunction::traceFmuladd(CallBase &I) {
  Value *x = I.getArgOperand(0), *y = I.getArgOperand(1), *z = I.getArgOperand(2);
  StringRef features = function.getFnAttribute("target-features").getValueAsString();
  bool fused = features.contains("+fma");
  Builder builder = after(I);
  Value *condition = any(builder, {shadow(x), shadow(y), shadow(z)});
  Value *id = when(builder, condition, number(0), [&](IRBuilder<> &inside) -> Value * {
    if (fused)
      return record(inside, {Ex_FMA, {x, y, z}}, &I, 0);
    Value *product = inside.CreateFMul(x, y);
    setShadow(product, when(inside, any(inside, {shadow(x), shadow(y)}), number(0), [&](IRBuilder<> &deeper) {
                return record(deeper, {Ex_FMUL, {x, y}}, product, 0);
              }));
    return record(inside, {Ex_FADD, {product, z}}, &I, 0);
  });
  setShadow(&I, id);
  if (shared.siteOf.contains(&I)) {
    when(builder, condition, [&](IRBuilder<> &inside) { logSite(inside, I, id); });
    when(builder, builder.CreateNot(condition), [&](IRBuilder<> &inside) { checkConcrete(inside, I); });
  }
}

// lrint, lround and their like: a rounding, then a conversion.
void TraceFunction::traceRounding(CallBase &I, Intrinsic::ID rounding) {
  Value *x = I.getArgOperand(0);
  Builder builder = after(I);
  Value *condition = any(builder, {shadow(x)});
  setShadow(&I, when(builder, condition, number(0), [&](IRBuilder<> &inside) -> Value * {
    Value *rounded = inside.CreateUnaryIntrinsic(rounding, x);
    setShadow(rounded, record(inside, {rounding == Intrinsic::round ? Ex_ROUND : Ex_RINT, {x}}, rounded, 0));
    return record(inside, {Ex_FPTOSI, {rounded}}, &I, 0);
  }));
  if (shared.siteOf.contains(&I)) {
    when(builder, condition, [&](IRBuilder<> &inside) { logSite(inside, I, number(0)); });
    when(builder, builder.CreateNot(condition), [&](IRBuilder<> &inside) { checkConcrete(inside, I); });
  }
}

// The instruction has no expression: its result is concrete, and if an operand is not, that is lost.
void TraceFunction::lose(Instruction &I, unsigned why) {
  Builder builder = before(I);
  SmallVector<Value *, 4> ids;
  for (Value *operand : I.operands())
    if (mayBeSymbolic(operand))
      ids.push_back(shadow(operand));
  when(builder, any(builder, ids), [&](IRBuilder<> &inside) {
    shared.hooks.call(inside, hook::trace_lost, {instructionNumber(I), number(why)});
  });
}

void TraceFunction::concretise(IRBuilder<> &builder, Instruction &I, Value *value, unsigned why) {
  if (!mayBeSymbolic(value))
    return;
  Value *id = shadow(value);
  when(builder, any(builder, {id}), [&](IRBuilder<> &inside) {
    shared.hooks.call(inside, hook::trace_concretise, {instructionNumber(I), number(why), id});
  });
}

} // namespace ariadne
