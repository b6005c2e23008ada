#include "runtime/sandbox/patience.h"

#include <cstdio>
#include <cstring>

namespace ariadne {
namespace {

using Clock = std::chrono::steady_clock;

double secondsOf(clockid_t clock) {
  timespec t;
  if (clock_gettime(clock, &t) != 0)
    return 0;
  return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
}

} // namespace

Patience::Patience(const Child &child) : pid(child.pid), known(clock_getcpuclockid(child.pid, &clock) == 0) {
  restart();
}

void Patience::restart() {
  lastLook = Clock::now();
  startUsed = lastUsed = used();
  asleep = 0;
}

double Patience::used() const { return known ? secondsOf(clock) : 0; }

// By the state of the process: "123 (name) S ...", where the name may hold anything.
bool Patience::sleeps() const {
  char path[32], text[256];
  std::snprintf(path, sizeof path, "/proc/%d/stat", int(pid));
  FILE *file = std::fopen(path, "re");
  if (!file)
    return true; // nobody can tell: then all the time in which it does nothing counts
  size_t length = std::fread(text, 1, sizeof text - 1, file);
  std::fclose(file);
  text[length] = 0;
  const char *name = std::strrchr(text, ')');
  return !name || std::strlen(name) < 3 || name[2] != 'R';
}

std::optional<Ending> Patience::usedUp(double seconds) {
  Clock::time_point now = Clock::now();
  double usedNow = used();
  // A thread that works while others wait for it is work.
  if (usedNow <= lastUsed && sleeps())
    asleep += std::chrono::duration<double>(now - lastLook).count();
  lastLook = now;
  lastUsed = usedNow;
  if (processor() >= seconds)
    return Ending{Ending::Timeout, 0, seconds};
  if (asleep >= seconds)
    return Ending{Ending::Sleep, 0, seconds};
  return std::nullopt;
}

} // namespace ariadne
