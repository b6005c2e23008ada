#include "runtime/search/leads.h"

#include "runtime/protocol/report.h"
#include "runtime/search/state.h"

namespace ariadne {
namespace {

void print(uint32_t index) {
  bool first = isFirst(Memory.progress[index].rank);
  reportLine("{\"lead\":{\"target\":" + std::to_string(index) + ",\"first\":" + (first ? "true" : "false") +
             ",\"input\":\"" + hex(Memory.reachingInput(index), Memory.inputSize) + "\"}}");
}

} // namespace

void LeadReporter::report() {
  reported.resize(Memory.targets.goals());
  for (uint32_t i = 0; i < Memory.targets.goals(); ++i)
    if (uint8_t rank = Memory.progress[i].rank; rank > reported[i]) {
      reported[i] = rank;
      print(i);
    }
}

void LeadReporter::reportAll() {
  reported.clear();
  report();
}

} // namespace ariadne
