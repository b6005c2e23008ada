#include "program.h"

namespace ariadne {

bool Program::load(const Node *nodes, uint64_t count, const uint32_t *wantedNodes, const uint8_t *wanted,
                   uint64_t literalCount, uint64_t inputCount) {
  uint64_t end = 1;
  for (uint64_t i = 0; i < literalCount; ++i) {
    if (wantedNodes[i] >= count)
      return false;
    end = wantedNodes[i] + uint64_t(1) > end ? wantedNodes[i] + uint64_t(1) : end;
  }
  std::vector<uint32_t> numbers(end); // of the nodes that are needed: first 1, then their number
  for (uint64_t i = 0; i < literalCount; ++i)
    numbers[wantedNodes[i]] = 1;
  for (uint64_t i = end; i-- > 1;) {
    const Node &node = nodes[i];
    if (!numbers[i])
      continue;
    if (node.op >= ExpressionCount || node.type >= ExpressionTypeCount || node.type == Type_REAL)
      return false;
    uint32_t operands[] = {node.a, node.b, node.c};
    for (unsigned k = 0; k < ExpressionOperands[node.op]; ++k) {
      if (operands[k] >= i)
        return false;
      numbers[operands[k]] = 1;
    }
  }
  numbers[0] = 0;
  steps.assign(1, Step{});
  initial.assign(1, 0);
  for (uint64_t i = 1; i < end; ++i) {
    if (!numbers[i])
      continue;
    const Node &node = nodes[i];
    if (node.op == Ex_INPUT && node.aux >= inputCount)
      return false;
    uint32_t operands[] = {node.a, node.b, node.c}, renumbered[3] = {};
    for (unsigned k = 0; k < ExpressionOperands[node.op]; ++k)
      renumbered[k] = numbers[operands[k]];
    numbers[i] = uint32_t(steps.size());
    bool unary = ExpressionOperands[node.op] > 0, binary = ExpressionOperands[node.op] > 1;
    steps.push_back({node.op,
                     node.type,
                     unary ? nodes[node.a].type : uint8_t(Type_NONE),
                     binary ? nodes[node.b].type : uint8_t(Type_NONE),
                     {},
                     node.aux,
                     renumbered[0],
                     renumbered[1],
                     renumbered[2]});
    Bits constant = Bits(node.hi) << 64 | node.lo;
    initial.push_back(node.op == Ex_CONSTANT ? lowBits(constant, TypeBits[node.type]) : 0);
  }
  literals.clear();
  for (uint64_t i = 0; i < literalCount; ++i)
    literals.push_back({numbers[wantedNodes[i]], bool(wanted[i])});
  return true;
}

void runStep(const Step &step, uint32_t number, const Bits *inputs, Bits *values) {
  switch (step.op) {
  case Ex_NONE:
  case Ex_CONSTANT:
    return;
  case Ex_INPUT:
    values[number] = lowBits(inputs[step.aux], TypeBits[step.type]);
    return;
  default:
    values[number] = evaluate(step, values[step.a], values[step.b], values[step.c]);
  }
}

void Program::run(const Bits *inputs, Bits *values) const {
  for (uint32_t i = 1; i < steps.size(); ++i)
    runStep(steps[i], i, inputs, values);
}

} // namespace ariadne
