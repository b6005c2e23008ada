#include "runtime/search/distances.h"

#include "runtime/protocol/output_buffer.h"
#include "runtime/protocol/report.h"
#include "runtime/search/leads.h"
#include "runtime/search/run_guard.h"
#include "runtime/search/searcher.h"
#include "runtime/search/setup.h"

#include <cstdio>
#include <stdexcept>

namespace ariadne {
namespace {

void parseInput(const char *text, unsigned char *input, size_t size) {
  for (size_t i = 0; i < size; ++i) {
    unsigned byte;
    if (std::sscanf(text + 2 * i, "%2x", &byte) != 1)
      throw std::runtime_error("a question is not like TARGET INPUT");
    input[i] = static_cast<unsigned char>(byte);
  }
}

} // namespace

int runDistances(const Spec &spec, int questions) {
  Library library = loadLibrary(spec);
  setUpMemory(spec, library);
  OutputBuffer output(spec.outputSize);
  Mutator mutator = makeMutator(spec, Memory.state->random);
  std::vector<unsigned char> noSeeds;
  Searcher searcher(spec, library, noSeeds, mutator, output.data, *mapShared<SharedNotes>());
  catchFatalSignals();
  if (!searcher.initialise())
    return 0;
  LeadReporter leads;
  FILE *lines = fdopen(questions, "r");
  char *line = nullptr;
  size_t room = 0;
  uint32_t reached = 0;
  while (getline(&line, &room, lines) > 0) {
    unsigned target;
    int at = 0;
    if (std::sscanf(line, "%u %n", &target, &at) != 1 || !Memory.targets.isGoal(target))
      throw std::runtime_error("a question is not like TARGET INPUT");
    parseInput(line + at, Memory.current, spec.inputSize);
    Memory.targets.widen(target, *Memory.module);
    double distance = searcher.evaluate(target);
    if (Memory.state->reached != reached)
      leads.report();
    reached = Memory.state->reached;
    char answer[64];
    std::snprintf(answer, sizeof answer, "{\"distance\":%.17g}", distance);
    reportLine(answer);
  }
  return 0;
}

} // namespace ariadne
