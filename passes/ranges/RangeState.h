// The state of the range analysis at a point of a function: its values, and the memory that only it can
// reach.
#pragma once

#include "ranges/RangeValue.h"

#include <vector>

namespace ariadne {

// A scalar in an object. What is in no cell is not known.
struct Cell {
  int64_t offset;
  uint32_t size;
  RangeValue value;
};
using Cells = std::vector<Cell>; // by offset; they do not overlap

RangeValue readCell(const Cells &cells, int64_t offset, uint32_t size);
void eraseCells(Cells &cells, int64_t offset, int64_t size);
void writeCell(Cells &cells, const Cell &cell);

struct RangeState {
  bool reachable = false;
  std::vector<RangeValue> values; // by the numbers of FrameLayout
  std::vector<Cells> objects;
};

void joinInto(RangeState &state, const RangeState &other);
bool within(const RangeState &a, const RangeState &b);

// The numbers that widening stops at on its way to infinity.
struct Thresholds {
  std::vector<Real> reals;    // sorted
  std::vector<Wide> integers; // sorted
};
// At least `newer`, and with few steps to everything; `steep` goes there at once.
RangeState widen(const RangeState &older, const RangeState &newer, const Thresholds &thresholds, bool steep);

} // namespace ariadne
