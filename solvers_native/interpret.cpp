// Graphs evaluated as they are, without compiling anything: microseconds for what is asked once.
#include "program.h"

using namespace ariadne;

extern "C" {

// All values, by node. 1, or 0 if this is no graph of IEEE numbers and integers.
int ariadne_evaluate_graph(const Node *nodes, uint64_t count, const Bits *inputs, uint64_t inputCount,
                           Bits *values) {
  values[0] = 0;
  for (uint32_t i = 1; i < count; ++i) {
    const Node &node = nodes[i];
    bool operation = node.op < ExpressionCount && node.type < ExpressionTypeCount && node.type != Type_REAL;
    if (!operation || node.a >= i || node.b >= i || node.c >= i ||
        (node.op == Ex_INPUT && node.aux >= inputCount))
      return 0;
    Step step{node.op, node.type, nodes[node.a].type, nodes[node.b].type, {}, node.aux, node.a,
              node.b,  node.c};
    values[i] = node.op == Ex_CONSTANT ? lowBits(Bits(node.hi) << 64 | node.lo, TypeBits[node.type]) : 0;
    runStep(step, i, inputs, values);
  }
  return 1;
}

// How many of the literals, from the first, are as wanted; -1 if this is no graph.
int64_t ariadne_literals_hold(const Node *nodes, uint64_t count, const uint32_t *literals,
                              const uint8_t *wanted, uint64_t literalCount, const Bits *inputs,
                              uint64_t inputCount) {
  Program program;
  if (!program.load(nodes, count, literals, wanted, literalCount, inputCount))
    return -1;
  std::vector<Bits> values = program.initial;
  program.run(inputs, values.data());
  uint64_t good = 0;
  while (good < literalCount && bool(values[program.literals[good].value]) == program.literals[good].wanted)
    ++good;
  return int64_t(good);
}
}
