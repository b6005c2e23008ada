#include "machine/traps.h"

#include <cstddef>
#include <cstring>

namespace ariadne {

uint32_t kindsOf(uint32_t flags) {
  uint32_t kinds = 0;
  for (const KindFlag &row : KindFlags)
    kinds |= flags & row.flag ? row.kind : 0;
  return kinds;
}

void FloatStep::start(mcontext_t &context) {
  at = uintptr_t(context.gregs[REG_RIP]);
  before = context.fpregs->mxcsr;
  context.fpregs->mxcsr = (before & ~FpFlags) | MxcsrMasks;
}

uint32_t FloatStep::finish(mcontext_t &context) {
  // The flags of the masked execution say what happened; those of the trap are mixed with sticky ones. None
  // of those that trap means an underflow without loss, which only traps.
  uint32_t raised = context.fpregs->mxcsr & FpFlags;
  uint32_t sticky = before & FpFlags;
  bool exactUnderflow = !(raised & FpTrapped);
  if (exactUnderflow && !underflowed)
    sticky &= ~FpUnderflow; // set by the trap alone
  underflowed |= raised & FpUnderflow;
  context.fpregs->mxcsr = (before & ~FpFlags) | sticky | raised;
  at = 0;
  return exactUnderflow ? uint32_t(ARIADNE_UNDERFLOW) : kindsOf(raised);
}

namespace {

constexpr uint16_t StackFault = 0x40, Summary = 0x80, Busy = 0x8000; // of the status word

bool isPrefix(uint8_t byte) {
  switch (byte) {
  case 0x26:
  case 0x2e:
  case 0x36:
  case 0x3e:
  case 0x64:
  case 0x65:
  case 0x66:
  case 0x67:
  case 0xf2:
  case 0xf3:
    return true;
  default:
    return (byte & 0xf0) == 0x40; // REX
  }
}

// An x87 instruction that can raise exceptions. Those that read or write the control or status word are not
// to be watched: they must see the program's own.
bool isArithmetic(const uint8_t *code) {
  while (isPrefix(*code))
    ++code;
  if ((code[0] & 0xf8) != 0xd8)
    return false;
  uint8_t modrm = code[1];
  uint8_t operation = (modrm >> 3) & 7;
  bool memory = modrm < 0xc0;
  switch (code[0]) {
  case 0xd9: // fldenv, fldcw, fnstenv, fnstcw
    return !(memory && operation >= 4);
  case 0xdd: // frstor, fnsave, fnstsw
    return !(memory && (operation == 4 || operation >= 6));
  case 0xdb: // fnclex, fninit
    return modrm != 0xe2 && modrm != 0xe3;
  case 0xdf: // fnstsw %ax
    return modrm != 0xe0;
  default:
    return true;
  }
}

// The x87 registers lie before and after MXCSR in the saved state.
void copyX87(_libc_fpstate &to, const _libc_fpstate &from) {
  std::memcpy(&to, &from, offsetof(_libc_fpstate, mxcsr));
  std::memcpy(to._st, from._st, sizeof from._st);
}

} // namespace

void LongDoubleStep::start(mcontext_t &context) {
  at = uintptr_t(context.gregs[REG_RIP]);
  if (!isArithmetic(reinterpret_cast<const uint8_t *>(at)))
    return;
  _libc_fpstate &fp = *context.fpregs;
  copyX87(saved, fp);
  fp.swd = uint16_t(fp.swd & ~(FpFlags | StackFault | Summary | Busy));
  fp.cwd = uint16_t((fp.cwd | FpFlags) & ~FpUnderflow);
  state = Watching;
}

uint32_t LongDoubleStep::finish(mcontext_t &context) {
  if (state == Replaying) {
    state = Idle;
    return 0;
  }
  _libc_fpstate &fp = *context.fpregs;
  uint32_t raised = fp.swd & FpFlags;
  if (raised & FpUnderflow) {
    copyX87(fp, saved);
    context.gregs[REG_RIP] = greg_t(at);
    state = Replaying;
  } else {
    fp.cwd = saved.cwd;
    fp.swd = uint16_t(fp.swd | (saved.swd & (FpFlags | StackFault)));
    state = Idle;
  }
  return kindsOf(raised);
}

} // namespace ariadne
