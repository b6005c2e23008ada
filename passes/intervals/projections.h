// Projections over the nodes of an expression graph (tables/expressions.def): domains of all nodes, narrowed
// by each node from its operands and by its operands from it.
#pragma once

#include "bits.h"
#include "functions.h"
#include "integer.h"
#include "inverse.h"
#include "tables/expressions.h"

#include <cstdint>
#include <vector>

namespace ariadne::graph {

using Node = ExpressionNode;
using Real = long double;

// What a node may be: numbers of its format, or integers of its width; nothing is known of other types.
struct Domain {
  enum Kind : uint8_t { Float, Integer, Anything } kind = Anything;
  Interval<Real> f;
  IntegerInterval i;
  bool empty() const { return kind == Float ? f.empty() : kind == Integer && i.empty(); }
  static Domain all(uint8_t type);
  static Domain constant(const Node &node);
};

inline bool isInteger(uint8_t type) { return type >= Type_I1 && type <= Type_I64; }

// Calls f with a number of the format.
template <class F> auto withFormat(uint8_t type, F f) {
  return type == Type_F32 ? f(float()) : type == Type_F64 ? f(double()) : f((long double)(0));
}

inline Domain of(const Interval<Real> &f) { return {Domain::Float, f, {}}; }
inline Domain of(const IntegerInterval &i) { return {Domain::Integer, {}, i}; }

// Of ICMP, as LLVM numbers them.
enum Predicate : uint8_t { EQ = 32, NE, UGT, UGE, ULT, ULE, SGT, SGE, SLT, SLE };

// A domain's bits as an integer, and under another type of the same size; nothing is known of x87's floats.
Domain bitsOf(const Domain &domain, uint8_t type);
Domain sameBits(const Domain &domain, uint8_t from, uint8_t to);

// What a node's operands make of it (forward.cpp).
Domain resultOf(const Node &node, const Node *nodes, const std::vector<Domain> &domains);

class Propagation {
public:
  Propagation(const Node *nodes, uint32_t count);

  std::vector<Domain> domains;
  uint64_t projections = 0;

  bool narrow(uint32_t node, const Domain &by); // false: nothing is left
  // To a fixed point, or until nothing shrinks by much. False: there is no solution.
  bool run();
  // Operands to results only, in order; exact for single numbers but for libm.
  void forward();
  void reset(std::vector<Domain> saved) { domains = std::move(saved); }

private:
  bool forwardNode(uint32_t node);
  bool backwardNode(uint32_t node);
  template <class T> bool backwardFloat(const Node &node, uint32_t number);
  bool backwardInteger(const Node &node, uint32_t number);
  bool backwardBits(const Node &node, uint32_t number);
  bool backwardMask(const Node &node, IntegerInterval result);
  bool backwardTruncation(const Node &node, IntegerInterval result);
  bool backwardCompare(const Node &node, uint32_t number);

  const Node *nodes;
  uint32_t count;
  bool changed = false;
};

} // namespace ariadne::graph
