// The part of a graph that a query depends on, numbered anew: what is evaluated again and again.
#pragma once

#include "expression.h"

#include <vector>

namespace ariadne {

// A node of the part; its number is that of its value, and operands are numbers of values. Value 0 is zero.
// Python compiles these, in the layout of STEP in orchestrator/solvers/machine/compiled.py.
struct Step {
  uint16_t op;
  uint8_t type, from, second; // types of the result and of the first two operands
  uint8_t pad[3];
  uint32_t aux;
  uint32_t a, b, c;
};

struct Literal {
  uint32_t value;
  bool wanted;
};

struct Program {
  std::vector<Step> steps;   // the first one is none
  std::vector<Bits> initial; // values before a run: constants are there already
  std::vector<Literal> literals;

  // False, if this is no graph of IEEE numbers and integers, or an input is missing.
  bool load(const Node *nodes, uint64_t count, const uint32_t *literals, const uint8_t *wanted,
            uint64_t literalCount, uint64_t inputCount);

  void run(const Bits *inputs, Bits *values) const;
};

void runStep(const Step &step, uint32_t number, const Bits *inputs, Bits *values);

} // namespace ariadne
