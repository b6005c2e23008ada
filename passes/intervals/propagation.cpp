// Domains of all nodes, projected forwards and backwards until nothing shrinks by much.
#include "projections.h"

#include <cstring>

namespace ariadne::graph {

Domain Domain::all(uint8_t type) {
  if (isFloatType(type))
    return withFormat(
        type, [](auto example) { return of(Interval<decltype(example)>::all().template as<Real>()); });
  return isInteger(type) ? of(IntegerInterval::all(TypeBits[type])) : Domain{};
}

Domain Domain::constant(const Node &node) {
  if (isFloatType(node.type))
    return withFormat(node.type, [&](auto example) {
      uint64_t bits[2] = {node.lo, node.hi};
      std::memcpy(&example, bits, TypeBits[node.type] / 8);
      return of(Interval<decltype(example)>::of(example).template as<Real>());
    });
  if (!isInteger(node.type))
    return {};
  unsigned width = TypeBits[node.type], unused = 64 - width;
  if (width == 1)
    return of(IntegerInterval::of(node.lo & 1));
  return of(IntegerInterval::of(int64_t(node.lo << unused) >> unused));
}

Propagation::Propagation(const Node *nodes, uint32_t count) : nodes(nodes), count(count) {
  domains.resize(count);
  for (uint32_t n = 1; n < count; ++n)
    domains[n] = nodes[n].op == Ex_CONSTANT ? Domain::constant(nodes[n]) : Domain::all(nodes[n].type);
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

bool Propagation::forwardNode(uint32_t number) {
  const Node &node = nodes[number];
  if (isLeaf(node.op))
    return true;
  ++projections;
  return narrow(number, resultOf(node, nodes, domains));
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
