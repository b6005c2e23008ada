// What probed code calls: turns values into distances and keeps the nearest inputs.
#include "runtime/arch/machine.h"
#include "runtime/search/hooks.h"
#include "runtime/search/state.h"

namespace ariadne {

SearchMemory Memory;

namespace {

// Does the operation lose bits on these operands? Told by the hardware's own flag.
template <class T> bool isInexact(Operation op, T x, T y, T r) {
  if (op == Op_fadd || op == Op_fsub)
    return false; // tiny sums are exact
  if (op == Op_fptrunc)
    return x != r;
  if (op != Op_fmul && op != Op_fdiv)
    return true;
  if (std::is_same_v<T, long double>)
    return true; // the search need not know; what is reported is told by `record`
  KeepFloatFlags flags;
  volatile T a = x, b = y;
  volatile T again = op == Op_fmul ? a * b : a / b;
  (void)again;
  return flags.inexact();
}

void updateSiteRank(uint32_t site) {
  uint8_t lowest = UINT8_MAX;
  const uint32_t *own = Memory.targets.ofSite(site);
  for (unsigned i = 0; i < ARIADNE_KINDS; ++i)
    if (own[i] != NoTarget)
      lowest = std::min(lowest, Memory.progress[own[i]].rank);
  Memory.siteRanks[site] = lowest;
}

void reach(uint32_t index, uint8_t rank) {
  SearchState &state = *Memory.state;
  Progress &target = Memory.progress[index];
  if (index == state.focus)
    state.focusRank = std::max(state.focusRank, rank);
  if (rank <= target.rank)
    return;
  if (target.rank == 0 && Memory.targets.isGoal(index))
    ++state.reached;
  target.rank = rank;
  target.fails = 0;
  if (const TargetRow &row = Memory.targets[index]; row.type == TargetType::Raise)
    updateSiteRank(row.watched);
  std::memcpy(Memory.reachingInput(index), Memory.current, Memory.inputSize);
  state.lastProgress = state.runs;
  if (index == state.focus)
    ++state.focusGains;
}

void notePending(uint32_t index, uint8_t rank) {
  SearchState &state = *Memory.state;
  if (!Memory.pendingRank[index] && state.pendingCount < Memory.targets.goals())
    Memory.pending[state.pendingCount++] = index;
  Memory.pendingRank[index] = std::max(Memory.pendingRank[index], rank);
}

void approach(uint32_t index, double distance, int side) {
  SearchState &state = *Memory.state;
  Progress &target = Memory.progress[index];
  unsigned slot = side < 0;
  if (index == state.focus && (state.focusDistance < 0 || distance < state.focusDistance)) {
    state.focusDistance = distance;
    state.focusSide = side;
  }
  bool known = target.has >> slot & 1;
  if (known && distance >= target.best[slot])
    return;
  if (!known || distance < target.best[slot] / 2)
    state.lastProgress = state.runs;
  target.has |= uint8_t(1u << slot);
  target.best[slot] = distance;
  target.fails = 0;
  std::memcpy(Memory.bestInput(index, slot), Memory.current, Memory.inputSize);
  if (index == state.focus)
    ++state.focusGains;
}

template <class T> uint64_t magnitude(T value) {
  Ordinal order = ordinal(value);
  return uint64_t(order < 0 ? -order : order);
}

bool isOpen(uint32_t target) { return target != NoTarget && Memory.progress[target].rank == 0; }

// The values that need not be reported any more: between the smallest and the largest seen, or all that raise
// nothing once the kind beyond was reached.
template <class T>
void updateWindow(uint32_t site, const uint32_t *own, uint8_t kinds, Operation op, T x, T y, T z, T r) {
  const ariadne_probe_module &module = *Memory.module;
  bool conversion = Arity[op] == 1;
  uint64_t seen = magnitude(conversion ? x : r);
  uint64_t first =
      kinds & ARIADNE_UNDERFLOW ? magnitude(op == Op_fptrunc ? y : std::numeric_limits<T>::min()) : 0;
  uint64_t last = magnitude(std::numeric_limits<T>::max());
  bool unwatched = !(kinds & (ARIADNE_OVERFLOW | ARIADNE_DIVBYZERO | ARIADNE_INVALID));
  if (op == Op_fptosi || op == Op_fptoui)
    last = std::min(magnitude(y), magnitude(z)) - 1;
  else if (op == Op_fptrunc) // where float stops is decided by the hook: rounding is in the way
    last = magnitude(T(std::is_same_v<T, double> ? double(std::numeric_limits<float>::max()) : 0));
  else if (unwatched)
    last = UINT64_MAX;

  uint64_t low = module.low[site], high = low + module.span[site];
  bool fresh = low == UINT64_MAX;
  if (seen >= first && seen <= last) {
    low = fresh ? seen : std::min(low, seen);
    high = fresh ? seen : std::max(high, seen);
  } else if (fresh) {
    return;
  }
  if (!isOpen(own[ARIADNE_ROW_UNDERFLOW]))
    low = first;
  if (!isOpen(own[ARIADNE_ROW_OVERFLOW]) &&
      !((op == Op_fptosi || op == Op_fptoui) && isOpen(own[ARIADNE_ROW_INVALID])))
    high = last;
  module.low[site] = low;
  module.span[site] = high - low;
  if (op == Op_fdiv) {
    bool open = isOpen(own[ARIADNE_ROW_DIVBYZERO]) || isOpen(own[ARIADNE_ROW_INVALID]);
    module.divisor[site] = open ? std::min(module.divisor[site], magnitude(y)) : 0;
  }
}

template <class T> void probe(uint32_t site, T x, T y, T z, T r) {
  if (!Memory.module)
    return; // not in a search
  SearchState &state = *Memory.state;
  uint8_t kinds = Memory.targets.wantedKinds(site);
  if (!kinds)
    return;
  // After the first exception of a run, nothing here can be told that is better than what is known.
  constexpr uint8_t NotFirst = RankReached + RankInexact + RankReturned;
  bool focused = Memory.targets.watches(state.focus, TargetType::Raise, site);
  if (state.raised && Memory.siteRanks[site] >= NotFirst && !focused)
    return;
  Operation op = Operation(Memory.module->site[site].operation);
  if (!std::isfinite(x) || (Arity[op] > 1 && !std::isfinite(y)) || (Arity[op] > 2 && !std::isfinite(z)))
    return;
  const uint32_t *own = Memory.targets.ofSite(site);
  uint32_t raised = raisedKinds(op, x, y, z, r) & kinds;
  if (raised) {
    for (unsigned i = 0; i < ARIADNE_KINDS; ++i) {
      uint8_t rank = RankReached + (state.raised ? 0 : RankFirst), better = rank + RankInexact;
      if (!(raised >> i & 1) ||
          (better + RankReturned <= Memory.progress[own[i]].rank && state.focus != own[i]))
        continue;
      bool lossy = 1u << i != ARIADNE_UNDERFLOW || isInexact(op, x, y, r);
      notePending(own[i], lossy ? better : rank);
    }
    state.raised = true;
  }

  bool open = false;
  for (unsigned i = 0; i < ARIADNE_KINDS; ++i)
    open |= isOpen(own[i]);
  if (open && !raised) {
    Distance distances[ARIADNE_KINDS];
    kindDistances(op, x, y, z, r, distances);
    for (unsigned i = 0; i < ARIADNE_KINDS; ++i)
      if (isOpen(own[i]))
        approach(own[i], distances[i].toTrue, distances[i].side);
  }
  bool inlined = op <= Op_fptoui && op != Op_frem && !std::is_same_v<T, long double>;
  if (inlined && !focused)
    updateWindow(site, own, kinds, op, x, y, z, r);
}

// Predicates as llvm::CmpInst numbers them: for floats a mask of {equal, greater, less, unordered}.
template <class V> Distance floatPredicate(unsigned predicate, V a, V b) {
  switch (predicate & 7) {
  case 1:
    return a == b;
  case 2:
    return a > b;
  case 3:
    return a >= b;
  case 4:
    return a < b;
  case 5:
    return a <= b;
  case 6:
    return a != b;
  default: // true for every ordered pair, or false
    return predicate & 7 ? Distance{0, Unreachable, 0} : Distance{Unreachable, 0, 0};
  }
}

Distance integerPredicate(unsigned predicate, Ordinal a, Ordinal b) {
  auto below = [](Ordinal gap) {
    return gap > 0 ? Distance{double(gap), 0, 0} : Distance{0, double(1 - gap), 0};
  };
  Ordinal gap = a - b;
  Distance equal{double(gap < 0 ? -gap : gap), gap == 0 ? 1.0 : 0.0, gap < 0 ? -1 : 1};
  switch (predicate) {
  case 32:
    return equal;
  case 33:
    return !equal;
  case 34:
  case 38:
    return below(b - a + 1);
  case 35:
  case 39:
    return below(b - a);
  case 36:
  case 40:
    return below(a - b + 1);
  default:
    return below(a - b);
  }
}

void compared(uint32_t id, Distance distance) {
  const uint32_t *own = Memory.targets.ofComparison(id);
  const SearchState &state = *Memory.state;
  bool outcome = distance.toTrue == 0;
  reach(own[outcome], RankReached);
  if (state.phase != Phase::Simplify || state.focus != own[outcome])
    Memory.module->outcomes[id] |= uint8_t(1 << outcome);
  if (isOpen(own[!outcome]))
    approach(own[!outcome], outcome ? distance.toFalse : distance.toTrue, distance.side);
}

template <class T> void comparedFloats(uint32_t id, T a, T b) {
  if (!Memory.module || std::isnan(a) || std::isnan(b))
    return; // a NaN decides nothing that an ordinary input could not
  compared(id, floatPredicate<Measured<T>>(Memory.module->predicate[id], a, b));
}

// Distances of the parts of a junction, until it is complete. Code of another thread may come between: then a
// distance is wrong, and a lead more or less is tried.
Distance parts[16];
unsigned partCount;

void push(Distance distance) {
  if (partCount < std::size(parts))
    parts[partCount++] = distance;
}

Distance pop() { return partCount ? parts[--partCount] : Distance{Unreachable, 0, 0}; }

template <class T> void measureFloats(uint32_t predicate, T a, T b) {
  bool unordered = std::isnan(a) || std::isnan(b);
  push(unordered ? Distance{Unreachable, 0, 0} : floatPredicate<Measured<T>>(predicate, a, b));
}

Distance measureIntegers(uint32_t predicate, int64_t a, int64_t b) {
  bool isUnsigned = predicate >= 34 && predicate <= 37;
  return isUnsigned ? integerPredicate(predicate, uint64_t(a), uint64_t(b))
                    : integerPredicate(predicate, a, b);
}

} // namespace

void SearchMemory::settle(bool returned) const {
  // The code may have written over all this.
  uint32_t count = std::min(state->pendingCount, targets.goals());
  for (uint32_t i = 0; i < count; ++i)
    if (uint32_t index = pending[i]; targets.isGoal(index) && pendingRank[index]) {
      reach(index, uint8_t(pendingRank[index] + (returned ? RankReturned : 0)));
      pendingRank[index] = 0;
    }
  state->pendingCount = 0;
}

} // namespace ariadne

