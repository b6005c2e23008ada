#include "runtime/sandbox/child.h"

#include "runtime/sandbox/patience.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <malloc.h>
#include <poll.h>
#include <sched.h>
#include <stdexcept>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace ariadne {
namespace {

constexpr uint64_t Finished = 0x6669'6e69'7368'6564; // not a value that stray writes leave
constexpr int Interrupted = 130;

std::vector<int> hidden;
volatile sig_atomic_t parent; // our own pid, for handlers that a child inherits for a moment

// Live children, for the signal handler: no lock, no allocation. More than these die with us by
// PR_SET_PDEATHSIG.
std::atomic<pid_t> live[64];

void remember(pid_t pid, pid_t instead) {
  for (std::atomic<pid_t> &slot : live) {
    pid_t expected = instead;
    if (slot.compare_exchange_strong(expected, pid))
      return;
  }
}

void onInterrupt(int) {
  if (getpid() == parent)
    for (std::atomic<pid_t> &slot : live)
      if (pid_t pid = slot) {
        kill(-pid, SIGKILL);
        waitpid(pid, nullptr, 0);
      }
  _exit(Interrupted);
}

std::runtime_error failure(const char *what) {
  return std::runtime_error(std::string(what) + ": " + std::strerror(errno));
}

uint64_t addressSpaceInUse() {
  unsigned long pages = 0;
  if (FILE *statm = std::fopen("/proc/self/statm", "re")) {
    if (std::fscanf(statm, "%lu", &pages) != 1)
      pages = 0;
    std::fclose(statm);
  }
  return pages * uint64_t(sysconf(_SC_PAGESIZE));
}

void leaveFiles() {
  for (int fd : hidden)
    close(fd);
  dup2(STDOUT_FILENO, STDERR_FILENO); // stdin and stdout are /dev/null already
}

void separateFromParent() {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) // it died before we asked
    _exit(Interrupted);
  signal(SIGTERM, SIG_DFL);
  signal(SIGINT, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  leaveFiles();
}

[[noreturn]] void runChild(const std::function<void()> &body, const Limits &limits, uint64_t memory,
                           SharedNotes &notes) noexcept {
  separateFromParent();
  enterSandbox(limits, memory, notes);
  body();
  notes.finished = Finished;
  _exit(0);
}

void takeSignals() {
  signal(SIGCHLD, SIG_DFL); // whoever ignores it would make us lose how children ended
  struct sigaction action{};
  action.sa_handler = onInterrupt;
  sigaction(SIGTERM, &action, nullptr);
  sigaction(SIGINT, &action, nullptr);
}

timespec toTimespec(double seconds) {
  time_t whole = time_t(seconds);
  return {whole, long((seconds - double(whole)) * 1e9)};
}

double now() {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
}

// True as soon as the child has ended (it is not reaped), false after `seconds`.
bool hasEnded(const Child &child, double seconds) {
  double deadline = now() + seconds;
  for (;;) {
    double left = std::max(0.0, deadline - now());
    if (child.pidfd >= 0) {
      pollfd ready{child.pidfd, POLLIN, 0};
      timespec timeout = toTimespec(left);
      int count = ppoll(&ready, 1, &timeout, nullptr);
      if (count >= 0 || errno != EINTR)
        return count > 0;
      continue;
    }
    siginfo_t info{};
    waitid(P_PID, id_t(child.pid), &info, WEXITED | WNOHANG | WNOWAIT);
    if (info.si_pid == child.pid)
      return true;
    if (left == 0)
      return false;
    timespec pause = toTimespec(std::min(left, 1e-3)); // old kernel, no pidfd: look now and then
    nanosleep(&pause, nullptr);
  }
}

// The child has ended or got SIGKILL. Its group goes with it, also where no filter kept it from forking: the
// group is killed before the leader is reaped, while its number cannot belong to anybody else.
int reap(Child &child) {
  kill(-child.pid, SIGKILL);
  int status = 0;
  while (waitpid(child.pid, &status, 0) < 0 && errno == EINTR) {
  }
  int ignored;
  while (waitpid(-child.pid, &ignored, 0) > 0 || errno == EINTR) {
  }
  remember(0, child.pid);
  if (child.pidfd >= 0)
    close(child.pidfd);
  child.pidfd = -1;
  child.pid = -1;
  return status;
}

Ending toEnding(int status, const SharedNotes &notes) {
  if (WIFSIGNALED(status))
    return {Ending::Signal, WTERMSIG(status)};
  if (WEXITSTATUS(status) == 0 && notes.finished == Finished)
    return {Ending::Returned};
  return {Ending::Exit, WEXITSTATUS(status)};
}

} // namespace

std::string describe(const Ending &ending) {
  char text[64];
  switch (ending.kind) {
  case Ending::Returned:
    return "returned";
  case Ending::Signal:
    if (const char *name = sigabbrev_np(ending.code))
      std::snprintf(text, sizeof text, "signal %d (SIG%s)", ending.code, name);
    else
      std::snprintf(text, sizeof text, "signal %d", ending.code);
    return text;
  case Ending::Exit:
    std::snprintf(text, sizeof text, "exit(%d)", ending.code);
    return text;
  case Ending::Timeout:
    std::snprintf(text, sizeof text, "no answer within %g s of processor time", ending.limit);
    return text;
  case Ending::Sleep:
    std::snprintf(text, sizeof text, "no answer within %g s of sleep", ending.limit);
    return text;
  }
  return "";
}

void prepareParent() {
  prctl(PR_SET_PDEATHSIG, SIGTERM); // when whoever started us is gone, nobody is left to tell
  parent = getpid();
  prctl(PR_SET_CHILD_SUBREAPER, 1); // what a child leaves behind comes to us, to be reaped with its group
  takeSignals();
  prepareSandbox();
}

void hideFromChildren(int fd) { hidden.push_back(fd); }

void *mapShared(size_t bytes) {
  void *memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    throw failure("shared memory");
  return memory;
}

Child startChild(const std::function<void()> &body, const Limits &limits, SharedNotes *notes) {
  notes->sandboxed = 0;
  notes->denied = 0;
  notes->finished = 0;
  uint64_t memory = addressSpaceInUse();
  pid_t pid = fork();
  if (pid < 0)
    throw failure("fork");
  if (pid == 0)
    runChild(body, limits, memory, *notes);
  remember(pid, 0);
  setpgid(pid, pid); // the child does it too: whoever comes first, the group exists before we use it
  return {pid, int(syscall(SYS_pidfd_open, pid, 0)), notes};
}

void runConfined(const std::function<void()> &body) {
  // A thread's own arena would be address space that children get on top of their limit.
  mallopt(M_ARENA_MAX, 1);
  std::thread thread([&] {
    unshare(CLONE_FILES | CLONE_FS); // it may close what it likes: its own copies
    leaveFiles();
    confineThread();
    body();
  });
  thread.join();
  takeSignals();
}

std::optional<Ending> pollChild(Child &child, double seconds) {
  if (!hasEnded(child, seconds))
    return std::nullopt;
  return toEnding(reap(child), *child.notes);
}

Ending killChild(Child &child, const Ending &late) {
  if (std::optional<Ending> ended = pollChild(child, 0))
    return *ended;
  kill(child.pid, SIGKILL);
  reap(child);
  return late;
}

Ending waitChild(Child &child, double seconds) {
  constexpr double Look = 0.02;
  Patience patience(child);
  for (;;) {
    if (std::optional<Ending> ended = pollChild(child, Look))
      return *ended;
    if (std::optional<Ending> late = patience.usedUp(seconds))
      return killChild(child, *late);
  }
}

} // namespace ariadne
