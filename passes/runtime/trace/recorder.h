// Records a run: expressions, each only once, and what happened, in order. The arrays lie in memory that the
// parent shares, so that they outlive the run, however it ends.
#pragma once

#include "runtime/trace/format.h"
#include "tables/expressions.h"

#include <atomic>
#include <cstddef>
#include <vector>

namespace ariadne {

// A value of at most 128 bits, low bits first.
struct Bits {
  uint64_t lo = 0, hi = 0;
  bool operator==(const Bits &) const = default;
};

// What happened, as the run notes it. Sites become guards when the run has ended (trace_guards.h): the
// conditions of one operation are ten times the expressions of the operation itself.
struct RawEvent {
  uint8_t kind; // ariadne_trace_event_kind, or SiteEvent
  uint8_t truth;
  uint16_t why;
  uint32_t id;
  uint32_t node;
  uint32_t value;
  uint32_t operand[3]; // SiteEvent: if the node's operands are not those of the table's row
  uint32_t unused;
};
constexpr uint8_t SiteEvent = 255;

struct Recording {
  std::atomic<uint32_t> nodes, events, cut;
};

class Recorder {
public:
  // Parent. Nodes and events are arrays in shared memory with room for that many.
  void place(Recording *shared, ExpressionNode *nodes, uint32_t maxNodes, RawEvent *events,
             uint32_t maxEvents);

  // Forgets everything that was recorded.
  void clear();

  // Takes over the nodes that somebody else recorded in the same place.
  void adopt(uint32_t nodes);

  // The number of the expression, old or new; 0 when there is no room for more. A constant is told apart by
  // its value; everything else by its operands, which determine the value.
  [[gnu::always_inline]] uint32_t node(unsigned op, unsigned type, uint32_t aux, uint32_t a, uint32_t b,
                                       uint32_t c, Bits value) {
    uint64_t head = uint64_t(aux) << 32 | type << 16 | op, operands = uint64_t(b) << 32 | a;
    bool constant = op == Ex_CONSTANT;
    uint64_t first = constant ? value.lo : operands, second = constant ? value.hi : c;
    size_t mask = index.size() - 1, slot = hash(head, first, second) & mask;
    for (; index[slot] >> 32 == epoch; slot = (slot + 1) & mask) {
      const ExpressionNode &known = nodes[uint32_t(index[slot])];
      if (headOf(known) == head && firstOf(known, constant) == first && secondOf(known, constant) == second)
        return uint32_t(index[slot]);
    }
    if (cut || used >= maxNodes) [[unlikely]]
      return stop();
    uint32_t id = used++;
    nodes[id] = {uint16_t(op), uint8_t(type), 0, aux, a, b, c, 0, value.lo, value.hi};
    index[slot] = epoch << 32 | id;
    shared->nodes.store(used, std::memory_order_relaxed);
    if (2 * size_t(used) > index.size()) [[unlikely]]
      grow();
    return id;
  }
  [[gnu::always_inline]] uint32_t constant(unsigned type, Bits value) {
    return node(Ex_CONSTANT, type, 0, 0, 0, 0, value);
  }

  // Room for one more event, or null.
  RawEvent *event() {
    if (cut || logged >= maxEvents) [[unlikely]] {
      stop();
      return nullptr;
    }
    RawEvent *event = &events[logged++];
    shared->events.store(logged, std::memory_order_relaxed);
    return event;
  }

  const ExpressionNode &operator[](uint32_t id) const { return nodes[id]; }
  uint32_t size() const { return used; }
  bool isCut() const { return cut; }

private:
  static uint64_t hash(uint64_t head, uint64_t first, uint64_t second) {
    uint64_t h = (head * 0x9e3779b97f4a7c15 ^ first) * 0xbf58476d1ce4e5b9;
    h = (h ^ h >> 32 ^ second) * 0x94d049bb133111eb;
    return h ^ h >> 32;
  }
  static uint64_t headOf(const ExpressionNode &n) {
    return uint64_t(n.aux) << 32 | uint32_t(n.type) << 16 | n.op;
  }
  static uint64_t firstOf(const ExpressionNode &n, bool constant) {
    return constant ? n.lo : uint64_t(n.b) << 32 | n.a;
  }
  static uint64_t secondOf(const ExpressionNode &n, bool constant) { return constant ? n.hi : n.c; }

  uint32_t stop(); // returns 0
  void grow();
  void rebuild(size_t slots);

  Recording *shared = nullptr;
  ExpressionNode *nodes = nullptr;
  RawEvent *events = nullptr;
  uint32_t maxNodes = 0, maxEvents = 0;
  uint32_t used = 1, logged = 0;
  bool cut = true; // until it has a place
  // Open addressing, by hash: the epoch in which an entry was made and its node; those of other epochs are
  // free. Small at first: each page that a child touches costs it a fault.
  std::vector<uint64_t> index = {0};
  uint64_t epoch = 1;
};

extern Recorder Trace;

} // namespace ariadne
