// What a search knows, in memory that outlives its children: a child that dies loses one run.
#pragma once

#include "runtime/sandbox/child.h"
#include "runtime/search/inputs.h"
#include "runtime/search/targets.h"

#include <csetjmp>

namespace ariadne {

// How far the search has come with a target (its row in TargetTable says what it is).
struct Progress {
  double best[2];  // smallest distance so far, for each side of an equality
  uint8_t has;     // bit per side: there is such an input
  uint8_t rank;    // how good the input that reached it is; 0: not reached
  uint8_t topRank; // as good as it can get
  uint32_t fails;  // bursts without success, to share out the effort
};

// Ranks of inputs that raise an exception: a run that returned beats one that crashed, then first in its run
// beats not first, then lost bits beat exact underflow.
enum : uint8_t { RankReached = 1, RankInexact = 1, RankFirst = 2, RankReturned = 4 };
inline bool isFirst(uint8_t rank) { return (rank - RankReached) & RankFirst; }

struct CrashNote {
  char reason[96];
  uint64_t count;
};

enum : uint32_t { StopBudget = 1, StopStalled = 2 };
enum class Phase : uint32_t { Search, Simplify, Done };
enum class StopReason : uint32_t { None, NothingLeft, Stalled, Runs, Budget, Initialisers, NoInput };

// How a run was left other than by returning (values of longjmp).
enum { LeftRun = 1, Crashed = 2 };

constexpr unsigned MaxCrashNotes = 16;

struct SearchState {
  Random random;
  Phase phase;
  StopReason reason;
  uint64_t seedsTried;
  uint64_t runs;
  uint64_t refused;      // inputs outside of the assumptions, which were not run
  uint64_t refusedInRow; // since the last run
  uint64_t lastProgress; // run at which something was reached or came much nearer
  uint32_t reached;      // goals
  uint32_t simplifyNext;
  volatile uint32_t stop; // set by the parent: why to stop
  volatile uint32_t calm; // set by the parent: nothing has moved for a while

  uint64_t attempts() const { return runs + refused; }

  // The run under way.
  bool initialised;     // the program's initialisers returned
  bool raised;          // an exception came already
  bool recovered;       // the process survived a crash of the code ...
  bool brittle;         // ... and one that did hung later: a crash ends the process from then on
  bool inRun;           // analysed code is running
  bool assuming;        // no, only what decides whether it may run on this input
  uint32_t focus;       // target whose every evaluation is wanted
  uint32_t focusGains;  // times it came nearer
  double focusDistance; // smallest of the run; negative: not evaluated
  int focusSide;
  uint8_t focusRank;     // how well this run reached it
  uint32_t pendingCount; // kinds that it raised, to be judged when it has ended

  uint32_t crashNotes;
  CrashNote crashes[MaxCrashNotes];
};

// The search's data and the hooks' view of it. Set up once, before the first fork.
struct SearchMemory {
  SearchState *state;
  Progress *progress;     // of each target
  uint8_t *siteRanks;     // per site: the lowest rank among the kinds that are wanted
  uint32_t *pending;      // kinds that the run under way raised, if it is worth noting ...
  uint8_t *pendingRank;   // ... and how well; 0 for all others
  unsigned char *inputs;  // per target: best of side 0, best of side 1, the one that reached it
  unsigned char *crashed; // an input per crash note
  unsigned char *current; // input of the run under way
  size_t inputSize;
  bool longDouble; // some site of the function computes on the x87
  const ariadne_probe_module *module;
  TargetTable targets;
  jmp_buf outOfRun;

  unsigned char *bestInput(uint32_t target, unsigned side) const {
    return inputs + (size_t(target) * 3 + side) * inputSize;
  }
  unsigned char *reachingInput(uint32_t target) const { return bestInput(target, 2); }

  // After a run: keeps its input for what it reached, as far as it is better than what is known.
  void settle(bool returned) const;
};

extern SearchMemory Memory;

} // namespace ariadne
