// The run that is going on: which arithmetic, its limits, what it decided, and how it is left early.
#pragma once

#include "ap_abi.h"

#include <csetjmp>
#include <cstdint>
#include <string>
#include <vector>

namespace ariadne::ap {

enum class Arithmetic : uint8_t { Float, Exact };

struct Run {
  Arithmetic arithmetic = Arithmetic::Float;
  uint32_t ticks = 0; // operations until the next look at the clock
  int64_t precision = 128;
  int64_t maxPrecision = 20000;
  uint64_t operations = 0;
  double deadline = 0; // in processor seconds of this process: the machine may have other things to do
  double seconds = 1;
  bool oversized = false;      // some exact number outgrew its limit and became a ball
  const char *doing = nullptr; // the function that is being computed, for messages
  uint32_t place = NoPlace;    // of the comparison or conversion that is being decided
  const ariadne_ap_module *module = nullptr;
  std::jmp_buf leave;
  bool standalone = false; // a program of its own: nothing to jump back to
  bool lenient = false;    // no more precision is to come: take what a ball says at its middle
  static constexpr uint32_t NoPlace = UINT32_MAX;
};
extern Run run;

enum Left : int { NotLeft, MorePrecision, GivenUp };

inline int64_t currentPrecision() { return run.precision; }
inline bool isExactRun() { return run.arithmetic == Arithmetic::Exact; }

double processorSeconds(); // that this process has used

constexpr uint32_t TicksPerLook = 256;
void lookAtLimits();
inline void tick() {
  if (--run.ticks == 0)
    lookAtLimits();
}

// All of these end the run at once, by longjmp: nothing with a destructor may be alive in a hook that calls
// them.
[[noreturn]] void giveUp(const char *format, ...) __attribute__((format(printf, 1, 2))); // undetermined: ...
[[noreturn]] void stopAtLimit(const char *limit); // ... does not terminate in exact arithmetic
[[noreturn]] void undecided();                    // again with more precision, if there is more

const char *reasonGivenUp();
void mark(const char *kind, const char *name = "");
const std::vector<std::string> &marks();

// What decided the program's way: the float run writes it down, the exact run compares.
struct Divergence {
  bool happened = false;
  uint32_t place = 0;
  bool isTruth = false, floatKnown = false;
  int64_t inFloat = 0, inExact = 0;
};
void noteOutcome(uint32_t place, int64_t outcome, bool isTruth);
const Divergence &divergence();
const char *placeText(uint32_t place); // valid until the next call

void reserveOutcomes();
void beginRun(Arithmetic arithmetic, int64_t precision);
void forgetOutcomes(); // before the float run of another input

} // namespace ariadne::ap
