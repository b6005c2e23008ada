#include "runtime/search/inputs.h"

#include <cstdio>
#include <cstdlib>
#include <stdexcept>

namespace ariadne {

void Random::seed(uint64_t seed) {
  for (uint64_t &word : state) { // splitmix64, as the generator's authors advise
    uint64_t z = seed += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    word = z ^ (z >> 31);
  }
}

uint64_t Random::next() {
  auto rotate = [](uint64_t x, int k) { return (x << k) | (x >> (64 - k)); };
  uint64_t result = rotate(state[1] * 5, 7) * 9, t = state[1] << 17;
  state[2] ^= state[0];
  state[3] ^= state[1];
  state[1] ^= state[2];
  state[0] ^= state[3];
  state[2] ^= t;
  state[3] = rotate(state[3], 45);
  return result;
}

namespace {

struct ClassFacts {
  const char *name;
  unsigned bytes;
  bool isSigned;
};
constexpr ClassFacts Facts[] = {{"f32", 4, true},  {"f64", 8, true},  {"f80", 10, true}, {"i8", 1, true},
                                {"i16", 2, true},  {"i32", 4, true},  {"i64", 8, true},  {"u8", 1, false},
                                {"u16", 2, false}, {"u32", 4, false}, {"u64", 8, false}, {"bool", 1, false}};

const ClassFacts &facts(Class cls) { return Facts[unsigned(cls)]; }

template <class T> T load(const unsigned char *slot) {
  T value;
  std::memcpy(&value, slot, sizeof value);
  return value;
}

void store(unsigned char *slot, const void *bytes, size_t size) {
  std::memset(slot, 0, ARIADNE_SLOT);
  std::memcpy(slot, bytes, size);
}

} // namespace

Class parseClass(const std::string &name) {
  for (unsigned i = 0; i < std::size(Facts); ++i)
    if (name == Facts[i].name)
      return Class(i);
  throw std::runtime_error("unknown class of parameter '" + name + "'");
}

bool isFloat(Class cls) { return cls <= Class::F80; }

Ordinal largestOrdinal(Class cls) {
  switch (cls) {
  case Class::F32:
    return ordinal(std::numeric_limits<float>::max());
  case Class::F64:
    return ordinal(std::numeric_limits<double>::max());
  case Class::F80:
    return ordinal(std::numeric_limits<long double>::max());
  case Class::Bool:
    return 1;
  default:
    return (Ordinal(1) << (8 * facts(cls).bytes - facts(cls).isSigned)) - 1;
  }
}

Ordinal smallestOrdinal(Class cls) {
  if (isFloat(cls))
    return -largestOrdinal(cls);
  return facts(cls).isSigned ? -largestOrdinal(cls) - 1 : 0;
}

Ordinal getOrdinal(Class cls, const unsigned char *slot) {
  switch (cls) {
  case Class::F32:
    return ordinal(load<float>(slot));
  case Class::F64:
    return ordinal(load<double>(slot));
  case Class::F80:
    return ordinal(load<long double>(slot));
  case Class::I8:
    return load<int8_t>(slot);
  case Class::I16:
    return load<int16_t>(slot);
  case Class::I32:
    return load<int32_t>(slot);
  case Class::I64:
    return load<int64_t>(slot);
  default: // slots are zeroed beyond their value
    return load<uint64_t>(slot);
  }
}

void setOrdinal(Class cls, unsigned char *slot, Ordinal value) {
  value = std::clamp(value, smallestOrdinal(cls), largestOrdinal(cls));
  switch (cls) {
  case Class::F32: {
    float v = fromOrdinal<float>(value);
    return store(slot, &v, 4);
  }
  case Class::F64: {
    double v = fromOrdinal<double>(value);
    return store(slot, &v, 8);
  }
  case Class::F80: {
    long double v = fromOrdinal<long double>(value);
    return store(slot, &v, 10);
  }
  default: {
    uint64_t v = uint64_t(value);
    return store(slot, &v, facts(cls).bytes);
  }
  }
}

void setNumber(Class cls, unsigned char *slot, double value) {
  if (std::isnan(value))
    value = 0;
  switch (cls) {
  case Class::F32: {
    float limit = std::numeric_limits<float>::max(), v = float(std::clamp<double>(value, -limit, limit));
    return store(slot, &v, 4);
  }
  case Class::F64: {
    double limit = std::numeric_limits<double>::max(), v = std::clamp(value, -limit, limit);
    return store(slot, &v, 8);
  }
  case Class::F80: {
    long double limit = std::numeric_limits<long double>::max();
    long double v = std::clamp<long double>(value, -limit, limit);
    return store(slot, &v, 10);
  }
  default:
    value = std::clamp(std::nearbyint(value), -0x1p64, 0x1p64);
    return setOrdinal(cls, slot, Ordinal(value));
  }
}

Interval makeInterval(Class cls, std::optional<double> lower, std::optional<double> upper) {
  Ordinal smallest = smallestOrdinal(cls), largest = largestOrdinal(cls);
  // Rounding may have gone to the wrong side of an end that is not a value of the class.
  auto above = [&](double end) {
    unsigned char slot[ARIADNE_SLOT];
    setNumber(cls, slot, end);
    Ordinal value = getOrdinal(cls, slot);
    return value < largest && getNumber(cls, slot) < end ? value + 1 : value;
  };
  auto below = [&](double end) {
    unsigned char slot[ARIADNE_SLOT];
    setNumber(cls, slot, end);
    Ordinal value = getOrdinal(cls, slot);
    return value > smallest && getNumber(cls, slot) > end ? value - 1 : value;
  };
  unsigned char slot[ARIADNE_SLOT];
  setOrdinal(cls, slot, largest);
  bool beyond = lower && std::isfinite(*lower) && *lower > getNumber(cls, slot);
  setOrdinal(cls, slot, smallest);
  beyond |= upper && std::isfinite(*upper) && *upper < getNumber(cls, slot);
  Interval interval{lower ? above(*lower) : smallest, upper ? below(*upper) : largest, false};
  if (beyond || interval.low > interval.high)
    return {smallest, largest, true};
  interval.whole = interval.low == smallest && interval.high == largest;
  return interval;
}

double getNumber(Class cls, const unsigned char *slot) {
  switch (cls) {
  case Class::F32:
    return load<float>(slot);
  case Class::F64:
    return load<double>(slot);
  case Class::F80:
    return double(load<long double>(slot));
  default:
    return double(getOrdinal(cls, slot));
  }
}

} // namespace ariadne
