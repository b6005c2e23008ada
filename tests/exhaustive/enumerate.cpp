// enumerate LIBRARY SYMBOL FIRST COUNT STRIDE flags|-: calls a reified function on finite floats, by their
// bits, and prints which operation raised which kind, how often, and on which float: `site kind count bits`,
// one a line.
//
// With `flags` each run is also held against what the hardware says at its end (MXCSR), which knows nothing
// of our guards: `mismatch bits hardware guards` for a float on which they differ.
#include "runtime/protocol/abi.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <string>
#include <thread>
#include <vector>
#include <xmmintrin.h>

namespace {

constexpr unsigned MaxSites = 256, Threads = 2;
constexpr uint32_t Infinity = 0x7f800000;
constexpr unsigned NoFlags = 0x1f80;

struct Seen {
  uint64_t count;
  uint32_t bits; // of the first one
};

thread_local Seen seen[MaxSites][ARIADNE_KINDS];
thread_local uint32_t input;  // under way
thread_local uint32_t raised; // kinds of this run

void note(const ariadne_site *site, uint32_t kind) {
  raised |= kind;
  if (site->number >= MaxSites)
    abort();
  Seen &entry = seen[site->number][__builtin_ctz(kind)];
  if (!entry.count++)
    entry.bits = input;
}

struct Mismatch {
  uint32_t bits, hardware, guards;
};

struct Slice {
  uint64_t first, last, stride;
  bool flags;
  std::vector<Seen> result;
  std::vector<Mismatch> mismatches;
};

// Kinds by the flags of SSE: invalid 1, division by zero 4, overflow 8, underflow 16.
uint32_t hardwareKinds() {
  unsigned flags = _mm_getcsr();
  return (flags & 8 ? ARIADNE_OVERFLOW : 0) | (flags & 16 ? ARIADNE_UNDERFLOW : 0) |
         (flags & 4 ? ARIADNE_DIVBYZERO : 0) | (flags & 1 ? ARIADNE_INVALID : 0);
}

// An underflow that loses nothing sets no flag. An infinity that goes on may be invalid later, and
// conversions to short are invalid by the table only.
bool agree(uint32_t hardware, uint32_t guards) {
  constexpr uint32_t same = ARIADNE_OVERFLOW | ARIADNE_DIVBYZERO;
  return (hardware & same) == (guards & same) && !(hardware & ~guards & ARIADNE_UNDERFLOW);
}

void enumerate(ariadne_thunk *call, Slice &slice) {
  alignas(16) unsigned char in[ARIADNE_SLOT] = {}, out[256];
  for (uint64_t i = slice.first; i < slice.last; i += slice.stride) {
    input = uint32_t(i);
    if ((input & 0x7fffffff) >= Infinity)
      continue;
    std::memcpy(in, &input, sizeof input);
    if (!slice.flags) {
      call(in, out);
      continue;
    }
    raised = 0;
    _mm_setcsr(NoFlags);
    call(in, out);
    uint32_t hardware = hardwareKinds();
    if (!agree(hardware, raised) && slice.mismatches.size() < 10)
      slice.mismatches.push_back({input, hardware, raised});
  }
  slice.result.assign(&seen[0][0], &seen[0][0] + MaxSites * ARIADNE_KINDS);
}

int fail(const std::string &message) {
  std::fprintf(stderr, "enumerate: %s\n", message.c_str());
  return 1;
}

} // namespace

extern "C" {
void __ariadne_raise_f32(const ariadne_site *site, uint32_t kind, float, float, float) { note(site, kind); }
void __ariadne_raise_f64(const ariadne_site *site, uint32_t kind, double, double, double) {
  note(site, kind);
}
void __ariadne_raise_f80(const ariadne_site *site, uint32_t kind, long double, long double, long double) {
  note(site, kind);
}
}

int main(int argc, char **argv) {
  if (argc != 7)
    return fail("usage: enumerate LIBRARY SYMBOL FIRST COUNT STRIDE flags|-");
  void *library = dlopen(argv[1], RTLD_NOW);
  if (!library)
    return fail(dlerror());
  auto *call = reinterpret_cast<ariadne_thunk *>(
      dlsym(library, (std::string(ARIADNE_THUNK_PREFIX) + argv[2]).c_str()));
  if (!call)
    return fail(dlerror());
  uint64_t first = std::strtoull(argv[3], nullptr, 0), count = std::strtoull(argv[4], nullptr, 0);
  uint64_t stride = std::strtoull(argv[5], nullptr, 0);
  bool flags = !std::strcmp(argv[6], "flags");

  // Interleaved blocks would balance better, but halves do: the negative floats cost as much as the positive
  // ones.
  Slice slices[Threads];
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < Threads; ++i) {
    uint64_t from = first + count / Threads / stride * stride * i;
    uint64_t to = i + 1 < Threads ? first + count / Threads / stride * stride * (i + 1) : first + count;
    slices[i] = {from, to, stride, flags, {}, {}};
    threads.emplace_back(enumerate, call, std::ref(slices[i]));
  }
  for (std::thread &thread : threads)
    thread.join();

  for (unsigned site = 0; site < MaxSites; ++site)
    for (unsigned kind = 0; kind < ARIADNE_KINDS; ++kind) {
      uint64_t times = 0;
      uint32_t bits = 0;
      for (const Slice &slice : slices)
        if (const Seen &entry = slice.result[site * ARIADNE_KINDS + kind]; entry.count) {
          bits = times ? bits : entry.bits;
          times += entry.count;
        }
      if (times)
        std::printf("%u %u %llu %#x\n", site, 1u << kind, (unsigned long long)times, bits);
    }
  for (const Slice &slice : slices)
    for (const Mismatch &mismatch : slice.mismatches)
      std::printf("mismatch %#x %u %u\n", mismatch.bits, mismatch.hardware, mismatch.guards);
  return 0;
}
