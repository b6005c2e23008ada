// The table of functions read over intervals: the range of a function's values, and what its value leaves of
// its argument. By function for the analysis of code, by expression for graphs.
#pragma once

#include "elementary.h"
#include "inverse.h"
#include "tables/functions.h"

#include <optional>

namespace ariadne {

// x, y, z: the operands that are floats; n: the one that is an integer.
template <class T> struct FunctionArguments {
  Interval<T> x, y, z;
  IntegerInterval n = IntegerInterval::all(64);
};

template <class T>
std::optional<Interval<T>> rangeOfFunction(MathFunction function, const FunctionArguments<T> &given) {
  const auto &[x, y, z, n] = given;
  switch (function) {
#define RANGE_OF_FUNCTION(NAME, CALL)                                                                        \
  case Fn_##NAME:                                                                                            \
    return CALL;
#include "tables/function_ranges.def"
  default:
    return std::nullopt; // a gap of the table
  }
}

template <class T>
std::optional<Interval<T>> rangeOfExpression(uint16_t expression, const FunctionArguments<T> &given) {
  const auto &[x, y, z, n] = given;
  switch (expression) {
#define RANGE_OF_EXPRESSION(NAME, CALL)                                                                      \
  case Ex_##NAME:                                                                                            \
    return CALL;
#include "tables/function_ranges.def"
  default:
    return std::nullopt;
  }
}

// What the result r leaves of the argument x of a function of one number.
template <class T>
std::optional<Interval<T>> argumentOfExpression(uint16_t expression, const Interval<T> &r,
                                                const Interval<T> &x) {
  switch (expression) {
#define ARGUMENT(NAME, ...)                                                                                  \
  case Ex_##NAME:                                                                                            \
    return __VA_ARGS__;
#include "tables/function_ranges.def"
  default:
    return std::nullopt;
  }
}

} // namespace ariadne
