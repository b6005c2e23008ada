#include "runtime/trace/recorder.h"

#include <cerrno>

namespace ariadne {

Recorder Trace;

constexpr size_t FirstSlots = 1 << 10;

void Recorder::place(Recording *sharedCounts, ExpressionNode *nodeArray, uint32_t nodeRoom,
                     RawEvent *eventArray, uint32_t eventRoom) {
  shared = sharedCounts;
  nodes = nodeArray;
  maxNodes = nodeRoom;
  events = eventArray;
  maxEvents = eventRoom;
  nodes[0] = {};
  clear();
}

void Recorder::clear() {
  if (index.size() != FirstSlots || ++epoch >> 32)
    rebuild(FirstSlots);
  used = 1;
  logged = 0;
  cut = false;
  shared->nodes = 1;
  shared->events = 0;
  shared->cut = 0;
}

void Recorder::rebuild(size_t slots) {
  index.assign(slots, 0);
  epoch = 1;
}

void Recorder::adopt(uint32_t count) {
  size_t slots = FirstSlots;
  while (slots < 4 * size_t(count))
    slots *= 2;
  rebuild(slots);
  for (uint32_t i = 1; i < count; ++i) {
    const ExpressionNode &n = nodes[i];
    bool constant = n.op == Ex_CONSTANT;
    size_t slot = hash(headOf(n), firstOf(n, constant), secondOf(n, constant)) & (slots - 1);
    while (index[slot])
      slot = (slot + 1) & (slots - 1);
    index[slot] = epoch << 32 | i;
  }
  used = count;
  cut = false;
}

uint32_t Recorder::stop() {
  cut = true;
  if (shared)
    shared->cut = 1;
  return 0;
}

void Recorder::grow() {
  int error = errno; // the program's own
  adopt(used);
  errno = error;
}

} // namespace ariadne
