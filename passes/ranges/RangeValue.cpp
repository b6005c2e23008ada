#include "ranges/RangeValue.h"

#include "llvm/IR/DerivedTypes.h"

using namespace llvm;

namespace ariadne {

RangeValue RangeValue::all(Type *type) {
  if (isAnalysedFormat(type))
    return withFormat(type, [](auto example) -> RangeValue {
      return Interval<decltype(example)>::all().template as<Real>();
    });
  if (auto *integer = dyn_cast<IntegerType>(type); integer && integer->getBitWidth() <= 64)
    return IntegerInterval::all(integer->getBitWidth());
  if (type->isPointerTy())
    return Place{};
  RangeValue r;
  r.kind = Anything;
  return r;
}

RangeValue join(const RangeValue &a, const RangeValue &b) {
  if (a.nothing())
    return b;
  if (b.nothing())
    return a;
  RangeValue r;
  r.kind = RangeValue::Anything;
  if (a.kind != b.kind)
    return r;
  switch (a.kind) {
  case RangeValue::Float:
    return join(a.f, b.f);
  case RangeValue::Integer:
    return join(a.i, b.i);
  case RangeValue::Pointer: {
    if (!a.p.same(b.p))
      return Place{};
    Place p = a.p;
    p.offset = join(a.p.offset, b.p.offset);
    p.grain = std::gcd(a.p.grain, b.p.grain);
    return p;
  }
  default:
    return r;
  }
}

RangeValue meet(const RangeValue &a, const RangeValue &b) {
  if (a.kind != b.kind)
    return a;
  if (a.kind == RangeValue::Float)
    return meet(a.f, b.f);
  return a.kind == RangeValue::Integer ? RangeValue(meet(a.i, b.i)) : a;
}

bool RangeValue::within(const RangeValue &o) const {
  if (nothing() || o.kind == Anything)
    return true;
  if (kind != o.kind)
    return false;
  switch (kind) {
  case Float:
    return f.within(o.f);
  case Integer:
    return i.within(o.i);
  case Pointer:
    if (o.p.base == Place::Unknown)
      return true;
    return p.same(o.p) && p.offset.within(o.p.offset) && std::gcd(p.grain, o.p.grain) == o.p.grain;
  default:
    return true;
  }
}

} // namespace ariadne
