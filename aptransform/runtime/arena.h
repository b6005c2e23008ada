// The memory of one run: numbers behind handles, their limbs, and balls. Everything goes at once when the run
// ends, and the pages that an unusually large run took go back to the system.
#pragma once

#include "value.h"

namespace ariadne::ap {

// Once, before the first run: reserves address space, not memory.
void reserveArena(uint64_t limbBytes);
void resetArena();

mp_limb_t *allocateLimbs(uint64_t count); // stops the run when there is no more
void shrinkLast(mp_limb_t *end);          // gives back what was allocated last, from here on
arb_struct *newBall();

// Handles count from 0.
uint64_t keep(const Value &value);
uint64_t numbersKept();
const Value &numberAt(uint64_t handle);

} // namespace ariadne::ap
