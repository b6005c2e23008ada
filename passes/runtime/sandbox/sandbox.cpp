#include "runtime/sandbox/sandbox.h"

#include "runtime/arch/machine.h"

#include "runtime/sandbox/filter.h"

#include <cerrno>
#include <csignal>
#include <linux/seccomp.h>
#include <pthread.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

namespace ariadne {
namespace {

constexpr rlim_t StackBytes = 8 << 20;
constexpr rlim_t FileBytes = 1 << 16;
constexpr rlim_t Files = 256;
constexpr int SeccompSignal = 1; // SYS_SECCOMP, which the headers hide

Filter plainFilter, trapFilter, threadFilter;
SharedNotes *notesOfChild; // set in a child that is in the sandbox
uint64_t unblockable;      // signals that the child must always get
alignas(64) char signalStack[1 << 16];

constexpr uint64_t bit(int signal) { return uint64_t(1) << (signal - 1); }

// rt_sigprocmask, but the signals that we live by stay unblocked: a denied call or a trap would end the
// process while its signal is blocked, and the C library blocks everything for a moment when it starts a
// thread or a program.
int changeMask(ucontext_t &context) {
  auto how = systemCallArgument<0>(context);
  const uint64_t *set = reinterpret_cast<const uint64_t *>(systemCallArgument<1>(context));
  uint64_t *old = reinterpret_cast<uint64_t *>(systemCallArgument<2>(context));
  uint64_t *now = reinterpret_cast<uint64_t *>(&context.uc_sigmask); // what the return from the handler sets
  uint64_t before = *now, wanted = set ? *set : 0;
  if (set && how == SIG_BLOCK)
    *now |= wanted;
  else if (set && how == SIG_UNBLOCK)
    *now &= ~wanted;
  else if (set && how == SIG_SETMASK)
    *now = wanted;
  else if (set)
    return -EINVAL;
  *now &= ~unblockable;
  if (old)
    *old = before;
  return 0;
}

// Runs on a denied call: the call fails with EPERM, as if a right were missing, and the program goes on.
void onDenied(int, siginfo_t *info, void *to) {
  ucontext_t &context = *static_cast<ucontext_t *>(to);
  auto &result = systemCallResult(context);
  if (info->si_code != SeccompSignal)
    syscall(SYS_setsid); // raise(SIGSYS): a denied call, while SIGSYS is blocked in here, kills by SIGSYS
  if (info->si_syscall == SYS_rt_sigprocmask) {
    result = changeMask(context);
    return;
  }
  int32_t none = 0;
  if (notesOfChild)
    notesOfChild->denied.compare_exchange_strong(none, info->si_syscall + 1);
  result = -EPERM;
}

// A fork that no filter stopped: the copy must not run on with our shared memory.
void onForkInside() {
  if (notesOfChild)
    _exit(0);
}

void limit(__rlimit_resource resource, rlim_t value) {
  rlimit now;
  if (getrlimit(resource, &now) == 0 && now.rlim_max != RLIM_INFINITY && now.rlim_max < value)
    value = now.rlim_max; // stricter already
  rlimit wanted{value, value};
  setrlimit(resource, &wanted);
}

void limitResources(const Limits &limits, uint64_t memoryInUse) {
  prctl(PR_SET_DUMPABLE, 0); // a limit of 0 alone does not keep a core dump from being piped to a program
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_STACK, StackBytes);
  limit(RLIMIT_NOFILE, Files);
  limit(RLIMIT_AS, memoryInUse + limits.memoryMb * (1 << 20));
  limit(RLIMIT_FSIZE, FileBytes);
  signal(SIGXFSZ, SIG_IGN); // a write beyond the limit then fails with EFBIG
}

bool installFilter(Filter &filter) {
  pid_t self = getpid();
  for (size_t i : filter.ownPid)
    filter.code[i].k = uint32_t(self);
  sock_fprog program{static_cast<unsigned short>(filter.code.size()), filter.code.data()};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

} // namespace

void prepareSandbox() {
  plainFilter = buildFilter(FilterFor::Child);
  trapFilter = buildFilter(FilterFor::TrappingChild);
  threadFilter = buildFilter(FilterFor::Parent);
  pthread_atfork(nullptr, nullptr, onForkInside);

  stack_t stack{};
  stack.ss_sp = signalStack;
  stack.ss_size = sizeof signalStack;
  sigaltstack(&stack, nullptr);
  struct sigaction action{};
  action.sa_sigaction = onDenied;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigaction(SIGSYS, &action, nullptr);
}

void enterSandbox(const Limits &limits, uint64_t memoryInUse, SharedNotes &notes) {
  notesOfChild = &notes;
  unblockable = bit(SIGSYS) | (limits.ownTraps ? bit(SIGFPE) | bit(SIGTRAP) : 0);
  limitResources(limits, memoryInUse);
  notes.sandboxed = installFilter(limits.ownTraps ? trapFilter : plainFilter);
}

void confineThread() {
  unblockable = bit(SIGSYS);
  installFilter(threadFilter);
}

std::string deniedCall(const SharedNotes &notes) {
  int32_t denied = notes.denied;
  return denied ? callName(denied - 1) : "";
}

} // namespace ariadne
