// The way of an exception, in the child:
//
//   instruction ── #XM ──► onFpe: mask everything, set the trap flag
//        └── executes, masked ── #DB ──► onStep: note the event, unmask, clear the trap flag
//
// For x87 code the trap flag is set during the whole call, and onStep looks at each instruction (see
// arch/machine.h).
#include "runtime/confirm/trap.h"

#include "runtime/arch/machine.h"
#include "runtime/confirm/events.h"
#include "runtime/confirm/runs.h"
#include "runtime/confirm/trap_hooks.h"
#include "runtime/sandbox/child.h"
#include "runtime/sandbox/library.h"

#include <csignal>
#include <unistd.h>

namespace ariadne {
namespace {

constexpr uint64_t MaxTraps = 200'000; // of one run: a loop that traps without end says nothing new
constexpr uint64_t Suspended = uint64_t(1) << 32;

struct TrapEvent {
  uint64_t place; // address, as in the object file
  uint32_t kinds;
  uint64_t count;
};

struct Shared {
  EventLog<TrapEvent> log;
  std::atomic<uint32_t> cut;
  std::atomic<uint32_t> masked; // the program has turned the traps off by hand
};

// Set before the children start. Handlers use nothing but these.
Shared *shared;
const Library *library;
bool stepAll;

// Of one child.
bool active;
std::atomic<uint64_t> traps;

// Analysed code may have threads.
struct Thread {
  bool suspended;
  FloatStep step;
  LongDoubleStep longDouble;
};
constinit thread_local Thread self{};

bool inLibrary(uintptr_t address) {
  for (const Range &range : library->text)
    if (range.contains(address))
      return true;
  return false;
}

void note(uintptr_t address, uint32_t kinds) {
  if (++traps > MaxTraps) {
    shared->cut = 1;
    _exit(0);
  }
  if (inLibrary(address)) // what happens in the system's libraries is not an operation of the analysed code
    shared->log.add(address - library->base, kinds, [](TrapEvent &) {});
}

void onFpe(int, siginfo_t *info, void *ucontext) {
  mcontext_t &context = static_cast<ucontext_t *>(ucontext)->uc_mcontext;
  // An integer division by zero, or raise(SIGFPE), is a crash of the analysed code.
  if (!active || !isFloatTrap(*info, context))
    dieByFpe();
  self.step.start(context);
  setStepping(context, true);
}

void onStep(int, siginfo_t *info, void *ucontext) {
  mcontext_t &context = static_cast<ucontext_t *>(ucontext)->uc_mcontext;
  if (!isStep(*info, context)) // a breakpoint instruction, or raise(SIGTRAP)
    dieByTrap();
  if (self.step.pending()) {
    uintptr_t address = self.step.address();
    note(address, self.step.finish(context));
  }
  if (self.longDouble.pending()) {
    if (uint32_t kinds = self.longDouble.finish(context))
      note(self.longDouble.address(), kinds);
    if (self.longDouble.pending()) { // once more, masked
      setStepping(context, true);
      return;
    }
  }
  if (!stepAll || !active || self.suspended) {
    setStepping(context, false);
    return;
  }
  setStepping(context, true); // the program may have cleared it (`popf`)
  unmaskTraps(context);       // and masked the exceptions (`ldmxcsr`)
  if (inLibrary(codeAddress(context)))
    self.longDouble.start(context);
}

void installHandlers() {
  struct sigaction action{};
  action.sa_flags = SA_SIGINFO | SA_ONSTACK; // the stack of the analysed code may be as good as full
  sigaddset(&action.sa_mask, SIGFPE);
  sigaddset(&action.sa_mask, SIGTRAP);
  action.sa_sigaction = onFpe;
  sigaction(SIGFPE, &action, nullptr);
  action.sa_sigaction = onStep;
  sigaction(SIGTRAP, &action, nullptr);
}

void stepIfAsked() {
  std::atomic_signal_fence(std::memory_order_seq_cst); // the handler must see what was decided before
  if (stepAll)
    startStepping();
}

void callWithTraps(const void *input, void *output) {
  active = true;
  clearFloatFlags();
  unmaskTraps();
  stepIfAsked();
  library->call(input, output);
  active = false; // ends the stepping too
  shared->masked = trapsAreMasked();
  maskTraps();
}

std::string eventsAsJson() {
  std::string text;
  for (uint32_t i = 0; i < shared->log.size(); ++i) {
    const TrapEvent &event = shared->log[i];
    text += (i ? ",{\"address\":" : "{\"address\":") + std::to_string(event.place) +
            ",\"kinds\":" + std::to_string(event.kinds) + ",\"count\":" + std::to_string(event.count) + "}";
  }
  return text;
}

// A program that loads MXCSR itself escapes the traps, unless they are set again at every step.
bool repeatWithSteps(bool alwaysStep) {
  bool repeat = shared->masked && !stepAll;
  stepAll = repeat || alwaysStep;
  return repeat;
}

} // namespace

int runTraps(const Spec &spec) {
  Library loaded = loadLibrary(spec);
  library = &loaded;
  stepAll = spec.x87;
  shared = mapShared<Shared>();
  installHandlers();

  Mode mode;
  mode.name = "trap";
  mode.limits.memoryMb = spec.memoryMb;
  mode.limits.ownTraps = true;
  mode.reset = [] {
    shared->log.clear();
    shared->cut = 0;
    shared->masked = 0;
  };
  mode.call = callWithTraps;
  mode.again = [&] { return repeatWithSteps(spec.x87); };
  mode.cut = [] { return std::string(shared->cut ? "cut: too many exceptions" : ""); };
  mode.events = eventsAsJson;
  runAll(spec, loaded, mode);
  return 0;
}

void restoreTraps() {
  if (active && !self.suspended)
    unmaskTraps();
}

} // namespace ariadne

using namespace ariadne;

uint64_t ariadne_trap_suspend(void) {
  if (!active)
    return 0;
  uint64_t state = trapMasks() | (self.suspended ? Suspended : 0);
  self.suspended = true; // the next step, if we are stepping, is the last
  maskTraps();
  return state;
}

void ariadne_trap_resume(uint64_t state, void *return_address, uint32_t kinds) {
  if (!active)
    return;
  if (kinds)
    note(uintptr_t(return_address) - 1, kinds);
  self.suspended = state & Suspended;
  setTrapMasks(uint32_t(state));
  if (!self.suspended)
    stepIfAsked();
}
