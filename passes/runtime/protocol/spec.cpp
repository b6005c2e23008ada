#include "runtime/protocol/spec.h"

#include "runtime/protocol/abi.h"

#include <bit>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>

namespace ariadne {
namespace {

constexpr uint64_t MaxBytes = uint64_t(1) << 30; // of a buffer: more is a mistake of whoever wrote the spec
constexpr uint64_t MaxBits = 10'000'000;         // of precision
constexpr uint32_t MaxEntries = 1 << 24;         // of a trace

template <class T> T number(const std::string &text, int base = 10) {
  T value{};
  const char *end = text.data() + text.size();
  auto [stop, error] = std::from_chars(text.data(), end, value, base);
  if (error != std::errc() || stop != end)
    throw std::runtime_error("'" + text + "' is not " +
                             (base == 16 ? "a hexadecimal number of at most 64 bits" : "a number in range"));
  return value;
}

uint64_t bytes(const std::string &text) {
  uint64_t value = number<uint64_t>(text);
  if (value > MaxBytes)
    throw std::runtime_error(text + " bytes are more than ariadne-run takes (" + std::to_string(MaxBytes) +
                             ")");
  return value;
}

uint64_t bits(const std::string &text) {
  uint64_t value = number<uint64_t>(text);
  if (value < 2 || value > MaxBits)
    throw std::runtime_error(text + " bits are not between 2 and " + std::to_string(MaxBits));
  return value;
}

uint32_t entries(const std::string &text) {
  uint32_t value = number<uint32_t>(text);
  if (value < 2 || value > MaxEntries)
    throw std::runtime_error(text + " is not between 2 and " + std::to_string(MaxEntries));
  return value;
}

double seconds(const std::string &text) {
  double value{};
  const char *end = text.data() + text.size();
  auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end || !std::isfinite(value) || value <= 0 || value > 1e9)
    throw std::runtime_error("'" + text + "' is not a positive number of seconds");
  return value;
}

// A name or a path: `\n` is a newline and `\\` a backslash, so that no name can become a line of its own.
std::string name(const std::string &text) {
  std::string plain;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      plain += text[i];
      continue;
    }
    char next = ++i < text.size() ? text[i] : '\0';
    if (next != 'n' && next != '\\')
      throw std::runtime_error("'" + text + "' has a backslash that is neither \\n nor \\\\");
    plain += next == 'n' ? '\n' : '\\';
  }
  return plain;
}

bool yesOrNo(const std::string &text) {
  if (text != "0" && text != "1")
    throw std::runtime_error("'" + text + "' is neither 0 nor 1");
  return text == "1";
}

