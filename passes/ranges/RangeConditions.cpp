// What the outcome of a condition tells of the values that it was computed from.
#include "ranges/RangeInterpreter.h"

#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace ariadne {

static constexpr unsigned MaxDepth = 6;

// False: it cannot be.
bool Interpreter::assume(Value *condition, bool truth, unsigned depth) {
  if (!condition->getType()->isIntegerTy(1) || depth > MaxDepth)
    return true;
  if (!restrict(condition, IntegerInterval::of(truth), depth))
    return false;
  auto *I = dyn_cast<Instruction>(condition);
  if (!I)
    return true;
  Value *a, *b;
  if (match(I, m_LogicalAnd(m_Value(a), m_Value(b))))
    return truth ? assume(a, true, depth + 1) && assume(b, true, depth + 1) : true;
  if (match(I, m_LogicalOr(m_Value(a), m_Value(b))))
    return truth ? true : assume(a, false, depth + 1) && assume(b, false, depth + 1);
  if (match(I, m_Not(m_Value(a))))
    return assume(a, !truth, depth + 1);
  if (match(I, m_Freeze(m_Value(a))))
    return assume(a, truth, depth + 1);
  if (match(I, m_Trunc(m_ZExt(m_Value(a)))) && a->getType()->isIntegerTy(1))
    return assume(a, truth, depth + 1);
  if (auto *compare = dyn_cast<CmpInst>(I))
    return assumeCompare(*compare, truth, depth);
  return true;
}

bool Interpreter::assumeCompare(CmpInst &compare, bool truth, unsigned depth) {
  Value *left = compare.getOperand(0), *right = compare.getOperand(1);
  RangeValue a = value(left), b = value(right);
  CmpInst::Predicate predicate = truth ? compare.getPredicate() : compare.getInversePredicate();
  if (a.kind == RangeValue::Float && b.kind == RangeValue::Float) {
    if (left == right) { // the test for a NaN
      bool number = predicate & 1, notOne = predicate & 8;
      if (number == notOne)
        return true;
      return restrict(left, number ? a.f.withNaN(false) : meet(a.f, RealInterval::onlyNaN()), depth);
    }
    bool equal = predicate & 1, greater = predicate & 2, less = predicate & 4, unordered = predicate & 8;
    // Of x: above the least y, below the greatest; anything if the other may be a NaN.
    auto bound = [&](const RealInterval &real, const RealInterval &other, bool up, bool down) {
      return withFormat(left->getType(), [&](auto example) -> RealInterval {
        using T = decltype(example);
        return boundBy(real.as<T>(), other.as<T>(), up, down, equal, unordered).template as<Real>();
      });
    };
    RealInterval x = bound(a.f, b.f, greater, less), y = bound(b.f, a.f, less, greater);
    return restrict(left, x, depth) &&restrict(right, y, depth);
  }
  if (a.kind == RangeValue::Integer && b.kind == RangeValue::Integer) {
    // (b != 0) where b is a truth value that was made an integer
    Value *inner;
    if (match(left, m_ZExt(m_Value(inner))) && inner->getType()->isIntegerTy(1) && b.i.single() &&
        b.i.lo == 0 && ICmpInst::isEquality(predicate))
      return assume(inner, predicate == CmpInst::ICMP_NE, depth + 1);
    if (a.i.empty() || b.i.empty() || left->getType()->isIntegerTy(1))
      return true;
    bool isUnsigned = CmpInst::isUnsigned(predicate);
    IntegerInterval x = a.i, y = b.i;
    if (isUnsigned) {
      if (y.lo < 0 || (x.lo < 0 && predicate != CmpInst::ICMP_ULT && predicate != CmpInst::ICMP_ULE))
        return true;
      if (x.lo < 0) // below a number that is not negative: neither is it
        x = meet(x, {0, x.hi});
      if (x.empty())
        return true; // large as unsigned numbers: left alone
    }
    switch (predicate) {
    case CmpInst::ICMP_EQ:
      x = y = meet(x, y);
      break;
    case CmpInst::ICMP_NE:
      if (y.single())
        x = {x.lo + (x.lo == y.lo), x.hi - (x.hi == y.lo)};
      else if (x.single())
        y = {y.lo + (y.lo == x.lo), y.hi - (y.hi == x.lo)};
      break;
    case CmpInst::ICMP_SLT:
    case CmpInst::ICMP_ULT: {
      Wide top = y.hi - 1;
      y = meet(y, {x.lo + 1, y.hi});
      x = meet(x, {x.lo, top});
      break;
    }
    case CmpInst::ICMP_SLE:
    case CmpInst::ICMP_ULE: {
      Wide top = y.hi;
      y = meet(y, {x.lo, y.hi});
      x = meet(x, {x.lo, top});
      break;
    }
    case CmpInst::ICMP_SGT:
    case CmpInst::ICMP_UGT: {
      Wide bottom = y.lo + 1;
      y = meet(y, {y.lo, x.hi - 1});
      x = meet(x, {bottom, x.hi});
      break;
    }
    default: {
      Wide bottom = y.lo;
      y = meet(y, {y.lo, x.hi});
      x = meet(x, {bottom, x.hi});
      break;
    }
    }
    return restrict(left, x, depth) &&restrict(right, y, depth);
  }
  return true;
}

