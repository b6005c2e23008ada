// What one invocation of ariadne-run is asked to do: a text file of `key value` lines, written by the Python
// side. In names and paths a newline is written `\n` and a backslash `\\`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ariadne {

struct Spec {
  std::string library;     // shared object that holds the analysed program
  std::string symbol;      // the function to call; its thunk's name follows from abi.h
  uint64_t inputSize = 0;  // bytes of one input
  uint64_t outputSize = 0; // bytes of the output buffer
  std::string inputs;      // file of inputs, one after the other
  uint64_t count = 0;      // number of runs, only when an input has no bytes
  double seconds = 1;      // processor time that one run may take (sandbox/patience.h)
  uint64_t memoryMb = 1024;
  std::vector<std::string> leaves; // CLASS@OFFSET of each scalar in the input
  bool x87 = false; // the function has long doubles; trap: watch them, by single-stepping (slow)

  // exact only
  std::vector<std::string> results; // CLASS@OFFSET in the output: what is reported
  uint64_t precision = 20000;       // bits, at most
  uint64_t digits = 0;              // correct bits wanted of each result; 0: what its type needs
  uint64_t steps = 0;               // operations that are shown, at most; they need a variant that has them

  // trace only
  std::string trace;             // file that gets the trace of the last run
  uint32_t maxNodes = 1'000'000; // expressions, and events, after which nothing more is recorded
  uint32_t maxEvents = 1'000'000;

  // search only
  std::vector<std::string> targets; // goals, as search/targets.h reads them: raise:SITE:KIND
  std::vector<uint64_t> constants;
  std::vector<std::optional<double>> lower, upper; // of each leaf, or nothing at all
  std::string seeds;                               // file of inputs to run first, one after the other
  uint64_t seed = 0;
  uint64_t runs = 0;
  double budget = 0;
  bool sampling = false; // random inputs instead of a search, for comparison
};

// Throws std::runtime_error with `path:line: message` when the file is not exactly as described above.
Spec readSpec(const std::string &path);

// The inputs of a spec: numberOfInputs(...) times inputSize bytes.
std::vector<unsigned char> readInputs(const Spec &spec);
std::vector<unsigned char> readSeeds(const Spec &spec); // none if it does not name any
uint64_t numberOfInputs(const Spec &spec, const std::vector<unsigned char> &inputs);

} // namespace ariadne
