// What a traced run leaves: a header, the nodes, the events. orchestrator/symbolic reads it as flat arrays.
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ARIADNE_TRACE_MAGIC 0x45434152544e4441ull // "ADNTRACE"
#define ARIADNE_TRACE_VERSION 1

struct ariadne_trace_header {
  uint64_t magic;
  uint32_t version;
  uint32_t node_size;
  uint32_t event_size;
  uint32_t flags; // ARIADNE_TRACE_CUT
  uint64_t nodes; // the first one is node 0, "none"
  uint64_t events;
};

// The run went on, but recording ended at a limit (nodes, events): what follows the last event is not known.
enum { ARIADNE_TRACE_CUT = 1 };

// In the order in which they happened; 24 bytes.
struct ariadne_trace_event {
  uint8_t kind;   // ariadne_trace_event_kind
  uint8_t truth;  // of the condition in this run
  uint16_t why;   // of CONCRETISED: ariadne_trace_why
  uint32_t id;    // BRANCH: static number of the branch. GUARD: 4 * site + number of the kind's bit.
                  // CONCRETISED: static number of the instruction, in block order through the module
  uint32_t node;  // the condition, of type I1; 0 if it depends on no input: such branches are noted when
                  // they first go each way, such guards when they are true
  uint32_t value; // CONCRETISED: the node that was made concrete; 0 if what was lost has no node
  uint64_t pad;
};

enum ariadne_trace_event_kind {
  ARIADNE_EVENT_BRANCH = 0,
  // An exception's condition, as reify makes it. The run goes on, whatever its truth.
  ARIADNE_EVENT_GUARD = 1,
  // A value that depends on inputs was taken as it is in this run. With a node (value == what it was), the
  // path condition still tells the truth; without one, something was lost and nothing can be proved by
  // exploration.
  ARIADNE_EVENT_CONCRETISED = 2,
};

enum ariadne_trace_why {
  ARIADNE_WHY_ADDRESS = 0,   // an index or pointer of a load, a store or memcpy
  ARIADNE_WHY_EXTERNAL = 1,  // handed to a function that has no model
  ARIADNE_WHY_OPERATION = 2, // an operation that has no model
  ARIADNE_WHY_TARGET = 3,    // which function is called
};

#ifdef __cplusplus
}
#endif