bool Interpreter::restrict(Value *v, const RangeValue &range, unsigned depth) {
  RangeValue was = value(v), now = meet(was, range);
  if (range.nothing() || now.nothing())
    return false;
  if (isa<Constant>(v) || was.within(now) || depth > MaxDepth)
    return true;
  auto number = frame.numbers.find(v);
  if (number != frame.numbers.end()) {
    state.values[number->second] = now;
    refreshUsers(v, depth);
  }
  auto way = incoming.find(v);
  if (way != incoming.end()) // the PHI of a junction is what came this way
    return v->getType()->isIntegerTy(1) && now.kind == RangeValue::Integer && now.i.single()
               ? assume(way->second, now.i.lo != 0, depth + 1)
               : restrict(way->second, now, depth + 1);
  if (auto *I = dyn_cast<Instruction>(v))
    return restrictOperands(*I, now, depth + 1);
  return true;
}

bool Interpreter::restrictOperands(Instruction &I, const RangeValue &range, unsigned depth) {
  if (range.kind == RangeValue::Float) {
    Value *a;
    if (match(&I, m_FNeg(m_Value(a))))
      return restrict(a, -range.f, depth);
    if (match(&I, m_FAbs(m_Value(a))))
      return restrict(a, join(range.f, -range.f), depth);
    if (match(&I, m_FPExt(m_Value(a))) && isAnalysedFormat(a->getType()))
      return restrict(a, range, depth);
    if (match(&I, m_SIToFP(m_Value(a))) && range.f.numbers() && range.f.magnitude() < 0x1p24L &&
        !a->getType()->isIntegerTy(1))
      return restrict(a, IntegerInterval{Wide(std::ceil(range.f.lo)), Wide(std::floor(range.f.hi))}, depth);
  } else if (range.kind == RangeValue::Integer) {
    Value *a;
    if (match(&I, m_SExt(m_Value(a))) && !a->getType()->isIntegerTy(1))
      return restrict(a, range, depth);
  }
  return true;
}

// What was computed from a value is computed again with its new range. (A user that is out of date, because
// its loop has gone on, is not read before it is computed anew.)
void Interpreter::refreshUsers(Value *v, unsigned depth) {
  if (depth > MaxDepth)
    return;
  for (User *user : v->users()) {
    auto *I = dyn_cast<Instruction>(user);
    if (!I || isa<CmpInst>(I) ||
        !(isa<BinaryOperator>(I) || isa<UnaryOperator>(I) || isa<CastInst>(I) || isa<IntrinsicInst>(I)))
      continue;
    auto number = frame.numbers.find(I);
    if (number == frame.numbers.end() || state.values[number->second].nothing())
      continue;
    if (auto again = pure(*I)) {
      RangeValue now = meet(state.values[number->second], *again);
      if (!now.nothing() && !state.values[number->second].within(now)) {
        state.values[number->second] = now;
        refreshUsers(I, depth + 2);
      }
    }
  }
}

} // namespace ariadne
