// Claims that an input raises a kind at a site, as lines of the report.
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
