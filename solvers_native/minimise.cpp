// Rounds, as in a search by basin hopping: somewhere to start (a seed, a new input, a changed or shaken
// member of the pool of good ones), then down from there, along single inputs and along random directions,
// with steps of 2^k floats that shrink, or by Newton's method where several equalities pull at once. What a
// round reaches joins the pool. Nothing depends on time but the end.
#include "minimise.h"

namespace ariadne {
namespace {

constexpr size_t PoolSize = 12;
constexpr unsigned MaxIdleRounds = 60; // without a better member: then the pool starts anew
constexpr unsigned MaxSweeps = 6;

// An input is an array of Bits.
std::vector<Leaf> leavesOf(const std::vector<Class> &classes) {
  std::vector<Leaf> leaves;
  for (Class cls : classes)
    leaves.push_back({cls, leaves.size() * sizeof(Bits)});
  return leaves;
}

std::vector<Interval> wholeRanges(const std::vector<Class> &classes) {
  std::vector<Interval> ranges;
  for (Class cls : classes)
    ranges.push_back({smallestOrdinal(cls), largestOrdinal(cls), true});
  return ranges;
}

// Grows like the binary logarithm, piecewise linear: from the bits of a double.
double roughLogarithm(double value) {
  uint64_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return double(int64_t(bits) - 0x3ff0000000000000) * 0x1p-52;
}

} // namespace

Minimiser::Minimiser(const Program &program, const std::vector<Class> &classes, std::vector<double> constants,
                     uint64_t seed)
    : program(program), conditions(program),
      mutator(leavesOf(classes), wholeRanges(classes), std::move(constants), random), values(program.initial),
      gaps(program.literals.size()), current(classes.size() * sizeof(Bits)),
      clockMask(program.steps.size() > 300 ? 0 : 63) {
  random.seed(seed);
}

void Minimiser::addSeed(const Bits *inputs) {
  auto bytes = reinterpret_cast<const unsigned char *>(inputs);
  seeds.emplace_back(bytes, bytes + current.size());
}

double Minimiser::cost(const Input &input) {
  ++evaluations;
  if ((evaluations & clockMask) == 0 && std::chrono::steady_clock::now() >= deadline)
    over = true;
  auto bits = reinterpret_cast<const Bits *>(input.data());
  if (compiled)
    compiled(bits, values.data());
  else
    program.run(bits, values.data());
  conditions.measure(values.data(), gaps.data());
  double sum = 0, logarithms = 0;
  for (double gap : gaps) {
    sum += std::fabs(gap);
    logarithms += roughLogarithm(1 + std::fabs(gap));
  }
  best = std::min(best, sum);
  if (sum == 0 && !solved) {
    solved = over = true;
    current = input;
  }
  return measure == Sum ? sum : logarithms;
}

bool Minimiser::improve(Point &point, const Input &candidate) {
  double there = cost(candidate);
  if (there > point.cost || (there == point.cost && random.oneIn(2)))
    return false;
  bool better = there < point.cost;
  point.input = candidate;
  point.cost = there;
  return better;
}

Minimiser::Outcome Minimiser::run(RunValues code, uint64_t more, double seconds) {
  compiled = code;
  deadline =
      std::chrono::steady_clock::now() +
      std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::duration<double>(seconds));
  over = solved;
  uint64_t end = evaluations + more;
  while (!over && evaluations < end) {
    if (parameters() == 0) {
      cost(current);
      over = true;
    } else if (seedsTried < 2 * seeds.size()) {
      measure = seedsTried < seeds.size() ? Sum : Logarithms;
      searchNear(seeds[seedsTried++ % seeds.size()]);
    } else {
      round();
    }
  }
  return solved ? Outcome::Found : over ? Outcome::Time : Outcome::Evaluations;
}

void Minimiser::round() {
  measure = random.oneIn(2) ? Sum : Logarithms;
  Point point = start();
  if (over)
    return;
  if (random.oneIn(3))
    newton(point);
  // Large steps first find the basin; small ones only stay in it, of which there may be many.
  descend(point, random.oneIn(2) ? 128 : int(random.below(64)));
  keep(point);
}

// Whoever gives a seed expects a solution a few floats away, or down from there.
void Minimiser::searchNear(const Input &seed) {
  constexpr int Nearest = 8, Shakes = 64;
  Point point{seed, cost(seed)};
  for (size_t i = 0; i < parameters(); ++i)
    for (int delta = 1; delta <= Nearest && !over; ++delta)
      for (int sign : {1, -1}) {
        Input candidate = seed;
        mutator.step(candidate.data(), i, sign * delta);
        improve(point, candidate);
      }
  for (int shake = 0; shake < Shakes && !over && parameters() > 1; ++shake) {
    Input candidate = seed;
    jitter(candidate, 1 + random.below(5));
    improve(point, candidate);
  }
  newton(point);
  descend(point, 12);
  keep(point);
}

