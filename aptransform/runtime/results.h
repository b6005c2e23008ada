// The results of a run as JSON: of the float run their bits, of the exact run certified enclosures.
#pragma once

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

} // namespace ariadne::ap
