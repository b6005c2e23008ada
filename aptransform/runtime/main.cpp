// ariadne-exact SPEC: runs one function of the ap variant on each input of the spec, in floats and exactly.
// The spec is that of ariadne-run, and also has: results CLASS@OFFSET ... (what to report of the output),
// precision (bits, at most), digits (correct bits wanted). Prints JSON, one object a line:
//
//   {"abi":1,"mode":"exact","sandbox":"seccomp"}
//   {"input":0,"ended":"returned","undetermined":null,"precision":128,"reruns":0,"seconds":1e-05,
//    "marks":["external f","bits of a float"],   what the exact run rounded on its way
//    "diverged":{"file":..,"line":3,"column":7,"float":true,"exact":false},   first decision that differs, or
//    null;
//                                                 numbers where a float was converted to an integer
//    "errno":0,                                   after the float run
//    "float_results":[{"raw":"<hex>"},...],
//    "float_steps":[...],"exact_steps":[...],     as results.h says; only if the spec asks for steps
//    "exact_results":[{"kind":"exact|ball|inf|nan|integer","range":"zero|normal|tiny|huge|straddles",
//                      "lower":"-0x1ap-40","upper":"-0x1ap-40","nearest":"<hex>","ulps":0.5},...]}
//
// "ended" tells of the float run; an exact run that ends otherwise is undetermined. What has no bounds (inf,
// nan) or no range (integers too) has null there. "ulps" bounds the error of the float result, null if that
// is not finite.
//
// One child works on all inputs in turn. Only one that died or hangs is replaced, and the input that it was
// working on gets a line that says so.
#include "arena.h"
#include "run.h"
#include "runtime/arch/machine.h"
#include "runtime/protocol/output_buffer.h"
#include "runtime/protocol/report.h"
#include "runtime/sandbox/child.h"
#include "runtime/sandbox/patience.h"
#include "worker.h"

#include <algorithm>
#include <cstdio>
#include <dlfcn.h>
#include <exception>
#include <malloc.h>
#include <stdexcept>
#include <unistd.h>

using namespace ariadne;
using namespace ariadne::ap;

namespace {

constexpr int Failed = 3;
constexpr uint64_t MaxLimbBytes = uint64_t(512) << 20;
constexpr size_t MaxHeap = size_t(256) << 20; // of what the program leaks
constexpr double Grace = 1;                   // for a run that sees its own time limit, until it is killed
constexpr double Look = 0.004;

class Inputs {
public:
  explicit Inputs(const Spec &spec) : size(spec.inputSize), bytes(readInputs(spec)) {
    count = numberOfInputs(spec, bytes);
  }
  uint64_t count;
  void copy(uint64_t i, unsigned char *to) const {
    std::copy_n(bytes.begin() + std::ptrdiff_t(i * size), size, to);
  }

private:
  uint64_t size;
  std::vector<unsigned char> bytes;
};

class Lines {
public:
  static constexpr uint64_t Count = 256; // used in turn: memory does not grow with the number of inputs
  Lines(const Spec &spec, size_t slots)
      : capacity(4096 + slots * (512 + std::max<uint64_t>(spec.digits, 128)) +
                 2 * spec.steps * (StepText + spec.digits / 2)),
        stride((sizeof(Line) + capacity + 15) / 16 * 16),
        memory(static_cast<char *>(mapShared(Count * stride))) {}
  Line &operator[](uint64_t i) const { return *reinterpret_cast<Line *>(memory + i % Count * stride); }

  // What a child wrote, or nothing if it is not what a child writes.
  std::string text(uint64_t i, uint32_t length) const {
    std::string text((*this)[i].text, std::min<size_t>(length, capacity));
    bool sound = std::all_of(text.begin(), text.end(), [](unsigned char c) { return c >= ' '; });
    return sound ? text : "";
  }
  size_t capacity;

private:
  size_t stride;
  char *memory;
};

std::string failedLine(const std::string &ended, const std::string &undetermined, const std::string &floats,
                       double seconds = 0) {
  return "\"ended\":\"" + ended + "\",\"undetermined\":\"" + undetermined +
         "\",\"precision\":0,\"reruns\":0,\"seconds\":" + std::to_string(seconds) +
         ",\"marks\":[],\"diverged\":null,\"errno\":0,"
         "\"float_results\":" +
         (floats.empty() ? "[]" : floats) + ",\"exact_results\":[]";
}

class Parent {
public:
  Parent(const Spec &spec, const Library &library)
      : spec(spec), library(library), slots(parseSlots(spec.results, spec.outputSize)), inputs(spec),
        lines(spec, slots.size()), output(spec.outputSize), progress(mapShared<Progress>()) {
    run.module = static_cast<const ariadne_ap_module *>(dlsym(library.handle, ARIADNE_AP_MODULE));
    if (!run.module || run.module->abi != ARIADNE_ABI_VERSION)
      throw std::runtime_error(spec.library + " is not an ap variant of this version");
  }

