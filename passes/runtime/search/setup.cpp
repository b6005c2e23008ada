#include "runtime/search/setup.h"

#include <dlfcn.h>
#include <stdexcept>
#include <sys/mman.h>

namespace ariadne {
namespace {

// Shared memory in the place of an array of the probed code.
template <class T> void shareArray(T *array, size_t count, T initial) {
  size_t bytes = (count * sizeof(T) + ARIADNE_PAGE - 1) / ARIADNE_PAGE * ARIADNE_PAGE;
  if (!count)
    return;
  if (mmap(array, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED)
    throw std::runtime_error("cannot share the memory of the probed code");
  std::fill_n(array, count, initial);
}

const ariadne_probe_module *findModule(const Library &library) {
  auto *module = static_cast<const ariadne_probe_module *>(dlsym(library.handle, ARIADNE_PROBE_MODULE));
  if (!module || module->abi != ARIADNE_ABI_VERSION)
    throw std::runtime_error("the library is not a probe variant of this version");
  return module;
}

} // namespace

void setUpMemory(const Spec &spec, const Library &library) {
  const ariadne_probe_module *module = findModule(library);
  Memory.module = module;
  Memory.inputSize = spec.inputSize;
  Memory.targets = TargetTable(spec.targets, *module);
  Memory.longDouble = spec.x87;

  shareArray(module->low, module->sites, UINT64_MAX);
  shareArray(module->span, module->sites, uint64_t(0));
  shareArray(module->divisor, module->sites, UINT64_MAX);
  shareArray(module->outcomes, module->compares, uint8_t(0));
  for (uint32_t site = 0; site < module->sites; ++site)
    if (!Memory.targets.wantedKinds(site)) { // no value of it is news
      module->low[site] = module->divisor[site] = 0;
      module->span[site] = UINT64_MAX;
    }

  Memory.state = mapShared<SearchState>();
  const TargetTable &targets = Memory.targets;
  Memory.progress = static_cast<Progress *>(mapShared((targets.size() + 1) * sizeof(Progress)));
  Memory.siteRanks = static_cast<uint8_t *>(mapShared(module->sites + 1));
  Memory.pending = static_cast<uint32_t *>(mapShared((targets.goals() + 1) * sizeof(uint32_t)));
  Memory.pendingRank = static_cast<uint8_t *>(mapShared(targets.goals() + 1));
  Memory.inputs = static_cast<unsigned char *>(mapShared((targets.size() + 1) * 3 * (spec.inputSize + 1)));
  Memory.crashed = static_cast<unsigned char *>(mapShared(MaxCrashNotes * (spec.inputSize + 1)));
  Memory.current = static_cast<unsigned char *>(mapShared(spec.inputSize + 1));
  for (uint32_t i = 0; i < targets.size(); ++i)
    Memory.progress[i].topRank = targets.topRank(i, *module);
  Memory.state->random.seed(spec.seed);
  Memory.state->focus = NoTarget;
}

Mutator makeMutator(const Spec &spec, Random &random) {
  std::vector<Leaf> leaves = parseLeaves(spec.leaves, spec.inputSize);
  for (const auto *ends : {&spec.lower, &spec.upper})
    if (!ends->empty() && ends->size() != leaves.size())
      throw std::runtime_error("the spec must give one end of a range per leaf");
  std::vector<Interval> ranges;
  for (size_t i = 0; i < leaves.size(); ++i)
    ranges.push_back(makeInterval(leaves[i].cls, spec.lower.empty() ? std::nullopt : spec.lower[i],
                                  spec.upper.empty() ? std::nullopt : spec.upper[i]));
  std::vector<double> constants(spec.constants.size());
  std::memcpy(constants.data(), spec.constants.data(), constants.size() * sizeof(double));
  return Mutator(std::move(leaves), std::move(ranges), std::move(constants), random);
}

} // namespace ariadne
