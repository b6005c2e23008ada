#include "runtime/confirm/record.h"

#include "runtime/arch/machine.h"
#include "runtime/confirm/events.h"
#include "runtime/confirm/hooks.h"
#include "runtime/confirm/runs.h"
#include "runtime/protocol/report.h"
#include "runtime/sandbox/child.h"
#include "runtime/sandbox/library.h"

#include <cstring>
#include <string_view>
#include <type_traits>
#include <unistd.h>

namespace ariadne {
namespace {

struct RaiseEvent {
  uint64_t place; // number of the site
  uint32_t kinds; // one kind
  uint64_t count;
  uint8_t exact, width; // width: bytes of each value
  unsigned char a[16], b[16], r[16];
};

struct Shared {
  EventLog<RaiseEvent> log;
  std::atomic<uint32_t> stopped;
};

Shared *shared; // null outside of this mode
bool stopAtFirst;

template <class T> constexpr uint8_t Width = std::is_same_v<T, long double> ? 10 : sizeof(T);

// Whether an underflow lost nothing: the operation is done once more, watching the inexact flag. Volatile,
// because compilers take neither the flags nor the place of an operation seriously.
template <class T> bool isExact(std::string_view operation, T x, T y, T r) {
  KeepFlags flags;
  volatile T a = x, b = y, result = r;
  if (operation == "fptrunc") {
    volatile bool same = static_cast<long double>(a) == static_cast<long double>(result);
    return same;
  }
  if (operation == "fadd")
    result = a + b;
  else if (operation == "fsub")
    result = a - b;
  else if (operation == "fmul")
    result = a * b;
  else if (operation == "fdiv")
    result = a / b;
  else
    return false; // an elementary function: its results are rounded
  return !flags.inexact();
}

template <class T> void raise(const ariadne_site *site, uint32_t kind, T a, T b, T r) {
  if (!shared)
    return;
  shared->log.add(site->number, kind, [&](RaiseEvent &event) {
    event.exact = kind == ARIADNE_UNDERFLOW && isExact(site->operation_name, a, b, r);
    event.width = Width<T>;
    std::memcpy(event.a, &a, Width<T>);
    std::memcpy(event.b, &b, Width<T>);
    std::memcpy(event.r, &r, Width<T>);
  });
  if (stopAtFirst) {
    shared->stopped = 1;
    _exit(0);
  }
}

std::string eventsAsJson() {
  std::string text;
  for (uint32_t i = 0; i < shared->log.size(); ++i) {
    const RaiseEvent &event = shared->log[i];
    size_t width = std::min<size_t>(event.width, sizeof event.a);
    text += (i ? ",{\"site\":" : "{\"site\":") + std::to_string(event.place) +
            ",\"kind\":" + std::to_string(event.kinds) + ",\"exact\":" + (event.exact ? "true" : "false") +
            ",\"count\":" + std::to_string(event.count) + ",\"a\":\"" + hex(event.a, width) + "\",\"b\":\"" +
            hex(event.b, width) + "\",\"r\":\"" + hex(event.r, width) + "\"}";
  }
  return text;
}

} // namespace

int runRecord(const Spec &spec, bool stop) {
  stopAtFirst = stop;
  Library library = loadLibrary(spec);
  shared = mapShared<Shared>();

  Mode mode;
  mode.name = stop ? "stop" : "record";
  mode.limits.memoryMb = spec.memoryMb;
  mode.reset = [] {
    shared->log.clear();
    shared->stopped = 0;
  };
  mode.call = [call = library.call](const void *input, void *output) {
    ignoreFloatTraps();
    call(input, output);
  };
  mode.cut = [] { return std::string(shared->stopped ? "stopped" : ""); };
  mode.events = eventsAsJson;
  runAll(spec, library, mode);
  return 0;
}

} // namespace ariadne

extern "C" {
void __ariadne_raise_f32(const ariadne_site *site, uint32_t kind, float a, float b, float r) {
  ariadne::raise(site, kind, a, b, r);
}
void __ariadne_raise_f64(const ariadne_site *site, uint32_t kind, double a, double b, double r) {
  ariadne::raise(site, kind, a, b, r);
}
void __ariadne_raise_f80(const ariadne_site *site, uint32_t kind, long double a, long double b,
                         long double r) {
  ariadne::raise(site, kind, a, b, r);
}
}
