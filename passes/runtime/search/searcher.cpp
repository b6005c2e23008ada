// How the search works: all targets at once, one run informs every site. A burst takes one open target,
// starts from the nearest input so far and climbs (steps that double while they help), bisects between inputs
// on both sides of an equality, hops to other basins, or scatters random changes. Targets that resist get
// fewer bursts. Every eighth burst explores at random, every second one when nothing moves. Decisions depend
// on the seed and on run counts, never on time: the same seed and runs give the same search.
#include "runtime/search/searcher.h"
#include "runtime/search/run_guard.h"

#include <malloc.h>

namespace ariadne {
namespace {

constexpr unsigned BurstRuns = 32;
constexpr unsigned ExploreRuns = 32;
constexpr unsigned MaxRecovered = 500; // after so many crashes memory may be in any state
constexpr size_t MaxHeap = size_t(256) << 20;
constexpr uint64_t PatienceRuns = 3'000'000;
constexpr uint64_t MaxRefused = 2'000'000; // inputs in a row outside of the assumptions
constexpr uint64_t IdleRuns = 200'000;     // without progress: then chance gets a larger share
constexpr uint64_t NicenessRuns = 20'000;  // when all is reached: for better inputs

} // namespace

// Inside of a run: what decides about an input may crash as well as the code, which counts as a refusal.
void Searcher::call() {
  auto cleanUp = [&] { library.floats.resetAfterRun(Memory.longDouble); };
  if (library.assume) {
    cleanUp();
    ++state.refused;
    ++state.refusedInRow;
    state.assuming = true;
    bool inside = library.assume(Memory.current);
    state.assuming = false;
    if (!inside)
      return;
    --state.refused;
    state.refusedInRow = 0;
  }
  ++state.runs;
  cleanUp();
  library.call(Memory.current, output);
}

void Searcher::execute() {
  state.raised = false;
  state.focusDistance = -1;
  state.focusRank = 0;
  *Memory.module->fuel = FuelPerRun;
  if (int how = setjmp(Memory.outOfRun); how == 0) {
    state.inRun = true;
    call();
    Memory.settle(true);
  } else {
    Memory.settle(false);
    state.assuming = false;
    recovered += how == Crashed;
    state.recovered |= how == Crashed;
  }
  state.inRun = false;
  if (notes.denied) {
    noteCrash("tried to call " + deniedCall(notes));
    notes.denied = 0;
  }
}

bool Searcher::wantsFreshProcess() const {
  if (recovered > MaxRecovered)
    return true;
  if (state.runs % 128 >= BurstRuns)
    return false;
  struct mallinfo2 heap = mallinfo2();
  return heap.arena + heap.hblkhd > MaxHeap;
}

bool Searcher::allReached() const { return state.reached >= Memory.targets.goals(); }

bool Searcher::finished() {
  if (state.stop)
    state.reason = state.stop == StopStalled ? StopReason::Stalled : StopReason::Budget;
  else if (spec.runs && state.runs >= spec.runs)
    state.reason = StopReason::Runs;
  else if (state.runs == 0 && (mutator.size() ? state.refused >= MaxRefused : state.refused > 0))
    state.reason = StopReason::NoInput;
  else if (state.refusedInRow >= MaxRefused)
    state.reason = StopReason::Stalled;
  else if (mutator.size() == 0 && state.runs > 0)
    state.reason = StopReason::NothingLeft;
  else if (!spec.sampling && allReached() && state.runs > NicenessRuns + 2 * state.lastProgress)
    state.reason = StopReason::NothingLeft;
  else if (!spec.sampling && (state.calm || spec.runs) && state.runs > PatienceRuns + 3 * state.lastProgress)
    state.reason = StopReason::Stalled;
  return state.reason != StopReason::None;
}

void Searcher::run() {
  catchFatalSignals();
  if (!initialise())
    return;
  if (!trySeeds())
    return;
  if (state.phase == Phase::Search)
    spec.sampling ? sample() : search();
  if (state.phase == Phase::Simplify)
    simplify();
}

// Inputs that someone thinks worth starting from. Each is tried once, also if it ends the process.
bool Searcher::trySeeds() {
  state.focus = NoTarget;
  uint64_t count = seeds.size() / std::max<size_t>(Memory.inputSize, 1);
  while (state.seedsTried < count && !state.stop) {
    if (wantsFreshProcess())
      return false;
    std::memcpy(Memory.current, seeds.data() + state.seedsTried++ * Memory.inputSize, Memory.inputSize);
    execute();
  }
  return true;
}

void Searcher::search() {
  for (unsigned bursts = 0; !finished(); ++bursts) {
    if (wantsFreshProcess())
      return;
    if (bursts % 64 == 0)
      collectTargets();
    if (candidates.empty() && state.runs > PatienceRuns) {
      // Not a kind is left that any input came near to, and random inputs bring no new one.
      state.reason = StopReason::NothingLeft;
      break;
    }
    idle = state.runs - state.lastProgress > IdleRuns;
    if (candidates.empty() || bursts % (idle ? 2 : 8) == 0)
      explore();
    else
      burst(pick());
  }
  state.phase = Phase::Simplify;
}

// The program's own initialisers: they too may do anything, so they run here and not when the library is
// loaded.
bool Searcher::initialise() {
  if (library.initialise) {
    *Memory.module->fuel = FuelPerRun;
    if (setjmp(Memory.outOfRun) != 0)
      return false;
    state.inRun = true;
    library.initialise();
    state.inRun = false;
  }
  state.initialised = true;
  return true;
}

// The rival: as many random inputs as there is time for, without looking at what they do.
void Searcher::sample() {
  while (!finished()) {
    if (wantsFreshProcess())
      return;
    for (unsigned i = 0; i < BurstRuns; ++i) {
      mutator.uniform(Memory.current);
      execute();
    }
  }
  state.phase = Phase::Done;
}

void Searcher::collectTargets() {
  candidates.clear();
  known.clear();
  for (uint32_t i = 0; i < Memory.targets.size(); ++i) {
    const Progress &target = Memory.progress[i];
    if (target.rank < target.topRank && (target.has || target.rank))
      candidates.push_back(i);
    if (target.has || target.rank)
      known.push_back(i);
  }
}

uint32_t Searcher::pick() {
  // The least tried of three; what is reached already and could only get a better input stands behind.
  auto cost = [](uint32_t i) { return Memory.progress[i].fails + (Memory.progress[i].rank ? 20u : 0u); };
  uint32_t best = candidates[state.random.below(candidates.size())];
  for (int i = 0; i < 2; ++i) {
    uint32_t other = candidates[state.random.below(candidates.size())];
    if (cost(other) < cost(best))
      best = other;
  }
  return best;
}

void Searcher::copyBase(uint32_t index) {
  const Progress &target = Memory.progress[index];
  unsigned slot = 2;
  if (!target.rank)
    slot = target.has == 3 ? unsigned(state.random.below(2)) : target.has == 2;
  std::memcpy(Memory.current, Memory.bestInput(index, slot), Memory.inputSize);
}

const unsigned char *Searcher::mate() {
  if (known.empty())
    return Memory.current;
  uint32_t index = known[state.random.below(known.size())];
  const Progress &target = Memory.progress[index];
  return target.rank ? Memory.reachingInput(index) : Memory.bestInput(index, target.has == 2);
}

void Searcher::explore() {
  state.focus = NoTarget;
  for (unsigned i = 0; i < ExploreRuns && mutator.size(); ++i) {
    if (idle && state.random.oneIn(3)) {
      mutator.uniform(Memory.current);
    } else if (known.empty() || state.random.oneIn(2)) {
      mutator.fresh(Memory.current);
    } else {
      std::memmove(Memory.current, mate(), Memory.inputSize);
      for (uint64_t changes = 1 + state.random.below(3); changes; --changes)
        mutator.change(Memory.current, mate());
    }
    execute();
  }
  if (!mutator.size())
    execute();
}

void Searcher::burst(uint32_t index) {
  state.focus = index;
  uint32_t gains = state.focusGains;
  bool open = !Memory.progress[index].rank;
  if (open && Memory.progress[index].has == 3 && state.random.oneIn(2))
    bisect(index);
  else if (open && state.random.oneIn(3))
    hop(index);
  for (uint64_t end = state.attempts() + BurstRuns; state.attempts() < end;) {
    if (state.random.below(5) < 3)
      climb(index);
    else
      scatter(index);
  }
  if (state.focusGains == gains)
    ++Memory.progress[index].fails;
  state.focus = NoTarget;
}

// A step of one leaf, of any size, doubled as long as it helps.
void Searcher::climb(uint32_t index) {
  size_t leaf = state.random.below(mutator.size());
  Ordinal delta = Ordinal(1) << state.random.below(mutator.stepBits(leaf));
  if (state.random.oneIn(2))
    delta = -delta;
  for (unsigned doublings = 0; doublings < 64; ++doublings, delta *= 2) {
    uint32_t gains = state.focusGains;
    copyBase(index);
    mutator.step(Memory.current, leaf, delta);
    execute();
    if (state.focusGains == gains)
      break;
  }
}

void Searcher::scatter(uint32_t index) {
  copyBase(index);
  for (uint64_t changes = 1 + state.random.below(3); changes; --changes)
    mutator.change(Memory.current, mate());
  execute();
}

double Searcher::evaluate(uint32_t index) {
  state.focus = index;
  execute();
  if (Memory.progress[index].rank)
    return 0;
  return state.focusDistance < 0 ? Unreachable : state.focusDistance;
}

// Basin hopping: away from the best input, and down from there by coordinates, with steps that shrink. It
// finds what lies beyond a plateau, or along a ridge that only several leaves together can follow:
// climbing from the best input gets stuck on those.
void Searcher::hop(uint32_t index) {
  constexpr uint64_t MaxRuns = 600;
  Memory.targets.widen(index, *Memory.module);
  copyBase(index);
  mutator.change(Memory.current, mate());
  std::vector<unsigned char> here(Memory.current, Memory.current + Memory.inputSize);
  double distance = evaluate(index);
  if (distance == Unreachable)
    return;
  size_t first = state.random.below(mutator.size());
  uint64_t end = state.attempts() + MaxRuns;
  for (size_t i = 0; i < 2 * mutator.size(); ++i) {
    size_t leaf = (first + i) % mutator.size();
    for (int bits = int(mutator.stepBits(leaf)) - 2; bits >= 0 && state.attempts() < end && distance > 0;) {
      bool better = false;
      for (int sign : {1, -1}) {
        std::memcpy(Memory.current, here.data(), here.size());
        mutator.step(Memory.current, leaf, sign * (Ordinal(1) << bits));
        double there = evaluate(index);
        if (there > distance || (there == distance && state.random.oneIn(2)))
          continue;
        better = there < distance;
        distance = there;
        here.assign(Memory.current, Memory.current + Memory.inputSize);
        break;
      }
      bits -= better ? 0 : 1;
    }
  }
}

// Between an input on each side of an equality lies one where it holds, if the code is continuous there.
void Searcher::bisect(uint32_t index) {
  std::vector<unsigned char> above(Memory.bestInput(index, 0), Memory.bestInput(index, 0) + Memory.inputSize);
  std::vector<unsigned char> below(Memory.bestInput(index, 1), Memory.bestInput(index, 1) + Memory.inputSize);
  if (state.random.oneIn(2)) { // start from other inputs than the nearest: there may be several crossings
    size_t leaf = state.random.below(mutator.size());
    Ordinal delta = Ordinal(1) << state.random.below(mutator.stepBits(leaf));
    mutator.step(state.random.oneIn(2) ? above.data() : below.data(), leaf,
                 state.random.oneIn(2) ? delta : -delta);
  }
  Memory.targets.widen(index, *Memory.module);
  for (unsigned i = 0; i < 160 && !Memory.progress[index].rank; ++i) {
    mutator.between(Memory.current, above.data(), below.data());
    if (!std::memcmp(Memory.current, above.data(), Memory.inputSize))
      break;
    execute();
    if (state.focusDistance < 0)
      break; // this point does not come by
    (state.focusSide < 0 ? below : above).assign(Memory.current, Memory.current + Memory.inputSize);
  }
  // The crossing may fall between two floats for one leaf and be met with others moved a little.
  for (unsigned i = 0; i < 24 && !Memory.progress[index].rank; ++i) {
    std::memcpy(Memory.current, (i % 2 ? above : below).data(), Memory.inputSize);
    for (size_t leaf = 0; leaf < mutator.size(); ++leaf)
      mutator.step(Memory.current, leaf, Ordinal(state.random.below(9)) - 4);
    execute();
  }
}

// People read the inputs: each value is replaced by a nicer one as long as the run is as good an example as
// before.
void Searcher::simplify() {
  for (; state.simplifyNext < Memory.targets.goals(); ++state.simplifyNext)
    if (Memory.progress[state.simplifyNext].rank)
      simplifyInput(state.simplifyNext);
  state.phase = Phase::Done;
}

void Searcher::simplifyInput(uint32_t index) {
  uint8_t rank = Memory.progress[index].rank;
  unsigned char *input = Memory.reachingInput(index);
  state.focus = index;
  for (int pass = 0; pass < 2; ++pass)
    for (size_t leaf = 0; leaf < mutator.size(); ++leaf) {
      double present = getNumber(mutator.classOf(leaf), mutator.place(input, leaf));
      for (double candidate : mutator.simpler(input, leaf)) {
        if (candidate == present)
          break; // the rest of the list is not nicer than what is there
        std::memcpy(Memory.current, input, Memory.inputSize);
        if (Memory.targets[index].type == TargetType::Outcome)
          Memory.targets.widen(index, *Memory.module); // the code does not tell of what it has told before
        setNumber(mutator.classOf(leaf), mutator.place(Memory.current, leaf), candidate);
        execute();
        if (state.focusRank >= rank) {
          std::memcpy(input, Memory.current, Memory.inputSize);
          break;
        }
      }
    }
  state.focus = NoTarget;
}

} // namespace ariadne
