#include "results.h"

#include "ball.h"
#include "handle.h"
#include "runtime/protocol/report.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <stdexcept>

namespace ariadne::ap {
namespace {

constexpr int64_t SpareBits = 16;

struct Temporaries {
  arb_t ball;
  arf_t low, high;
  fmpz_t mantissa, power;
  Temporaries() {
    arb_init(ball);
    arf_init(low);
    arf_init(high);
    fmpz_init(mantissa);
    fmpz_init(power);
  }
};
Temporaries temporary;

template <class T> T read(const unsigned char *output, const ResultSlot &slot) {
  T x{};
  std::memcpy(&x, output + slot.offset, Format<T>::Bytes);
  return x;
}

template <class F> auto withType(const ResultSlot &slot, F &&body) {
  if (slot.cls == "f32")
    return body(float());
  if (slot.cls == "f64")
    return body(double());
  return body(static_cast<long double>(0));
}

const char *Undecided = "straddles";

// Against the smallest normal and the largest number of the type.
template <class T> const char *rangeOf(const Value &v) {
  if (v.isZero())
    return "zero";
  Order sign = signOf(v);
  if (sign == Equal)
    return "zero";
  if (sign == Unknown) {
    // It may be zero; it is not known to be. Still, it may be known to be no larger than a tiny number.
    return Undecided;
  }
  Value magnitude = absolute(v, sign);
  Order low = compare(magnitude, load(std::numeric_limits<T>::min()));
  Order high = compare(magnitude, load(std::numeric_limits<T>::max()));
  if (low == Less)
    return "tiny";
  if (high == Greater)
    return "huge";
  return low == Unknown || high == Unknown ? Undecided : "normal";
}

std::string dyadic(const arf_t x) {
  if (arf_is_zero(x))
    return "0x0p+0";
  arf_get_fmpz_2exp(temporary.mantissa, temporary.power, x);
  bool negative = fmpz_sgn(temporary.mantissa) < 0;
  fmpz_abs(temporary.mantissa, temporary.mantissa);
  auto text = [](const fmpz_t z, int base) {
    std::string digits(fmpz_sizeinbase(z, base) + 2, '\0');
    fmpz_get_str(digits.data(), base, z);
    digits.resize(digits.find('\0'));
    return digits;
  };
  return (negative ? "-0x" : "0x") + text(temporary.mantissa, 16) +
         (fmpz_sgn(temporary.power) < 0 ? "p" : "p+") + text(temporary.power, 10);
}

std::string number(double x) {
  char text[40];
  std::snprintf(text, sizeof text, "%.6g", x);
  return text;
}

// An upper bound of |x - v| in units of the last place that the type has at v.
template <class T> std::string ulps(T x, const Value &v) {
  using Limits = std::numeric_limits<T>;
  if (!std::isfinite(x))
    return "null";
  setArb(temporary.ball, subtract(load(x), v), run.precision + 128);
  arb_get_abs_ubound_arf(temporary.high, temporary.ball, 64);
  setArb(temporary.ball, v, run.precision + 128);
  arb_get_abs_lbound_arf(temporary.low, temporary.ball, 64);
  slong exponent = Limits::min_exponent - 1;
  if (!arf_is_zero(temporary.low))
    exponent = std::max<slong>(exponent, arf_abs_bound_lt_2exp_si(temporary.low) - 1);
  arf_mul_2exp_si(temporary.high, temporary.high, -(exponent - (Limits::digits - 1)));
  double bound = arf_get_d(temporary.high, ARF_RND_UP);
  // %.6g rounds to nearest: a bound must not become smaller.
  bound = std::min(bound * (1 + 1e-5), std::numeric_limits<double>::max());
  return number(bound);
}

std::string entry(const char *kind, const std::string &rest) {
  return std::string("{\"kind\":\"") + kind + "\"," + rest + "}";
}

std::string unbounded(const char *kind, const void *bytes, size_t size) {
  return entry(kind, "\"range\":null,\"lower\":null,\"upper\":null,\"nearest\":\"" + hex(bytes, size) +
                         "\",\"ulps\":null");
}

template <class T> std::string exactResult(T x, T inFloat, int64_t digits) {
  if (!isNumber(x))
    return unbounded(std::isinf(x) ? "inf" : "nan", &x, Format<T>::Bytes);
  Value v = load(x);
  T closest = x == x ? x : nearest<T>(v);
  setArb(temporary.ball, v, std::max(digits, run.precision) + 64);
  arb_get_lbound_arf(temporary.low, temporary.ball, digits);
  arb_get_ubound_arf(temporary.high, temporary.ball, digits);
  std::string lower = dyadic(temporary.low), upper = dyadic(temporary.high);
  return entry(v.isExact() ? "exact" : "ball", std::string("\"range\":\"") + rangeOf<T>(v) +
                                                   "\",\"lower\":\"" + lower + "\",\"upper\":\"" + upper +
                                                   "\",\"nearest\":\"" + hex(&closest, Format<T>::Bytes) +
                                                   "\",\"ulps\":" + ulps(inFloat, v));
}

std::string integerResult(const ResultSlot &slot, const unsigned char *output) {
  uint64_t bits = 0;
  std::memcpy(&bits, output + slot.offset, slot.bytes());
  if (double x = 0; slot.bytes() == 8) { // a union's bits may have come here as a copy
    std::memcpy(&x, &bits, 8);
    if (isHandle(x)) {
      mark("bits of a float");
      x = nearest<double>(load(x));
      std::memcpy(&bits, &x, 8);
    }
  }
  bool negative = slot.cls[0] == 'i' && bits >> (8 * slot.bytes() - 1) & 1;
  if (negative && slot.bytes() < 8)
    bits |= ~uint64_t(0) << 8 * slot.bytes();
  char text[32];
  std::snprintf(text, sizeof text, "%s0x%llxp+0", negative ? "-" : "",
                static_cast<unsigned long long>(negative ? -bits : bits));
  return entry("integer", std::string("\"range\":null,\"lower\":\"") + text + "\",\"upper\":\"" + text +
                              "\",\"nearest\":\"" + hex(&bits, slot.bytes()) + "\",\"ulps\":null");
}

template <class Each> std::string list(const std::vector<ResultSlot> &slots, Each each) {
  std::string text;
  for (const ResultSlot &slot : slots)
    text += (text.empty() ? "" : ",") + each(slot);
  return "[" + text + "]";
}

template <class F> auto withType(const Step &step, F &&body) {
  if (step.sort == Step::F32)
    return body(float());
  if (step.sort == Step::F64)
    return body(double());
  return body(static_cast<long double>(0));
}

std::string operandsText(const Step &step) {
  if (step.compared == Step::Decision)
    return "";
  size_t bytes = step.compared == Step::F32 ? 4 : step.compared == Step::F64 ? 8 : 10;
  return ",\"operands\":[\"" + hex(step.values[1], bytes) + "\",\"" + hex(step.values[2], bytes) + "\"]";
}

std::string decisionText(const Step &step) {
  ariadne_ap_place place{0, 0, ""};
  if (run.module && step.number < run.module->places)
    place = run.module->place[step.number];
  return "{\"file\":" + quote(place.file) + ",\"line\":" + std::to_string(place.line) +
         ",\"column\":" + std::to_string(place.column) + ",\"outcome\":" + std::to_string(step.outcome) +
         operandsText(step) + "}";
}

template <class T> std::string operationText(const Step &step, const Step *inFloat, int64_t digits) {
  T r{}, there{};
  std::memcpy(&r, step.values[0], Format<T>::Bytes);
  std::string text = "{\"site\":" + std::to_string(step.number) + ",\"result\":\"" +
                     hex(step.values[0], Format<T>::Bytes) + "\",\"operands\":[";
  for (int i = 1; i < 3; ++i) {
    T x{};
    std::memcpy(&x, step.values[i], Format<T>::Bytes);
    if (i == 1 || x == x || isHandle(x)) // each operation has a first operand: there, a NaN is just one
      text += (i == 1 ? "\"" : ",\"") + hex(step.values[i], Format<T>::Bytes) + "\"";
  }
  text += "],\"constants\":" + std::to_string(step.outcome);
  if (inFloat) {
    std::memcpy(&there, inFloat->values[0], Format<T>::Bytes);
    text += ",\"exact\":" + exactResult(r, there, digits);
  }
  return text + "}";
}

} // namespace

std::string stepsText(const std::vector<Step> &steps, const std::vector<Step> *inFloat, int64_t digits) {
  std::string text;
  bool together = inFloat;
  for (size_t i = 0; i < steps.size(); ++i) {
    const Step &step = steps[i];
    together = together && i < inFloat->size() && (*inFloat)[i].sort == step.sort &&
               (*inFloat)[i].number == step.number;
    text += i ? "," : "";
    text += step.sort == Step::Decision ? decisionText(step) : withType(step, [&]<class T>(T) {
      return operationText<T>(step, together ? &(*inFloat)[i] : nullptr, digits);
    });
  }
  return "[" + text + "]";
}

uint64_t ResultSlot::bytes() const {
  if (cls == "f80")
    return 10;
  if (cls == "bool")
    return 1;
  return uint64_t(std::stoi(cls.substr(1))) / 8;
}

std::vector<ResultSlot> parseSlots(const std::vector<std::string> &words, uint64_t outputSize) {
  std::vector<ResultSlot> slots;
  for (const std::string &word : words) {
    size_t at = word.find('@');
    static const std::vector<std::string> Classes = {"f32", "f64", "f80", "i8",  "i16", "i32",
                                                     "i64", "u8",  "u16", "u32", "u64", "bool"};
    ResultSlot slot{word.substr(0, at), 0};
    const char *end = word.data() + word.size();
    bool known =
        at != std::string::npos && std::find(Classes.begin(), Classes.end(), slot.cls) != Classes.end();
    if (!known || std::from_chars(word.data() + at + 1, end, slot.offset).ptr != end ||
        slot.offset + slot.bytes() > outputSize)
      throw std::runtime_error("'" + word + "' is not a result: CLASS@OFFSET within the output");
    slots.push_back(slot);
  }
  return slots;
}

std::string floatResults(const std::vector<ResultSlot> &slots, const unsigned char *output) {
  return list(slots, [&](const ResultSlot &slot) {
    return "{\"raw\":\"" + hex(output + slot.offset, slot.bytes()) + "\"}";
  });
}

bool isTightEnough(const std::vector<ResultSlot> &slots, const unsigned char *output, int64_t bits) {
  for (const ResultSlot &slot : slots) {
    bool tight = !slot.isFloat() || withType(slot, [&]<class T>(T) {
      T x = read<T>(output, slot);
      if (!isHandle(x))
        return true;
      Value v = load(x);
      if (v.isExact() || arb_is_exact(v.ball))
        return true;
      int64_t wanted = bits ? bits : std::numeric_limits<T>::digits + SpareBits;
      return rangeOf<T>(v) != Undecided && arb_rel_accuracy_bits(v.ball) >= wanted;
    });
    if (!tight)
      return false;
  }
  return true;
}

std::string exactResults(const std::vector<ResultSlot> &slots, const unsigned char *output,
                         const unsigned char *floatOutput, int64_t digits) {
  return list(slots, [&](const ResultSlot &slot) {
    if (!slot.isFloat())
      return integerResult(slot, output);
    return withType(slot, [&]<class T>(T) {
      return exactResult(read<T>(output, slot), read<T>(floatOutput, slot), digits);
    });
  });
}

} // namespace ariadne::ap
