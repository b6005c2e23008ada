#include "projections.h"

#include <cstring>
#include <optional>

namespace ariadne::graph {
namespace {

bool isFloat(uint8_t type) { return type == Type_F32 || type == Type_F64 || type == Type_F80; }
bool isInteger(uint8_t type) { return type >= Type_I1 && type <= Type_I64; }

template <class F> auto withFormat(uint8_t type, F f) {
  return type == Type_F32 ? f(float()) : type == Type_F64 ? f(double()) : f((long double)(0));
}

Domain of(const Interval<Real> &f) { return {Domain::Float, f, {}}; }
Domain of(const IntegerInterval &i) { return {Domain::Integer, {}, i}; }
Domain truth(bool canBeTrue, bool canBeFalse) {
  return of(IntegerInterval{canBeFalse ? 0 : 1, canBeTrue ? 1 : 0});
}

template <class T>
std::optional<Interval<T>> elementary(uint16_t op, const Interval<T> &a, const Interval<T> &b) {
  switch (op) {
#define FUNCTION(NAME, RANGE)                                                                                \
  case Op_##NAME:                                                                                            \
    return RANGE(a);
    FUNCTION(SIN, sinRange)
    FUNCTION(COS, cosRange)
    FUNCTION(TAN, tanRange)
    FUNCTION(ASIN, asinRange)
    FUNCTION(ACOS, acosRange)
    FUNCTION(ATAN, atanRange)
    FUNCTION(SINH, sinhRange)
    FUNCTION(COSH, coshRange)
    FUNCTION(TANH, tanhRange)
    FUNCTION(ASINH, asinhRange)
    FUNCTION(ACOSH, acoshRange)
    FUNCTION(ATANH, atanhRange)
    FUNCTION(EXP, expRange)
    FUNCTION(EXP2, exp2Range)
    FUNCTION(EXPM1, expm1Range)
    FUNCTION(LOG, logRange)
    FUNCTION(LOG2, log2Range)
    FUNCTION(LOG10, log10Range)
    FUNCTION(LOG1P, log1pRange)
    FUNCTION(CBRT, cbrtRange)
    FUNCTION(TGAMMA, tgammaRange)
    FUNCTION(LGAMMA, lgammaRange)
    FUNCTION(ERF, erfRange)
    FUNCTION(ERFC, erfcRange)
#undef FUNCTION
  case Op_ATAN2:
    return atan2Range(a, b);
  case Op_POW:
    return powRange(a, b);
  case Op_HYPOT:
    return hypotRange(a, b);
  default:
    return std::nullopt;
  }
}

template <class T>
std::optional<Interval<T>> arithmetic(uint16_t op, const Interval<T> &a, const Interval<T> &b,
                                      const Interval<T> &c) {
  switch (op) {
  case Op_FADD:
    return a + b;
  case Op_FSUB:
    return a - b;
  case Op_FMUL:
    return a * b;
  case Op_FDIV:
    return a / b;
  case Op_FREM:
    return remainderTowardsZero(a, b);
  case Op_FMA:
    return fused(a, b, c);
  case Op_FNEG:
    return -a;
  case Op_FABS:
    return abs(a);
  case Op_COPYSIGN:
    return copySign(a, b);
  case Op_FMIN:
    return minimum(a, b);
  case Op_FMAX:
    return maximum(a, b);
  case Op_SQRT:
    return squareRoot(a);
  case Op_FLOOR:
    return toIntegers(a, [](T v) { return std::floor(v); });
  case Op_CEIL:
    return toIntegers(a, [](T v) { return std::ceil(v); });
  case Op_TRUNC:
    return toIntegers(a, [](T v) { return std::trunc(v); });
  case Op_ROUND:
    return toIntegers(a, [](T v) { return std::round(v); });
  case Op_RINT:
    return toIntegers(a, [](T v) { return std::rint(v); });
  default:
    return elementary(op, a, b);
  }
}

Domain floatResult(const Node &node, const Domain &a, const Domain &b, const Domain &c) {
  return withFormat(node.type, [&](auto example) -> Domain {
    using T = decltype(example);
    auto real = [](const Interval<T> &v) { return of(v.template as<Real>()); };
    switch (node.op) {
    case Op_FPTRUNC:
    case Op_FPEXT:
      return a.kind == Domain::Float ? real(a.f.as<T>()) : Domain::all(node.type);
    case Op_SITOFP:
    case Op_UITOFP:
      return a.kind == Domain::Integer ? real(fromInteger<T>(a.i)) : Domain::all(node.type);
    case Op_LDEXP:
      if (a.kind == Domain::Float && b.kind == Domain::Integer && !b.i.empty())
        return real(scaleRange(a.f.as<T>(), long(b.i.lo), long(b.i.hi)));
      return Domain::all(node.type);
    default:
      break;
    }
    if (a.kind != Domain::Float)
      return Domain::all(node.type);
    if (auto found = arithmetic<T>(node.op, a.f.as<T>(), b.f.as<T>(), c.f.as<T>()))
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

enum { EQ = 32, NE, UGT, UGE, ULT, ULE, SGT, SGE, SLT, SLE };

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
  unsigned w = Bits[node.type];
  Domain all = Domain::all(node.type);
  if (node.op == Op_FCMP)
    return a.kind == Domain::Float && b.kind == Domain::Float
               ? compareFloats(node.aux, a.f, b.f, node.a == node.b)
               : all;
  if (node.op == Op_FPTOSI || node.op == Op_FPTOUI) // what does not fit gives what the machine gives
    return a.kind != Domain::Float ? all
           : node.op == Op_FPTOUI
               ? of(toInteger(a.f, 0, (Wide(1) << w) - 1, w))
               : of(toInteger(a.f, IntegerInterval::lowest(w), IntegerInterval::highest(w), w));
  if (a.kind != Domain::Integer)
    return all;
  unsigned from = Bits[nodes[node.a].type];
  switch (node.op) {
  case Op_ITRUNC:
    return of(integers::truncate(a.i, w));
  case Op_ZEXT:
    return of(integers::zeroExtend(a.i, from).fit(w));
  case Op_SEXT:
    return of(integers::signExtend(a.i, from).fit(w));
  default:
    break;
  }
  if (b.kind != Domain::Integer)
    return all;
  IntegerInterval ua = integers::asUnsigned(a.i, w), ub = integers::asUnsigned(b.i, w);
  switch (node.op) {
  case Op_ICMP:
    return compareIntegers(node.aux, a.i, b.i, from);
  case Op_ADD:
    return w == 1 ? all : of(integers::add(a.i, b.i, w));
  case Op_SUB:
    return w == 1 ? all : of(integers::subtract(a.i, b.i, w));
  case Op_MUL:
    return w == 1 ? all : of(integers::multiply(a.i, b.i, w));
  case Op_SDIV:
    return w == 1 ? all : of(integers::divide(a.i, b.i, w));
  case Op_SREM:
    return w == 1 ? all : of(integers::remainder(a.i, b.i, w));
  case Op_UDIV:
    return ub.lo < 1 ? all : of(integers::fromUnsigned({ua.lo / ub.hi, ua.hi / ub.lo}, w));
  case Op_UREM:
    return ub.lo < 1 ? all : of(integers::fromUnsigned({0, std::min(ua.hi, ub.hi - 1)}, w));
  case Op_SHL:
    return of(integers::shiftLeft(a.i, b.i, w));
  case Op_LSHR:
    return of(integers::shiftRight(a.i, b.i, w, false));
  case Op_ASHR:
    return of(integers::shiftRight(a.i, b.i, w, true));
  case Op_AND:
    return of(integers::bitAnd(a.i, b.i, w));
  case Op_OR:
    return of(integers::bitOr(a.i, b.i, w));
  case Op_XOR:
    return of(integers::bitXor(a.i, b.i, w));
  default:
    return all;
  }
}

} // namespace

Domain Domain::all(uint8_t type) {
  if (isFloat(type))
    return withFormat(
        type, [](auto example) { return of(Interval<decltype(example)>::all().template as<Real>()); });
  return isInteger(type) ? of(IntegerInterval::all(Bits[type])) : Domain{};
}

Domain Domain::constant(const Node &node) {
  if (isFloat(node.type))
    return withFormat(node.type, [&](auto example) {
      uint64_t bits[2] = {node.lo, node.hi};
      std::memcpy(&example, bits, Bits[node.type] / 8);
      return of(Interval<decltype(example)>::of(example).template as<Real>());
    });
  if (!isInteger(node.type))
    return {};
  unsigned width = Bits[node.type], unused = 64 - width;
  if (width == 1)
    return of(IntegerInterval::of(node.lo & 1));
  return of(IntegerInterval::of(int64_t(node.lo << unused) >> unused));
}

Propagation::Propagation(const Node *nodes, uint32_t count) : nodes(nodes), count(count) {
  domains.resize(count);
  for (uint32_t n = 1; n < count; ++n)
    domains[n] = nodes[n].op == Op_CONSTANT ? Domain::constant(nodes[n]) : Domain::all(nodes[n].type);
}

bool Propagation::narrow(uint32_t node, const Domain &by) {
  Domain &mine = domains[node];
  if (mine.kind != by.kind || mine.kind == Domain::Anything)
    return true;
  if (mine.kind == Domain::Float) {
    Interval<Real> now = meet(mine.f, by.f);
    if (now == mine.f)
      return true;
    // Slow convergence: an end that creeps is kept, but does not set off another round.
    auto matters = [](Real was, Real is) {
      return was != is && (std::isinf(was) || !(std::fabs(was - is) <= std::fabs(was) * Real(0x1p-6)));
    };
    changed |= !now.numbers() || mine.f.nan != now.nan || mine.f.zero != now.zero ||
               matters(mine.f.lo, now.lo) || matters(mine.f.hi, now.hi);
    mine.f = now;
  } else {
    IntegerInterval now = meet(mine.i, by.i);
    changed |= now.empty() || (mine.i.hi - mine.i.lo) - (now.hi - now.lo) > (mine.i.hi - mine.i.lo) / 64;
    mine.i = now;
  }
  return !mine.empty();
}

Domain Propagation::result(const Node &node) {
  const Domain &a = domains[node.a], &b = domains[node.b], &c = domains[node.c];
  if (node.op == Op_SELECT) {
    if (a.kind == Domain::Integer && a.i.single())
      return a.i.lo ? b : c;
    if (b.kind == Domain::Float && c.kind == Domain::Float)
      return of(join(b.f, c.f));
    return b.kind == Domain::Integer && c.kind == Domain::Integer ? of(join(b.i, c.i))
                                                                  : Domain::all(node.type);
  }
  if (node.op == Op_BITCAST || node.op == Op_EXTRACT || node.op == Op_CONCAT)
    return Domain::all(node.type);
  if (node.op == Op_UITOFP && a.kind == Domain::Integer) {
    Domain positive = of(integers::asUnsigned(a.i, Bits[nodes[node.a].type]));
    return floatResult(node, positive, b, c);
  }
  if (node.op == Op_SITOFP && a.kind == Domain::Integer && nodes[node.a].type == Type_I1)
    return floatResult(node, of(integers::signExtend(a.i, 1)), b, c);
  if (isFloat(node.type))
    return floatResult(node, a, b, c);
  return isInteger(node.type) ? integerResult(node, nodes, a, b) : Domain{};
}

bool Propagation::forwardNode(uint32_t number) {
  const Node &node = nodes[number];
  if (node.op <= Op_INPUT)
    return true;
  ++projections;
  return narrow(number, result(node));
}

template <class T> bool Propagation::backwardFloat(const Node &node, uint32_t number) {
  auto typed = [&](uint32_t n) { return domains[n].f.as<T>(); };
  auto to = [&](uint32_t n, const Interval<T> &v) { return narrow(n, of(v.template as<Real>())); };
  Interval<T> r = typed(number), a = typed(node.a), b = typed(node.b);
  switch (node.op) {
  case Op_FADD:
    return to(node.a, inverse::add(r, a, b)) && to(node.b, inverse::add(r, b, typed(node.a)));
  case Op_FSUB: // r = a + -b
    return to(node.a, inverse::add(r, a, -b)) && to(node.b, -inverse::add(r, -b, typed(node.a)));
  case Op_FMUL:
    return to(node.a, inverse::multiply(r, a, b)) && to(node.b, inverse::multiply(r, b, typed(node.a)));
  case Op_FDIV:
    return to(node.a, inverse::dividend(r, a, b)) && to(node.b, inverse::divisor(r, typed(node.a), b));
  case Op_SQRT:
    return to(node.a, inverse::squareRoot(r, a));
  case Op_FNEG:
    return to(node.a, -r);
  case Op_FABS: {
    Interval<T> positive = meet(r, Interval<T>::between(T(0), Interval<T>::Infinity, true));
    return to(node.a, join(positive, -positive));
  }
  case Op_FLOOR:
  case Op_CEIL:
  case Op_TRUNC:
  case Op_ROUND:
  case Op_RINT:
    return to(node.a, inverse::rounded(r, a));
  case Op_FPTRUNC:
    return domains[node.a].kind != Domain::Float || nodes[node.a].type <= node.type ||
           withFormat(nodes[node.a].type, [&](auto example) {
             using From = decltype(example);
             if constexpr (sizeof(From) > sizeof(T))
               return narrow(node.a,
                             of(inverse::narrowed(r, domains[node.a].f.as<From>()).template as<Real>()));
             return true;
           });
  case Op_FPEXT:
    return domains[node.a].kind != Domain::Float ||
           narrow(node.a, of(withFormat(nodes[node.a].type, [&](auto example) {
                    return r.template as<decltype(example)>().template as<Real>();
                  })));
  case Op_SITOFP:
    if (domains[node.a].kind != Domain::Integer || !r.numbers() || r.magnitude() >= T(0x1p24) ||
        nodes[node.a].type == Type_I1)
      return true;
    return narrow(node.a, of(IntegerInterval{Wide(std::ceil(r.lo)), Wide(std::floor(r.hi))}));
  default:
    return true;
  }
}

bool Propagation::backwardCompare(const Node &node, uint32_t number) {
  const Domain &r = domains[number];
  if (r.kind != Domain::Integer || !r.i.single())
    return true;
  bool isTrue = r.i.lo != 0;
  const Domain &a = domains[node.a], &b = domains[node.b];
  if (node.op == Op_FCMP) {
    if (a.kind != Domain::Float || b.kind != Domain::Float)
      return true;
    uint32_t predicate = isTrue ? node.aux : ~node.aux & 15;
    bool equal = predicate & 1, greater = predicate & 2, less = predicate & 4, unordered = predicate & 8;
    if (node.a == node.b) {
      if (equal == unordered)
        return equal;
      return narrow(node.a, of(equal ? a.f.withNaN(false) : meet(a.f, Interval<Real>::onlyNaN())));
    }
    return withFormat(nodes[node.a].type, [&](auto example) {
      using T = decltype(example);
      Interval<T> x = a.f.as<T>(), y = b.f.as<T>();
      Interval<T> nx = boundBy(x, y, greater, less, equal, unordered);
      Interval<T> ny = boundBy(y, x, less, greater, equal, unordered);
      return narrow(node.a, of(nx.template as<Real>())) && narrow(node.b, of(ny.template as<Real>()));
    });
  }
  if (a.kind != Domain::Integer || b.kind != Domain::Integer)
    return true;
  static constexpr uint8_t Opposite[] = {NE, EQ, ULE, ULT, UGE, UGT, SLE, SLT, SGE, SGT};
  uint32_t predicate = isTrue ? node.aux : Opposite[node.aux - EQ];
  IntegerInterval x = a.i, y = b.i;
  if (predicate >= UGT && predicate <= ULE) {
    if (x.lo < 0 || y.lo < 0)
      return true;
    predicate += SGT - UGT; // the same for numbers that are not negative
  }
  if (nodes[node.a].type == Type_I1 && predicate != EQ && predicate != NE)
    return true;
  IntegerInterval nx = x, ny = y;
  switch (predicate) {
  case EQ:
    nx = ny = meet(x, y);
    break;
  case NE:
    if (y.single())
      nx = {x.lo + (x.lo == y.lo), x.hi - (x.hi == y.lo)};
    else if (x.single())
      ny = {y.lo + (y.lo == x.lo), y.hi - (y.hi == x.lo)};
    break;
  case SGT:
    nx = meet(x, {y.lo + 1, x.hi}), ny = meet(y, {y.lo, x.hi - 1});
    break;
  case SGE:
    nx = meet(x, {y.lo, x.hi}), ny = meet(y, {y.lo, x.hi});
    break;
  case SLT:
    nx = meet(x, {x.lo, y.hi - 1}), ny = meet(y, {x.lo + 1, y.hi});
    break;
  default:
    nx = meet(x, {x.lo, y.hi}), ny = meet(y, {x.lo, y.hi});
  }
  return narrow(node.a, of(nx)) && narrow(node.b, of(ny));
}

bool Propagation::backwardInteger(const Node &node, uint32_t number) {
  const IntegerInterval r = domains[number].i;
  if (domains[node.a].kind != Domain::Integer)
    return true;
  unsigned from = Bits[nodes[node.a].type], width = Bits[node.type];
  bool logical = node.type == Type_I1;
  switch (node.op) {
  case Op_AND:
  case Op_OR: {
    if (!logical || !r.single())
      return true;
    Wide decided = node.op == Op_AND ? 1 : 0; // the result that both operands must share
    if (r.lo == decided)
      return narrow(node.a, of(r)) && narrow(node.b, of(r));
    for (auto [one, other] : {std::pair(node.a, node.b), std::pair(node.b, node.a)})
      if (domains[other].i.single() && domains[other].i.lo == decided && !narrow(one, of(r)))
        return false;
    return true;
  }
  case Op_XOR:
    if (!logical || !r.single())
      return true;
    for (auto [one, other] : {std::pair(node.a, node.b), std::pair(node.b, node.a)})
      if (domains[other].i.single() && !narrow(one, of(IntegerInterval::of(r.lo ^ domains[other].i.lo))))
        return false;
    return true;
  case Op_ZEXT:
    return from == 1 ? narrow(node.a, of(meet(r, {0, 1})))
                     : r.hi > IntegerInterval::highest(from) || r.lo < 0 || narrow(node.a, of(r));
  case Op_SEXT:
    return from == 1 || narrow(node.a, of(r));
  case Op_ADD:
  case Op_SUB: {
    // Only where nothing wraps: the sum of the ranges fits.
    IntegerInterval a = domains[node.a].i, b = domains[node.b].i;
    if (logical)
      return true;
    IntegerInterval sum = node.op == Op_ADD ? IntegerInterval{a.lo + b.lo, a.hi + b.hi}
                                            : IntegerInterval{a.lo - b.hi, a.hi - b.lo};
    if (!(sum.within(IntegerInterval::all(width))))
      return true;
    if (node.op == Op_ADD)
      return narrow(node.a, of(IntegerInterval{r.lo - b.hi, r.hi - b.lo})) &&
             narrow(node.b, of(IntegerInterval{r.lo - a.hi, r.hi - a.lo}));
    return narrow(node.a, of(IntegerInterval{r.lo + b.lo, r.hi + b.hi})) &&
           narrow(node.b, of(IntegerInterval{a.lo - r.hi, a.hi - r.lo}));
  }
  default:
    return true;
  }
}

bool Propagation::backwardNode(uint32_t number) {
  const Node &node = nodes[number];
  if (node.op <= Op_INPUT)
    return true;
  ++projections;
  if (node.op == Op_FCMP || node.op == Op_ICMP)
    return backwardCompare(node, number);
  if (node.op == Op_SELECT) {
    const Domain &which = domains[node.a];
    if (which.kind == Domain::Integer && which.i.single())
      return narrow(which.i.lo ? node.b : node.c, domains[number]);
    return true;
  }
  const Domain &mine = domains[number];
  if (mine.kind == Domain::Float)
    return withFormat(node.type,
                      [&](auto example) { return backwardFloat<decltype(example)>(node, number); });
  return mine.kind != Domain::Integer || backwardInteger(node, number);
}

void Propagation::forward() {
  for (uint32_t n = 1; n < count; ++n)
    forwardNode(n);
}

bool Propagation::run() {
  static constexpr unsigned MaxRounds = 60;
  for (unsigned round = 0; round < MaxRounds; ++round) {
    changed = false;
    for (uint32_t n = 1; n < count; ++n)
      if (!forwardNode(n))
        return false;
    for (uint32_t n = count; n-- > 1;)
      if (!backwardNode(n))
        return false;
    if (!changed)
      break;
  }
  return true;
}

} // namespace ariadne::graph
