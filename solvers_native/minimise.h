// Looks for inputs that make all literals of a query as wanted, by minimising their distances.
#pragma once

#include "distance.h"
#include "runtime/search/inputs.h"

#include <chrono>

namespace ariadne {

using RunValues = void (*)(const Bits *inputs, Bits *values); // compiled code that computes compared values

class Minimiser {
public:
  enum class Outcome { Found, Evaluations, Time };

  // The program's inputs are numbered as its parameters: all of them are moved.
  Minimiser(const Program &program, const std::vector<Class> &classes, std::vector<double> constants,
            uint64_t seed);

  void addSeed(const Bits *inputs);

  // Goes on until it has found something, made so many evaluations more (and ended what it was at), or
  // no time is left. Without compiled code, values are interpreted.
  Outcome run(RunValues compiled, uint64_t evaluations, double seconds);

  const Bits *found() const { return reinterpret_cast<const Bits *>(current.data()); }
  uint64_t evaluationCount() const { return evaluations; }
  double nearest() const { return best; } // the least sum of distances so far
  const std::vector<uint32_t> comparedValues() const { return conditions.comparedValues(); }

private:
  using Input = std::vector<unsigned char>;
  struct Point {
    Input input;
    double cost;
  };
  // Distances added up let a small one give way to a large one; their logarithms let all shrink alike.
  enum Measure { Sum, Logarithms, MeasureCount };

  double cost(const Input &input);
  bool improve(Point &point, const Input &candidate); // takes it, if it is not worse; true if it is better
  void round();
  Point start();
  void change(Input &input);
  void jitter(Input &input, uint64_t most); // steps below 2^most
  void descend(Point &point, int most);     // first steps of at most 2^most floats
  void searchNear(const Input &seed);
  bool descendAlong(Point &point, const std::vector<int> &direction, int most);
  void newton(Point &point);
  bool newtonStep(Point &point, const std::vector<size_t> &moved);
  void keep(const Point &point);
  Point &member();
  std::vector<Point> &pool() { return pools[measure]; }
  size_t parameters() const { return mutator.size(); }

  const Program &program;
  Conditions conditions;
  Random random;
  Mutator mutator;
  std::vector<Bits> values;
  std::vector<double> gaps; // of the literals, in the last evaluation
  Input current;
  std::vector<Input> seeds;
  size_t seedsTried = 0;
  std::vector<Point> pools[MeasureCount];
  unsigned idleRounds[MeasureCount] = {};
  Measure measure = Sum;
  RunValues compiled = nullptr;
  uint64_t evaluations = 0;
  std::chrono::steady_clock::time_point deadline;
  uint64_t clockMask; // how often the clock is read
  double best = Unreachable;
  bool solved = false, over = false;
};

} // namespace ariadne
