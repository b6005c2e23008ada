// Inputs of the analysed function: a slot of 16 bytes per scalar parameter, and the ways in which a search
// moves them.
#pragma once

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

enum class Class : uint8_t { F32, F64, F80, I8, I16, I32, I64, U8, U16, U32, U64, Bool };

Class parseClass(const std::string &name);

// A scalar as an integer in the order of its values: neighbouring floats differ by one.
Ordinal getOrdinal(Class cls, const unsigned char *slot);
// The nearest finite value of the class.
void setOrdinal(Class cls, unsigned char *slot, Ordinal value);
Ordinal largestOrdinal(Class cls);
Ordinal smallestOrdinal(Class cls);
bool isFloat(Class cls);

void setNumber(Class cls, unsigned char *slot, double value); // rounded and clamped into the class
double getNumber(Class cls, const unsigned char *slot);

// The values that a parameter may have, as ordinals.
struct Interval {
  Ordinal low, high;
  bool whole; // all that the class has
  bool contains(Ordinal value) const { return low <= value && value <= high; }
};

// The values of the class between two numbers, of which either may be missing. All, when there are none
// between: moves need something to move in, and the program's assumption refuses whatever they make.
Interval makeInterval(Class cls, std::optional<double> lower, std::optional<double> upper);

// What the moves draw from: the parameters' classes and ranges, and numbers written in the code. What they
// make is always within the ranges.
class Mutator {
public:
  Mutator(std::vector<Class> classes, std::vector<Interval> ranges, std::vector<double> constants,
          Random &random);

  size_t parameters() const { return classes.size(); }
  size_t inputSize() const { return classes.size() * ARIADNE_SLOT; }
  Class classOf(size_t parameter) const { return classes[parameter]; }
  unsigned char *slot(unsigned char *input, size_t parameter) const {
    return input + parameter * ARIADNE_SLOT;
  }

  void fresh(unsigned char *input);   // a new input
  void uniform(unsigned char *input); // a new input, all values alike
  void change(unsigned char *input,
              const unsigned char *other); // one random move; `other`: a mate to copy from
  void step(unsigned char *input, size_t parameter, Ordinal delta);     // along the order of one parameter
  unsigned stepBits(size_t parameter) const { return bits[parameter]; } // steps of up to 2^bits make sense
  void between(unsigned char *input, const unsigned char *a,
               const unsigned char *b); // midpoint of all parameters
  // Nicer values for a parameter, most wanted first.
  std::vector<double> simpler(const unsigned char *input, size_t parameter) const;

private:
  void move(unsigned char *input, const unsigned char *other);
  void freshValue(size_t parameter, unsigned char *slot);
  void rangeValue(size_t parameter, unsigned char *slot); // typical of the range: an end, or evenly between
  void confine(size_t parameter, unsigned char *slot);    // into the range, if it is outside
  void uniformValue(size_t parameter, unsigned char *slot);
  double special();

  std::vector<Class> classes;
  std::vector<Interval> ranges;
  std::vector<unsigned> bits;
  bool confined; // some parameter has not all values of its class
  std::vector<double> constants;
  Random &random;
};

} // namespace ariadne
