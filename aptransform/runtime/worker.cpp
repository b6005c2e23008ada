#include "worker.h"

#include "arena.h"
#include "run.h"
#include "runtime/protocol/report.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

namespace ariadne::ap {
namespace {

constexpr int64_t FirstPrecision = 128, SpareBits = 32;

std::string outcomeText(const Divergence &what, bool known, int64_t value) {
  if (!known)
    return "null";
  return what.isTruth ? (value ? "true" : "false") : std::to_string(value);
}

std::string divergenceText() {
  const Divergence &what = divergence();
  if (!what.happened)
    return "null";
  std::string file;
  uint32_t row = 0, column = 0;
  if (run.module && what.place < run.module->places) {
    const ariadne_ap_place &place = run.module->place[what.place];
    file = place.file;
    row = place.line;
    column = place.column;
  }
  return "{\"file\":" + quote(file) + ",\"line\":" + std::to_string(row) +
         ",\"column\":" + std::to_string(column) +
         ",\"float\":" + outcomeText(what, what.floatKnown, what.inFloat) +
         ",\"exact\":" + outcomeText(what, true, what.inExact) + "}";
}

std::string marksText() {
  std::string text;
  for (const std::string &one : marks())
    text += (text.empty() ? "" : ",") + quote(one);
  return "[" + text + "]";
}

} // namespace

bool storeText(Line &line, std::atomic<uint32_t> &length, const std::string &text, size_t capacity) {
  if (text.size() > capacity)
    return false;
  std::memcpy(line.text, text.data(), text.size());
  length = uint32_t(text.size());
  return true;
}

Worker::Worker(const Spec &spec, const Library &library, const std::vector<ResultSlot> &slots, void *output)
    : spec(spec), library(library), slots(slots), output(static_cast<unsigned char *>(output)),
      floatOutput(spec.outputSize), image(library) {
  keepSteps(spec.steps);
}

// Out of line and without anything to destroy: it is left by longjmp.
void Worker::callOnce(const unsigned char *input) {
  if (library.initialise)
    library.initialise();
  startFloatingPoint(library);
  library.call(input, output);
}

int Worker::call(const unsigned char *input) {
  image.restore();
  errno = 0;
  if (int how = setjmp(run.leave); how != NotLeft) {
    startFloatingPoint(library);
    return how;
  }
  callOnce(input);
  int error = errno;
  startFloatingPoint(library); // the program may have left another rounding mode
  errno = error;
  return NotLeft;
}

std::string Worker::classify(const unsigned char *input, Progress &progress, Line &line, size_t capacity) {
  double start = processorSeconds();
  resetArena();
  forgetOutcomes();
  beginRun(Arithmetic::Float, FirstPrecision);
  progress.phase = Phase::Float;
  int how = call(input);
  int error = how == NotLeft ? errno : 0;
  if (how != NotLeft)
    return std::string("\"ended\":\"stopped\",\"undetermined\":") + quote(reasonGivenUp()) +
           ",\"precision\":0,\"reruns\":0,\"seconds\":0,\"marks\":[],\"diverged\":null,\"errno\":0,"
           "\"float_results\":[],\"exact_results\":[]";
  std::copy_n(output, spec.outputSize, floatOutput.begin());
  std::vector<Step> floatSteps = steps();
  std::string floats = floatResults(slots, output);
  storeText(line, line.floatLength, floats, capacity);

  progress.phase = Phase::Exact;
  run.maxPrecision = int64_t(spec.precision);
  run.seconds = spec.seconds;
  run.deadline = processorSeconds() + spec.seconds;
  int64_t wanted = int64_t(spec.digits), digits = wanted ? wanted : 128;
  int64_t precision = std::min(std::max(FirstPrecision, wanted ? wanted + SpareBits : 0), run.maxPrecision);
  unsigned reruns = 0;
  std::string exact = "[]", told;
  double callSeconds = 0; // of the last exact run alone
  for (;; ++reruns) {
    resetArena();
    beginRun(Arithmetic::Exact, precision);
    double called = processorSeconds();
    how = call(input);
    callSeconds = processorSeconds() - called;
    if (how == NotLeft && precision < run.maxPrecision && !isTightEnough(slots, output, wanted))
      how = MorePrecision;
    if (how != MorePrecision)
      break;
    if (processorSeconds() > run.deadline) {
      how = GivenUp;
      break;
    }
    precision = std::min(2 * precision, run.maxPrecision);
  }
  std::string undetermined = "null";
  if (how == GivenUp) {
    std::string reason = reasonGivenUp();
    if (reason.empty())
      reason = "needs more than " + std::to_string(precision) + " bits (limit: time)";
    undetermined = quote(reason);
  } else {
    run.lenient = true;
    if (setjmp(run.leave) == NotLeft) {
      exact = exactResults(slots, output, floatOutput.data(), digits);
      if (spec.steps)
        told = ",\"float_steps\":" + stepsText(floatSteps, nullptr, digits) +
               ",\"exact_steps\":" + stepsText(steps(), &floatSteps, digits);
    } else
      undetermined = quote(reasonGivenUp());
  }
  char seconds[64];
  std::snprintf(seconds, sizeof seconds, "%.6g,\"call_seconds\":%.6g", processorSeconds() - start,
                callSeconds);
  return "\"ended\":\"returned\",\"undetermined\":" + undetermined +
         ",\"precision\":" + std::to_string(precision) + ",\"reruns\":" + std::to_string(reruns) +
         ",\"seconds\":" + seconds + ",\"marks\":" + marksText() + ",\"diverged\":" + divergenceText() +
         ",\"errno\":" + std::to_string(error) + ",\"float_results\":" + floats +
         ",\"exact_results\":" + exact + told;
}

} // namespace ariadne::ap
