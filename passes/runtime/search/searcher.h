// The strategy of the search, as it runs inside a child.
#pragma once

#include "runtime/sandbox/library.h"
#include "runtime/search/state.h"

namespace ariadne {

class Searcher {
public:
  Searcher(const Spec &spec, const Library &library, const std::vector<unsigned char> &seeds,
           Mutator &mutator, void *output, SharedNotes &notes)
      : spec(spec), library(library), seeds(seeds), state(*Memory.state), mutator(mutator), output(output),
        notes(notes) {}

  // Goes on where the shared state says. Returns when it is done, or wants a fresh process.
  void run();

  bool initialise();                // calls the program's own initialisers; false: they did not return
  double evaluate(uint32_t target); // runs the current input: its distance to the target

private:
  bool trySeeds(); // false: a fresh process is wanted first
  void search();
  void sample();
  void simplify();
  void simplifyInput(uint32_t target);

  bool finished(); // and says why in the state
  bool allReached() const;
  void explore();
  void burst(uint32_t target);
  void climb(uint32_t target);
  void bisect(uint32_t target);
  void hop(uint32_t target);
  void scatter(uint32_t target);
  void collectTargets();
  uint32_t pick();
  void copyBase(uint32_t target); // to the current input
  const unsigned char *mate();
  void execute(); // the current input, unless it is outside of the assumptions
  void call();
  bool wantsFreshProcess() const;

  const Spec &spec;
  const Library &library;
  const std::vector<unsigned char> &seeds;
  SearchState &state;
  Mutator &mutator;
  void *output;
  SharedNotes &notes;
  std::vector<uint32_t> candidates; // open targets that some input came near to
  std::vector<uint32_t> known;      // targets with an input worth mating with
  bool idle = false;                // nothing has moved for a while
  unsigned recovered = 0;           // crashes survived by this process
};

} // namespace ariadne
