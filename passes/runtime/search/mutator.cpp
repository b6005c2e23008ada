#include "runtime/search/inputs.h"

#include <cstdio>
#include <cstdlib>

namespace ariadne {

Mutator::Mutator(std::vector<Leaf> leaves, std::vector<Interval> ranges, std::vector<double> constants,
                 Random &random)
    : leaves(std::move(leaves)), ranges(std::move(ranges)),
      confined(!std::all_of(this->ranges.begin(), this->ranges.end(), [](auto &r) { return r.whole; })),
      constants(std::move(constants)), random(random) {
  static constexpr unsigned ClassBits[] = {31, 63, 78, 7, 15, 31, 63, 8, 16, 32, 64, 1};
  for (size_t i = 0; i < this->leaves.size(); ++i) {
    unsigned bits = ClassBits[unsigned(this->leaves[i].cls)];
    const Interval &range = this->ranges[i];
    while (!range.whole && bits > 1 && Ordinal(1) << (bits - 1) > range.high - range.low)
      --bits;
    this->bits.push_back(bits);
  }
}

// The moves think in numbers that mean something to the code (its constants, powers of two), whatever the
// range. What falls outside keeps its magnitude if its negative is inside; else it goes round, so that every
// value of the range, of whatever magnitude, comes up.
void Mutator::confine(size_t leaf, unsigned char *place) {
  const Interval &range = ranges[leaf];
  if (range.whole)
    return;
  Ordinal value = getOrdinal(leaves[leaf].cls, place);
  if (range.contains(value))
    return;
  if (isFloat(leaves[leaf].cls) && range.contains(-value))
    return setOrdinal(leaves[leaf].cls, place, -value);
  Ordinal width = range.high - range.low + 1, offset = (value - range.low) % width;
  setOrdinal(leaves[leaf].cls, place, range.low + (offset < 0 ? offset + width : offset));
}

void Mutator::rangeValue(size_t leaf, unsigned char *place) {
  Class cls = leaves[leaf].cls;
  const Interval &range = ranges[leaf];
  switch (random.below(4)) {
  case 0:
    return setOrdinal(cls, place, range.low);
  case 1:
    return setOrdinal(cls, place, range.high);
  default: {
    setOrdinal(cls, place, range.low);
    double low = getNumber(cls, place);
    setOrdinal(cls, place, range.high);
    double part = double(random.next() >> 11) * 0x1p-53;
    setNumber(cls, place, low * (1 - part) + getNumber(cls, place) * part);
  }
  }
}

// Numbers at which functions change: limits of the types, small integers, common fractions, multiples of pi.
double Mutator::special() {
  static const double Specials[] = {0.0,
                                    -0.0,
                                    1.0,
                                    -1.0,
                                    2.0,
                                    -2.0,
                                    0.5,
                                    -0.5,
                                    3.0,
                                    10.0,
                                    100.0,
                                    1e3,
                                    1e6,
                                    1e10,
                                    1e15,
                                    1e20,
                                    1e100,
                                    1e200,
                                    1e300,
                                    1e-3,
                                    1e-8,
                                    1e-16,
                                    1e-20,
                                    1e-100,
                                    1e-200,
                                    1e-300,
                                    1e-310,
                                    5e-324,
                                    0x1p-52,
                                    0x1p-53,
                                    0x1p-26,
                                    0x1p53,
                                    0x1p31,
                                    0x1p32,
                                    0x1p63,
                                    0x1p64,
                                    0x1p127,
                                    0x1p128,
                                    0x1p-126,
                                    0x1p-149,
                                    709.78,
                                    -745.1,
                                    88.7,
                                    -103.9,
                                    0x1p-1022,
                                    1.5707963267948966,
                                    3.1415926535897931,
                                    6.2831853071795862,
                                    2.7182818284590451,
                                    0x1.fffffffffffffp1023};
  return Specials[random.below(std::size(Specials))];
}

// In the order of values: all magnitudes alike.
void Mutator::uniformValue(size_t leaf, unsigned char *place) {
  Class cls = leaves[leaf].cls;
  Ordinal low = ranges[leaf].low, range = ranges[leaf].high - low + 1;
  unsigned __int128 wide = (unsigned __int128)random.next() << 64 | random.next();
  setOrdinal(cls, place, low + Ordinal(wide % (unsigned __int128)range));
}

void Mutator::uniform(unsigned char *input) {
  for (size_t i = 0; i < leaves.size(); ++i)
    uniformValue(i, place(input, i));
}

void Mutator::freshValue(size_t leaf, unsigned char *place) {
  Class cls = leaves[leaf].cls;
  if (!ranges[leaf].whole && random.oneIn(8))
    return rangeValue(leaf, place);
  bool narrow = ranges[leaf].high - ranges[leaf].low <= UINT8_MAX;
  switch (random.below(narrow ? 2 : 8)) {
  case 0:
  case 1:
    return uniformValue(leaf, place);
  case 2: // small whole numbers
    return setNumber(cls, place, double(int64_t(random.below(41)) - 20));
  case 3: // the human scale
    return setNumber(cls, place, (double(random.next() >> 11) * 0x1p-53 - 0.5) * (random.oneIn(2) ? 2 : 200));
  case 4:
    if (!constants.empty())
      return setNumber(cls, place, constants[random.below(constants.size())]);
    [[fallthrough]];
  case 5:
    return setNumber(cls, place, special());
  case 6: // powers of two of all sizes
    return setNumber(cls, place, std::ldexp(random.oneIn(2) ? 1.0 : -1.0, int(random.below(2100)) - 1074));
  default: // moderate magnitudes
    return setNumber(cls, place,
                     std::ldexp(double(int64_t(random.next())) * 0x1p-63, int(random.below(80)) - 40));
  }
}

void Mutator::fresh(unsigned char *input) {
  for (size_t i = 0; i < leaves.size(); ++i) {
    freshValue(i, place(input, i));
    confine(i, place(input, i));
  }
}

void Mutator::step(unsigned char *input, size_t leaf, Ordinal delta) {
  unsigned char *where = place(input, leaf);
  const Interval &range = ranges[leaf];
  Ordinal value = getOrdinal(leaves[leaf].cls, where) + delta;
  setOrdinal(leaves[leaf].cls, where, std::clamp(value, range.low, range.high));
}

void Mutator::between(unsigned char *input, const unsigned char *a, const unsigned char *b) {
  for (size_t i = 0; i < leaves.size(); ++i) {
    Class cls = leaves[i].cls;
    Ordinal low = getOrdinal(cls, place(a, i)), high = getOrdinal(cls, place(b, i));
    setOrdinal(cls, place(input, i), low + (high - low) / 2);
  }
}

void Mutator::change(unsigned char *input, const unsigned char *other) {
  move(input, other);
  if (confined)
    for (size_t i = 0; i < leaves.size(); ++i)
      confine(i, place(input, i));
}

void Mutator::move(unsigned char *input, const unsigned char *other) {
  size_t i = random.below(leaves.size());
  unsigned char *where = place(input, i);
  Class cls = leaves[i].cls;
  switch (random.below(12)) {
  case 0:
    return freshValue(i, where);
  case 1: // a mate's value
    return void(std::memcpy(where, place(other, i), bytesOf(cls)));
  case 2: { // another leaf's value, as it is or negated
    size_t j = random.below(leaves.size());
    double value = getNumber(leaves[j].cls, place(input, j));
    return setNumber(cls, where, random.oneIn(3) ? -value : value);
  }
  case 3: { // one bit of the value
    Ordinal bit = Ordinal(1) << random.below(stepBits(i));
    Ordinal value = getOrdinal(cls, where);
    return setOrdinal(cls, where, value < 0 ? -((-value) ^ bit) : value ^ bit);
  }
  case 4:
    return setNumber(cls, where, -getNumber(cls, where));
  case 5: // another magnitude
    return setNumber(cls, where, std::ldexp(getNumber(cls, where), int(random.below(200)) - 100));
  case 6: { // near a number of the code
    double value =
        constants.empty() || random.oneIn(3) ? special() : constants[random.below(constants.size())];
    setNumber(cls, where, random.oneIn(4) ? -value : value);
    return step(input, i, Ordinal(random.below(5)) - 2);
  }
  case 7: { // a number of the code combined with the value
    if (constants.empty())
      return freshValue(i, where);
    double value = getNumber(cls, where), constant = constants[random.below(constants.size())];
    double combined[] = {value + constant, value - constant, value * constant,
                         constant == 0 ? value : value / constant};
    return setNumber(cls, where, combined[random.below(4)]);
  }
  case 8: { // all leaves together, by one power of two
    int power = int(random.below(401)) - 200;
    for (size_t j = 0; j < leaves.size(); ++j)
      if (isFloat(leaves[j].cls))
        setNumber(leaves[j].cls, place(input, j),
                  std::ldexp(getNumber(leaves[j].cls, place(input, j)), power));
    return;
  }
  case 9: // two leaves at once
    freshValue(i, where);
    i = random.below(leaves.size());
    [[fallthrough]];
  default: { // a step of any size
    Ordinal delta = Ordinal(1) << random.below(stepBits(i));
    return step(input, i, random.oneIn(2) ? delta : -delta);
  }
  }
}

std::vector<double> Mutator::simpler(const unsigned char *input, size_t leaf) const {
  Class cls = leaves[leaf].cls;
  double value = getNumber(cls, place(input, leaf));
  std::vector<double> candidates = {0, 1, -1, 2};
  auto inside = [&] {
    std::erase_if(candidates, [&](double candidate) {
      unsigned char made[sizeof(long double)];
      setNumber(cls, made, candidate);
      return !ranges[leaf].contains(getOrdinal(cls, made));
    });
    return candidates;
  };
  if (!isFloat(cls)) {
    for (double smaller = value; std::fabs(smaller) > 2; smaller = std::trunc(smaller / 2))
      candidates.insert(candidates.begin() + 4, std::trunc(smaller / 2));
    return inside();
  }
  double power = std::pow(10.0, std::round(std::log10(std::fabs(value))));
  for (double sign : {1.0, -1.0}) // a positive number says more than a negative one
    for (double candidate : {power, power * 10, power / 10})
      if (sign > 0 || value < 0)
        candidates.push_back(sign * candidate);
  for (int digits = 0; digits <= 6; ++digits) {
    char text[64];
    std::snprintf(text, sizeof text, "%.*e", digits, value);
    candidates.push_back(std::strtod(text, nullptr));
  }
  return inside();
}

} // namespace ariadne
