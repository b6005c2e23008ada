// The exception table read over intervals: which kinds can an operation raise on finite operands in these
// ranges?
#pragma once

#include "ranges/RangeValue.h"
#include "sites/Library.h"
#include "sites/OperationReadings.h"
#include "sites/Operations.h"

namespace ariadne {

template <class T> struct RangeNumber {
  using Bool = Tri;
  Interval<T> v;

  static Tri truth(bool canBeTrue, bool canBeFalse) { return {canBeTrue, canBeFalse}; }
  static Tri never() { return {false, true}; }
  friend Tri huge(const RangeNumber &a) { return {a.v.holdsInfinity(), a.v.nan || a.v.numbers()}; }
  friend Tri tiny(const RangeNumber &a) {
    return {a.v.nonzero() && a.v.least < std::numeric_limits<T>::min(), true};
  }
  friend Tri small(const RangeNumber &a) { return tiny(a) | Tri{a.v.zero, true}; }
  friend Tri vanishes(const RangeNumber &, const RangeNumber &, const RangeNumber &) { return {}; }
  friend Tri integer(const RangeNumber &a) { return {true, !a.v.integral}; }
  friend RangeNumber abs(const RangeNumber &a) { return {ariadne::abs(a.v)}; }
#define COMPARISON(OP, TRUE_IF, FALSE_IF)                                                                    \
  friend Tri operator OP(const RangeNumber &a, const RangeNumber &b) {                                       \
    Relation<T> can(a.v, b.v);                                                                               \
    return {TRUE_IF, can.unordered || (FALSE_IF)};                                                           \
  }                                                                                                          \
  [[maybe_unused]] friend Tri operator OP(const RangeNumber &a, int b) {                                     \
    return a OP RangeNumber{Interval<T>::of(T(b))};                                                          \
  }
  COMPARISON(==, can.equal, can.less || can.greater)
  COMPARISON(!=, can.less || can.greater || can.unordered, can.equal)
  COMPARISON(<, can.less, can.equal || can.greater)
  COMPARISON(>, can.greater, can.equal || can.less)
  COMPARISON(<=, can.less || can.equal, can.greater)
  COMPARISON(>=, can.greater || can.equal, can.less)
#undef COMPARISON
};

// The row of an operation, in its own type; only finite operands.
struct RangeRow {
  RealInterval x, y, z, r;
};

// The mask of kinds that can be raised.
unsigned raisableKinds(Operation op, llvm::Type *type, const RangeRow &row);

// The range of what an operation of the table returns on these operands, in its own type. `n` is the integer
// operand of ldexp and its like.
RealInterval resultRange(Operation op, llvm::Type *type, const RealInterval &x, const RealInterval &y,
                         const RealInterval &z, IntegerInterval n);

// A product of a number with itself.
RealInterval squareRange(llvm::Type *type, const RealInterval &x);

RealInterval absoluteRange(llvm::Type *type, const RealInterval &x);

// The same of any function of libm: cos and floor raise nothing and are no operations. Nothing where the
// table has a gap.
std::optional<RealInterval> functionRange(const LibraryCall &known, llvm::ArrayRef<RealInterval> numbers,
                                          IntegerInterval n);

} // namespace ariadne
