// functions.toml as native code sees it: the functions of libm, and which operation and expression each one
// is.
#pragma once

#include "tables/expressions.h"
#include "tables/semantics.h"

namespace ariadne {

enum MathFunction : uint16_t {
#define FUNCTION(NAME, ...) Fn_##NAME,
#include "tables/functions.def"
  FunctionCount
};

struct FunctionRow {
  const char *name;    // in C, for double
  const char *letters; // of the signature, result first: T its own format, i int, l long, q long long, L long
                       // double, p a pointer, v void
  bool library;        // a function of C, and not only an intrinsic
  bool decides;        // its integer result is a decision of the program
  bool writes;         // memory, besides what its pointers point to
};

inline constexpr FunctionRow Functions[] = {
#define FUNCTION(NAME, ...) {#NAME, __VA_ARGS__},
#include "tables/functions.def"
};

// The row of the exception table that a function is; OperationCount if it raises nothing.
inline constexpr struct OperationsOfFunctions {
  Operation of[FunctionCount];
  MathFunction function[OperationCount]; // and back; FunctionCount for instructions
  constexpr OperationsOfFunctions() : of(), function() {
    for (Operation &each : of)
      each = OperationCount;
    for (MathFunction &each : function)
      each = FunctionCount;
#define RAISES(NAME)                                                                                         \
  of[Fn_##NAME] = Op_##NAME;                                                                                 \
  function[Op_##NAME] = Fn_##NAME;
#include "tables/raising.def"
  }
} OperationOf;

} // namespace ariadne
