// How long a run has taken, whatever else the machine does: the processor's time that it used, and beside it
// the time that it slept. While it only waits for a processor that others use, no time passes.
#pragma once

#include "runtime/sandbox/child.h"

#include <chrono>
#include <ctime>
#include <optional>

namespace ariadne {

class Patience {
public:
  explicit Patience(const Child &child);

  void restart(); // another run in the same child

  // To be called again and again, at least every tenth of a second: whoever sleeps is seen only then. What
  // the run has used up, if it has: so much processor time, or as much of sleep.
  std::optional<Ending> usedUp(double seconds);

  double processor() const { return lastUsed - startUsed; }

private:
  bool sleeps() const;
  double used() const;

  pid_t pid;
  clockid_t clock;
  bool known; // the kernel tells the child's processor time
  std::chrono::steady_clock::time_point lastLook;
  double startUsed = 0, lastUsed = 0, asleep = 0;
};

} // namespace ariadne
