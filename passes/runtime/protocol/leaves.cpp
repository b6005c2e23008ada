#include "runtime/protocol/leaves.h"

#include <charconv>
#include <stdexcept>

namespace ariadne {
Class parseClass(const std::string &name) {
  for (unsigned i = 0; i < std::size(Classes); ++i)
    if (name == Classes[i].name)
      return Class(i);
  throw std::runtime_error("'" + name + "' is not a class of numbers");
}

std::vector<Leaf> parseLeaves(const std::vector<std::string> &words, uint64_t inputSize) {
  std::vector<Leaf> leaves;
  for (const std::string &word : words) {
    size_t at = word.find('@');
    Leaf leaf{parseClass(word.substr(0, at)), 0};
    const char *end = word.data() + word.size();
    if (at == std::string::npos || std::from_chars(word.data() + at + 1, end, leaf.offset).ptr != end ||
        leaf.offset + bytesOf(leaf.cls) > inputSize)
      throw std::runtime_error("'" + word + "' is not CLASS@OFFSET within the input");
    leaves.push_back(leaf);
  }
  return leaves;
}

} // namespace ariadne
