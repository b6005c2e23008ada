// The results of a run as JSON: of the float run their bits, of the exact run certified enclosures.
#pragma once

#include "steps.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ariadne::ap {

struct ResultSlot {
  std::string cls; // f32 f64 f80 i8..i64 u8..u64 bool
  uint64_t offset;
  bool isFloat() const { return cls[0] == 'f'; }
  uint64_t bytes() const;
};

// From words CLASS@OFFSET; throws std::runtime_error for anything else.
std::vector<ResultSlot> parseSlots(const std::vector<std::string> &words, uint64_t outputSize);

std::string floatResults(const std::vector<ResultSlot> &slots, const unsigned char *output);

// Whether every number of the output is enclosed tightly enough to report: its range is certain, and it has
// `bits` correct bits (0: those of its type and some).
bool isTightEnough(const std::vector<ResultSlot> &slots, const unsigned char *output, int64_t bits);

std::string exactResults(const std::vector<ResultSlot> &slots, const unsigned char *output,
                         const unsigned char *floatOutput, int64_t digits);

// What the operations of a run computed (steps.h), each by its bytes:
//
//   {"site":3,"result":"<hex>","operands":["<hex>",...],"constants":0}   bit n: of the n-th operand
//   {"file":"a.c","line":3,"column":7,"outcome":1,"operands":[..]}   a decision; operands if it compares two
//
// The bytes name the number: an operand is the result that has the same bytes, maybe but for the sign. Steps
// of an exact run also have "exact", an entry as exactResults has them, as long as it goes the same way as
// the float run.
std::string stepsText(const std::vector<Step> &steps, const std::vector<Step> *inFloat, int64_t digits);
constexpr size_t StepText = 800; // bytes that one takes, at most, with 64 digits

} // namespace ariadne::ap
