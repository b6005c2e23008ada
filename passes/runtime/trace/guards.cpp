#include "runtime/trace/guards.h"

#include "tables/functions.h"

#include <unordered_set>

namespace ariadne {
namespace {

// The table's language over expressions. What is concrete has no node.
struct NodeBool {
  uint32_t node;
  bool truth;
};

NodeBool join(unsigned op, NodeBool a, NodeBool b, bool truth) {
  bool neutral = op == Ex_AND;
  if (!a.node || !b.node) {
    const NodeBool &known = a.node ? b : a, &other = a.node ? a : b;
    return known.truth == neutral ? other : known;
  }
  return {Trace.node(op, Type_I1, 0, a.node, b.node, 0, {truth}), truth};
}
NodeBool operator&(NodeBool a, NodeBool b) { return join(Ex_AND, a, b, a.truth && b.truth); }
NodeBool operator|(NodeBool a, NodeBool b) { return join(Ex_OR, a, b, a.truth || b.truth); }
NodeBool operator!(NodeBool a) {
  bool truth = !a.truth;
  return {a.node ? Trace.node(Ex_XOR, Type_I1, 0, a.node, Trace.constant(Type_I1, {1}), 0, {truth}) : 0,
          truth};
}

enum Predicate { OEQ = 1, OGT = 2, OGE = 3, OLT = 4, OLE = 5, UNE = 14 }; // LLVM's numbers

long double toNumber(unsigned type, Bits bits) {
  switch (type) {
  case Type_F32: {
    float v;
    std::memcpy(&v, &bits.lo, sizeof v);
    return v;
  }
  case Type_F64: {
    double v;
    std::memcpy(&v, &bits.lo, sizeof v);
    return v;
  }
  default: {
    long double v = 0;
    std::memcpy(&v, &bits, 10);
    return v;
  }
  }
}

Bits toBits(unsigned type, long double number) {
  Bits bits;
  if (type == Type_F32) {
    float v = float(number);
    std::memcpy(&bits.lo, &v, sizeof v);
  } else if (type == Type_F64) {
    double v = double(number);
    std::memcpy(&bits.lo, &v, sizeof v);
  } else {
    std::memcpy(&bits, &number, 10);
  }
  return bits;
}

struct NodeNumber {
  using Bool = NodeBool;
  uint8_t type = Type_F64;
  uint32_t node = 0; // 0: concrete
  long double v = 0;

  static NodeBool never() { return {0, false}; }
  NodeNumber constant(long double value) const { return {type, 0, value}; }
  uint32_t id() const { return node ? node : Trace.constant(type, toBits(type, v)); }
  NodeNumber apply(unsigned op, long double value) const {
    return {type, node ? Trace.node(op, type, 0, node, 0, 0, toBits(type, value)) : 0, value};
  }
  long double smallest() const {
    switch (type) {
    case Type_F32:
      return std::numeric_limits<float>::min();
    case Type_F64:
      return std::numeric_limits<double>::min();
    default:
      return std::numeric_limits<long double>::min();
    }
  }
  static NodeBool compare(Predicate predicate, NodeNumber a, NodeNumber b, bool truth) {
    if (!a.node && !b.node)
      return {0, truth};
    uint32_t left = a.id(), right = b.id();
    return {Trace.node(Ex_FCMP, Type_I1, predicate, left, right, 0, {truth}), truth};
  }

  friend NodeNumber abs(NodeNumber a) { return a.apply(Ex_FABS, std::fabs(a.v)); }
  friend NodeBool huge(NodeNumber a) { return abs(a) == a.constant(INFINITY); }
  friend NodeBool finite(NodeNumber a) { return abs(a) < a.constant(INFINITY); }
  friend NodeBool small(NodeNumber a) { return abs(a) < a.constant(a.smallest()); }
  friend NodeBool tiny(NodeNumber a) { return small(a) & (a != 0); }
  // x * y, and x * y + z, as the hardware computes them in this type.
  template <class F> long double inType(F f) const {
    return type == Type_F32 ? f(float()) : type == Type_F64 ? f(double()) : f((long double)(0));
  }
  NodeNumber times(NodeNumber b) const {
    long double product = inType([&](auto t) { return decltype(t)(v) * decltype(t)(b.v); });
    uint32_t left = id(), right = b.id();
    return {type, node || b.node ? Trace.node(Ex_FMUL, type, 0, left, right, 0, toBits(type, product)) : 0,
            product};
  }
  static NodeNumber fused(NodeNumber x, NodeNumber y, NodeNumber z) {
    long double sum = x.inType([&](auto t) {
      using T = decltype(t);
      return std::fma(T(x.v), T(y.v), T(z.v));
    });
    uint32_t a = x.id(), b = y.id(), c = z.id();
    bool symbolic = x.node || y.node || z.node;
    return {x.type, symbolic ? Trace.node(Ex_FMA, x.type, 0, a, b, c, toBits(x.type, sum)) : 0, sum};
  }
  // As Vanishing of tables/semantics.h says. Which factor is scaled is decided by the run: both are right
  // wherever the scaled product is finite, and it is small.
  friend NodeBool vanishes(NodeNumber x, NodeNumber y, NodeNumber z) {
    NodeNumber scale = z.constant(z.inType([](auto t) { return Vanishing<decltype(t)>::scale(); }));
    NodeNumber largest = z.constant(z.inType([](auto t) { return Vanishing<decltype(t)>::largest(); }));
    bool first = std::fabs(x.v) < std::fabs(y.v);
    NodeNumber sum = fused(first ? x.times(scale) : x, first ? y : y.times(scale), z.times(scale));
    return (abs(z) < largest) & (sum != 0);
  }
  friend NodeBool integer(NodeNumber a) { return a.apply(Ex_TRUNC, std::trunc(a.v)) == a; }
#define COMPARISON(OP, PREDICATE)                                                                            \
  friend NodeBool operator OP(NodeNumber a, NodeNumber b) { return compare(PREDICATE, a, b, a.v OP b.v); }   \
  [[maybe_unused]] friend NodeBool operator OP(NodeNumber a, int b) { return a OP a.constant(b); }
  COMPARISON(==, OEQ)
  COMPARISON(!=, UNE)
  COMPARISON(<, OLT)
  COMPARISON(>, OGT)
  COMPARISON(<=, OLE)
  COMPARISON(>=, OGE)
#undef COMPARISON
};

class Expander {
public:
  Expander(const ariadne_trace_module &module) : module(module), recorded(Trace.size()) {}

