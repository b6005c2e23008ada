// One child process that runs analysed code, and how it ended. Whatever the code does (crash, hang, exit,
// close its files, fork, allocate, print without end) must stay in the child: results come back through
// shared memory only.
#pragma once

#include "runtime/sandbox/sandbox.h"

#include <functional>
#include <optional>
#include <string>
#include <sys/types.h>

namespace ariadne {

struct Ending {
  enum Kind { Returned, Signal, Exit, Timeout, Sleep } kind;
  int code = 0;     // of Signal and Exit
  double limit = 0; // of Timeout and Sleep, in seconds: the one that was applied
  bool isLate() const { return kind == Timeout || kind == Sleep; }
};

// "returned", "signal 11 (SIGSEGV)", "exit(3)", "no answer within 1 s of processor time" or "no answer
// within 1 s of sleep".
std::string describe(const Ending &ending);

struct Child {
  pid_t pid;
  int pidfd; // -1 where the kernel has none
  SharedNotes *notes;
};

// Once, before anything else here: signal handlers and the sandbox. SIGTERM and SIGINT from now on kill the
// children and end the process with code 130.
void prepareParent();

// A descriptor that children must not have. stdin, stdout and stderr are /dev/null for them anyway.
void hideFromChildren(int fd);

// Memory that parent and children share, zeroed, for the life of the process.
void *mapShared(size_t bytes);
template <class T> T *mapShared() { return static_cast<T *>(mapShared(sizeof(T))); }

// Forks; the child enters the sandbox, runs `body` and ends. An exception that leaves `body` aborts the
// child. `notes` is reset. Only one child may use the same notes at a time.
Child startChild(const std::function<void()> &body, const Limits &limits, SharedNotes *notes);

// Runs `body` in a thread of our own process that may not do what a child may not, nor set timers, and undoes
// what it did to files and signal handlers. For code that has to run in the parent, once it has come back in
// a child.
void runConfined(const std::function<void()> &body);

// Waits at most `seconds`. Nothing if it still runs then; otherwise it is gone, with all that it started.
std::optional<Ending> pollChild(Child &child, double seconds);

// Kills it; the ending is `late`, unless it has just ended by itself.
Ending killChild(Child &child, const Ending &late);

// Until it ends or has used up its time, which patience.h measures.
Ending waitChild(Child &child, double seconds);

} // namespace ariadne
