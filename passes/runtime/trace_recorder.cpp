#include "trace_recorder.h"

#include <algorithm>
#include <cerrno>

namespace ariadne {

Recorder Trace;

namespace {

constexpr size_t FirstSlots = 1 << 10;

uint64_t hash(uint64_t head, uint64_t operands, uint64_t rest) {
  uint64_t h = head * 0x9e3779b97f4a7c15 ^ operands;
  h = (h ^ h >> 29) * 0xbf58476d1ce4e5b9 ^ rest;
  h *= 0x94d049bb133111eb;
  return h ^ h >> 32;
}

// A constant is told apart by its value; everything else by its operands, which determine the value.
uint64_t hash(const ariadne_trace_node &n) {
  uint64_t head = uint64_t(n.aux) << 32 | uint64_t(n.op) << 8 | n.type;
  if (n.op == Ex_CONSTANT)
    return hash(head, n.lo, n.hi);
  return hash(head, uint64_t(n.a) << 32 | n.b, n.c);
}

bool same(const ariadne_trace_node &x, const ariadne_trace_node &y) {
  return x.op == y.op && x.type == y.type && x.aux == y.aux && x.a == y.a && x.b == y.b && x.c == y.c &&
         (x.op != Ex_CONSTANT || (x.lo == y.lo && x.hi == y.hi));
}

} // namespace

void Recorder::place(Recording *sharedCounts, ariadne_trace_node *nodeArray, uint32_t nodeRoom,
                     RawEvent *eventArray, uint32_t eventRoom) {
  shared = sharedCounts;
  nodes = nodeArray;
  maxNodes = nodeRoom;
  events = eventArray;
  maxEvents = eventRoom;
  index.assign(FirstSlots, 0);
  nodes[0] = {};
  clear();
}

void Recorder::clear() {
  if (index.size() > FirstSlots)
    index.assign(FirstSlots, 0);
  else if (used > FirstSlots / 8)
    std::fill(index.begin(), index.end(), 0);
  else
    for (uint32_t i = 1; i < used; ++i) { // whatever came to stand there: the others are as free as they were
      size_t slot = hash(nodes[i]) & (index.size() - 1);
      while (index[slot] != 0) {
        index[slot] = 0;
        slot = (slot + 1) & (index.size() - 1);
      }
    }
  used = 1;
  logged = 0;
  cut = false;
  shared->nodes = 1;
  shared->events = 0;
  shared->cut = 0;
}

void Recorder::adopt(uint32_t count) {
  size_t slots = FirstSlots;
  while (slots < 2 * size_t(count))
    slots *= 2;
  index.assign(slots, 0);
  for (uint32_t i = 1; i < count; ++i) {
    size_t slot = hash(nodes[i]) & (slots - 1);
    while (index[slot] != 0)
      slot = (slot + 1) & (slots - 1);
    index[slot] = i;
  }
  used = count;
  cut = false;
}

void Recorder::stop() {
  cut = true;
  shared->cut = 1;
}

void Recorder::grow() {
  int error = errno; // the program's own
  std::vector<uint32_t> larger(index.size() * 4, 0);
  for (uint32_t i = 1; i < used; ++i) {
    size_t slot = hash(nodes[i]) & (larger.size() - 1);
    while (larger[slot] != 0)
      slot = (slot + 1) & (larger.size() - 1);
    larger[slot] = i;
  }
  index.swap(larger);
  errno = error;
}

uint32_t Recorder::node(unsigned op, unsigned type, uint32_t aux, uint32_t a, uint32_t b, uint32_t c,
                        Bits value) {
  if (cut) [[unlikely]]
    return 0;
  ariadne_trace_node wanted{uint16_t(op), uint8_t(type), 0, aux, a, b, c, 0, value.lo, value.hi};
  size_t mask = index.size() - 1;
  size_t slot = hash(wanted) & mask;
  for (; index[slot] != 0; slot = (slot + 1) & mask)
    if (same(nodes[index[slot]], wanted))
      return index[slot];
  if (used >= maxNodes) [[unlikely]] {
    stop();
    return 0;
  }
  uint32_t id = used++;
  nodes[id] = wanted;
  index[slot] = id;
  shared->nodes.store(used, std::memory_order_relaxed);
  if (2 * size_t(used) > index.size()) [[unlikely]]
    grow();
  return id;
}

RawEvent *Recorder::event() {
  if (cut) [[unlikely]]
    return nullptr;
  if (logged >= maxEvents) [[unlikely]] {
    stop();
    return nullptr;
  }
  RawEvent *event = &events[logged++];
  shared->events.store(logged, std::memory_order_relaxed);
  return event;
}

} // namespace ariadne
