// System calls of x86-64 in the registers that the kernel saved for a handler of SIGSYS.
#pragma once

#include <cstdint>
#include <linux/audit.h>
#include <ucontext.h>

namespace ariadne {

inline constexpr uint32_t AuditArchitecture =
    AUDIT_ARCH_X86_64; // any other is `int 0x80`, with other numbers

template <unsigned Number> greg_t systemCallArgument(const ucontext_t &context) {
  static_assert(Number < 3, "nobody has asked for the others yet");
  constexpr int Registers[] = {REG_RDI, REG_RSI, REG_RDX};
  return context.uc_mcontext.gregs[Registers[Number]];
}

inline greg_t &systemCallResult(ucontext_t &context) { return context.uc_mcontext.gregs[REG_RAX]; }

} // namespace ariadne
