#include "ranges/RangeState.h"

using namespace llvm;

namespace ariadne {

RangeValue readCell(const Cells &cells, int64_t offset, uint32_t size) {
  for (const Cell &cell : cells)
    if (cell.offset == offset && cell.size == size)
      return cell.value;
  return {};
}

void eraseCells(Cells &cells, int64_t offset, int64_t size) {
  std::erase_if(cells, [&](const Cell &cell) {
    return cell.offset < offset + size && offset < cell.offset + int64_t(cell.size);
  });
}

void writeCell(Cells &cells, const Cell &cell) {
  eraseCells(cells, cell.offset, cell.size);
  auto place = std::lower_bound(cells.begin(), cells.end(), cell,
                                [](const Cell &a, const Cell &b) { return a.offset < b.offset; });
  cells.insert(place, cell);
}

template <class F> static Cells combine(const Cells &a, const Cells &b, F f) {
  Cells r;
  for (const Cell &cell : a) {
    RangeValue other = readCell(b, cell.offset, cell.size);
    if (other.nothing() || other.kind != cell.value.kind)
      continue;
    r.push_back({cell.offset, cell.size, f(cell.value, other)});
  }
  return r;
}

void joinInto(RangeState &state, const RangeState &other) {
  if (!other.reachable)
    return;
  if (!state.reachable) {
    state = other;
    return;
  }
  for (size_t i = 0; i < state.values.size(); ++i)
    state.values[i] = join(state.values[i], other.values[i]);
  for (size_t i = 0; i < state.objects.size(); ++i)
    state.objects[i] = combine(state.objects[i], other.objects[i],
                               [](const RangeValue &a, const RangeValue &b) { return join(a, b); });
}

bool within(const RangeState &a, const RangeState &b) {
  if (!a.reachable)
    return true;
  if (!b.reachable)
    return false;
  for (size_t i = 0; i < a.values.size(); ++i)
    if (!a.values[i].within(b.values[i]))
      return false;
  for (size_t i = 0; i < a.objects.size(); ++i)
    for (const Cell &cell : b.objects[i]) {
      RangeValue inner = readCell(a.objects[i], cell.offset, cell.size);
      if (inner.nothing() || !inner.within(cell.value))
        return false;
    }
  return true;
}

static RealInterval widenReal(const RealInterval &a, const RealInterval &b, const Thresholds &thresholds,
                              bool steep) {
  if (!b.numbers() || b.within(a))
    return b;
  RealInterval r = b;
  const auto &t = thresholds.reals;
  if (!a.numbers() || before(b.lo, a.lo)) {
    auto below = std::upper_bound(t.begin(), t.end(), b.lo);
    r.lo = steep || below == t.begin() ? -RealInterval::Infinity : *std::prev(below);
    if (r.lo == 0)
      r.lo = -Real(0);
  }
  if (!a.numbers() || before(a.hi, b.hi)) {
    auto above = std::lower_bound(t.begin(), t.end(), b.hi);
    r.hi = steep || above == t.end() ? RealInterval::Infinity : *above;
    if (r.hi == 0)
      r.hi = Real(0);
  }
  if (a.numbers() && b.least < a.least) {
    r.least = RealInterval::L::denorm_min();
    // The smallest numbers of each format are the last steps: a float is nothing below its own.
    for (Real step : {Real(1), Real(0x1p-60L), Real(0x1p-149L), Real(0x1p-900L), Real(0x1p-1074L)})
      if (b.least >= step && (!steep || step == 0x1p-149L || step == 0x1p-1074L)) {
        r.least = step;
        break;
      }
  }
  return r.tidy();
}

static RangeValue widenValue(const RangeValue &a, const RangeValue &b, const Thresholds &thresholds,
                             bool steep) {
  if (a.nothing() || a.kind != b.kind)
    return b;
  if (b.kind == RangeValue::Float)
    return widenReal(a.f, b.f, thresholds, steep);
  auto widenInteger = [&](IntegerInterval x, IntegerInterval y) {
    const auto &t = thresholds.integers;
    if (y.lo < x.lo) {
      auto below = std::upper_bound(t.begin(), t.end(), y.lo);
      y.lo = steep || below == t.begin() ? IntegerInterval::lowest(64) : *std::prev(below);
    }
    if (y.hi > x.hi) {
      auto above = std::lower_bound(t.begin(), t.end(), y.hi);
      y.hi = steep || above == t.end() ? IntegerInterval::highest(64) : *above;
    }
    return y;
  };
  if (b.kind == RangeValue::Integer)
    return widenInteger(a.i, b.i);
  RangeValue r = b;
  if (b.kind == RangeValue::Pointer)
    r.p.offset = widenInteger(a.p.offset, b.p.offset);
  return r;
}

RangeState widen(const RangeState &older, const RangeState &newer, const Thresholds &thresholds, bool steep) {
  RangeState r = newer;
  if (!older.reachable)
    return r;
  for (size_t i = 0; i < r.values.size(); ++i)
    r.values[i] = widenValue(older.values[i], newer.values[i], thresholds, steep);
  for (size_t i = 0; i < r.objects.size(); ++i)
    for (Cell &cell : r.objects[i])
      cell.value =
          widenValue(readCell(older.objects[i], cell.offset, cell.size), cell.value, thresholds, steep);
  return r;
}

} // namespace ariadne
