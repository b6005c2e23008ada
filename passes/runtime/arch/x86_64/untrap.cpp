#include "machine/traps.h"

#include <cstdint>
#include <ucontext.h>

namespace ariadne {
namespace {

constexpr uint16_t X87Masks = 0x3f, X87Flags = 0x80ff; // with the summary and busy bits

void onTrap(int signal, siginfo_t *info, void *context) {
  if (!maskFloatTraps(info, context)) {
    std::signal(signal, SIG_DFL);
    raise(signal);
  }
}

} // namespace

bool maskFloatTraps(const siginfo_t *info, void *context) {
  if (info->si_code < FPE_FLTDIV || info->si_code > FPE_FLTSUB)
    return false;
  auto *state = static_cast<ucontext_t *>(context)->uc_mcontext.fpregs;
  state->mxcsr = (state->mxcsr | MxcsrMasks) & ~uint32_t(FpFlags);
  state->cwd |= X87Masks;
  state->swd = uint16_t(state->swd & ~X87Flags);
  return true;
}

void ignoreFloatTraps() {
  struct sigaction action{};
  action.sa_sigaction = onTrap;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGFPE, &action, nullptr);
}

} // namespace ariadne
