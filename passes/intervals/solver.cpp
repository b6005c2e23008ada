// The interval solver as a shared library: propagate, then split the inputs' domains and label, within a
// budget.
#include "projections.h"

#include "tables/semantics.h"

#include <chrono>
#include <cstring>

using namespace ariadne;
using namespace ariadne::graph;

namespace {

struct Literal {
  uint32_t node;
  uint32_t wanted;
};
struct Bound { // of a node, for those who look in from outside: all but the widest format fit
  double lo, hi;
  uint8_t nan, zero, empty, pad[5];
};
struct Counts {
  uint64_t projections, boxes;
};
enum Answer { Unsat = 0, Sat = 1, Unknown = 2 };

using Clock = std::chrono::steady_clock;

struct Search {
  const Node *nodes;
  uint32_t count;
  const Literal *literals;
  uint32_t literalCount;
  Clock::time_point deadline;
  Propagation propagation;
  std::vector<uint32_t> inputs; // nodes
  uint64_t boxes = 0;

  Search(const Node *nodes, uint32_t count, const Literal *literals, uint32_t literalCount, double seconds)
      : nodes(nodes), count(count), literals(literals), literalCount(literalCount),
        deadline(Clock::now() + std::chrono::microseconds(int64_t(seconds * 1e6))),
        propagation(nodes, count) {
    for (uint32_t n = 1; n < count; ++n)
      if (nodes[n].op == Ex_INPUT)
        inputs.push_back(n);
  }

  bool assumeLiterals() {
    for (uint32_t i = 0; i < literalCount; ++i) {
      Domain wanted{Domain::Integer, {}, IntegerInterval::of(literals[i].wanted)};
      if (!propagation.narrow(literals[i].node, wanted))
        return false;
    }
    return true;
  }

  // Inputs fixed to single values: do the literals hold? Intervals of libm's results may leave it open.
  enum Verdict { No, Perhaps, Yes };
  Verdict holds(const std::vector<Domain> &point) {
    Propagation trial(nodes, count);
    for (size_t i = 0; i < inputs.size(); ++i)
      trial.domains[inputs[i]] = point[i];
    trial.forward();
    propagation.projections += trial.projections;
    Verdict verdict = Yes;
    for (uint32_t i = 0; i < literalCount; ++i) {
      const IntegerInterval &truth = trial.domains[literals[i].node].i;
      if (!truth.contains(literals[i].wanted))
        return No;
      if (!truth.single())
        verdict = Perhaps;
    }
    return verdict;
  }

  // A number of the domain at a share of its way, counted in floats.
  Domain at(const Domain &domain, uint8_t type, double share) {
    if (domain.kind == Domain::Integer) {
      Wide span = domain.i.hi - domain.i.lo;
      return {Domain::Integer, {}, IntegerInterval::of(domain.i.lo + Wide((long double)(span)*share))};
    }
    auto pick = [&](auto example) {
      using T = decltype(example);
      Interval<T> v = domain.f.as<T>();
      if (!v.numbers())
        return Interval<T>::onlyNaN().template as<Real>();
      constexpr T most = std::numeric_limits<T>::max();
      T lo = std::max(v.lo, -most), hi = std::min(v.hi, most);
      if (!(lo <= hi))
        return Interval<T>::of(v.lo).template as<Real>();
      Ordinal from = ordinal(lo), to = ordinal(hi);
      T x = fromOrdinal<T>(from + Ordinal((long double)(to - from) * share));
      if (!v.contains(x))
        x = v.contains(v.lo) ? v.lo : v.hi;
      return Interval<T>::of(x).template as<Real>();
    };
    Domain r{Domain::Float, {}, {}};
    r.f = type == Type_F32 ? pick(float()) : type == Type_F64 ? pick(double()) : pick((long double)(0));
    return r;
  }

  static long double width(const Domain &domain) {
    if (domain.kind == Domain::Integer)
      return (long double)(domain.i.hi - domain.i.lo);
    if (domain.kind != Domain::Float || !domain.f.numbers())
      return 0;
    long double numbers = (long double)(ordinal(domain.f.hi) - ordinal(domain.f.lo));
    bool zeros = domain.f.zero && std::signbit(domain.f.lo) && !std::signbit(domain.f.hi);
    return numbers + (zeros ? 1 : 0) + (domain.f.nan ? 1 : 0);
  }

  // Both halves of a domain; together they are all of it.
  static std::pair<Domain, Domain> halves(const Domain &domain, uint8_t type) {
    Domain left = domain, right = domain;
    if (domain.kind == Domain::Integer) {
      Wide middle = domain.i.lo + (domain.i.hi - domain.i.lo) / 2;
      left.i.hi = middle;
      right.i.lo = middle + 1;
      return {left, right};
    }
    if (domain.f.nan && domain.f.numbers()) {
      left.f = domain.f.withNaN(false);
      right.f = Interval<Real>::onlyNaN();
      return {left, right};
    }
    auto split = [&](auto example) {
      using T = decltype(example);
      Interval<T> v = domain.f.as<T>(), low = v, high = v;
      Ordinal from = ordinal(v.lo), to = ordinal(v.hi);
      if (from == to) { // -0 and +0
        low.hi = v.lo;
        high.lo = v.hi;
      } else {
        Ordinal middle = from + (to - from) / 2 - (((to - from) % 2 != 0) && to - from < 0);
        low.hi = fromOrdinal<T>(middle);
        if (low.hi == 0 && from == 0)
          low.hi = T(0);
        high.lo = next(low.hi);
      }
      left.f = low.tidy().template as<Real>();
      right.f = high.tidy().template as<Real>();
    };
    type == Type_F32 ? split(float()) : type == Type_F64 ? split(double()) : split((long double)(0));
    return {left, right};
  }

