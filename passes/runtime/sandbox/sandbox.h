// What keeps analysed code from doing harm: limits on resources, and a seccomp filter that turns system calls
// with an effect outside of the process into an error. The program goes on, and the first denied call is
// noted.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

namespace ariadne {

struct Limits {
  uint64_t memoryMb = 1024; // of address space, above what the process uses already
  bool ownTraps = false;    // SIGFPE and SIGTRAP are ours: the program's own handlers for them are ignored
};

// What a child tells about itself. It lies in memory shared with hostile code: the parent believes none of it
// blindly.
struct SharedNotes {
  std::atomic<uint32_t> sandboxed; // the filter is in place
  std::atomic<int32_t> denied;     // 1 + number of the first system call that was denied
  std::atomic<uint64_t> finished;  // set last, by a body that returned
};

// Once, in the parent: builds the filter and installs the handler that children inherit.
void prepareSandbox();

// In a fresh child, once. `memoryInUse`: bytes of address space of the parent.
void enterSandbox(const Limits &limits, uint64_t memoryInUse, SharedNotes &notes);

// The same filter for the calling thread alone, for initialisers that have to run in the parent.
void confineThread();

// Name of the first system call that was denied, or empty.
std::string deniedCall(const SharedNotes &notes);

} // namespace ariadne
