// How one floating-point instruction that trapped is executed after all, as it would have been without traps,
// from inside of signal handlers. Everything here works on the registers that the kernel saved for the
// handler.
//
// The program must not notice: its control words and sticky flags have, after each instruction, the value
// they would have had, but for the masks of MXCSR.
#pragma once

#include "runtime/protocol/abi.h"

#include <cfenv>
#include <cstdint>
#include <ucontext.h>

namespace ariadne {

// The six exceptions have the same bits in MXCSR and in the x87 status and control words.
enum FpFlag : uint32_t {
  FpInvalid = 1,
  FpDenormal = 2,
  FpDivByZero = 4,
  FpOverflow = 8,
  FpUnderflow = 16,
  FpInexact = 32,
  FpFlags = 63,
};
// <fenv.h> has the hardware's bits, so the flags that kinds.def names can be taken as they are.
static_assert(FpInvalid == FE_INVALID && FpDivByZero == FE_DIVBYZERO && FpOverflow == FE_OVERFLOW &&
              FpUnderflow == FE_UNDERFLOW && FpInexact == FE_INEXACT);

struct KindFlag {
  uint32_t kind, flag;
  bool trapped;
  static constexpr bool always = true, explicitly = false; // the words of the table
};
inline constexpr KindFlag KindFlags[] = {
#define KIND(NAME, TEXT, LABEL, FLAG, CODE, CLASS, WEIGHT, ASKED, MEANING)                                   \
  {ARIADNE_##NAME, FLAG, KindFlag::ASKED},
#include "tables/kinds.def"
};
inline constexpr uint32_t FpTrapped = [] {
  uint32_t flags = 0;
  for (const KindFlag &row : KindFlags)
    flags |= row.trapped ? row.flag : 0;
  return flags;
}();
inline constexpr uint32_t MxcsrMaskShift = 7; // masks are flags shifted by this
inline constexpr uint32_t MxcsrMasks = FpFlags << MxcsrMaskShift;
inline constexpr uint32_t MxcsrTrapped = FpTrapped << MxcsrMaskShift;

// Mask of enum ariadne_kind.
uint32_t kindsOf(uint32_t flags);

// SSE and AVX: an unmasked exception faults before the instruction has any effect. It is stepped once with
// all exceptions masked.
class SseStep {
public:
  // On the fault. The caller sets the trap flag.
  void start(mcontext_t &context);
  // After the step: the kinds that the instruction raised.
  uint32_t finish(mcontext_t &context);

  bool pending() const { return at != 0; }
  uintptr_t address() const { return at; }

private:
  uintptr_t at;         // 0: none
  uint32_t before;      // MXCSR when it trapped
  uint32_t underflowed; // the program has seen an underflow flag
};

// x87: an unmasked exception is reported only at the next x87 instruction, with a biased result, or none
// stored. So every instruction is single-stepped. Flags tell of every kind but the exact underflow, which has
// one only while underflow is unmasked: then the registers are put back and the instruction runs again,
// masked.
class X87Step {
public:
  // Before a step of the instruction at the context's rip, which must be in readable text.
  void start(mcontext_t &context);
  // After a step: the kinds raised. If pending() is still true the instruction has to be stepped again.
  uint32_t finish(mcontext_t &context);

  bool pending() const { return state != Idle; }
  uintptr_t address() const { return at; }

private:
  enum State : uint32_t { Idle, Watching, Replaying };

  State state;
  uintptr_t at;
  _libc_fpstate saved; // the x87 part of it
};

} // namespace ariadne
