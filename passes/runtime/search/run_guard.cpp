#include "runtime/search/run_guard.h"

#include "runtime/arch/machine.h"
#include "runtime/protocol/hooks.h"
#include "runtime/search/hooks.h"
#include "runtime/search/state.h"

#include <csignal>
#include <cstdio>
#include <string>
#include <unistd.h>

namespace ariadne {
namespace {

pid_t searchThread; // code under analysis may start others

// Only the thread that began a run can leave it by a jump, and only once.
bool canLeaveRun() {
  if (!Memory.state->inRun || gettid() != searchThread)
    return false;
  Memory.state->inRun = false;
  return true;
}

void onFatalSignal(int signal, siginfo_t *info, void *context) {
  if (signal == SIGFPE && maskFloatTraps(info, context))
    return;
  if (Memory.state->brittle || !canLeaveRun()) {
    std::signal(signal, SIG_DFL);
    raise(signal);
    return;
  }
  char reason[96]; // no std::string: the code may have crashed inside of malloc
  const char *where = Memory.state->assuming ? "an assumption about the inputs: " : "";
  std::snprintf(reason, sizeof reason, "%ssignal %d (SIG%s)", where, signal, sigabbrev_np(signal));
  noteCrash(reason);
  longjmp(Memory.outOfRun, Crashed);
}

} // namespace

void catchFatalSignals() {
  searchThread = gettid();
  static unsigned char stack[1 << 16]; // a stack overflow leaves no room for a handler
  stack_t alternate{};
  alternate.ss_sp = stack;
  alternate.ss_size = sizeof stack;
  sigaltstack(&alternate, nullptr);
  for (int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP}) {
    struct sigaction action{};
    action.sa_sigaction = onFatalSignal;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    sigaction(signal, &action, nullptr);
  }
}

void noteCrash(std::string_view reason) {
  SearchState &state = *Memory.state;
  // The code may have written over all this: nothing here goes by what it says.
  uint32_t notes = std::min(state.crashNotes, MaxCrashNotes);
  for (unsigned i = 0; i < notes; ++i)
    if (std::string_view kept(state.crashes[i].reason,
                              strnlen(state.crashes[i].reason, sizeof(CrashNote::reason)));
        reason == kept) {
      ++state.crashes[i].count;
      return;
    }
  if (notes == MaxCrashNotes)
    return;
  CrashNote &note = state.crashes[notes];
  note.count = 1;
  size_t length = std::min(reason.size(), sizeof note.reason - 1);
  std::memcpy(note.reason, reason.data(), length);
  note.reason[length] = 0;
  std::memcpy(Memory.crashed + notes * Memory.inputSize, Memory.current, Memory.inputSize);
  state.crashNotes = notes + 1;
}

} // namespace ariadne

using namespace ariadne;

extern "C" void __ariadne_undefined(const char *name) {
  if (!Memory.state || !canLeaveRun())
    _exit(127);
  noteCrash(std::string("called ") + name + ", which is defined nowhere");
  longjmp(Memory.outOfRun, LeftRun);
}

extern "C" void __ariadne_out_of_fuel() {
  if (!Memory.module) // other modes run probed code, too: the initialisers of a library
    return;
  *Memory.module->fuel = FuelPerRun;
  if (!canLeaveRun())
    return;
  noteCrash("did not end within " + std::to_string(FuelPerRun) + " rounds of its loops");
  longjmp(Memory.outOfRun, LeftRun);
}
