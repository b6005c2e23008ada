#include "search.h"

#include "report.h"
#include "searcher.h"

#include <chrono>
#include <dlfcn.h>
#include <stdexcept>
#include <sys/mman.h>

namespace ariadne {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double PollSeconds = 0.02;
constexpr double ReportSeconds = 0.25;
constexpr double GraceSeconds = 1.0;   // for nicer inputs after the budget
constexpr unsigned MaxDeaths = 2000;   // of children, before the search gives up
constexpr unsigned ManyTimeouts = 3;   // then less patience with a run that does not end
constexpr size_t OutputSlack = 4096;   // around the objects behind pointers, for code that runs over their end

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

void setUpMemory(const Spec &spec, const Library &library) {
  const ariadne_probe_module *module = findModule(library);
  if (spec.kinds.size() != spec.sites.size())
    throw std::runtime_error("the spec must give one mask of kinds per site");
  Memory.module = module;
  Memory.inputSize = spec.inputSize;
  Memory.sites = spec.sites;
  Memory.local.assign(module->sites, -1);
  for (uint32_t i = 0; i < spec.sites.size(); ++i) {
    if (spec.sites[i] >= module->sites)
      throw std::runtime_error("the spec names site " + std::to_string(spec.sites[i]) + ", which does not exist");
    Memory.local[spec.sites[i]] = int32_t(i);
    Memory.kinds.push_back(uint8_t(spec.kinds[i]));
  }

  shareArray(module->low, module->sites, UINT64_MAX);
  shareArray(module->span, module->sites, uint64_t(0));
  shareArray(module->divisor, module->sites, UINT64_MAX);
  shareArray(module->outcomes, module->compares, uint8_t(0));
  for (uint32_t site = 0; site < module->sites; ++site)
    if (Memory.local[site] < 0) { // no value of it is news
      module->low[site] = module->divisor[site] = 0;
      module->span[site] = UINT64_MAX;
    }

  Memory.state = mapShared<SearchState>();
  Memory.targets = static_cast<Target *>(mapShared((Memory.targetCount() + 1) * sizeof(Target)));
  Memory.inputs = static_cast<unsigned char *>(mapShared((Memory.targetCount() + 1) * 3 * (spec.inputSize + 1)));
  Memory.crashed = static_cast<unsigned char *>(mapShared(MaxCrashNotes * (spec.inputSize + 1)));
  Memory.current = static_cast<unsigned char *>(mapShared(spec.inputSize + 1));
  for (uint32_t i = 0; i < Memory.targetCount(); ++i) {
    uint8_t top = RankReached;
    if (i < Memory.siteTargets()) {
      unsigned kind = 1u << i % ARIADNE_KINDS;
      auto op = Operation(module->site[Memory.sites[i / ARIADNE_KINDS]].operation);
      bool alwaysExact = kind == ARIADNE_UNDERFLOW && (op == Op_fadd || op == Op_fsub);
      top = !(Memory.kinds[i / ARIADNE_KINDS] & kind) ? 0
            : alwaysExact                             ? RankReached + RankFirst
                                                      : RankReached + RankInexact + RankFirst;
    }
    Memory.targets[i].topRank = top;
  }
  Memory.state->random.seed(spec.seed);
  Memory.state->focus = NoTarget;
}

// Prints what is new since the last time.
class LeadReporter {
public:
  void report() {
    reported.resize(Memory.siteTargets());
    for (uint32_t i = 0; i < Memory.siteTargets(); ++i)
      if (uint8_t rank = Memory.targets[i].rank; rank > reported[i]) {
        reported[i] = rank;
        print(i);
      }
  }
  void reportAll() {
    reported.clear();
    report();
  }

private:
  static void print(uint32_t index) {
    bool first = Memory.targets[index].rank > RankReached + RankInexact;
    reportLine("{\"lead\":{\"site\":" + std::to_string(Memory.sites[index / ARIADNE_KINDS]) +
               ",\"kind\":" + std::to_string(1u << index % ARIADNE_KINDS) +
               ",\"first\":" + (first ? "true" : "false") + ",\"input\":\"" +
               hex(Memory.reachingInput(index), Memory.inputSize) + "\"}}");
  }
  std::vector<uint8_t> reported;
};

const char *nameOf(StopReason reason) {
  switch (reason) {
  case StopReason::NothingLeft:
    return "nothing left";
  case StopReason::Stalled:
    return "stalled";
  case StopReason::Runs:
    return "runs";
  case StopReason::Budget:
    return "budget";
  default:
    return "crashed";
  }
}

class Supervisor {
public:
  Supervisor(const Spec &spec, const Library &library)
      : spec(spec), library(library), state(*Memory.state), notes(mapShared<SharedNotes>()) {
    std::vector<Class> classes;
    for (const std::string &name : spec.params)
      classes.push_back(parseClass(name));
    std::vector<double> constants(spec.constants.size());
    std::memcpy(constants.data(), spec.constants.data(), constants.size() * sizeof(double));
    mutator.emplace(std::move(classes), std::move(constants), state.random);
    if (mutator->inputSize() != spec.inputSize)
      throw std::runtime_error("the parameters do not fill an input");
    output = static_cast<unsigned char *>(mapShared(spec.outputSize + 2 * OutputSlack)) + OutputSlack;
  }

