// Claims that an input reaches a goal, as lines of the report:
// {"lead":{"target":3,"first":true,"input":"<hex>"}}, where goals are numbered as the specification lists
// them.
#pragma once

#include <cstdint>
#include <vector>

namespace ariadne {

// Prints what is new since the last time.
class LeadReporter {
public:
  void report();
  void reportAll();

private:
  std::vector<uint8_t> reported;
};

} // namespace ariadne
