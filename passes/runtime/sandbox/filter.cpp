#include "runtime/sandbox/filter.h"

#include "runtime/arch/machine.h"

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <fcntl.h>
#include <initializer_list>
#include <linux/audit.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <map>
#include <stdexcept>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

namespace ariadne {
namespace {

struct Call {
  int number;
  const char *name;
};

#define CALL(NAME) {SYS_##NAME, #NAME}

// Allowed whatever the arguments: they have no effect outside of the process, and none on files. Whatever is
// not named here or in conditionalCalls() is denied, also calls that later kernels bring.
constexpr int Allowed[] = {
    // reading, and descriptors that it has already (/dev/null, and what it opened for reading)
    SYS_read, SYS_write, SYS_readv, SYS_writev, SYS_pread64, SYS_preadv, SYS_preadv2, SYS_close,
    SYS_close_range, SYS_lseek, SYS_stat, SYS_fstat, SYS_lstat, SYS_newfstatat, SYS_statx, SYS_statfs,
    SYS_fstatfs, SYS_access, SYS_faccessat, SYS_faccessat2, SYS_readlink, SYS_readlinkat, SYS_getdents,
    SYS_getdents64, SYS_getcwd, SYS_chdir, SYS_fchdir, SYS_dup, SYS_dup2, SYS_dup3, SYS_pipe, SYS_pipe2,
    SYS_poll, SYS_ppoll, SYS_select, SYS_pselect6, SYS_epoll_create, SYS_epoll_create1, SYS_epoll_ctl,
    SYS_epoll_wait, SYS_epoll_pwait, SYS_epoll_pwait2, SYS_eventfd, SYS_eventfd2, SYS_timerfd_create,
    SYS_timerfd_settime, SYS_timerfd_gettime, SYS_fadvise64, SYS_readahead, SYS_umask, SYS_fsync,
    SYS_fdatasync,
    // memory
    SYS_mmap, SYS_munmap, SYS_mremap, SYS_mprotect, SYS_madvise, SYS_brk, SYS_msync, SYS_mincore, SYS_mlock,
    SYS_mlock2, SYS_munlock, SYS_mlockall, SYS_munlockall, SYS_membarrier, SYS_mbind, SYS_get_mempolicy,
    SYS_set_mempolicy, SYS_pkey_alloc, SYS_pkey_free, SYS_pkey_mprotect,
    // time
    SYS_gettimeofday, SYS_time, SYS_clock_gettime, SYS_clock_getres, SYS_clock_nanosleep, SYS_nanosleep,
    SYS_times, SYS_alarm, SYS_setitimer, SYS_getitimer, SYS_timer_create, SYS_timer_settime,
    SYS_timer_gettime, SYS_timer_getoverrun, SYS_timer_delete, SYS_pause,
    // threads, signals to itself, and what the process may know of itself
    SYS_futex, SYS_set_tid_address, SYS_set_robust_list, SYS_get_robust_list, SYS_rseq, SYS_gettid,
    SYS_sched_yield, SYS_sched_getaffinity, SYS_sched_getparam, SYS_sched_getscheduler, SYS_sched_getattr,
    SYS_sched_get_priority_max, SYS_sched_get_priority_min, SYS_sched_rr_get_interval, SYS_getcpu,
    SYS_arch_prctl, SYS_exit, SYS_exit_group, SYS_restart_syscall, SYS_rt_sigreturn, SYS_rt_sigpending,
    SYS_rt_sigsuspend, SYS_rt_sigtimedwait, SYS_sigaltstack, SYS_signalfd, SYS_signalfd4, SYS_getpid,
    SYS_getppid, SYS_getpgid, SYS_getpgrp, SYS_getsid, SYS_getuid, SYS_geteuid, SYS_getgid, SYS_getegid,
    SYS_getresuid, SYS_getresgid, SYS_getgroups, SYS_getrlimit, SYS_getrusage, SYS_getpriority, SYS_capget,
    SYS_uname, SYS_sysinfo, SYS_getrandom, SYS_wait4, SYS_waitid};

// Names for messages: those that somebody may try.
constexpr Call Named[] = {CALL(fork),
                          CALL(vfork),
                          CALL(execve),
                          CALL(execveat),
                          CALL(setsid),
                          CALL(setpgid),
                          CALL(ptrace),
                          CALL(process_vm_readv),
                          CALL(process_vm_writev),
                          CALL(process_madvise),
                          CALL(pidfd_open),
                          CALL(pidfd_send_signal),
                          CALL(pidfd_getfd),
                          CALL(kcmp),
                          CALL(creat),
                          CALL(openat2),
                          CALL(open_by_handle_at),
                          CALL(unlink),
                          CALL(unlinkat),
                          CALL(rename),
                          CALL(renameat),
                          CALL(renameat2),
                          CALL(rmdir),
                          CALL(mkdir),
                          CALL(mkdirat),
                          CALL(link),
                          CALL(linkat),
                          CALL(symlink),
                          CALL(symlinkat),
                          CALL(mknod),
                          CALL(mknodat),
                          CALL(truncate),
                          CALL(ftruncate),
                          CALL(fallocate),
                          CALL(chmod),
                          CALL(fchmod),
                          CALL(fchmodat),
                          CALL(chown),
                          CALL(fchown),
                          CALL(lchown),
                          CALL(fchownat),
                          CALL(utime),
                          CALL(utimes),
                          CALL(utimensat),
                          CALL(futimesat),
                          CALL(setxattr),
                          CALL(lsetxattr),
                          CALL(fsetxattr),
                          CALL(removexattr),
                          CALL(lremovexattr),
                          CALL(fremovexattr),
                          CALL(memfd_create),
                          CALL(fanotify_init),
                          CALL(socket),
                          CALL(connect),
                          CALL(bind),
                          CALL(listen),
                          CALL(shmget),
                          CALL(msgget),
                          CALL(semget),
                          CALL(mq_open),
                          CALL(mq_unlink),
                          CALL(add_key),
                          CALL(request_key),
                          CALL(keyctl),
                          CALL(io_uring_setup),
                          CALL(setuid),
                          CALL(setgid),
                          CALL(setreuid),
                          CALL(setregid),
                          CALL(setresuid),
                          CALL(setresgid),
                          CALL(setgroups),
                          CALL(setfsuid),
                          CALL(setfsgid),
                          CALL(capset),
                          CALL(setrlimit),
                          CALL(setpriority),
                          CALL(sched_setscheduler),
                          CALL(sched_setparam),
                          CALL(sched_setattr),
                          CALL(ioprio_set),
                          CALL(unshare),
                          CALL(setns),
                          CALL(mount),
                          CALL(umount2),
                          CALL(move_mount),
                          CALL(open_tree),
                          CALL(fsopen),
                          CALL(fsmount),
                          CALL(fsconfig),
                          CALL(fspick),
                          CALL(mount_setattr),
                          CALL(pivot_root),
                          CALL(chroot),
                          CALL(swapon),
                          CALL(swapoff),
                          CALL(reboot),
                          CALL(sethostname),
                          CALL(setdomainname),
                          CALL(init_module),
                          CALL(finit_module),
                          CALL(delete_module),
                          CALL(kexec_load),
                          CALL(kexec_file_load),
                          CALL(iopl),
                          CALL(ioperm),
                          CALL(settimeofday),
                          CALL(clock_settime),
                          CALL(adjtimex),
                          CALL(clock_adjtime),
                          CALL(acct),
                          CALL(quotactl),
                          CALL(bpf),
                          CALL(perf_event_open),
                          CALL(userfaultfd),
                          CALL(syslog),
                          CALL(vhangup),
                          CALL(kill),
                          CALL(tkill),
                          CALL(tgkill),
                          CALL(rt_sigqueueinfo),
                          CALL(rt_tgsigqueueinfo),
                          CALL(open),
                          CALL(openat),
                          CALL(clone),
                          CALL(prlimit64),
                          CALL(prctl),
                          CALL(ioctl),
                          CALL(io_uring_enter),
                          CALL(io_uring_register),
                          CALL(fcntl),
                          CALL(sync),
                          CALL(flock),
                          CALL(sendfile),
                          CALL(splice),
                          CALL(tee),
                          CALL(vmsplice),
                          CALL(copy_file_range),
                          CALL(pwrite64),
                          CALL(pwritev),
                          CALL(pwritev2),
                          CALL(socketpair),
                          CALL(inotify_init),
                          CALL(inotify_init1),
                          CALL(seccomp),
                          CALL(personality),
                          CALL(modify_ldt),
                          CALL(landlock_create_ruleset),
                          CALL(landlock_restrict_self),
                          CALL(name_to_handle_at),
                          CALL(getxattr),
                          CALL(shmat),
                          CALL(io_setup),
                          CALL(migrate_pages),
                          CALL(move_pages),
                          CALL(memfd_secret),
                          CALL(lookup_dcookie),
                          {452, "fchmodat2"},
                          {463, "setxattrat"},
                          {466, "removexattrat"},
                          {469, "file_setattr"}};

using Code = std::vector<sock_filter>;

Code operator+(Code a, const Code &b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

Code answer(uint32_t action) { return {BPF_STMT(BPF_RET | BPF_K, action)}; }
const Code Allow = answer(SECCOMP_RET_ALLOW);
const Code Deny = answer(SECCOMP_RET_TRAP); // SIGSYS: the handler notes the call and fails it with EPERM

// The lower half of an argument: all that a flag word or a pid has, and never 0 for a real pointer.
Code argument(unsigned i) {
  return {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, uint32_t(offsetof(seccomp_data, args) + 8 * i))};
}

bool same(const Code &a, const Code &b) {
  return a.size() == 1 && b.size() == 1 && a[0].code == b[0].code && a[0].k == b[0].k;
}

// Offsets that stand for the two common answers, which all jumps share at the end of the program.
constexpr uint8_t ToAllow = 255, ToDeny = 254;

Code jump(uint16_t test, uint32_t constant, const Code &then, const Code &otherwise) {
  Code code = {BPF_JUMP(uint16_t(BPF_JMP | test | BPF_K), constant, 0, 0)};
  auto add = [&](const Code &target) -> uint8_t {
    if (same(target, Allow))
      return ToAllow;
    if (same(target, Deny))
      return ToDeny;
    size_t offset = code.size() - 1;
    if (offset >= ToDeny)
      throw std::logic_error("the system call filter has outgrown its jumps");
    code = code + target;
    return uint8_t(offset);
  };
  code[0].jf = add(otherwise);
  code[0].jt = add(then);
  return code;
}

Code addAnswers(Code code) {
  size_t allow = code.size(), deny = allow + 1;
  auto resolve = [&](uint8_t &offset, size_t from) {
    size_t to = offset == ToAllow ? allow : offset == ToDeny ? deny : from + 1 + offset;
    if (to - from - 1 > UINT8_MAX)
      throw std::logic_error("the system call filter has outgrown its jumps");
    offset = uint8_t(to - from - 1);
  };
  for (size_t i = 0; i < code.size(); ++i)
    if (BPF_CLASS(code[i].code) == BPF_JMP) {
      resolve(code[i].jt, i);
      resolve(code[i].jf, i);
    }
  return code + Allow + Deny;
}

constexpr uint32_t PidHere = 0x70696421; // stands for the pid until the filter is installed

Code toItselfOnly() { return argument(0) + jump(BPF_JEQ, PidHere, Allow, Deny); }
// One of these values of an argument, and no other.
Code oneOf(unsigned i, std::initializer_list<uint32_t> values) {
  Code tests = Deny;
  for (uint32_t value : values)
    tests = jump(BPF_JEQ, value, Allow, tests);
  return argument(i) + tests;
}
Code readingOnly(unsigned flags) {
  return argument(flags) + jump(BPF_JSET, O_ACCMODE | O_CREAT | O_TRUNC, Deny, Allow);
}
// Pretends that the handler was changed. A handler of the program's own would swallow the traps that we live
// by.
Code keepHandlers(bool ownTraps) {
  Code pretend = argument(1) + jump(BPF_JEQ, 0, Allow, answer(SECCOMP_RET_ERRNO | 0)); // 0: it only asks
  Code rest = ownTraps ? jump(BPF_JEQ, SIGFPE, pretend, jump(BPF_JEQ, SIGTRAP, pretend, Allow)) : Allow;
  return argument(0) + jump(BPF_JEQ, SIGSYS, pretend, rest);
}

std::map<int, Code> conditionalCalls(bool ownTraps) {
  return {
      {SYS_kill, toItselfOnly()},
      {SYS_tkill, toItselfOnly()},
      {SYS_tgkill, toItselfOnly()},
      {SYS_rt_sigqueueinfo, toItselfOnly()},
      {SYS_rt_tgsigqueueinfo, toItselfOnly()},
      {SYS_sched_setaffinity, oneOf(0, {0})}, // its own
      {SYS_open, readingOnly(1)},
      {SYS_openat, readingOnly(2)},
      {SYS_clone, argument(0) + jump(BPF_JSET, CLONE_THREAD, Allow, Deny)},
      {SYS_prlimit64, argument(2) + jump(BPF_JEQ, 0, Allow, Deny)},
      {SYS_prctl, oneOf(0, {PR_SET_NAME, PR_GET_NAME, PR_GET_DUMPABLE, PR_GET_PDEATHSIG, PR_GET_SECCOMP,
                            PR_GET_NO_NEW_PRIVS, PR_GET_TIMERSLACK, PR_CAPBSET_READ, PR_SET_VMA})},
      {SYS_ioctl, oneOf(1, {TCGETS, TIOCGWINSZ, FIONREAD})}, // what isatty and the like ask
      {SYS_fcntl, oneOf(1, {F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_SETFL})},
      // The C library takes ENOSYS as "use clone", where flags can be seen; it would pass any other error on.
      {SYS_clone3, answer(SECCOMP_RET_ERRNO | ENOSYS)},
      {SYS_rt_sigaction, keepHandlers(ownTraps)},
      {SYS_rt_sigprocmask, Deny}, // not really: the handler does it in our place
  };
}

// A leaf of the decision tree holds for all numbers from `first` up to the next leaf.
struct Leaf {
  uint32_t first;
  Code code;
};

// Binary search, and short. The kernel compiles a filter and tries it on every system call there is when it
// is installed, which happens once per child: as a plain chain of comparisons this took three times as long
// as the fork itself.
Code decide(const Leaf *begin, const Leaf *end) {
  if (end - begin == 1)
    return begin->code;
  const Leaf *middle = begin + (end - begin) / 2;
  return jump(BPF_JGE, middle->first, decide(middle, end), decide(begin, middle));
}

} // namespace

Filter buildFilter(FilterFor whom) {
  std::map<int, Code> special = conditionalCalls(whom == FilterFor::TrappingChild);
  if (whom == FilterFor::Parent)
    for (int timer : {SYS_alarm, SYS_setitimer, SYS_timer_create})
      special[timer] = Deny;
  for (int number : Allowed)
    special.try_emplace(number, Allow);
  std::vector<Leaf> leaves = {{0, Deny}};
  auto startLeaf = [&](uint32_t first, const Code &code) {
    if (leaves.back().first == first)
      leaves.pop_back();
    if (leaves.empty() || !same(leaves.back().code, code))
      leaves.push_back({first, code});
  };
  for (const auto &[number, code] : special) {
    startLeaf(uint32_t(number), code);
    startLeaf(uint32_t(number) + 1, Deny);
  }

  Code loadNumber = {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, uint32_t(offsetof(seccomp_data, nr)))};
  Code loadArch = {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, uint32_t(offsetof(seccomp_data, arch)))};
  Code byNumber = loadNumber + decide(leaves.data(), leaves.data() + leaves.size());
  Filter filter{addAnswers(loadArch + jump(BPF_JEQ, AuditArchitecture, byNumber, Deny)), {}};
  for (size_t i = 0; i < filter.code.size(); ++i)
    if (filter.code[i].k == PidHere)
      filter.ownPid.push_back(i);
  return filter;
}

std::string callName(int number) {
  for (const Call &call : Named)
    if (call.number == number)
      return call.name;
  return "system call " + std::to_string(number);
}

} // namespace ariadne
