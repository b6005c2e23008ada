// The shared object that holds the analysed program.
#pragma once

#include "runtime/arch/machine.h"
#include "runtime/protocol/abi.h"
#include "runtime/protocol/spec.h"

#include <vector>

namespace ariadne {

struct Range {
  uintptr_t begin, end;
  bool contains(uintptr_t address) const { return begin <= address && address < end; }
};

struct Library {
  void *handle; // of dlopen
  ariadne_thunk *call;
  ariadne_assumption *assume; // about the inputs of the function; null if it has none
  void (*initialise)();       // of the program; null if it has none
  uintptr_t base;             // subtract it from an address to get what the object file says
  std::vector<Range> text;
  bool sandboxed; // seccomp works on this machine
  FloatEnvironment
      floats; // as the initialisers left it: with -ffast-math it flushes subnormals from the start
};

// Gives the calling thread the floating-point environment that the program starts with.
inline void startFloatingPoint(const Library &library) { library.floats.start(); }

// Throws std::runtime_error when it cannot be loaded, has no such thunk, or its initialisers do not come
// back.
Library loadLibrary(const Spec &spec);

} // namespace ariadne
