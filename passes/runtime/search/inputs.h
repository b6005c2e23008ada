// Inputs of the analysed function: the leaves of a flat buffer, and the ways in which a search moves them.
#pragma once

#include "runtime/protocol/leaves.h"
#include "tables/semantics.h"

#include <optional>
#include <string>
#include <vector>

namespace ariadne {

// xoshiro256**: small enough to live in shared memory, so that a search goes on where a dead child left it.
struct Random {
  uint64_t state[4];
  void seed(uint64_t seed);
  uint64_t next();
  uint64_t below(uint64_t n) { return n ? next() % n : 0; }
  bool oneIn(uint64_t n) { return below(n) == 0; }
};

// A scalar as an integer in the order of its values: neighbouring floats differ by one.
Ordinal getOrdinal(Class cls, const unsigned char *place);
// The nearest finite value of the class.
void setOrdinal(Class cls, unsigned char *place, Ordinal value);
Ordinal largestOrdinal(Class cls);
Ordinal smallestOrdinal(Class cls);

void setNumber(Class cls, unsigned char *place, double value); // rounded and clamped into the class
double getNumber(Class cls, const unsigned char *place);

// The values that a leaf may have, as ordinals.
struct Interval {
  Ordinal low, high;
  bool whole; // all that the class has
  bool contains(Ordinal value) const { return low <= value && value <= high; }
};

// The values of the class between two numbers, of which either may be missing. All, when there are none
// between: moves need something to move in, and the program's assumption refuses whatever they make.
Interval makeInterval(Class cls, std::optional<double> lower, std::optional<double> upper);

// What the moves draw from: the leaves with their ranges, and numbers written in the code. What they make is
// always within the ranges.
class Mutator {
public:
  Mutator(std::vector<Leaf> leaves, std::vector<Interval> ranges, std::vector<double> constants,
          Random &random);

  size_t size() const { return leaves.size(); } // of an input, in leaves
  Class classOf(size_t leaf) const { return leaves[leaf].cls; }
  template <class Byte> Byte *place(Byte *input, size_t leaf) const { return input + leaves[leaf].offset; }

  void fresh(unsigned char *input);   // a new input
  void uniform(unsigned char *input); // a new input, all values alike
  void change(unsigned char *input,
              const unsigned char *other); // one random move; `other`: a mate to copy from
  void step(unsigned char *input, size_t leaf, Ordinal delta); // along the order of one leaf
  unsigned stepBits(size_t leaf) const { return bits[leaf]; }  // steps of up to 2^bits make sense
  void between(unsigned char *input, const unsigned char *a,
               const unsigned char *b); // midpoint of all leaves
  // Nicer values for a leaf, most wanted first.
  std::vector<double> simpler(const unsigned char *input, size_t leaf) const;

private:
  void move(unsigned char *input, const unsigned char *other);
  void freshValue(size_t leaf, unsigned char *place);
  void rangeValue(size_t leaf, unsigned char *place); // typical of the range: an end, or evenly between
  void confine(size_t leaf, unsigned char *place);    // into the range, if it is outside
  void uniformValue(size_t leaf, unsigned char *place);
  double special();

  std::vector<Leaf> leaves;
  std::vector<Interval> ranges;
  std::vector<unsigned> bits;
  bool confined; // some leaf has not all values of its class
  std::vector<double> constants;
  Random &random;
};

} // namespace ariadne
