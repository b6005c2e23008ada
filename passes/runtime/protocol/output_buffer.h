// Where the analysed function writes its results: the objects behind its pointer parameters, and its return
// value.
#pragma once

#include <cstddef>

namespace ariadne {

// Shared, so that the parent can still read it when the child is gone. Small overruns fall on private pages
// around it, which a new child finds zeroed again; larger ones on pages that nobody may touch. Without those,
// a function that fills an array where we gave it one number would write over what the search knows.
class OutputBuffer {
public:
  explicit OutputBuffer(size_t size);
  OutputBuffer(const OutputBuffer &) = delete;
  void clear();

  void *data;

private:
  size_t mapped;
};

} // namespace ariadne
