#include "ranges/RangeTable.h"

#include "intervals/functions.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace ariadne {

unsigned raisableKinds(Operation op, Type *type, const RangeRow &row) {
  return withFormat(type, [&](auto example) -> unsigned {
    using T = decltype(example);
    auto number = [](const RealInterval &v) { return RangeNumber<T>{v.as<T>()}; };
    Tri raised[ARIADNE_KINDS];
    evaluateKinds<RangeNumber<T>>(op, number(row.x), number(row.y), number(row.z), number(row.r), raised);
    unsigned kinds = 0;
    for (unsigned i = 0; i < ARIADNE_KINDS; ++i)
      kinds |= unsigned(raised[i].canBeTrue) << i;
    return kinds;
  });
}

template <class T> static Interval<T> typedRange(Operation op, const FunctionArguments<T> &given) {
  switch (op) {
  case Op_fadd:
    return given.x + given.y;
  case Op_fsub:
    return given.x - given.y;
  case Op_fmul:
    return given.x * given.y;
  case Op_fdiv:
    return given.x / given.y;
  case Op_frem:
    return remainderTowardsZero(given.x, given.y);
  default:
    return rangeOfFunction(OperationOf.function[op], given).value_or(Interval<T>::all());
  }
}

RealInterval resultRange(Operation op, Type *type, const RealInterval &x, const RealInterval &y,
                         const RealInterval &z, IntegerInterval n) {
  return withFormat(type, [&](auto example) {
    using T = decltype(example);
    return typedRange<T>(op, {x.as<T>(), y.as<T>(), z.as<T>(), n}).template as<Real>();
  });
}

RealInterval squareRange(Type *type, const RealInterval &x) {
  return withFormat(type,
                    [&](auto example) { return square(x.as<decltype(example)>()).template as<Real>(); });
}

RealInterval absoluteRange(Type *type, const RealInterval &x) {
  return withFormat(type, [&](auto example) { return abs(x.as<decltype(example)>()).template as<Real>(); });
}

std::optional<RealInterval> functionRange(const LibraryCall &known, ArrayRef<RealInterval> numbers,
                                          IntegerInterval n) {
  return withFormat(known.type, [&](auto example) -> std::optional<RealInterval> {
    using T = decltype(example);
    FunctionArguments<T> given;
    given.n = n;
    Interval<T> *operands[] = {&given.x, &given.y, &given.z};
    for (auto [operand, number] : zip(operands, numbers))
      *operand = number.template as<T>();
    auto found = rangeOfFunction(known.function, given);
    return found ? std::optional(found->template as<Real>()) : std::nullopt;
  });
}

} // namespace ariadne
