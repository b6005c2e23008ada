#include "run.h"

#include "steps.h"

#include <cstdarg>
#include <cstdio>
#include <ctime>
#include <stdexcept>
#include <sys/mman.h>
#include <unistd.h>

namespace ariadne::ap {

Run run;

namespace {

constexpr uint64_t MaxOperations = 10'000'000;
constexpr size_t MaxMarks = 16;
constexpr unsigned LoopRounds = 500; // a comparison met so often is a loop's
constexpr uint64_t LoopOperations = 5000;

struct Outcome {
  uint32_t place;
  bool isTruth;
  int64_t value;
};
constexpr uint64_t MaxOutcomes = uint64_t(1) << 22;
constexpr uint64_t KeptOutcomes = uint64_t(1) << 16;

Outcome *outcomes;
uint64_t written, compared;
bool exactComparing;
Divergence diverged;
char reason[1024];
std::vector<std::string> noted;

unsigned timesMet(uint32_t place) {
  unsigned times = 0;
  for (uint64_t i = 0; i < written && times < LoopRounds; ++i)
    times += outcomes[i].place == place;
  return times;
}

} // namespace

void reserveOutcomes() {
  void *memory = mmap(nullptr, MaxOutcomes * sizeof(Outcome), PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    throw std::runtime_error("no address space for the outcomes of comparisons");
  outcomes = static_cast<Outcome *>(memory);
}

void forgetOutcomes() {
  if (written > KeptOutcomes)
    madvise(outcomes + KeptOutcomes, (written - KeptOutcomes) * sizeof(Outcome), MADV_DONTNEED);
  written = 0;
}

void beginRun(Arithmetic arithmetic, int64_t precision) {
  run.arithmetic = arithmetic;
  run.precision = precision;
  run.ticks = TicksPerLook;
  run.operations = 0;
  run.oversized = false;
  run.lenient = false;
  run.doing = nullptr;
  run.place = Run::NoPlace;
  compared = 0;
  exactComparing = arithmetic == Arithmetic::Exact;
  diverged = {};
  reason[0] = 0;
  noted.clear();
  forgetSteps();
}

double processorSeconds() {
  timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
}

void lookAtLimits() {
  run.ticks = TicksPerLook;
  run.operations += TicksPerLook;
  if (!isExactRun())
    return;
  if (run.operations > MaxOperations)
    stopAtLimit("10000000 operations");
  if (processorSeconds() > run.deadline) {
    char text[32];
    std::snprintf(text, sizeof text, "%g s", run.seconds);
    stopAtLimit(text);
  }
}

void giveUp(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(reason, sizeof reason, format, arguments);
  va_end(arguments);
  if (run.standalone) {
    std::fprintf(stderr, "ariadne: undetermined: %s\n", reason);
    _exit(70);
  }
  std::longjmp(run.leave, GivenUp);
}

void stopAtLimit(const char *limit) { giveUp("does not terminate in exact arithmetic (limit: %s)", limit); }

void undecided() {
  if (run.precision < run.maxPrecision)
    std::longjmp(run.leave, MorePrecision);
  char bits[48];
  std::snprintf(bits, sizeof bits, "numbers of %lld bits", static_cast<long long>(run.maxPrecision));
  // A loop whose numbers grow without end, until they are balls that no test can tell apart.
  if (run.oversized && run.place != Run::NoPlace &&
      (run.operations > LoopOperations || timesMet(run.place) >= LoopRounds))
    stopAtLimit(bits);
  const char *what = run.place != Run::NoPlace ? placeText(run.place) : run.doing ? run.doing : "a result";
  giveUp("cannot decide %s at %lld bits", what, static_cast<long long>(run.maxPrecision));
}

const char *reasonGivenUp() { return reason; }

void mark(const char *kind, const char *name) {
  std::string text = *name ? std::string(kind) + " " + name : kind;
  for (const std::string &known : noted)
    if (known == text)
      return;
  if (noted.size() < MaxMarks)
    noted.push_back(text);
}

const std::vector<std::string> &marks() { return noted; }

void noteOutcome(uint32_t place, int64_t outcome, bool isTruth) {
  noteDecision(place, outcome);
  if (!isExactRun()) {
    if (written < MaxOutcomes)
      outcomes[written++] = {place, isTruth, outcome};
    return;
  }
  if (!exactComparing)
    return;
  if (compared == MaxOutcomes) {
    exactComparing = false; // the rest was not written down
    return;
  }
  bool known = compared < written && outcomes[compared].place == place;
  if (known && outcomes[compared].value == outcome) {
    ++compared;
    return;
  }
  // From here on the two runs go different ways, and their outcomes have nothing to do with each other.
  exactComparing = false;
  diverged = {true, place, isTruth, known, known ? outcomes[compared].value : 0, outcome};
}

const Divergence &divergence() { return diverged; }

const char *placeText(uint32_t place) {
  static char text[600];
  if (!run.module || place >= run.module->places)
    return "a comparison";
  const ariadne_ap_place &at = run.module->place[place];
  std::snprintf(text, sizeof text, "%s:%u:%u", at.file, at.line, at.column);
  return text;
}

} // namespace ariadne::ap

#ifdef ARIADNE_STANDALONE
// A linker takes from a library only what somebody asks for.
extern "C" void __ariadne_exact_begin();
[[gnu::used]] static void (*const standalone)() = __ariadne_exact_begin;
#endif