  void runAll() {
    Limits limits;
    limits.memoryMb = spec.memoryMb;
    for (uint64_t next = 0; next < inputs.count;) {
      progress->finished = progress->printed = progress->input = next;
      progress->phase = Phase::Idle;
      Child child = startChild([this, next] { work(next); }, limits, &progress->child);
      uint64_t printed = next;
      std::optional<Ending> ending;
      Patience patience(child);
      uint64_t input = next;
      Phase phase = Phase::Idle;
      while (!ending) {
        ending = pollChild(child, Look);
        printed = print(printed);
        if (progress->input != input || progress->phase != phase) {
          input = progress->input;
          phase = progress->phase;
          patience.restart();
        }
        double limit = spec.seconds + (phase == Phase::Exact ? Grace : 0);
        if (!ending)
          if (std::optional<Ending> late = patience.usedUp(limit))
            ending = killChild(child, {late->kind, 0, late->limit * spec.seconds / limit});
      }
      next = print(printed);
      if (next < inputs.count && ending->kind != Ending::Returned) {
        report(next, failure(next, *ending, patience.processor()));
        ++next;
      }
    }
  }

private:
  void work(uint64_t first) {
    ignoreFloatTraps();
    Worker worker(spec, library, slots, output.data);
    std::vector<unsigned char> input(spec.inputSize + 16);
    for (uint64_t i = first; i < inputs.count; ++i) {
      while (i >= progress->printed + Lines::Count) // the parent is behind
        usleep(500);
      progress->input = i;
      lines[i].floatLength = 0;
      inputs.copy(i, input.data());
      std::string text = worker.classify(input.data(), *progress, lines[i], lines.capacity);
      if (!storeText(lines[i], lines[i].length, text, lines.capacity))
        storeText(lines[i], lines[i].length, failedLine("returned", "its results are too long", ""),
                  lines.capacity);
      progress->phase = Phase::Idle;
      progress->finished = i + 1;
      struct mallinfo2 heap = mallinfo2();
      if (heap.arena + heap.hblkhd > MaxHeap)
        return; // a fresh process goes on
    }
  }

  uint64_t print(uint64_t from) {
    uint64_t end = std::min<uint64_t>(progress->finished, inputs.count);
    for (; from < end; ++from) {
      std::string text = lines.text(from, lines[from].length);
      report(from,
             text.empty() ? failedLine("returned", "the run damaged the memory of the runner", "") : text);
    }
    progress->printed = from;
    return from;
  }

  void report(uint64_t i, const std::string &fields) {
    reportLine("{\"input\":" + std::to_string(i) + "," + fields + "}");
  }

  std::string failure(uint64_t i, const Ending &ending, double seconds) {
    if (progress->phase != Phase::Exact)
      return failedLine(describe(ending), "the program did not return", "", seconds);
    char limit[80];
    std::snprintf(limit, sizeof limit, "does not terminate in exact arithmetic (limit: %g s)", spec.seconds);
    return failedLine("returned", ending.isLate() ? limit : "the exact run ended: " + describe(ending),
                      lines.text(i, lines[i].floatLength), seconds);
  }

  const Spec &spec;
  const Library &library;
  std::vector<ResultSlot> slots;
  Inputs inputs;
  Lines lines;
  OutputBuffer output;
  Progress *progress;
};

int runExact(const std::string &path) {
  closeForgotten();
  openReport();
  prepareParent();
  Spec spec = readSpec(path);
  reserveArena(std::min(MaxLimbBytes, std::max<uint64_t>(spec.memoryMb, 16) << 20));
  reserveOutcomes();
  Library library = loadLibrary(spec);
  Parent parent(spec, library);
  reportLine("{\"abi\":" + std::to_string(ARIADNE_ABI_VERSION) + ",\"mode\":\"exact\",\"sandbox\":\"" +
             (library.sandboxed ? "seccomp" : "none") + "\"}");
  parent.runAll();
  return 0;
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 2) {
    std::fputs("ariadne-exact: usage: ariadne-exact SPEC\n", stderr);
    return Failed;
  }
  try {
    _exit(runExact(argv[1])); // not by exit(): destructors of the analysed program would run
  } catch (const std::exception &problem) {
    std::fprintf(stderr, "ariadne-exact: %s\n", problem.what());
    return Failed;
  }
}
