// What the range analysis knows of a value: an interval of numbers, of integers, or a place in memory.
#pragma once

#include "intervals/elementary.h"
#include "intervals/integer.h"

#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Type.h"

#include <cstdint>
#include <numeric>

namespace ariadne {

using Real = long double; // holds the numbers of all analysed formats exactly
using RealInterval = Interval<Real>;

// Where a pointer points: into an object of the frame, into a global variable, or nobody knows.
struct Place {
  enum Base : uint8_t { Unknown, Object, Global } base = Unknown;
  unsigned object = 0;
  const llvm::GlobalVariable *global = nullptr;
  IntegerInterval offset = IntegerInterval::of(0);
  uint64_t grain = 0; // the offset is a multiple of it (0: it is 0)

  bool same(const Place &o) const { return base == o.base && object == o.object && global == o.global; }
  Place moved(IntegerInterval by, uint64_t stride) const {
    Place r = *this;
    if (base != Unknown) {
      r.offset = integers::add(offset, by, 64);
      r.grain = std::gcd(grain, stride);
    }
    return r;
  }
};

struct RangeValue {
  enum Kind : uint8_t { Nothing, Float, Integer, Pointer, Anything } kind = Nothing;
  union {
    RealInterval f;
    IntegerInterval i;
    Place p;
  };

  RangeValue() : i() {}
  RangeValue(const RealInterval &v) : kind(v.empty() ? Nothing : Float), f(v) {}
  RangeValue(const IntegerInterval &v) : kind(v.empty() ? Nothing : Integer), i(v) {}
  RangeValue(const Place &v) : kind(Pointer), p(v) {}
  bool nothing() const { return kind == Nothing; }

  // Every value that the type can have.
  static RangeValue all(llvm::Type *type);

  friend RangeValue join(const RangeValue &a, const RangeValue &b);
  friend RangeValue meet(const RangeValue &a, const RangeValue &b); // of the same kind
  bool within(const RangeValue &o) const;
};

// Calls f with an example of the C++ type of an analysed floating-point type.
template <class F> auto withFormat(llvm::Type *type, F f) {
  if (type->isFloatTy())
    return f(float());
  if (type->isDoubleTy())
    return f(double());
  return f((long double)(0));
}
inline bool isAnalysedFormat(llvm::Type *type) {
  return type->isFloatTy() || type->isDoubleTy() || type->isX86_FP80Ty();
}

} // namespace ariadne
