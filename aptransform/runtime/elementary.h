// The functions of the C library over values.
#pragma once

#include "value.h"

#include <cstdint>

namespace ariadne::ap {

enum Function : uint32_t {
#define UNARY(NAME) F_##NAME,
#define BINARY(NAME) F_##NAME,
#define OTHER(NAME, ...) F_##NAME,
#include "tables/exact_hooks.def"
  FunctionCount
};

const char *functionName(Function f);

// What IEEE says instead of a number: the limits of the domain.
enum class Special { None, NaN, PositiveInfinity, NegativeInfinity, PoleOfSign };
Special outsideDomain(Function f, const Value &x);

// f(x) for x in the domain; exact at the points where it is rational and known to be (sqrt(4), exp(0)).
Value evaluate(Function f, const Value &x);
Value evaluate(Function f, const Value &x, const Value &y); // of two numbers, where the table has it
Value power(const Value &x, const Value &y);                // x > 0, or y integral and x != 0
Value arcTangent(const Value &y, const Value &x);
Value besselOfOrder(Function f, int64_t order, const Value &x); // jn, yn

} // namespace ariadne::ap
