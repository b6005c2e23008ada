// What each operation of a run computed, and each decision that lay between, for whoever wants the whole
// story. Only the variant made by ap<steps> tells of its operations.
#pragma once

#include <cstdint>
#include <vector>

namespace ariadne::ap {

struct Step {
  enum Sort : uint8_t { F32, F64, F80, Decision } sort;
  uint32_t number; // of the site, or of the place that was decided
  int64_t outcome; // of a decision; of an operation, bit n: operand n is a constant of the code
  // Result, operands; a NaN stands for an operand that the operation does not have.
  unsigned char values[3][16];
  Sort compared = Decision; // of a decision: the type of its operands, if it compares two numbers
};

void keepSteps(uint64_t most); // of each run; 0: none
bool areStepsKept();
void forgetSteps(); // a run begins
void noteDecision(uint32_t place, int64_t outcome);
// The last decision was a comparison of these.
template <class T> void noteCompared(T x, T y);

// The steps of the run so far.
const std::vector<Step> &steps();

} // namespace ariadne::ap