using namespace ariadne;

extern "C" {
void __ariadne_probe_f32(uint32_t site, float x, float y, float z, float r) { probe(site, x, y, z, r); }
void __ariadne_probe_f64(uint32_t site, double x, double y, double z, double r) { probe(site, x, y, z, r); }
void __ariadne_probe_f80(uint32_t site, long double x, long double y, long double z, long double r) {
  probe(site, x, y, z, r);
}
void __ariadne_compare_f64(uint32_t id, double a, double b) { comparedFloats(id, a, b); }
void __ariadne_compare_f80(uint32_t id, long double a, long double b) { comparedFloats(id, a, b); }
void __ariadne_compare_i64(uint32_t id, int64_t a, int64_t b) {
  if (Memory.module)
    compared(id, measureIntegers(Memory.module->predicate[id], a, b));
}
void __ariadne_measure_f64(uint32_t predicate, double a, double b) { measureFloats(predicate, a, b); }
void __ariadne_measure_f80(uint32_t predicate, long double a, long double b) {
  measureFloats(predicate, a, b);
}
void __ariadne_measure_i64(uint32_t predicate, int64_t a, int64_t b) {
  push(measureIntegers(predicate, a, b));
}
void __ariadne_measure_bool(uint32_t truth) { push(truth ? Distance{0, 1, 0} : Distance{1, 0, 0}); }
void __ariadne_measure_not() { push(!pop()); }
void __ariadne_measure_join(uint32_t both) {
  Distance b = pop(), a = pop();
  push(both ? a & b : a | b);
}
void __ariadne_junction(uint32_t id) {
  Distance whole = pop();
  partCount = 0;
  if (Memory.module)
    compared(id, whole);
}
}
