#include "runtime/confirm/runs.h"

#include "runtime/protocol/report.h"
#include "runtime/sandbox/child.h"

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>

namespace ariadne {
namespace {

using Clock = std::chrono::steady_clock;

double seconds(Clock::duration duration) { return std::chrono::duration<double>(duration).count(); }

std::string quotedOrNull(const std::string &text) { return text.empty() ? "null" : '"' + text + '"'; }

} // namespace

struct Runner::Notes {
  SharedNotes child;
  std::atomic<uint64_t> nanoseconds; // of the call itself
  std::atomic<int32_t> error;        // errno after it
  std::atomic<uint32_t> outside;     // the input does not satisfy the assumptions
};

Runner::Runner(const Spec &spec, const Library &library, const Mode &mode)
    : spec(spec), library(library), mode(mode), input(spec.inputSize), output(spec.outputSize),
      notes(mapShared<Notes>()) {
  reportLine("{\"abi\":" + std::to_string(ARIADNE_ABI_VERSION) + ",\"mode\":\"" + mode.name +
             "\",\"sandbox\":\"" + (library.sandboxed ? "seccomp" : "none") + "\"}");
}

void Runner::inChild() {
  Clock::time_point start = Clock::now();
  if (library.assume && !library.assume(input.data())) {
    notes->outside = 1;
    return;
  }
  if (library.initialise)
    library.initialise();
  startFloatingPoint(library); // also, our own arithmetic has left flags
  errno = 0;
  mode.call(input.data(), output.data);
  notes->error = errno;
  notes->nanoseconds = uint64_t((Clock::now() - start) / std::chrono::nanoseconds(1));
}

std::string Runner::run(const unsigned char *bytes) {
  std::copy_n(bytes, spec.inputSize, input.begin());
  Clock::time_point start;
  Ending ending;
  do {
    output.clear();
    mode.reset();
    notes->error = 0;
    notes->outside = 0;
    notes->nanoseconds = 0;
    start = Clock::now();
    Child child = startChild([this] { inChild(); }, mode.limits, &notes->child);
    ending = waitChild(child, spec.seconds);
  } while (mode.again());
  double took = seconds(Clock::now() - start);
  if (ending.kind == Ending::Returned)
    took = std::min(took, double(notes->nanoseconds) * 1e-9);

  std::string ended = notes->outside ? "outside the assumptions" : mode.cut();
  char time[32];
  std::snprintf(time, sizeof time, "%.6g", took);
  return "\"ended\":\"" + (ended.empty() ? describe(ending) : ended) + "\",\"output\":\"" +
         hex(output.data, spec.outputSize) + "\",\"errno\":" + std::to_string(notes->error) +
         ",\"seconds\":" + time + ",\"denied\":" + quotedOrNull(deniedCall(notes->child));
}

void runAll(const Spec &spec, const Library &library, const Mode &mode) {
  std::vector<unsigned char> inputs = readInputs(spec);
  Runner runner(spec, library, mode);
  uint64_t count = numberOfInputs(spec, inputs);
  for (uint64_t i = 0; i < count; ++i) {
    std::string fields = runner.run(inputs.data() + i * spec.inputSize);
    reportLine("{\"input\":" + std::to_string(i) + "," + fields + ",\"events\":[" + mode.events() + "]}");
  }
}

} // namespace ariadne
