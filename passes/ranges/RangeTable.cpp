#include "ranges/RangeTable.h"

#include "llvm/ADT/StringSwitch.h"

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

template <class T>
static Interval<T> typedRange(Operation op, const Interval<T> &x, const Interval<T> &y, const Interval<T> &z,
                              IntegerInterval exponents) {
  switch (op) {
  case Op_fadd:
    return x + y;
  case Op_fsub:
    return x - y;
  case Op_fmul:
    return x * y;
  case Op_fdiv:
    return x / y;
  case Op_frem:
  case Op_fmod:
    return remainderTowardsZero(x, y);
  case Op_remainder:
  case Op_remquo: {
    Interval<T> r = remainderTowardsZero(x, y); // as large, of either sign
    return join(r, -r);
  }
  case Op_sqrt:
    return squareRoot(x);
  case Op_hypot:
    return hypotRange(x, y);
  case Op_fma:
    return fused(x, y, z);
  case Op_fdim: {
    Interval<T> r = maximum((x - y).withNaN(false), Interval<T>::of(T(0)));
    return r.withNaN(x.nan || y.nan);
  }
  case Op_exp:
    return expRange(x);
  case Op_exp2:
    return exp2Range(x);
  case Op_exp10:
    return exp10Range(x);
  case Op_expm1:
    return expm1Range(x);
  case Op_log:
    return logRange(x);
  case Op_log2:
    return log2Range(x);
  case Op_log10:
    return log10Range(x);
  case Op_log1p:
    return log1pRange(x);
  case Op_pow:
    return powRange(x, y);
  case Op_sin:
    return sinRange(x);
  case Op_tan:
    return tanRange(x);
  case Op_asin:
    return asinRange(x);
  case Op_acos:
    return acosRange(x);
  case Op_atan:
    return atanRange(x);
  case Op_atan2:
    return atan2Range(x, y);
  case Op_sinh:
    return sinhRange(x);
  case Op_cosh:
    return coshRange(x);
  case Op_tanh:
    return tanhRange(x);
  case Op_asinh:
    return asinhRange(x);
  case Op_acosh:
    return acoshRange(x);
  case Op_atanh:
    return atanhRange(x);
  case Op_erf:
    return erfRange(x);
  case Op_erfc:
    return erfcRange(x);
  case Op_tgamma:
    return tgammaRange(x);
  case Op_lgamma:
    return lgammaRange(x);
  case Op_ldexp:
  case Op_scalbn:
  case Op_scalbln:
    return scaleRange(x, long(exponents.lo), long(exponents.hi));
  default:
    return Interval<T>::all();
  }
}

RealInterval resultRange(Operation op, Type *type, const RealInterval &x, const RealInterval &y,
                         const RealInterval &z, IntegerInterval exponents) {
  return withFormat(type, [&](auto example) {
    using T = decltype(example);
    return typedRange<T>(op, x.as<T>(), y.as<T>(), z.as<T>(), exponents).template as<Real>();
  });
}

RealInterval squareRange(Type *type, const RealInterval &x) {
  return withFormat(type,
                    [&](auto example) { return square(x.as<decltype(example)>()).template as<Real>(); });
}

template <class T>
static std::optional<Interval<T>> otherRange(StringRef name, ArrayRef<Interval<T>> operands) {
  const Interval<T> &x = operands[0];
  if (operands.size() == 1)
    return StringSwitch<std::optional<Interval<T>>>(name)
        .Case("fabs", abs(x))
        .Case("cos", cosRange(x))
        .Case("cbrt", cbrtRange(x))
        .Case("floor", toIntegers(x, [](T v) { return std::floor(v); }))
        .Case("ceil", toIntegers(x, [](T v) { return std::ceil(v); }))
        .Case("trunc", toIntegers(x, [](T v) { return std::trunc(v); }))
        .Case("round", toIntegers(x, [](T v) { return std::round(v); }))
        .Cases("rint", "nearbyint", "roundeven", toIntegers(x, [](T v) { return std::rint(v); }))
        .Default(std::nullopt);
  if (operands.size() == 2)
    return StringSwitch<std::optional<Interval<T>>>(name)
        .Cases("fmin", "minnum", minimum(x, operands[1]))
        .Cases("fmax", "maxnum", maximum(x, operands[1]))
        .Case("copysign", copySign(x, operands[1]))
        .Default(std::nullopt);
  return std::nullopt;
}

std::optional<RealInterval> otherFunctionRange(StringRef name, Type *type, ArrayRef<RealInterval> operands) {
  return withFormat(type, [&](auto example) -> std::optional<RealInterval> {
    using T = decltype(example);
    SmallVector<Interval<T>, 3> typed;
    for (const RealInterval &operand : operands)
      typed.push_back(operand.as<T>());
    if (auto found = otherRange<T>(name, typed))
      return found->template as<Real>();
    return std::nullopt;
  });
}

} // namespace ariadne