Minimiser::Point Minimiser::start() {
  Input input(current.size());
  uint64_t how = random.below(16);
  if (!seeds.empty() && how == 0) {
    input = seeds[random.below(seeds.size())];
    if (random.oneIn(2))
      change(input);
    else
      jitter(input, 1 + random.below(12));
  } else if (pool().empty() || how < 5) {
    mutator.fresh(input.data());
  } else {
    input = member().input;
    if (how < 10)
      change(input);
    else if (how < 15)
      jitter(input, 1 + random.below(40));
  }
  return {input, cost(input)};
}

Minimiser::Point &Minimiser::member() {
  Point &one = pool()[random.below(pool().size())], &other = pool()[random.below(pool().size())];
  return one.cost < other.cost ? one : other;
}

void Minimiser::change(Input &input) {
  Input mate = pool().empty() ? input : pool()[random.below(pool().size())].input;
  for (uint64_t changes = 1 + random.below(3); changes; --changes)
    mutator.change(input.data(), mate.data());
  if (!random.oneIn(32))
    return;
  // The moves make finite numbers only.
  size_t parameter = random.below(parameters());
  unsigned char *slot = mutator.place(input.data(), parameter);
  auto put = [&](auto value) {
    Bits bits = toBits(random.oneIn(2) ? value : -value);
    std::memcpy(slot, &bits, sizeof bits);
  };
  auto special = [&](auto zero) {
    using T = decltype(zero);
    T choices[] = {0, std::numeric_limits<T>::infinity(), std::numeric_limits<T>::quiet_NaN()};
    put(choices[random.below(3)]);
  };
  switch (mutator.classOf(parameter)) {
  case Class::F32:
    return special(0.0f);
  case Class::F64:
    return special(0.0);
  case Class::F80:
    return special(0.0L);
  default:
    return;
  }
}

// All inputs a little: what rounding makes of them is chance.
void Minimiser::jitter(Input &input, uint64_t most) {
  for (size_t i = 0; i < parameters(); ++i) {
    Ordinal delta = Ordinal(random.next() >> (64 - std::min<uint64_t>(most, mutator.stepBits(i))));
    mutator.step(input.data(), i, random.oneIn(2) ? delta : -delta);
  }
}

void Minimiser::descend(Point &point, int most) {
  std::vector<int> direction(parameters());
  bool better = true;
  for (unsigned sweep = 0; sweep < MaxSweeps && better && !over; ++sweep) {
    better = false;
    size_t first = random.below(parameters());
    for (size_t i = 0; i < parameters() && !over; ++i) {
      direction.assign(parameters(), 0);
      direction[(first + i) % parameters()] = 1;
      better |= descendAlong(point, direction, most);
    }
    for (size_t i = 1; i < parameters() && !over && random.oneIn(2); ++i) {
      for (int &part : direction)
        part = int(random.below(3)) - 1;
      better |= descendAlong(point, direction, most);
    }
  }
}

// The same step of all inputs that the direction names. It grows while it helps, and shrinks when neither
// way does.
bool Minimiser::descendAlong(Point &point, const std::vector<int> &direction, int most) {
  int widest = -1;
  for (size_t i = 0; i < parameters(); ++i)
    if (direction[i])
      widest = std::max(widest, int(mutator.stepBits(i)) - 1);
  bool better = false;
  int bits = std::min(most, widest), sign = 1, failures = 0, successes = 0;
  Input candidate;
  while (bits >= 0 && !over) {
    candidate = point.input;
    for (size_t i = 0; i < parameters(); ++i)
      if (direction[i])
        mutator.step(candidate.data(), i, sign * direction[i] * (Ordinal(1) << bits));
    if (improve(point, candidate)) {
      better = true;
      failures = 0;
      bits += ++successes > 1 && bits < widest;
    } else {
      successes = 0;
      sign = -sign;
      bits -= failures;
      failures = 1 - failures;
    }
  }
  return better;
}

void Minimiser::keep(const Point &point) {
  std::vector<Point> &points = pool();
  if (points.empty() || point.cost < points[0].cost)
    idleRounds[measure] = 0;
  else if (++idleRounds[measure] > MaxIdleRounds) {
    idleRounds[measure] = 0;
    points.clear();
  }
  for (const Point &other : points)
    if (other.cost == point.cost && other.input == point.input)
      return;
  auto place = std::find_if(points.begin(), points.end(), [&](auto &p) { return point.cost <= p.cost; });
  points.insert(place, point);
  if (points.size() > PoolSize)
    points.pop_back();
}

} // namespace ariadne
