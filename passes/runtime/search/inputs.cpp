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

template <class T> T load(const unsigned char *place) {
  T value;
  std::memcpy(&value, place, sizeof value);
  return value;
}

long double loadExtended(const unsigned char *place) { // ten bytes of sixteen
  long double value = 0;
  std::memcpy(&value, place, 10);
  return value;
}

} // namespace

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
    return (Ordinal(1) << (8 * bytesOf(cls) - isSigned(cls))) - 1;
  }
}

Ordinal smallestOrdinal(Class cls) {
  if (isFloat(cls))
    return -largestOrdinal(cls);
  return isSigned(cls) ? -largestOrdinal(cls) - 1 : 0;
}

Ordinal getOrdinal(Class cls, const unsigned char *place) {
  switch (cls) {
  case Class::F32:
    return ordinal(load<float>(place));
  case Class::F64:
    return ordinal(load<double>(place));
  case Class::F80:
    return ordinal(loadExtended(place));
  case Class::I8:
    return load<int8_t>(place);
  case Class::I16:
    return load<int16_t>(place);
  case Class::I32:
    return load<int32_t>(place);
  case Class::I64:
    return load<int64_t>(place);
  case Class::U16:
    return load<uint16_t>(place);
  case Class::U32:
    return load<uint32_t>(place);
  case Class::U64:
    return load<uint64_t>(place);
  default:
    return load<uint8_t>(place);
  }
}

void setOrdinal(Class cls, unsigned char *place, Ordinal value) {
  value = std::clamp(value, smallestOrdinal(cls), largestOrdinal(cls));
  switch (cls) {
  case Class::F32: {
    float v = fromOrdinal<float>(value);
    return void(std::memcpy(place, &v, 4));
  }
  case Class::F64: {
    double v = fromOrdinal<double>(value);
    return void(std::memcpy(place, &v, 8));
  }
  case Class::F80: {
    long double v = fromOrdinal<long double>(value);
    return void(std::memcpy(place, &v, 10));
  }
  default: {
    uint64_t v = uint64_t(value);
    return void(std::memcpy(place, &v, bytesOf(cls)));
  }
  }
}

void setNumber(Class cls, unsigned char *place, double value) {
  if (std::isnan(value))
    value = 0;
  switch (cls) {
  case Class::F32: {
    float limit = std::numeric_limits<float>::max(), v = float(std::clamp<double>(value, -limit, limit));
    return void(std::memcpy(place, &v, 4));
  }
  case Class::F64: {
    double limit = std::numeric_limits<double>::max(), v = std::clamp(value, -limit, limit);
    return void(std::memcpy(place, &v, 8));
  }
  case Class::F80: {
    long double limit = std::numeric_limits<long double>::max();
    long double v = std::clamp<long double>(value, -limit, limit);
    return void(std::memcpy(place, &v, 10));
  }
  default:
    value = std::clamp(std::nearbyint(value), -0x1p64, 0x1p64);
    return setOrdinal(cls, place, Ordinal(value));
  }
}

Interval makeInterval(Class cls, std::optional<double> lower, std::optional<double> upper) {
  Ordinal smallest = smallestOrdinal(cls), largest = largestOrdinal(cls);
  // Rounding may have gone to the wrong side of an end that is not a value of the class.
  auto above = [&](double end) {
    unsigned char place[sizeof(long double)];
    setNumber(cls, place, end);
    Ordinal value = getOrdinal(cls, place);
    return value < largest && getNumber(cls, place) < end ? value + 1 : value;
  };
  auto below = [&](double end) {
    unsigned char place[sizeof(long double)];
    setNumber(cls, place, end);
    Ordinal value = getOrdinal(cls, place);
    return value > smallest && getNumber(cls, place) > end ? value - 1 : value;
  };
  unsigned char place[sizeof(long double)];
  setOrdinal(cls, place, largest);
  bool beyond = lower && std::isfinite(*lower) && *lower > getNumber(cls, place);
  setOrdinal(cls, place, smallest);
  beyond |= upper && std::isfinite(*upper) && *upper < getNumber(cls, place);
  Interval interval{lower ? above(*lower) : smallest, upper ? below(*upper) : largest, false};
  if (beyond || interval.low > interval.high)
    return {smallest, largest, true};
  interval.whole = interval.low == smallest && interval.high == largest;
  return interval;
}

double getNumber(Class cls, const unsigned char *place) {
  switch (cls) {
  case Class::F32:
    return load<float>(place);
  case Class::F64:
    return load<double>(place);
  case Class::F80:
    return double(loadExtended(place));
  default:
    return double(getOrdinal(cls, place));
  }
}

} // namespace ariadne
