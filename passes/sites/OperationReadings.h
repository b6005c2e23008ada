// The exception table read by the passes: what constant operands tell, and conditions in IR. (The readings
// over numbers are in tables/semantics.h.)
#pragma once

#include "llvm/ADT/APFloat.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"

#include <optional>

namespace ariadne {

// The table's language over what constant operands tell: a number is known or not, a Bool can be true or
// cannot.
struct Tri {
  bool canBeTrue = true, canBeFalse = true;
  friend Tri operator&(Tri a, Tri b) { return {a.canBeTrue && b.canBeTrue, a.canBeFalse || b.canBeFalse}; }
  friend Tri operator|(Tri a, Tri b) { return {a.canBeTrue || b.canBeTrue, a.canBeFalse && b.canBeFalse}; }
  friend Tri operator!(Tri a) { return {a.canBeFalse, a.canBeTrue}; }
};

struct MaybeNumber {
  using Bool = Tri;
  std::optional<llvm::APFloat> value;

  static Tri known(bool truth) { return {truth, !truth}; }
  Tri never() const { return known(false); }
  friend MaybeNumber abs(MaybeNumber a) {
    return {a.value ? std::optional(llvm::abs(*a.value)) : std::nullopt};
  }
  friend Tri huge(MaybeNumber) { return {}; }
  friend Tri small(MaybeNumber) { return {}; }
  friend Tri tiny(MaybeNumber) { return {}; }
  friend Tri vanishes(MaybeNumber, MaybeNumber, MaybeNumber) { return {}; }
  friend Tri integer(MaybeNumber a) { return a.value ? known(a.value->isInteger()) : Tri{}; }
#define COMPARISON(OP, TRUTH)                                                                                \
  friend Tri operator OP(const MaybeNumber &a, const MaybeNumber &b) {                                       \
    if (!a.value || !b.value)                                                                                \
      return {};                                                                                             \
    llvm::APFloat::cmpResult order = a.value->compare(*b.value);                                             \
    return known(TRUTH);                                                                                     \
  }                                                                                                          \
  [[maybe_unused]] friend Tri operator OP(const MaybeNumber &a, int b) {                                     \
    if (!a.value)                                                                                            \
      return {};                                                                                             \
    llvm::APFloat number(a.value->getSemantics());                                                           \
    number.convertFromAPInt(llvm::APInt(32, b, true), true, llvm::APFloat::rmNearestTiesToEven);             \
    return a OP MaybeNumber{number};                                                                         \
  }
  COMPARISON(==, order == llvm::APFloat::cmpEqual)
  COMPARISON(!=, order != llvm::APFloat::cmpEqual)
  COMPARISON(<, order == llvm::APFloat::cmpLessThan)
  COMPARISON(>, order == llvm::APFloat::cmpGreaterThan)
  COMPARISON(<=, order == llvm::APFloat::cmpLessThan || order == llvm::APFloat::cmpEqual)
  COMPARISON(>=, order == llvm::APFloat::cmpGreaterThan || order == llvm::APFloat::cmpEqual)
#undef COMPARISON
};

// What a guard computes is no operation of the program.
inline constexpr char GuardMark[] = "ariadne.guard";
inline llvm::Value *ofGuard(llvm::Value *value) {
  if (auto *instruction = llvm::dyn_cast<llvm::Instruction>(value))
    instruction->setMetadata(GuardMark, llvm::MDNode::get(value->getContext(), {}));
  return value;
}

// The table's language over IR values. A null Bool is the constant false.
struct IRBool {
  llvm::IRBuilder<> *builder = nullptr;
  llvm::Value *value = nullptr;
  friend IRBool operator&(IRBool a, IRBool b) {
    return {a.builder, a.value && b.value ? a.builder->CreateAnd(a.value, b.value) : nullptr};
  }
  friend IRBool operator|(IRBool a, IRBool b) {
    if (!a.value || !b.value)
      return a.value ? a : b;
    return {a.builder, a.builder->CreateOr(a.value, b.value)};
  }
  friend IRBool operator!(IRBool a) {
    return {a.builder, a.value ? a.builder->CreateNot(a.value) : a.builder->getTrue()};
  }
};

struct IRNumber {
  using Bool = IRBool;
  llvm::IRBuilder<> *builder = nullptr;
  llvm::Value *value = nullptr;

