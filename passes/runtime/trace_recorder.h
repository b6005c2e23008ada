// Records a run: expressions, each only once, and what happened, in order. The arrays lie in memory that the
// parent shares, so that they outlive the run, however it ends.
#pragma once

#include "expressions.h"
#include "trace_format.h"

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
  void place(Recording *shared, ariadne_trace_node *nodes, uint32_t maxNodes, RawEvent *events,
             uint32_t maxEvents);

  // Forgets everything that was recorded.
  void clear();

  // Takes over the nodes that somebody else recorded in the same place.
  void adopt(uint32_t nodes);

  // The number of the expression, old or new; 0 when there is no room for more.
  uint32_t node(unsigned op, unsigned type, uint32_t aux, uint32_t a, uint32_t b, uint32_t c, Bits value);
  uint32_t constant(unsigned type, Bits value) { return node(Ex_CONSTANT, type, 0, 0, 0, 0, value); }

  // Room for one more event, or null.
  RawEvent *event();

  const ariadne_trace_node &operator[](uint32_t id) const { return nodes[id]; }
  uint32_t size() const { return used; }
  bool isCut() const { return cut; }

private:
  void stop();
  void grow();

  Recording *shared = nullptr;
  ariadne_trace_node *nodes = nullptr;
  RawEvent *events = nullptr;
  uint32_t maxNodes = 0, maxEvents = 0;
  uint32_t used = 1, logged = 0;
  bool cut = true; // until it has a place
  // Open addressing, by hash; 0 is free. Small at first: each page that a child touches costs it a fault.
  std::vector<uint32_t> index;
};

extern Recorder Trace;

} // namespace ariadne