  void run() {
    Limits limits;
    limits.memoryMb = spec.memoryMb;
    while (state.phase != Phase::Done && deaths < MaxDeaths && !overdue) {
      Child child = startChild(
          [&] { Searcher(*mutator, library.call, output, spec.runs, *notes).run(); }, limits, notes);
      Ending ending = watch(child);
      if (ending.kind != Ending::Returned && !overdue)
        died(ending);
    }
    finish();
  }

private:
  double elapsed() const { return std::chrono::duration<double>(Clock::now() - start).count(); }

  Ending watch(Child &child) {
    uint64_t runs = state.runs;
    double moved = elapsed();
    for (;;) {
      if (auto ending = pollChild(child, PollSeconds))
        return *ending;
      double time = elapsed();
      if (time - lastReport >= ReportSeconds) {
        lastReport = time;
        reportProgress();
      }
      if (spec.budget > 0 && time >= spec.budget)
        state.stop = 1;
      if (spec.budget > 0 && time >= spec.budget + GraceSeconds) {
        overdue = true;
        return killChild(child, spec.seconds);
      }
      if (state.runs != runs) {
        runs = state.runs;
        moved = time;
      } else if (time - moved >= patience()) {
        ++timeouts;
        return killChild(child, patience());
      }
    }
  }

  double patience() const { return timeouts < ManyTimeouts ? spec.seconds : spec.seconds / 4; }

  void died(const Ending &ending) {
    ++deaths;
    noteCrash(describe(ending));
    state.inRun = false;
    if (state.phase == Phase::Simplify)
      ++state.simplifyNext; // this one's inputs are not for playing with
    else if (state.focus < Memory.targetCount())
      Memory.targets[state.focus].fails += 4;
    state.focus = NoTarget;
  }

  void reportProgress() {
    leads.report();
    reportLine("{\"progress\":{\"runs\":" + std::to_string(state.runs) +
               ",\"reached\":" + std::to_string(state.reached) + "}}");
  }

  void finish() {
    if (overdue)
      state.reason = StopReason::Budget;
    leads.reportAll();
    for (unsigned i = 0; i < std::min(state.crashNotes, MaxCrashNotes); ++i) {
      CrashNote &note = state.crashes[i];
      std::string reason(note.reason, strnlen(note.reason, sizeof note.reason));
      reportLine("{\"crash\":{\"reason\":\"" + reason + "\",\"count\":" + std::to_string(note.count) +
                 ",\"input\":\"" + hex(Memory.crashed + i * Memory.inputSize, Memory.inputSize) + "\"}}");
    }
    reportLine("{\"done\":{\"runs\":" + std::to_string(state.runs) + ",\"cut\":" + std::to_string(state.cutRuns) +
               ",\"deaths\":" + std::to_string(deaths) + ",\"seconds\":" + std::to_string(elapsed()) +
               ",\"stop\":\"" + nameOf(state.reason) + "\"}}");
  }

  const Spec &spec;
  const Library &library;
  SearchState &state;
  SharedNotes *notes;
  std::optional<Mutator> mutator;
  unsigned char *output;
  LeadReporter leads;
  Clock::time_point start = Clock::now();
  double lastReport = 0;
  unsigned deaths = 0, timeouts = 0;
  bool overdue = false;
};

} // namespace

int search_main(const Spec &spec) {
  Library library = loadLibrary(spec);
  setUpMemory(spec, library);
  reportLine("{\"abi\":" + std::to_string(ARIADNE_ABI_VERSION) + ",\"mode\":\"search\",\"sandbox\":\"" +
             (library.sandboxed ? "seccomp" : "none") + "\"}");
  Supervisor(spec, library).run();
  return 0;
}

} // namespace ariadne
