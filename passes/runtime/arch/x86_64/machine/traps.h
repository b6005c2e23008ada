// How one floating-point instruction that trapped is executed after all, as it would have been without traps,
// from inside of signal handlers. Everything here works on the registers that the kernel saved for the
// handler.
//
// The program must not notice: its control words and sticky flags have, after each instruction, the value
// they would have had, but for the masks of MXCSR.
#pragma once

#include "runtime/protocol/abi.h"

#include <cfenv>
#include <csignal>
#include <cstdint>
#include <ucontext.h>
#include <unistd.h>
#include <x86intrin.h>

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
class FloatStep {
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
class LongDoubleStep {
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

inline constexpr greg_t TrapFlag = 0x100;   // of EFLAGS: a trap after each instruction
inline constexpr greg_t DebugException = 1; // vector of #DB
inline constexpr greg_t SimdException = 19; // vector of #XM

inline bool isFloatTrap(const siginfo_t &info, const mcontext_t &context) {
  return info.si_code > 0 && context.gregs[REG_TRAPNO] == SimdException;
}
// Not told by TRAP_TRACE: virtual machines lose that now and then.
inline bool isStep(const siginfo_t &info, const mcontext_t &context) {
  return info.si_code > 0 && context.gregs[REG_TRAPNO] == DebugException;
}
inline uintptr_t codeAddress(const mcontext_t &context) { return uintptr_t(context.gregs[REG_RIP]); }
inline void setStepping(mcontext_t &context, bool on) {
  context.gregs[REG_EFL] = on ? context.gregs[REG_EFL] | TrapFlag : context.gregs[REG_EFL] & ~TrapFlag;
}
inline void unmaskTraps(mcontext_t &context) { context.fpregs->mxcsr &= ~MxcsrTrapped; }

// Of the calling thread, from here on.
inline void startStepping() { __writeeflags(__readeflags() | TrapFlag); }
inline void unmaskTraps() { _mm_setcsr(_mm_getcsr() & ~MxcsrTrapped); }
inline void maskTraps() { _mm_setcsr(_mm_getcsr() | MxcsrMasks); }
inline bool trapsAreMasked() { return (_mm_getcsr() & MxcsrTrapped) != 0; }
inline void clearFloatFlags() { _mm_setcsr(_mm_getcsr() & ~uint32_t(FpFlags)); }
inline uint32_t trapMasks() { return _mm_getcsr(); }
inline void setTrapMasks(uint32_t masks) { _mm_setcsr((_mm_getcsr() & ~MxcsrMasks) | (masks & MxcsrMasks)); }

// Ends the process by the signal whose handler we are in: a fault while its signal is blocked cannot be
// handled. (The sandbox would not let us reset the handler.)
[[noreturn]] inline void dieByFpe() {
  asm volatile("xorl %%ecx, %%ecx\n\tdivl %%ecx" ::: "eax", "ecx", "edx");
  _exit(128 + SIGFPE);
}
[[noreturn]] inline void dieByTrap() {
  asm volatile("int3");
  _exit(128 + SIGTRAP);
}

// Programs that unmask floating-point exceptions themselves (feenableexcept) would die of the first one.
// Where we only want to see how they compute, the trap is masked again and the operation gives its default
// result.

// For handlers of SIGFPE: masks what trapped in the interrupted code. False for integer faults.
bool maskFloatTraps(const siginfo_t *info, void *context);

// A handler that does just that; integer faults kill as ever.
void ignoreFloatTraps();

} // namespace ariadne
