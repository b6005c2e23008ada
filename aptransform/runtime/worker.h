// What happens to one input, in the child: a float run, then exact runs with more and more precision.
#pragma once

#include "memory_image.h"
#include "results.h"
#include "runtime/protocol/spec.h"
#include "runtime/sandbox/library.h"
#include "runtime/sandbox/sandbox.h"

#include <atomic>
#include <string>

namespace ariadne::ap {

// Where the child is, for a parent that finds it dead or hanging.
enum class Phase : uint32_t { Idle, Float, Exact };

struct Progress {
  SharedNotes child;
  std::atomic<uint64_t> input;    // that is being worked on
  std::atomic<uint64_t> finished; // all inputs before this one have their line
  std::atomic<uint64_t> printed;  // lines that the parent has taken: their memory may be used again
  std::atomic<Phase> phase;
};

// One line per input, in memory that outlives the child.
struct Line {
  std::atomic<uint32_t> floatLength; // first the results of the float run ...
  std::atomic<uint32_t> length;      // ... and in their place, once it is done, the whole line
  char text[1];
};

class Worker {
public:
  Worker(const Spec &spec, const Library &library, const std::vector<ResultSlot> &slots, void *output);
  // The fields of its line, without the braces and the number of the input.
  std::string classify(const unsigned char *input, Progress &progress, Line &line, size_t capacity);

private:
  int call(const unsigned char *input);
  void callOnce(const unsigned char *input);

  const Spec &spec;
  const Library &library;
  const std::vector<ResultSlot> &slots;
  unsigned char *output;
  std::vector<unsigned char> floatOutput;
  MemoryImage image;
};

bool storeText(Line &line, std::atomic<uint32_t> &length, const std::string &text, size_t capacity);

} // namespace ariadne::ap
