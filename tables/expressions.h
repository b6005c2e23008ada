// expressions.def as numbers, and a node of a graph of expressions: for all native code.
#pragma once

#include <cstdint>

namespace ariadne {

enum ExpressionType : uint8_t {
#define EXPRESSION_TYPE(NAME, BITS) Type_##NAME,
#include "tables/expressions.def"
  ExpressionTypeCount
};

enum ExpressionGroup : uint8_t {
#define EXPRESSION_GROUP(NAME, MEANING) Group_##NAME,
#include "tables/expressions.def"
};

enum Expression : uint16_t {
#define OPERATION(NAME, GROUP, OPERANDS, MEANING) Ex_##NAME,
#include "tables/expressions.def"
  ExpressionCount
};

inline constexpr uint16_t TypeBits[] = {
#define EXPRESSION_TYPE(NAME, BITS) BITS,
#include "tables/expressions.def"
};

inline constexpr uint8_t ExpressionOperands[] = {
#define OPERATION(NAME, GROUP, OPERANDS, MEANING) OPERANDS,
#include "tables/expressions.def"
};

inline constexpr ExpressionGroup ExpressionGroups[] = {
#define OPERATION(NAME, GROUP, OPERANDS, MEANING) Group_##GROUP,
#include "tables/expressions.def"
};

struct ExpressionNode { // NODE of orchestrator/symbolic/graph.py has the same layout
  uint16_t op;
  uint8_t type;
  uint8_t pad;
  uint32_t aux;
  uint32_t a, b, c;
  uint32_t pad2;
  uint64_t lo, hi; // its value in the run that made it; of a constant, its value
};
static_assert(sizeof(ExpressionNode) == 40);

inline constexpr bool isFloatType(unsigned type) { return type >= Type_F32 && type <= Type_F80; }

// Of a node that has been checked, as all of these arrays.
inline constexpr bool isLeaf(unsigned op) { return ExpressionGroups[op] == Group_LEAF; }

// Bytes in memory. A truth value takes one.
inline constexpr unsigned typeBytes(unsigned type) { return (TypeBits[type] + 7u) / 8u; }

} // namespace ariadne