  void add(const RawEvent &raw) {
    if (raw.kind == SiteEvent) {
      addGuards(raw);
    } else if (raw.kind <= ARIADNE_EVENT_CONCRETISED && raw.node < recorded && raw.value < recorded) {
      if (raw.kind != ARIADNE_EVENT_GUARD || isNew(raw.id, raw.node))
        events.push_back({raw.kind, uint8_t(raw.truth & 1), raw.why, raw.id, raw.node, raw.value, 0});
    }
  }

  std::vector<ariadne_trace_event> events;

private:
  bool isNew(uint32_t id, uint32_t node) { return seen.insert(uint64_t(id) << 32 | node).second; }

  NodeNumber number(uint32_t id, uint8_t type) const {
    const ExpressionNode &made = Trace[id];
    return {type, made.op == Ex_CONSTANT ? 0 : id, toNumber(type, {made.lo, made.hi})};
  }

  void addGuards(const RawEvent &raw) {
    if (raw.id >= module.sites || raw.node >= recorded)
      return;
    const ariadne_trace_site &site = module.site[raw.id];
    const ExpressionNode made = Trace[raw.node]; // a copy: nodes are added
    const uint32_t operands[3] = {raw.operand[0] ? raw.operand[0] : made.a,
                                  raw.operand[0] ? raw.operand[1] : made.b,
                                  raw.operand[0] ? raw.operand[2] : made.c};
    NodeNumber row[3] = {{site.type}, {site.type}, {site.type}};
    NodeBool primary{0, true};
    for (unsigned i = 0; i < Arity[site.operation]; ++i) {
      if (operands[i] >= recorded || Trace[operands[i]].type != site.type)
        return;
      row[i] = number(operands[i], site.type);
      primary = primary & finite(row[i]);
    }
    if (Arity[site.operation] == 1 && hasBounds(site.operation)) {
      row[1].v = toNumber(site.type, {site.bounds[0], site.bounds[1]});
      row[2].v = toNumber(site.type, {site.bounds[2], site.bounds[3]});
    }
    NodeBool raised[ARIADNE_KINDS] = {};
    evaluateKinds<NodeNumber>(Operation(site.operation), row[0], row[1], row[2], result(site, raw.node),
                              raised);
    for (unsigned kind = 0; kind < ARIADNE_KINDS; ++kind) {
      NodeBool guard = raised[kind] & primary;
      uint32_t id = ARIADNE_KINDS * raw.id + kind;
      if ((guard.node || guard.truth) && isNew(id, guard.node))
        events.push_back({ARIADNE_EVENT_GUARD, guard.truth, 0, id, guard.node, 0, 0});
    }
  }

  static bool hasBounds(unsigned op) {
    return op == Op_fptrunc || op == Op_fptosi || op == Op_fptoui ||
           (op > Op_fptoui && std::strchr("ilq", Functions[OperationOf.function[op]].letters[0]));
  }

  // In the type of the operands.
  static NodeNumber result(const ariadne_trace_site &site, uint32_t node) {
    const ExpressionNode made = Trace[node];
    NodeNumber number{site.type};
    if (!isFloatType(made.type))
      return number; // of no interest to the table
    number.v = toNumber(made.type, {made.lo, made.hi});
    if (made.op == Ex_CONSTANT)
      return number;
    number.node = made.type == site.type
                      ? node
                      : Trace.node(Ex_FPEXT, site.type, 0, node, 0, 0, toBits(site.type, number.v));
    return number;
  }

  const ariadne_trace_module &module;
  const uint32_t recorded;
  std::unordered_set<uint64_t> seen; // guards that stand there already: a loop comes by again and again
};

} // namespace

std::vector<ariadne_trace_event> expandEvents(const RawEvent *events, uint32_t count,
                                              const ariadne_trace_module &module) {
  Expander expander(module);
  for (uint32_t i = 0; i < count; ++i)
    expander.add(events[i]);
  return std::move(expander.events);
}

} // namespace ariadne
