// The nodes of expressions.def as native code sees them, and what one operation makes of its operands' bits.
#pragma once

#include "tables/expressions.h"

#include <cstring>

namespace ariadne {

using Node = ExpressionNode;
using Bits = unsigned __int128; // a value of any type; what is above the type's width is zero

constexpr Bits lowBits(Bits value, unsigned width) {
  return width >= 128 ? value : value & ((Bits(1) << width) - 1);
}

template <class T> T fromBits(Bits bits) { // x86: little-endian, and the first ten bytes of a long double
  T value{};
  std::memcpy(&value, &bits, sizeof(T) == 16 ? 10 : sizeof(T));
  return value;
}

template <class T> Bits toBits(T value) {
  Bits bits = 0;
  std::memcpy(&bits, &value, sizeof(T) == 16 ? 10 : sizeof(T));
  return bits;
}

// What an operation needs to know about itself, besides its operands' values.
struct Step;
Bits evaluate(const Step &step, Bits a, Bits b, Bits c); // neither a constant nor an input

} // namespace ariadne
