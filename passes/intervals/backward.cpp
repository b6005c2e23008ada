// Backward projections: what the result of an operation leaves of its operands' domains.
#include "projections.h"

#include <optional>

namespace ariadne::graph {
template <class T> bool Propagation::backwardFloat(const Node &node, uint32_t number) {
  auto typed = [&](uint32_t n) { return domains[n].f.as<T>(); };
  auto to = [&](uint32_t n, const Interval<T> &v) { return narrow(n, of(v.template as<Real>())); };
  Interval<T> r = typed(number), a = typed(node.a), b = typed(node.b);
  switch (node.op) {
  case Ex_FADD:
    return to(node.a, inverse::add(r, a, b)) && to(node.b, inverse::add(r, b, typed(node.a)));
  case Ex_FSUB: // r = a + -b
    return to(node.a, inverse::add(r, a, -b)) && to(node.b, -inverse::add(r, -b, typed(node.a)));
  case Ex_FMUL:
    if (node.a == node.b)
      return to(node.a, inverse::square(r, a));
    return to(node.a, inverse::multiply(r, a, b)) && to(node.b, inverse::multiply(r, b, typed(node.a)));
  case Ex_FDIV:
    return to(node.a, inverse::dividend(r, a, b)) && to(node.b, inverse::divisor(r, typed(node.a), b));
  case Ex_FNEG:
    return to(node.a, -r);
  case Ex_FABS: {
    Interval<T> positive = meet(r, Interval<T>::between(T(0), Interval<T>::Infinity, true));
    return to(node.a, join(positive, -positive));
  }
  case Ex_FMIN:
    return to(node.a, inverse::minimum(r, a, b)) && to(node.b, inverse::minimum(r, b, typed(node.a)));
  case Ex_FMAX:
    return to(node.a, -inverse::minimum(-r, -a, -b)) && to(node.b, -inverse::minimum(-r, -b, -typed(node.a)));
  case Ex_FPTRUNC:
    return domains[node.a].kind != Domain::Float || nodes[node.a].type <= node.type ||
           withFormat(nodes[node.a].type, [&](auto example) {
             using From = decltype(example);
             if constexpr (sizeof(From) > sizeof(T))
               return narrow(node.a,
                             of(inverse::narrowed(r, domains[node.a].f.as<From>()).template as<Real>()));
             return true;
           });
  case Ex_FPEXT:
    return domains[node.a].kind != Domain::Float ||
           narrow(node.a, of(withFormat(nodes[node.a].type, [&](auto example) {
                    return r.template as<decltype(example)>().template as<Real>();
                  })));
  case Ex_SITOFP:
  case Ex_UITOFP: { // below this all integers are floats, and none beyond is rounded to one of them
    const T exact = std::ldexp(T(1), std::numeric_limits<T>::digits);
    if (domains[node.a].kind != Domain::Integer || !r.numbers() || r.magnitude() >= exact ||
        nodes[node.a].type == Type_I1)
      return true;
    IntegerInterval range{Wide(std::ceil(r.lo)), Wide(std::floor(r.hi))};
    if (node.op == Ex_UITOFP) { // numbers whose first bit is set are negative here
      if (range.hi > IntegerInterval::highest(TypeBits[nodes[node.a].type]))
        return true;
      range.lo = std::max(range.lo, Wide(0));
    }
    return narrow(node.a, of(range));
  }
  default: {
    auto left = argumentOfExpression(node.op, r, a);
    return !left || to(node.a, *left);
  }
  }
}

bool Propagation::backwardCompare(const Node &node, uint32_t number) {
  const Domain &r = domains[number];
  if (r.kind != Domain::Integer || !r.i.single())
    return true;
  bool isTrue = r.i.lo != 0;
  const Domain &a = domains[node.a], &b = domains[node.b];
  if (node.op == Ex_FCMP) {
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

// A float made an integer. One that does not fit may give anything, so this is for those that all fit.
bool Propagation::backwardTruncation(const Node &node, IntegerInterval r) {
  const Interval<Real> &a = domains[node.a].f;
  unsigned width = TypeBits[node.type];
  bool isSigned = node.op == Ex_FPTOSI;
  IntegerInterval fits{isSigned ? IntegerInterval::lowest(width) : Wide(0),
                       isSigned ? IntegerInterval::highest(width) : (Wide(1) << width) - 1};
  if (domains[node.a].kind != Domain::Float || !a.numbers() || a.nan || width == 1 ||
      std::trunc(a.lo) < Real(fits.lo) || std::trunc(a.hi) > Real(fits.hi))
    return true;
  if (!isSigned) {
    if (r.lo < 0) // as it is kept here: numbers whose first bit is set
      return true;
    r = integers::asUnsigned(r, width);
  }
  Real lo = r.lo > 0 ? Real(r.lo) : Real(r.lo) - 1, hi = r.hi < 0 ? Real(r.hi) : Real(r.hi) + 1;
  if (lo == 0)
    lo = -Real(0);
  return narrow(node.a, of(Interval<Real>::between(lo, hi)));
}

// Parts of a number's bits, and numbers made of parts.
bool Propagation::backwardBits(const Node &node, uint32_t number) {
  uint8_t type = nodes[node.a].type;
  if (node.op == Ex_BITCAST)
    return narrow(node.a, sameBits(domains[number], node.type, type));
  const Domain &r = domains[number];
  if (r.kind != Domain::Integer || node.type == Type_I1)
    return true;
  unsigned from = TypeBits[type], width = TypeBits[node.type];
  if (node.op == Ex_EXTRACT) // of the last bits, with the sign
    return node.aux + width != from || type == Type_F80 || from > 64 ||
           narrow(node.a, isInteger(type) ? of(bits::withTop(r.i, node.aux))
                                          : sameBits(of(bits::withTop(r.i, node.aux)),
                                                     type == Type_F32 ? Type_I32 : Type_I64, type));
  if (node.op == Ex_CONCAT)
    return narrow(node.b, of(IntegerInterval{r.i.lo >> from, r.i.hi >> from}));
  return true;
}

// Shifts and masks by constants, and what is left of a wider number.
bool Propagation::backwardMask(const Node &node, IntegerInterval r) {
  IntegerInterval a = domains[node.a].i, b = domains[node.b].i;
  unsigned from = TypeBits[nodes[node.a].type], width = TypeBits[node.type];
  if (node.op == Ex_ITRUNC) { // if all of it lies between two multiples of the size, it is that part of it
    Wide half = Wide(1) << (width - 1), turns = (a.lo + half) >> width;
    return width == 1 || a.hi >= half + turns * 2 * half ||
           narrow(node.a, of(IntegerInterval{r.lo + turns * 2 * half, r.hi + turns * 2 * half}));
  }
  if (!b.single())
    return true;
  if (node.op == Ex_LSHR || node.op == Ex_ASHR) {
    if (b.lo < 1 || b.lo >= Wide(width))
      return true;
    IntegerInterval whole = bits::withTop(r, unsigned(b.lo));
    if (node.op == Ex_LSHR && whole.hi > IntegerInterval::highest(width)) {
      if (whole.lo <= IntegerInterval::highest(width))
        return true;
      Wide size = Wide(1) << width; // the first bit is set: a negative number
      whole = {whole.lo - size, whole.hi - size};
    }
    return narrow(node.a, of(whole));
  }
  // A mask of low bits: of a number without the others it leaves all; of one with the sign's bit, all but
  // that.
  Wide above = b.lo + 1;
  if (node.op != Ex_AND || b.lo <= 0 || (above & b.lo) != 0 || node.type == Type_I1)
    return true;
  if (a.lo >= 0)
    return a.hi > b.lo || narrow(node.a, of(r));
  return above != Wide(1) << (from - 1) ||
         narrow(node.a, of(join(meet(a, r), meet(a, {r.lo - above, r.hi - above}))));
}

bool Propagation::backwardInteger(const Node &node, uint32_t number) {
  const IntegerInterval r = domains[number].i;
  if (node.op == Ex_FPTOSI || node.op == Ex_FPTOUI)
    return backwardTruncation(node, r);
  if (domains[node.a].kind != Domain::Integer)
    return true;
  unsigned from = TypeBits[nodes[node.a].type], width = TypeBits[node.type];
  bool logical = node.type == Type_I1;
  switch (node.op) {
  case Ex_LSHR:
  case Ex_ASHR:
  case Ex_ITRUNC:
    return backwardMask(node, r);
  case Ex_AND:
  case Ex_OR: {
    if (!logical)
      return backwardMask(node, r);
    if (!r.single())
      return true;
    Wide decided = node.op == Ex_AND ? 1 : 0; // the result that both operands must share
    if (r.lo == decided)
      return narrow(node.a, of(r)) && narrow(node.b, of(r));
    for (auto [one, other] : {std::pair(node.a, node.b), std::pair(node.b, node.a)})
      if (domains[other].i.single() && domains[other].i.lo == decided && !narrow(one, of(r)))
        return false;
    return true;
  }
  case Ex_XOR:
    if (!logical || !r.single())
      return true;
    for (auto [one, other] : {std::pair(node.a, node.b), std::pair(node.b, node.a)})
      if (domains[other].i.single() && !narrow(one, of(IntegerInterval::of(r.lo ^ domains[other].i.lo))))
        return false;
    return true;
  case Ex_ZEXT:
    return from == 1 ? narrow(node.a, of(meet(r, {0, 1})))
                     : r.hi > IntegerInterval::highest(from) || r.lo < 0 || narrow(node.a, of(r));
  case Ex_SEXT:
    return from == 1 || narrow(node.a, of(r));
  case Ex_ADD:
  case Ex_SUB: {
    // Only where nothing wraps: the sum of the ranges fits.
    IntegerInterval a = domains[node.a].i, b = domains[node.b].i;
    if (logical)
      return true;
    IntegerInterval sum = node.op == Ex_ADD ? IntegerInterval{a.lo + b.lo, a.hi + b.hi}
                                            : IntegerInterval{a.lo - b.hi, a.hi - b.lo};
    if (!(sum.within(IntegerInterval::all(width))))
      return true;
    if (node.op == Ex_ADD)
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
  if (isLeaf(node.op))
    return true;
  ++projections;
  if (node.op == Ex_FCMP || node.op == Ex_ICMP)
    return backwardCompare(node, number);
  if (node.op == Ex_SELECT) {
    const Domain &which = domains[node.a];
    if (which.kind == Domain::Integer && which.i.single())
      return narrow(which.i.lo ? node.b : node.c, domains[number]);
    return true;
  }
  if (node.op == Ex_BITCAST || node.op == Ex_EXTRACT || node.op == Ex_CONCAT)
    return backwardBits(node, number);
  const Domain &mine = domains[number];
  if (mine.kind == Domain::Float)
    return withFormat(node.type,
                      [&](auto example) { return backwardFloat<decltype(example)>(node, number); });
  return mine.kind != Domain::Integer || backwardInteger(node, number);
}

} // namespace ariadne::graph
