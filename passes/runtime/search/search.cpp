#include "runtime/search/search.h"

#include "runtime/protocol/output_buffer.h"
#include "runtime/protocol/report.h"
#include "runtime/sandbox/patience.h"
#include "runtime/search/leads.h"
#include "runtime/search/run_guard.h"
#include "runtime/search/searcher.h"
#include "runtime/search/setup.h"

#include <chrono>
#include <set>

namespace ariadne {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double PollSeconds = 0.02;
constexpr double ReportSeconds = 0.25;
constexpr double GraceSeconds = 1.0;               // for nicer inputs after the budget
constexpr unsigned MaxDeaths = 2000;               // of children, before the search gives up
constexpr uint64_t FewRuns = 10'000;               // that say nothing, however long they took
constexpr uint64_t Incredible = uint64_t(1) << 40; // runs: then the counter was written over

// The inputs that another search does well to start from: those that reached a goal, the nearest to goals
// that were not, then the same of stepping stones; no input twice.
void reportCorpus() {
  constexpr size_t MaxCorpus = 4096;
  std::set<std::string> seen;
  auto add = [&](const unsigned char *input) {
    std::string text = hex(input, Memory.inputSize);
    if (seen.size() < MaxCorpus && seen.insert(text).second)
      reportLine("{\"corpus\":\"" + text + "\"}");
  };
  auto addReached = [&](uint32_t begin, uint32_t end) {
    for (uint32_t i = begin; i < end; ++i)
      if (Memory.progress[i].rank)
        add(Memory.reachingInput(i));
  };
  auto addNearest = [&](uint32_t begin, uint32_t end) {
    for (uint32_t i = begin; i < end; ++i)
      for (unsigned side = 0; side < 2; ++side)
        if (!Memory.progress[i].rank && Memory.progress[i].has >> side & 1)
          add(Memory.bestInput(i, side));
  };
  if (!Memory.inputSize)
    return;
  uint32_t goals = Memory.targets.goals(), all = Memory.targets.size();
  addReached(0, goals);
  addNearest(0, goals);
  addReached(goals, all);
  addNearest(goals, all);
}

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
  case StopReason::Initialisers:
    return "initialisers";
  case StopReason::NoInput:
    return "no input";
  default:
    return "crashed";
  }
}

class Supervisor {
public:
  Supervisor(const Spec &spec, const Library &library)
      : spec(spec), library(library), seeds(readSeeds(spec)), state(*Memory.state),
        notes(mapShared<SharedNotes>()), mutator(makeMutator(spec, state.random)), output(spec.outputSize) {}

  void run() {
    Limits limits;
    limits.memoryMb = spec.memoryMb;
    bool hopeless = false;
    while (state.phase != Phase::Done && deaths < MaxDeaths && !overdue && !hopeless) {
      Child child = startChild([&] { Searcher(spec, library, seeds, mutator, output.data, *notes).run(); },
                               limits, notes);
      uint64_t before = state.attempts();
      Ending ending = watch(child);
      if (ending.kind != Ending::Returned && !overdue)
        died(ending);
      else if (state.phase != Phase::Done && state.attempts() == before)
        ++deaths; // came back with nothing done: its memory must have been written over
      if (!state.initialised) {
        state.reason = StopReason::Initialisers;
        hopeless = true;
      }
    }
    finish();
  }

private:
  double elapsed() const { return std::chrono::duration<double>(Clock::now() - start).count(); }

  Ending watch(Child &child) {
    uint64_t attempts = state.attempts();
    Patience patience(child);
    for (;;) {
      auto ending = pollChild(child, PollSeconds);
      // Also when the child is back: one that wants a fresh process every few milliseconds has no other
      // clock.
      double time = elapsed();
      keepTime(time);
      if (ending)
        return *ending;
      if (overdue)
        return killChild(child, {Ending::Timeout, 0, spec.seconds});
      if (state.attempts() != attempts) {
        attempts = state.attempts();
        patience.restart();
      } else if (std::optional<Ending> late = patience.usedUp(spec.seconds))
        return killChild(child, *late);
    }
  }

  void keepTime(double time) {
    leads.report();
    if (time - lastReport >= ReportSeconds) {
      lastReport = time;
      reportProgress();
    }
    if (spec.budget > 0 && time >= spec.budget)
      state.stop = StopBudget;
    else if (stalled(time))
      state.stop = StopStalled;
    overdue = spec.budget > 0 && time >= spec.budget + GraceSeconds;
  }

  // The search ends by itself after so many runs without progress and an eighth of the budget, or after a
  // third of the budget. When the number of runs is given it must not depend on time.
  bool stalled(double time) {
    if (state.lastProgress != lastProgress) {
      lastProgress = state.lastProgress;
      progressed = time;
    }
    state.calm = time - progressed > spec.budget / 8;
    bool enough = state.runs > FewRuns && time - progressed > spec.budget / 3;
    return spec.budget > 0 && !spec.runs && !spec.sampling && enough;
  }

  // What lies in memory shared with the code may have been written over.
  uint64_t credibleRuns() {
    if (state.runs < Incredible)
      lastRuns = state.runs;
    return lastRuns;
  }

  void died(const Ending &ending) {
    ++deaths;
    noteCrash(describe(ending));
    Memory.settle(false);
    state.inRun = false;
    state.assuming = false;
    state.brittle |= state.recovered && ending.isLate();
    state.recovered = false;
    if (state.phase == Phase::Simplify)
      ++state.simplifyNext; // this one's inputs are not for playing with
    else if (state.focus < Memory.targets.size())
      Memory.progress[state.focus].fails += 4;
    state.focus = NoTarget;
  }

  void reportProgress() {
    reportLine("{\"progress\":{\"runs\":" + std::to_string(credibleRuns()) +
               ",\"reached\":" + std::to_string(state.reached) + "}}");
  }

  void finish() {
    if (overdue)
      state.reason = StopReason::Budget;
    leads.reportAll();
    for (unsigned i = 0; i < std::min(state.crashNotes, MaxCrashNotes); ++i) {
      CrashNote &note = state.crashes[i];
      std::string reason(note.reason, strnlen(note.reason, sizeof note.reason));
      for (char &c : reason) // what came through memory shared with the code may be anything
        if (c < ' ' || c > '~' || c == '"' || c == '\\')
          c = '?';
      reportLine("{\"crash\":{\"reason\":\"" + reason + "\",\"count\":" + std::to_string(note.count) +
                 ",\"input\":\"" + hex(Memory.crashed + i * Memory.inputSize, Memory.inputSize) + "\"}}");
    }
    reportCorpus();
    reportLine("{\"done\":{\"runs\":" + std::to_string(credibleRuns()) +
               ",\"deaths\":" + std::to_string(deaths) + ",\"seconds\":" + std::to_string(elapsed()) +
               ",\"stop\":\"" + nameOf(state.reason) + "\"}}");
  }

  const Spec &spec;
  const Library &library;
  const std::vector<unsigned char> seeds;
  SearchState &state;
  SharedNotes *notes;
  Mutator mutator;
  OutputBuffer output;
  LeadReporter leads;
  Clock::time_point start = Clock::now();
  double lastReport = 0, progressed = 0;
  uint64_t lastProgress = 0;
  uint64_t lastRuns = 0;
  unsigned deaths = 0;
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
