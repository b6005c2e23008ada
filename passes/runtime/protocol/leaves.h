// The scalars of an input: its leaves, whatever tree of objects it is. Where they lie is decided by the
// passes (facts/Signatures.cpp) and told by the specification; nobody else knows how an input is laid out.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ariadne {

enum class Class : uint8_t { F32, F64, F80, I8, I16, I32, I64, U8, U16, U32, U64, Bool };

struct ClassFacts {
  const char *name;
  unsigned bytes; // that hold its value
  bool isSigned;
};
inline constexpr ClassFacts Classes[] = {{"f32", 4, true},  {"f64", 8, true},  {"f80", 10, true},
                                         {"i8", 1, true},   {"i16", 2, true},  {"i32", 4, true},
                                         {"i64", 8, true},  {"u8", 1, false},  {"u16", 2, false},
                                         {"u32", 4, false}, {"u64", 8, false}, {"bool", 1, false}};

constexpr unsigned bytesOf(Class cls) { return Classes[unsigned(cls)].bytes; }
constexpr bool isSigned(Class cls) { return Classes[unsigned(cls)].isSigned; }
constexpr bool isFloat(Class cls) { return cls <= Class::F80; }

Class parseClass(const std::string &name);

struct Leaf {
  Class cls;
  uint64_t offset;
};

// From words CLASS@OFFSET; throws std::runtime_error for anything else, and for what is not within the input.
std::vector<Leaf> parseLeaves(const std::vector<std::string> &words, uint64_t inputSize);

} // namespace ariadne
