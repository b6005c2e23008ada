// Runs the function of a spec on each of its inputs, every input in a fresh child, and prints one line for
// each:
//
//   {"abi":1,"mode":"trap","sandbox":"seccomp"}                    first; "none" where seccomp does not work
//   {"input":0,"ended":"returned","output":"<hex>","seconds":1e-06,"denied":null,"events":[...]}
//
// "ended" is as describe() says, or why the run was ended on purpose; an input that the library's assumption
// refuses is not run, and ends "outside the assumptions". "output" is what the buffer held then, in any case;
// "denied" names the first system call that the sandbox refused.
#pragma once

#include "runtime/protocol/output_buffer.h"
#include "runtime/protocol/spec.h"
#include "runtime/sandbox/library.h"
#include "runtime/sandbox/sandbox.h"

#include <functional>
#include <string>
#include <vector>

namespace ariadne {

// What differs between the modes.
struct Mode {
  const char *name;
  Limits limits;
  std::function<void()> reset;                            // parent, before a run
  std::function<void(const void *input, void *out)> call; // child: the run
  std::function<std::string()> cut;                       // parent: why we ended the run ourselves, or empty
  std::function<bool()> again = [] { return false; }; // parent: repeat the run, which must go otherwise now
  std::function<std::string()> events;                // parent: JSON, without the brackets
};

// Runs one input after the other, each in a fresh child.
class Runner {
public:
  Runner(const Spec &spec, const Library &library, const Mode &mode); // prints the first line

  // The fields of the input's line from "ended" to "denied".
  std::string run(const unsigned char *input);

private:
  struct Notes;
  void inChild();

  const Spec &spec;
  const Library &library;
  const Mode &mode;
  std::vector<unsigned char> input; // aligned, which the caller's bytes need not be
  OutputBuffer output;
  Notes *notes;
};

void runAll(const Spec &spec, const Library &library, const Mode &mode);

} // namespace ariadne
