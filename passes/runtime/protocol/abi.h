// What the instrumented code and the runtimes agree on. Included by both, so that it cannot drift.
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ARIADNE_ABI_VERSION 1

// Exception kinds: their rows in kinds.def, and bits of a mask.
enum ariadne_kind_row {
#define KIND(NAME, ...) ARIADNE_ROW_##NAME,
#include "tables/kinds.def"
  ARIADNE_KINDS
};
enum ariadne_kind {
#define KIND(NAME, ...) ARIADNE_##NAME = 1 << ARIADNE_ROW_##NAME,
#include "tables/kinds.def"
};

// A site as the reified program carries it. `operation` is the row of operations.def.
struct ariadne_site {
  uint32_t number;
  uint32_t operation;
  uint32_t line;
  uint32_t column;
  const char *file;
  const char *function;
  const char *operation_name;
};

// A function of the analysed program is called through a thunk named ARIADNE_THUNK_PREFIX + its symbol:
//   void thunk(const void *input, void *output)
// Where each scalar lies in the input, and each result in the output, is decided in facts/Signatures.cpp, and
// printed there for all others: today each scalar parameter has a slot of the input, pointers point to
// objects in `output`, which the thunk zeroes first, and the return value is at output + 0.
#define ARIADNE_THUNK_PREFIX "__ariadne_call."
enum { ARIADNE_SLOT = 16 };
// The program's constructors do not run when the library is loaded, but when this is called: void(void).
#define ARIADNE_INITIALISE "__ariadne_initialise"
typedef void ariadne_thunk(const void *input, void *output);
// A function with assumptions about its inputs has ARIADNE_ASSUME_PREFIX + its symbol: 0 if the input is
// outside of them and must not be run.
#define ARIADNE_ASSUME_PREFIX "__ariadne_assume."
typedef int ariadne_assumption(const void *input);

// ---- The probe variant ----
// What its code keeps inline, found by the runtime through one exported descriptor. The arrays that both
// sides write start on a page of their own, so that the runtime can put shared memory in their place.

struct ariadne_probe_site {
  uint8_t operation; // row of operations.def
  uint8_t type;      // 0 float, 1 double, 2 long double
};

struct ariadne_probe_module {
  uint32_t abi;
  uint32_t sites;
  uint32_t compares;
  const struct ariadne_probe_site *site;
  const uint8_t *predicate; // of each comparison, as llvm::CmpInst numbers them
  // The hook of an operation is called only when the magnitude of the watched number (the result; the operand
  // of a conversion), as an integer m, is outside of what is known: m - low > span. A division also when its
  // divisor's magnitude is below `divisor`.
  uint64_t *low;
  uint64_t *span;
  uint64_t *divisor;
  uint8_t *outcomes; // of each comparison: bit 0 it was false, bit 1 it was true; both: no more calls
  int64_t *fuel;     // back edges that the run may still take
};
#define ARIADNE_PROBE_MODULE "__ariadne_probe_module"
enum { ARIADNE_PAGE = 4096 };

#ifdef __cplusplus
}
#endif
