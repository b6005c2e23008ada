#include "runtime/timing.h"

#include "runtime/protocol/report.h"
#include "runtime/sandbox/child.h"
#include "runtime/search/searcher.h"
#include "runtime/search/setup.h"
#include "runtime/trace/guards.h"
#include "runtime/trace/setup.h"
#include "runtime/trace/shadow.h"

#include <ctime>
#include <dlfcn.h>
#include <optional>

namespace ariadne {
namespace {

// Of the processor: while it works for others, we wait, however long that takes.
double processorSeconds() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
}

// What a traced run does in a process of its own, and what the parent does when it has ended.
class TracedCalls {
public:
  TracedCalls(const Spec &spec, const Library &library)
      : library(library), module(findTraceModule(spec, library)), recording(mapShared<Recording>()),
        nodes(static_cast<ExpressionNode *>(mapShared(spec.maxNodes * sizeof(ExpressionNode)))),
        events(static_cast<RawEvent *>(mapShared(spec.maxEvents * sizeof(RawEvent)))) {
    Trace.place(recording, nodes, spec.maxNodes, events, spec.maxEvents);
  }

  void call(const void *input, void *output) {
    Trace.clear();
    Shadow.clear();
    callTraced(library, module, input, output);
  }

  // Seconds to make the guards of the last run.
  double expand() {
    double start = processorSeconds();
    Trace.adopt(recording->nodes);
    expandEvents(events, recording->events, module);
    return processorSeconds() - start;
  }

private:
  const Library &library;
  const ariadne_trace_module &module;
  Recording *recording;
  ExpressionNode *nodes;
  RawEvent *events;
};

} // namespace

int runTiming(const Spec &spec) {
  constexpr int Rounds = 21;
  constexpr size_t CallsPerRound = 50'000;
  Library library = loadLibrary(spec);
  std::vector<unsigned char> inputs = readInputs(spec);
  uint64_t count = numberOfInputs(spec, inputs);
  std::vector<unsigned char> output(spec.outputSize + ARIADNE_SLOT);
  bool probed = dlsym(library.handle, ARIADNE_PROBE_MODULE);
  if (probed) {
    setUpMemory(spec, library);
    Mutator mutator = makeMutator(spec, Memory.state->random);
    Searcher(spec, library, {}, mutator, output.data(), *mapShared<SharedNotes>()).run();
  }

  std::optional<TracedCalls> traced;
  if (dlsym(library.handle, ARIADNE_TRACE_MODULE))
    traced.emplace(spec, library);

  double best = 0; // of several rounds: the machine has other things to do, too
  for (int round = 0; round < Rounds; ++round) {
    double start = processorSeconds();
    for (size_t i = 0; i < CallsPerRound; ++i) {
      const unsigned char *input = inputs.data() + i % count * spec.inputSize;
      if (probed) { // what a run of the search does besides choosing its input
        Memory.state->raised = false;
        *Memory.module->fuel = INT64_MAX;
        std::memcpy(Memory.current, input, spec.inputSize);
      }
      if (traced)
        traced->call(input, output.data());
      else
        library.call(input, output.data());
    }
    double each = (processorSeconds() - start) / CallsPerRound;
    best = round == 0 ? each : std::min(best, each);
  }
  reportLine("{\"seconds_per_call\":" + std::to_string(best * 1e9) + "e-9" +
             (traced ? ",\"seconds_for_guards\":" + std::to_string(traced->expand() * 1e9) + "e-9}" : "}"));
  return 0;
}

} // namespace ariadne
