// Forward projections: what an operation makes of the domains of its operands.
#include "projections.h"

#include <optional>

namespace ariadne::graph {
namespace {

Domain truth(bool canBeTrue, bool canBeFalse) {
  return of(IntegerInterval{canBeFalse ? 0 : 1, canBeTrue ? 1 : 0});
}

template <class T> std::optional<Interval<T>> arithmetic(uint16_t op, const FunctionArguments<T> &given) {
  switch (op) {
  case Ex_FADD:
    return given.x + given.y;
  case Ex_FSUB:
    return given.x - given.y;
  case Ex_FMUL:
    return given.x * given.y;
  case Ex_FDIV:
    return given.x / given.y;
  case Ex_FNEG:
    return -given.x;
  default:
    return rangeOfExpression(op, given);
  }
}

Domain floatResult(const Node &node, const Domain &a, const Domain &b, const Domain &c) {
  return withFormat(node.type, [&](auto example) -> Domain {
    using T = decltype(example);
    auto real = [](const Interval<T> &v) { return of(v.template as<Real>()); };
    switch (node.op) {
    case Ex_FPTRUNC:
    case Ex_FPEXT:
      return a.kind == Domain::Float ? real(a.f.as<T>()) : Domain::all(node.type);
    case Ex_SITOFP:
    case Ex_UITOFP:
      return a.kind == Domain::Integer ? real(fromInteger<T>(a.i)) : Domain::all(node.type);
    default:
      break;
    }
    if (a.kind != Domain::Float)
      return Domain::all(node.type);
    if (node.a == node.b && node.op == Ex_FMUL)
      return real(square(a.f.as<T>()));
    FunctionArguments<T> given{a.f.as<T>(), b.f.as<T>(), c.f.as<T>()};
    if (b.kind == Domain::Integer)
      given.n = b.i;
    if (auto found = arithmetic(node.op, given))
      return real(*found);
    return Domain::all(node.type);
  });
}

Domain compareFloats(uint32_t predicate, const Interval<Real> &a, const Interval<Real> &b, bool same) {
  Relation<Real> can(a, b);
  if (same)
    can.less = can.greater = false;
  bool outcomes[] = {can.equal, can.greater, can.less, can.unordered}, yes = false, no = false;
  for (unsigned i = 0; i < 4; ++i)
    if (outcomes[i])
      (predicate >> i & 1 ? yes : no) = true;
  return truth(yes, no);
}

Domain compareIntegers(uint32_t predicate, IntegerInterval x, IntegerInterval y, unsigned width) {
  if (predicate >= UGT && predicate <= ULE)
    x = integers::asUnsigned(x, width), y = integers::asUnsigned(y, width);
  else if (predicate >= SGT)
    x = integers::signExtend(x, width), y = integers::signExtend(y, width);
  bool less = x.lo<y.hi, greater = x.hi> y.lo, equal = x.lo <= y.hi && y.lo <= x.hi;
  switch (predicate) {
  case EQ:
    return truth(equal, less || greater);
  case NE:
    return truth(less || greater, equal);
  case UGT:
  case SGT:
    return truth(greater, less || equal);
  case UGE:
  case SGE:
    return truth(greater || equal, less);
  case ULT:
  case SLT:
    return truth(less, greater || equal);
  default:
    return truth(less || equal, greater);
  }
}

Domain integerResult(const Node &node, const Node *nodes, const Domain &a, const Domain &b) {
  unsigned w = TypeBits[node.type];
  Domain all = Domain::all(node.type);
  if (node.op == Ex_FCMP)
    return a.kind == Domain::Float && b.kind == Domain::Float
               ? compareFloats(node.aux, a.f, b.f, node.a == node.b)
               : all;
  if (node.op == Ex_FPTOSI || node.op == Ex_FPTOUI) // what does not fit gives what the machine gives
    return a.kind != Domain::Float ? all
           : node.op == Ex_FPTOUI
               ? of(toInteger(a.f, 0, (Wide(1) << w) - 1, w))
               : of(toInteger(a.f, IntegerInterval::lowest(w), IntegerInterval::highest(w), w));
  if (a.kind != Domain::Integer)
    return all;
  unsigned from = TypeBits[nodes[node.a].type];
  switch (node.op) {
  case Ex_ITRUNC:
    return of(integers::truncate(a.i, w));
  case Ex_ZEXT:
    return of(integers::zeroExtend(a.i, from).fit(w));
  case Ex_SEXT:
    return of(integers::signExtend(a.i, from).fit(w));
  default:
    break;
  }
  if (b.kind != Domain::Integer)
    return all;
  IntegerInterval ua = integers::asUnsigned(a.i, w), ub = integers::asUnsigned(b.i, w);
  switch (node.op) {
  case Ex_ICMP:
    return compareIntegers(node.aux, a.i, b.i, from);
  case Ex_ADD:
    return w == 1 ? all : of(integers::add(a.i, b.i, w));
  case Ex_SUB:
    return w == 1 ? all : of(integers::subtract(a.i, b.i, w));
  case Ex_MUL:
    return w == 1 ? all : of(integers::multiply(a.i, b.i, w));
  case Ex_SDIV:
    return w == 1 ? all : of(integers::divide(a.i, b.i, w));
  case Ex_SREM:
    return w == 1 ? all : of(integers::remainder(a.i, b.i, w));
  case Ex_UDIV:
    return ub.lo < 1 ? all : of(integers::fromUnsigned({ua.lo / ub.hi, ua.hi / ub.lo}, w));
  case Ex_UREM:
    return ub.lo < 1 ? all : of(integers::fromUnsigned({0, std::min(ua.hi, ub.hi - 1)}, w));
  case Ex_SHL:
    return of(integers::shiftLeft(a.i, b.i, w));
  case Ex_LSHR:
    return of(integers::shiftRight(a.i, b.i, w, false));
  case Ex_ASHR:
    return of(integers::shiftRight(a.i, b.i, w, true));
  case Ex_AND:
    return of(integers::bitAnd(a.i, b.i, w));
  case Ex_OR:
    return of(integers::bitOr(a.i, b.i, w));
  case Ex_XOR:
    return of(integers::bitXor(a.i, b.i, w));
  default:
    return all;
  }
}

} // namespace

Domain bitsOf(const Domain &domain, uint8_t type) {
  if (isInteger(type))
    return domain;
  if (domain.kind != Domain::Float || type == Type_F80)
    return {};
  return of(type == Type_F32 ? bits::ofFloats(domain.f.as<float>()) : bits::ofFloats(domain.f.as<double>()));
}

Domain sameBits(const Domain &domain, uint8_t from, uint8_t to) {
  Domain word = bitsOf(domain, from);
  if (word.kind != Domain::Integer || to == Type_F80)
    return Domain::all(to);
  if (isInteger(to))
    return word;
  return of(to == Type_F32 ? bits::toFloats<float>(word.i).as<Real>()
                           : bits::toFloats<double>(word.i).as<Real>());
}

Domain resultOf(const Node &node, const Node *nodes, const std::vector<Domain> &domains) {
  const Domain &a = domains[node.a], &b = domains[node.b], &c = domains[node.c];
  if (node.op == Ex_SELECT) {
    if (a.kind == Domain::Integer && a.i.single())
      return a.i.lo ? b : c;
    if (b.kind == Domain::Float && c.kind == Domain::Float)
      return of(join(b.f, c.f));
    return b.kind == Domain::Integer && c.kind == Domain::Integer ? of(join(b.i, c.i))
                                                                  : Domain::all(node.type);
  }
  if (node.op == Ex_BITCAST)
    return sameBits(a, nodes[node.a].type, node.type);
  if (node.op == Ex_EXTRACT) {
    Domain whole = bitsOf(a, nodes[node.a].type);
    return whole.kind == Domain::Integer && isInteger(node.type)
               ? of(bits::extract(whole.i, node.aux, TypeBits[node.type]))
               : Domain::all(node.type);
  }
  if (node.op == Ex_CONCAT)
    return a.kind == Domain::Integer && b.kind == Domain::Integer && isInteger(node.type)
               ? of(bits::concat(a.i, TypeBits[nodes[node.a].type], b.i))
               : Domain::all(node.type);
  if (node.op == Ex_UITOFP && a.kind == Domain::Integer) {
    Domain positive = of(integers::asUnsigned(a.i, TypeBits[nodes[node.a].type]));
    return floatResult(node, positive, b, c);
  }
  if (node.op == Ex_SITOFP && a.kind == Domain::Integer && nodes[node.a].type == Type_I1)
    return floatResult(node, of(integers::signExtend(a.i, 1)), b, c);
  if (isFloatType(node.type))
    return floatResult(node, a, b, c);
  return isInteger(node.type) ? integerResult(node, nodes, a, b) : Domain{};
}

} // namespace ariadne::graph
