// What the code of the trace variant and its runtime agree on.
#pragma once

#include "runtime/protocol/abi.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// What a hook is to record, in one word: bits 0..7 the expression, 8..11 the type of its result, 12..23 those
// of its operands, 24..31 aux, 32.. 1 + number of the site, or 0 if the operation is none.
inline uint64_t ariadne_trace_step(unsigned op, unsigned type, unsigned a, unsigned b, unsigned c,
                                   unsigned aux, uint64_t site) {
  return op | type << 8 | a << 12 | b << 16 | c << 20 | aux << 24 | site << 32;
}

struct ariadne_trace_site {
  uint8_t operation;  // row of operations.def
  uint8_t type;       // of the operands, as expressions.def numbers it
  uint64_t bounds[4]; // of conversions: the row's y and z, low bits first
};

struct ariadne_trace_module {
  uint32_t abi;
  uint32_t sites;
  uint32_t branches;
  const struct ariadne_trace_site *site;
};
#define ARIADNE_TRACE_MODULE "__ariadne_trace_module"

// How many numbers a call can hand on with their expressions; what comes after is concrete.
enum { ARIADNE_TRACE_ARGUMENTS = 128, ARIADNE_TRACE_VARARGS = 32 };

// An argument behind the `...`: where the called function finds it (System V ABI of x86-64).
struct ariadne_trace_vararg {
  uint32_t area; // 0: where registers are saved, 1: on the stack
  uint32_t offset;
  uint32_t type;
  uint32_t node;
};
struct ariadne_trace_varargs {
  uint32_t count;
  uint32_t stack; // bytes of all that are on the stack
  struct ariadne_trace_vararg argument[ARIADNE_TRACE_VARARGS];
};

#ifdef __cplusplus
}
#endif
