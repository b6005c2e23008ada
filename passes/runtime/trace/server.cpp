#include "runtime/trace/server.h"

#include "runtime/arch/machine.h"
#include "runtime/confirm/runs.h"
#include "runtime/protocol/report.h"
#include "runtime/sandbox/child.h"
#include "runtime/trace/guards.h"
#include "runtime/trace/setup.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <stdexcept>
#include <sys/mman.h>
#include <unistd.h>

namespace ariadne {
namespace {

// The conditions of sites come when the run has ended; there is room for them.
constexpr uint64_t GuardNodes = 16, GuardEvents = ARIADNE_KINDS;

// The file of the spec, mapped. Sparse: only what is written takes memory.
class TraceFile {
public:
  TraceFile(const Spec &spec)
      : room(uint32_t(spec.maxNodes + GuardNodes * spec.maxEvents)),
        bytes(sizeof(ariadne_trace_header) + room * sizeof(ExpressionNode) +
              GuardEvents * spec.maxEvents * sizeof(ariadne_trace_event)) {
    int fd = open(spec.trace.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (fd < 0 || ftruncate(fd, off_t(bytes)) != 0)
      throw std::runtime_error(spec.trace + ": " + std::strerror(errno));
    void *memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, fd, 0);
    close(fd);
    if (memory == MAP_FAILED)
      throw std::runtime_error(spec.trace + ": " + std::strerror(errno));
    header = static_cast<ariadne_trace_header *>(memory);
    nodes = reinterpret_cast<ExpressionNode *>(header + 1);
  }

  // The events follow the last node.
  void finish(uint32_t nodeCount, const std::vector<ariadne_trace_event> &events, bool cut) {
    std::copy(events.begin(), events.end(), reinterpret_cast<ariadne_trace_event *>(nodes + nodeCount));
    *header = {ARIADNE_TRACE_MAGIC,
               ARIADNE_TRACE_VERSION,
               sizeof(ExpressionNode),
               sizeof(ariadne_trace_event),
               cut ? uint32_t(ARIADNE_TRACE_CUT) : 0,
               nodeCount,
               events.size()};
  }

  const uint32_t room; // for nodes
  ariadne_trace_header *header;
  ExpressionNode *nodes;

private:
  uint64_t bytes;
};

void parseInput(const char *text, std::vector<unsigned char> &input) {
  for (size_t i = 0; i < input.size(); ++i) {
    unsigned byte;
    if (std::sscanf(text + 2 * i, "%2x", &byte) != 1)
      throw std::runtime_error("an input is not " + std::to_string(input.size()) + " bytes in hexadecimal");
    input[i] = static_cast<unsigned char>(byte);
  }
}

} // namespace

int runTraces(const Spec &spec, int questions) {
  hideFromChildren(questions);
  Library library = loadLibrary(spec);
  const ariadne_trace_module &module = findTraceModule(spec, library);
  TraceFile file(spec);
  auto *recording = mapShared<Recording>();
  auto *events = static_cast<RawEvent *>(mapShared(spec.maxEvents * sizeof(RawEvent)));

  Mode mode;
  mode.name = "trace";
  mode.limits.memoryMb = spec.memoryMb;
  mode.reset = [&] { Trace.place(recording, file.nodes, spec.maxNodes, events, spec.maxEvents); };
  mode.call = [&](const void *input, void *output) {
    ignoreFloatTraps();
    callTraced(library, module, input, output);
  };
  mode.cut = [] { return std::string(); };

  Runner runner(spec, library, mode);
  std::vector<unsigned char> input(spec.inputSize);
  FILE *lines = fdopen(questions, "r");
  char *line = nullptr;
  size_t room = 0;
  while (getline(&line, &room, lines) > 0) {
    parseInput(line, input);
    std::string fields = runner.run(input.data());
    uint32_t eventCount = std::min<uint32_t>(recording->events, spec.maxEvents);
    uint32_t nodeCount = std::clamp<uint32_t>(recording->nodes, 1, spec.maxNodes);
    bool cut = recording->cut;
    Trace.place(recording, file.nodes, file.room, events, spec.maxEvents);
    Trace.adopt(nodeCount);
    std::vector<ariadne_trace_event> expanded = expandEvents(events, eventCount, module);
    file.finish(Trace.size(), expanded, cut || Trace.isCut());
    reportLine("{" + fields + ",\"nodes\":" + std::to_string(Trace.size()) + ",\"events\":" +
               std::to_string(expanded.size()) + ",\"cut\":" + (cut ? "true" : "false") + "}");
  }
  return 0;
}

} // namespace ariadne
