// The variables of the analysed program, put back between runs: one process makes many runs, and what one run
// left in a global variable (a handle of numbers that are gone) must not reach the next.
#pragma once

#include "runtime/sandbox/library.h"

#include <vector>

namespace ariadne::ap {

class MemoryImage {
public:
  explicit MemoryImage(const Library &library); // takes the variables as they are now
  void restore() const;

private:
  struct Part {
    unsigned char *at;
    std::vector<unsigned char> bytes;
  };
  std::vector<Part> parts;
};

} // namespace ariadne::ap