std::vector<std::string> words(const std::string &text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

template <class T> std::vector<T> numbers(const std::string &text, int base = 10) {
  std::vector<T> values;
  for (const std::string &word : words(text))
    values.push_back(number<T>(word, base));
  return values;
}

// Ends of ranges: the bits of a double, or `none`.
std::vector<std::optional<double>> ends(const std::string &text) {
  std::vector<std::optional<double>> values;
  for (const std::string &word : words(text)) {
    if (word == "none") {
      values.push_back(std::nullopt);
      continue;
    }
    double value = std::bit_cast<double>(number<uint64_t>(word, 16));
    if (std::isnan(value))
      throw std::runtime_error("a range cannot end at NaN");
    values.push_back(value);
  }
  return values;
}

void checkAbi(const std::string &text) {
  if (number<uint32_t>(text) != ARIADNE_ABI_VERSION)
    throw std::runtime_error("abi " + text + ", but this ariadne-run speaks abi " +
                             std::to_string(ARIADNE_ABI_VERSION));
}

using Setter = std::function<void(Spec &, const std::string &)>;

const std::map<std::string, Setter> Setters = {
    {"abi", [](Spec &, const std::string &v) { checkAbi(v); }},
    {"library", [](Spec &s, const std::string &v) { s.library = name(v); }},
    {"symbol", [](Spec &s, const std::string &v) { s.symbol = name(v); }},
    {"input_size", [](Spec &s, const std::string &v) { s.inputSize = bytes(v); }},
    {"output_size", [](Spec &s, const std::string &v) { s.outputSize = bytes(v); }},
    {"inputs", [](Spec &s, const std::string &v) { s.inputs = name(v); }},
    {"count", [](Spec &s, const std::string &v) { s.count = number<uint64_t>(v); }},
    {"seconds", [](Spec &s, const std::string &v) { s.seconds = seconds(v); }},
    {"memory_mb", [](Spec &s, const std::string &v) { s.memoryMb = number<uint32_t>(v); }},
    {"x87", [](Spec &s, const std::string &v) { s.x87 = yesOrNo(v); }},
    {"results", [](Spec &s, const std::string &v) { s.results = words(v); }},
    {"precision", [](Spec &s, const std::string &v) { s.precision = bits(v); }},
    {"digits", [](Spec &s, const std::string &v) { s.digits = bits(v); }},
    {"steps", [](Spec &s, const std::string &v) { s.steps = number<uint32_t>(v); }},
    {"trace", [](Spec &s, const std::string &v) { s.trace = name(v); }},
    {"max_nodes", [](Spec &s, const std::string &v) { s.maxNodes = entries(v); }},
    {"max_events", [](Spec &s, const std::string &v) { s.maxEvents = entries(v); }},
    {"leaves", [](Spec &s, const std::string &v) { s.leaves = words(v); }},
    {"targets", [](Spec &s, const std::string &v) { s.targets = words(v); }},
    {"constants", [](Spec &s, const std::string &v) { s.constants = numbers<uint64_t>(v, 16); }},
    {"lower", [](Spec &s, const std::string &v) { s.lower = ends(v); }},
    {"upper", [](Spec &s, const std::string &v) { s.upper = ends(v); }},
    {"seeds", [](Spec &s, const std::string &v) { s.seeds = name(v); }},
    {"seed", [](Spec &s, const std::string &v) { s.seed = number<uint64_t>(v); }},
    {"runs", [](Spec &s, const std::string &v) { s.runs = number<uint64_t>(v); }},
    {"sampling", [](Spec &s, const std::string &v) { s.sampling = yesOrNo(v); }},
    {"budget", [](Spec &s, const std::string &v) { s.budget = seconds(v); }},
};

// A list may be empty (a function without parameters or constants); anything else needs a value.
const std::set<std::string> MayBeEmpty = {"leaves", "results", "targets", "constants", "lower", "upper"};
const char *const Required[] = {"abi", "library", "symbol"};

std::ifstream open(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  if (!file)
    throw std::runtime_error(path + ": " + std::strerror(errno));
  return file;
}

// A file of inputs, one after the other.
std::vector<unsigned char> readWholeInputs(const std::string &path, uint64_t inputSize) {
  std::ifstream file = open(path);
  std::vector<unsigned char> bytes{std::istreambuf_iterator<char>(file), {}};
  if (bytes.size() % inputSize != 0)
    throw std::runtime_error(path + ": " + std::to_string(bytes.size()) + " bytes are not a multiple of " +
                             std::to_string(inputSize));
  return bytes;
}

} // namespace

Spec readSpec(const std::string &path) {
  std::ifstream file = open(path);
  Spec spec;
  std::set<std::string> seen;
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    if (line.empty())
      continue;
    size_t space = line.find(' ');
    std::string key = line.substr(0, space);
    std::string value = space == std::string::npos ? "" : line.substr(space + 1);
    try {
      auto setter = Setters.find(key);
      if (setter == Setters.end())
        throw std::runtime_error("unknown key '" + key + "'");
      if (!seen.insert(key).second)
        throw std::runtime_error("'" + key + "' is given twice");
      if (value.empty() && !MayBeEmpty.count(key))
        throw std::runtime_error("'" + key + "' has no value");
      setter->second(spec, value);
    } catch (const std::exception &problem) {
      throw std::runtime_error(path + ":" + std::to_string(number) + ": " + problem.what());
    }
  }
  for (const char *key : Required)
    if (!seen.count(key))
      throw std::runtime_error(path + ": '" + key + "' is missing");
  return spec;
}

std::vector<unsigned char> readInputs(const Spec &spec) {
  if (spec.inputSize == 0)
    return {};
  if (spec.inputs.empty())
    throw std::runtime_error("the spec has an 'input_size' but no 'inputs'");
  return readWholeInputs(spec.inputs, spec.inputSize);
}

std::vector<unsigned char> readSeeds(const Spec &spec) {
  if (spec.seeds.empty() || spec.inputSize == 0)
    return {};
  return readWholeInputs(spec.seeds, spec.inputSize);
}

uint64_t numberOfInputs(const Spec &spec, const std::vector<unsigned char> &inputs) {
  return spec.inputSize == 0 ? spec.count : inputs.size() / spec.inputSize;
}

} // namespace ariadne