  IRNumber constant(const llvm::APFloat &v) const {
    return {builder, llvm::ConstantFP::get(value->getType(), v)};
  }
  IRNumber constant(double v) const { return {builder, llvm::ConstantFP::get(value->getType(), v)}; }
  const llvm::fltSemantics &semantics() const { return value->getType()->getFltSemantics(); }
  IRBool never() const { return {builder, nullptr}; }

  friend IRNumber abs(IRNumber a) {
    return {a.builder, a.builder->CreateUnaryIntrinsic(llvm::Intrinsic::fabs, a.value)};
  }
  friend IRBool huge(IRNumber a) { return abs(a) == a.constant(llvm::APFloat::getInf(a.semantics())); }
  friend IRBool finite(IRNumber a) { return abs(a) < a.constant(llvm::APFloat::getInf(a.semantics())); }
  friend IRBool small(IRNumber a) {
    return abs(a) < a.constant(llvm::APFloat::getSmallestNormalized(a.semantics()));
  }
  friend IRBool tiny(IRNumber a) { return small(a) & (a != 0); }
  IRNumber times(IRNumber b) const { return {builder, ofGuard(builder->CreateFMul(value, b.value))}; }
  IRNumber choose(IRBool condition, IRNumber otherwise) const {
    return {builder, builder->CreateSelect(condition.value, value, otherwise.value)};
  }
  IRNumber powerOfTwo(int exponent) const {
    llvm::APFloat one = llvm::APFloat::getOne(semantics());
    return constant(llvm::scalbn(one, exponent, llvm::APFloat::rmNearestTiesToEven));
  }
  // As Vanishing of tables/semantics.h says.
  friend IRBool vanishes(IRNumber x, IRNumber y, IRNumber z) {
    const llvm::fltSemantics &semantics = z.semantics();
    int digits = int(llvm::APFloat::semanticsPrecision(semantics));
    IRNumber scale = z.powerOfTwo(2 * digits + 10);
    IRNumber largest = z.powerOfTwo(llvm::APFloat::semanticsMinExponent(semantics) + 2 * digits + 2);
    IRBool first = abs(x) < abs(y);
    IRNumber a = x.times(scale).choose(first, x), b = y.choose(first, y.times(scale)), c = z.times(scale);
    llvm::Value *sum =
        z.builder->CreateIntrinsic(llvm::Intrinsic::fma, {z.value->getType()}, {a.value, b.value, c.value});
    return (abs(z) < largest) & (IRNumber{z.builder, ofGuard(sum)} != 0);
  }
  friend IRBool integer(IRNumber a) {
    return IRNumber{a.builder, a.builder->CreateUnaryIntrinsic(llvm::Intrinsic::trunc, a.value)} == a;
  }
#define COMPARISON(OP, CREATE)                                                                               \
  friend IRBool operator OP(IRNumber a, IRNumber b) {                                                        \
    return {a.builder, a.builder->CREATE(a.value, b.value)};                                                 \
  }                                                                                                          \
  [[maybe_unused]] friend IRBool operator OP(IRNumber a, int b) { return a OP a.constant(double(b)); }
  COMPARISON(==, CreateFCmpOEQ)
  COMPARISON(!=, CreateFCmpUNE)
  COMPARISON(<, CreateFCmpOLT)
  COMPARISON(>, CreateFCmpOGT)
  COMPARISON(<=, CreateFCmpOLE)
  COMPARISON(>=, CreateFCmpOGE)
#undef COMPARISON
};

} // namespace ariadne