  Answer run(uint64_t (*model)[2], const uint64_t (*seeds)[2], uint32_t seedCount, uint32_t modelSize) {
    if (!assumeLiterals())
      return Unsat;
    std::vector<Domain> candidate;
    bool isCandidate = false;
    for (uint32_t s = 0; s < seedCount; ++s) {
      std::vector<Domain> point;
      for (uint32_t n : inputs) {
        Node constant = nodes[n];
        constant.lo = seeds[s * modelSize + nodes[n].aux][0];
        constant.hi = seeds[s * modelSize + nodes[n].aux][1];
        point.push_back(Domain::constant(constant));
      }
      if (Verdict verdict = holds(point); verdict != No && (verdict == Yes || !isCandidate)) {
        candidate = point;
        isCandidate = true;
        if (verdict == Yes)
          return give(candidate, model);
      }
    }
    std::vector<std::vector<Domain>> stack{propagation.domains};
    bool complete = true;
    while (!stack.empty()) {
      if (boxes > 0 && Clock::now() > deadline) {
        complete = false;
        break;
      }
      ++boxes;
      propagation.reset(std::move(stack.back()));
      stack.pop_back();
      if (!propagation.run())
        continue;
      for (double share : {0.5, 0.0, 1.0, 0.25, 0.75}) {
        std::vector<Domain> point;
        for (uint32_t n : inputs)
          point.push_back(at(propagation.domains[n], nodes[n].type, share));
        Verdict verdict = holds(point);
        if (verdict == Yes)
          return give(point, model);
        if (verdict == Perhaps && !isCandidate) {
          candidate = point;
          isCandidate = true;
        }
      }
      uint32_t widest = 0;
      long double most = 0;
      for (uint32_t n : inputs)
        if (width(propagation.domains[n]) > most) {
          most = width(propagation.domains[n]);
          widest = n;
        }
      if (!widest) { // one point is left, and libm decides
        complete = false;
        continue;
      }
      auto [left, right] = halves(propagation.domains[widest], nodes[widest].type);
      std::vector<Domain> other = propagation.domains;
      other[widest] = right;
      stack.push_back(std::move(other));
      propagation.domains[widest] = left;
      stack.push_back(propagation.domains);
    }
    if (complete)
      return Unsat;
    return isCandidate ? give(candidate, model) : Unknown;
  }

  Answer give(const std::vector<Domain> &point, uint64_t (*model)[2]) {
    for (size_t i = 0; i < inputs.size(); ++i) {
      const Node &node = nodes[inputs[i]];
      uint64_t *out = model[node.aux];
      out[0] = out[1] = 0;
      if (point[i].kind == Domain::Integer) {
        uint64_t mask = TypeBits[node.type] == 64 ? ~uint64_t(0) : (uint64_t(1) << TypeBits[node.type]) - 1;
        out[0] = uint64_t(point[i].i.lo) & mask;
        continue;
      }
      Real v = point[i].f.numbers() ? point[i].f.lo : std::numeric_limits<Real>::quiet_NaN();
      float f = float(v);
      double d = double(v);
      if (node.type == Type_F32)
        std::memcpy(out, &f, sizeof f);
      else if (node.type == Type_F64)
        std::memcpy(out, &d, sizeof d);
      else
        std::memcpy(out, &v, 10);
    }
    return Sat;
  }
};

} // namespace

extern "C" {

// Answers a query. `model` has a row for each of `inputs` inputs, and so has every seed.
int ariadne_intervals_solve(const Node *nodes, uint32_t count, const Literal *literals, uint32_t literalCount,
                            double seconds, const uint64_t (*seeds)[2], uint32_t seedCount,
                            uint64_t (*model)[2], uint32_t inputs, Counts *counts) {
  Search search(nodes, count, literals, literalCount, seconds);
  for (uint32_t n = 1; n < count; ++n) // types without domains cannot be split or labelled
    if (nodes[n].op == Ex_INPUT && search.propagation.domains[n].kind == Domain::Anything)
      return search.assumeLiterals() && search.propagation.run() ? Unknown : Unsat;
  int answer = search.run(model, seeds, seedCount, inputs);
  *counts = {search.propagation.projections, search.boxes};
  return answer;
}

// Propagation alone: the domains of all nodes that are left, from those given (all of its type if lo > hi).
// Returns whether anything is left.
int ariadne_intervals_propagate(const Node *nodes, uint32_t count, const Literal *literals,
                                uint32_t literalCount, Bound *bounds, Counts *counts) {
  Search search(nodes, count, literals, literalCount, 0);
  Propagation &propagation = search.propagation;
  bool left = search.assumeLiterals();
  for (uint32_t n = 1; n < count && left; ++n)
    if (!bounds[n].empty && propagation.domains[n].kind == Domain::Float) {
      Interval<Real> given = Interval<Real>::between(bounds[n].lo, bounds[n].hi, bounds[n].nan);
      if (!bounds[n].zero)
        given = given.withoutZero();
      left = propagation.narrow(n, {Domain::Float, given, {}});
    }
  left = left && propagation.run();
  for (uint32_t n = 1; n < count; ++n) {
    const Domain &domain = propagation.domains[n];
    Bound &out = bounds[n];
    out = {0, 0, 0, 0, domain.empty(), {}};
    if (domain.kind == Domain::Float)
      out = {double(domain.f.lo), double(domain.f.hi), domain.f.nan, domain.f.zero, domain.empty(), {}};
    else if (domain.kind == Domain::Integer)
      out = {double(domain.i.lo), double(domain.i.hi), 0, domain.i.contains(0), domain.empty(), {}};
  }
  *counts = {propagation.projections, 0};
  return left;
}
}
