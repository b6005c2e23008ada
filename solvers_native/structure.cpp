// What expressions are made of, for all nodes of a graph at once: names that do not depend on the run that
// made them, the inputs they depend on, the nodes below some of them. Graphs have up to millions of nodes.
#include "expression.h"

#include <initializer_list>

using namespace ariadne;

namespace {

// Folds words into a name. Each step is a bijection of what was there (as in splitmix64).
class Name {
public:
  constexpr Name(uint64_t start, uint64_t odd) : state(start), odd(odd) {}

  constexpr void fold(uint64_t word) {
    state ^= word;
    state = (state ^ state >> 30) * odd;
    state = (state ^ state >> 27) * 0x94D049BB133111EB;
  }

  uint64_t state;

private:
  uint64_t odd;
};

bool operandsComeFirst(const Node &node, uint64_t i) { return node.a < i && node.b < i && node.c < i; }

} // namespace

extern "C" {

// The two halves of each node's name, and its inputs as bits: the n-th is bit n mod 64.
// 1, or 0 if this is no graph.
int ariadne_structure(const Node *nodes, uint64_t count, uint64_t *first, uint64_t *second,
                      uint64_t *support) {
  for (uint64_t i = 1; i < count; ++i) {
    const Node &node = nodes[i];
    if (!operandsComeFirst(node, i))
      return 0;
    bool constant = node.op == Ex_CONSTANT;
    auto name = [&](Name name, const uint64_t *names) {
      for (uint64_t word : {uint64_t(node.op) | uint64_t(node.type) << 16, uint64_t(node.aux), names[node.a],
                            names[node.b], names[node.c], constant ? node.lo : 0, constant ? node.hi : 0})
        name.fold(word);
      return name.state;
    };
    first[i] = name({2654435769, 0xBF58476D1CE4E5B9}, first);
    second[i] = name({1668014425, 0xD6E8FEB86659FD93}, second);
    uint64_t own = node.op == Ex_INPUT ? uint64_t(1) << (node.aux & 63) : 0;
    support[i] = support[node.a] | support[node.b] | support[node.c] | own;
  }
  return 1;
}

// Marks what marked nodes depend on. 1, or 0 if this is no graph.
int ariadne_cone(const Node *nodes, uint64_t count, uint8_t *marks) {
  for (uint64_t i = count; i-- > 1;) {
    if (!marks[i])
      continue;
    if (!operandsComeFirst(nodes[i], i))
      return 0;
    marks[nodes[i].a] = marks[nodes[i].b] = marks[nodes[i].c] = 1;
  }
  return 1;
}
}
