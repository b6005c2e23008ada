// The seccomp program: which system calls analysed code may make, as BPF.
#pragma once

#include <linux/filter.h>
#include <string>
#include <vector>

namespace ariadne {

struct Filter {
  std::vector<sock_filter> code;
  std::vector<size_t>
      ownPid; // instructions whose constant must become the pid of the process that installs it
};

enum class FilterFor {
  Child,
  TrappingChild, // changing the handlers of SIGFPE and SIGTRAP is silently ignored
  Parent,        // one thread of it: no timers either, which would hit the whole process
};
Filter buildFilter(FilterFor whom);

// Name of a system call that the filter denies; "system call N" for what only the numbers know.
std::string callName(int number);

} // namespace ariadne
