// expressions.def as numbers, for native code.
#pragma once

#include <cstdint>

namespace ariadne {

enum ExpressionType : uint8_t {
#define EXPRESSION_TYPE(NAME, BITS) Type_##NAME,
#include "tables/expressions.def"
};

enum Expression : uint16_t {
#define OPERATION(NAME, OPERANDS, MEANING) Ex_##NAME,
#include "tables/expressions.def"
  ExpressionCount
};

inline constexpr uint16_t TypeBits[] = {
#define EXPRESSION_TYPE(NAME, BITS) BITS,
#include "tables/expressions.def"
};

inline constexpr uint8_t ExpressionOperands[] = {
#define OPERATION(NAME, OPERANDS, MEANING) OPERANDS,
#include "tables/expressions.def"
};

inline constexpr bool isFloatType(unsigned type) { return type >= Type_F32 && type <= Type_F80; }

// Bytes in memory. A truth value takes one.
inline constexpr unsigned typeBytes(unsigned type) { return (TypeBits[type] + 7u) / 8u; }

} // namespace ariadne
