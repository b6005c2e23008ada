#include "timing.h"

#include "report.h"
#include "search_setup.h"
#include "searcher.h"

#include <chrono>
#include <dlfcn.h>

namespace ariadne {

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

  double best = 0; // of several rounds: the machine has other things to do, too
  for (int round = 0; round < Rounds; ++round) {
    auto start = std::chrono::steady_clock::now();
    for (size_t i = 0; i < CallsPerRound; ++i) {
      const unsigned char *input = inputs.data() + i % count * spec.inputSize;
      if (probed) { // what a run of the search does besides choosing its input
        Memory.state->raised = false;
        *Memory.module->fuel = INT64_MAX;
        std::memcpy(Memory.current, input, spec.inputSize);
      }
      library.call(input, output.data());
    }
    std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    double each = took.count() / CallsPerRound;
    best = round == 0 ? each : std::min(best, each);
  }
  reportLine("{\"seconds_per_call\":" + std::to_string(best * 1e9) + "e-9}");
  return 0;
}

} // namespace ariadne
