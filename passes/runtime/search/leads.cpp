#include "runtime/search/leads.h"

#include "runtime/protocol/report.h"
#include "runtime/search/state.h"

namespace ariadne {
namespace {

void print(uint32_t index) {
  bool first = isFirst(Memory.targets[index].rank);
  reportLine("{\"lead\":{\"site\":" + std::to_string(Memory.sites[index / ARIADNE_KINDS]) + ",\"kind\":" +
             std::to_string(1u << index % ARIADNE_KINDS) + ",\"first\":" + (first ? "true" : "false") +
             ",\"input\":\"" + hex(Memory.reachingInput(index), Memory.inputSize) + "\"}}");
}

} // namespace

void LeadReporter::report() {
  reported.resize(Memory.siteTargets());
  for (uint32_t i = 0; i < Memory.siteTargets(); ++i)
    if (uint8_t rank = Memory.targets[i].rank; rank > reported[i]) {
      reported[i] = rank;
      print(i);
    }
}

void LeadReporter::reportAll() {
  reported.clear();
  report();
}

} // namespace ariadne
