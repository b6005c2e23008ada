#include "arena.h"

#include "run.h"

#include <deque>
#include <stdexcept>
#include <sys/mman.h>

namespace ariadne::ap {

Arena arena;

namespace {

constexpr uint64_t MaxNumbers = uint64_t(1) << 24;
constexpr uint64_t KeptBytes = uint64_t(8) << 20; // pages that stay from run to run
constexpr size_t KeptBalls = 1024;
constexpr uint64_t BallBytes = uint64_t(512) << 20; // of all balls of a run, roughly

mp_limb_t *limbs;
std::deque<arb_struct> balls; // a deque: numbers point to its elements
size_t ballsUsed;
uint64_t ballLimbs;

void *reserve(uint64_t bytes) {
  void *memory =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    throw std::runtime_error("no address space for exact numbers");
  return memory;
}

void giveBack(void *base, uint64_t used) {
  if (used > KeptBytes)
    madvise(static_cast<char *>(base) + KeptBytes, used - KeptBytes, MADV_DONTNEED);
}

} // namespace

void reserveArena(uint64_t limbBytes) {
  limbs = arena.limbTop = static_cast<mp_limb_t *>(reserve(limbBytes));
  arena.limbEnd = limbs + limbBytes / sizeof(mp_limb_t);
  arena.numbers = static_cast<Value *>(reserve(MaxNumbers * sizeof(Value)));
  arena.maxCount = MaxNumbers;
}

void resetArena() {
  giveBack(limbs, uint64_t(arena.limbTop - limbs) * sizeof(mp_limb_t));
  giveBack(arena.numbers, arena.count * sizeof(Value));
  arena.limbTop = limbs;
  arena.count = 0;
  while (balls.size() > KeptBalls) {
    arb_clear(&balls.back());
    balls.pop_back();
  }
  ballsUsed = 0;
  ballLimbs = 0;
}

void outOfLimbs() { stopAtLimit("memory for exact numbers"); }
void outOfNumbers() { stopAtLimit("16 million exact numbers"); }

arb_struct *newBall() {
  ballLimbs += uint64_t(currentPrecision()) / 64 + 12;
  if (ballLimbs * sizeof(mp_limb_t) > BallBytes)
    stopAtLimit("memory for balls");
  if (ballsUsed == balls.size()) {
    balls.emplace_back();
    arb_init(&balls.back());
  }
  return &balls[ballsUsed++];
}

} // namespace ariadne::ap
