// The memory of one run: numbers behind handles, their limbs, and balls. Everything goes at once when the run
// ends, and the pages that an unusually large run took go back to the system.
#pragma once

#include "value.h"

namespace ariadne::ap {

// Once, before the first run: reserves address space, not memory.
void reserveArena(uint64_t limbBytes);
void resetArena();

// Used by every operation, hence in sight of all.
struct Arena {
  mp_limb_t *limbTop, *limbEnd;
  Value *numbers;
  uint64_t count, maxCount;
};
extern Arena arena;

[[noreturn]] void outOfLimbs();
[[noreturn]] void outOfNumbers();

inline mp_limb_t *allocateLimbs(uint64_t size) {
  if (size > uint64_t(arena.limbEnd - arena.limbTop))
    outOfLimbs();
  mp_limb_t *result = arena.limbTop;
  arena.limbTop += size;
  return result;
}
// Gives back what was allocated last, from here on.
inline void shrinkLast(mp_limb_t *end) { arena.limbTop = end; }

// Handles count from 0.
inline uint64_t keep(const Value &value) {
  if (arena.count == arena.maxCount)
    outOfNumbers();
  arena.numbers[arena.count] = value;
  return arena.count++;
}
inline uint64_t numbersKept() { return arena.count; }
inline const Value &numberAt(uint64_t handle) { return arena.numbers[handle]; }

arb_struct *newBall();

} // namespace ariadne::ap
