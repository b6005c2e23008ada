// Graphs evaluated as they are, without compiling anything: microseconds for what is asked once.
#include "expression.h"

#include <vector>

using namespace ariadne;

namespace {

Bits join(const Node &node) { return Bits(node.hi) << 64 | node.lo; }

// The node's value from those before it. False, if the graph is none: operands come before users.
bool step(const Node *nodes, uint64_t index, const Bits *inputs, uint64_t inputCount, Bits *values) {
  const Node &node = nodes[index];
  if (node.op >= OpCount || node.type >= TypeCount || node.a >= index || node.b >= index || node.c >= index)
    return false;
  switch (node.op) {
  case NONE:
    values[index] = 0;
    return true;
  case CONSTANT:
    values[index] = lowBits(join(node), TypeBits[node.type]);
    return true;
  case INPUT:
    if (node.aux >= inputCount)
      return false;
    values[index] = lowBits(inputs[node.aux], TypeBits[node.type]);
    return true;
  default:
    if (node.type == T_REAL || nodes[node.a].type == T_REAL)
      return false;
    values[index] = evaluate(node, nodes[node.a].type, nodes[node.b].type, values[node.a], values[node.b],
                             values[node.c]);
    return true;
  }
}

// Which nodes the marked ones depend on, also marked.
void markOperands(const Node *nodes, std::vector<uint8_t> &needed) {
  for (size_t i = needed.size(); i-- > 1;)
    if (needed[i] && nodes[i].op > INPUT)
      for (uint32_t operand : {nodes[i].a, nodes[i].b, nodes[i].c})
        if (operand < i)
          needed[operand] = 1;
}

} // namespace

extern "C" {

// All values, by node. 1, or 0 if this is no graph of IEEE numbers and integers.
int ariadne_evaluate_graph(const Node *nodes, uint64_t count, const Bits *inputs, uint64_t inputCount,
                           Bits *values) {
  values[0] = 0;
  for (uint64_t i = 1; i < count; ++i)
    if (!step(nodes, i, inputs, inputCount, values))
      return 0;
  return 1;
}

// How many of the literals, from the first, are as wanted; -1 if this is no graph.
int64_t ariadne_literals_hold(const Node *nodes, uint64_t count, const uint32_t *literals,
                              const uint8_t *wanted, uint64_t literalCount, const Bits *inputs,
                              uint64_t inputCount) {
  uint64_t last = 0;
  for (uint64_t i = 0; i < literalCount; ++i) {
    if (literals[i] >= count)
      return -1;
    last = literals[i] > last ? literals[i] : last;
  }
  std::vector<uint8_t> needed(last + 1);
  std::vector<Bits> values(last + 1);
  for (uint64_t i = 0; i < literalCount; ++i)
    needed[literals[i]] = 1;
  markOperands(nodes, needed);
  for (uint64_t i = 1; i <= last; ++i)
    if (needed[i] && !step(nodes, i, inputs, inputCount, values.data()))
      return -1;
  uint64_t good = 0;
  while (good < literalCount && bool(values[literals[good]]) == bool(wanted[good]))
    ++good;
  return int64_t(good);
}
}
