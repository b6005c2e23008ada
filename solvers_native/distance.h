// How far a query's literals are from what is wanted, in floats between a value and its goal.
#pragma once

#include "program.h"
#include "tables/semantics.h"

#include <map>

namespace ariadne {

// A truth value of the query, as it hangs together: and, or and the like by structure, so that something is
// known of the way to both outcomes. Operands are numbers of conditions; those of comparisons are values.
struct Condition {
  enum Kind : uint8_t { Constant, Float, Integer, HammingInteger, Not, And, Or, Xor, Choice } kind;
  uint8_t type;      // of the compared values
  bool isSigned;     // of compared integers
  uint8_t predicate; // LLVM's bits: 1 equal, 2 greater, 4 less, 8 unordered. Of a constant: its truth
  uint32_t a, b, c;
};

class Conditions {
public:
  explicit Conditions(const Program &program);

  // One distance per literal to what is wanted of it, 0 if it is so; the sign tells the side it is on.
  void measure(const Bits *values, double *distances);

  std::vector<uint32_t> comparedValues() const; // what an evaluator has to compute

private:
  uint32_t add(Condition condition);
  uint32_t truth(uint32_t value, unsigned depth); // the condition that a value is not zero
  uint32_t compare(uint8_t predicate, bool isSigned, uint32_t a, uint32_t b, unsigned depth, unsigned lifted);
  uint32_t compareIntegers(const Step &step, unsigned depth);
  uint32_t negated(uint32_t condition) { return add({Condition::Not, 0, false, 0, condition, 0, 0}); }
  void findTruths();
  bool isConstant(uint32_t value) const { return value == 0 || program.steps[value].op == Ex_CONSTANT; }

  const Program &program;
  std::vector<Condition> conditions;
  std::vector<Distance> distances;
  std::vector<uint32_t> literals; // their conditions
  std::vector<bool> truths;       // which values can only be 0 or 1
  std::map<uint32_t, uint32_t> known;
};

} // namespace ariadne
