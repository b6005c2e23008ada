#include "runtime/search/targets.h"

#include "runtime/search/state.h"

#include <charconv>
#include <stdexcept>

namespace ariadne {
namespace {

uint32_t number(const std::string &word, size_t begin, size_t end, uint32_t limit) {
  uint32_t value;
  auto [stop, error] = std::from_chars(word.data() + begin, word.data() + end, value);
  if (error != std::errc() || stop != word.data() + end || value >= limit)
    throw std::runtime_error("the library has no target '" + word + "'");
  return value;
}

TargetRow parse(const std::string &word, const ariadne_probe_module &module) {
  size_t first = word.find(':'), second = word.rfind(':');
  std::string type = word.substr(0, first);
  if (first == second || (type != "raise" && type != "outcome"))
    throw std::runtime_error("'" + word + "' is not like raise:SITE:KIND or outcome:COMPARISON:TRUTH");
  bool isRaise = type == "raise";
  return {isRaise ? TargetType::Raise : TargetType::Outcome,
          number(word, first + 1, second, isRaise ? module.sites : module.compares),
          number(word, second + 1, word.size(), isRaise ? uint32_t(ARIADNE_KINDS) : 2)};
}

} // namespace

TargetTable::TargetTable(const std::vector<std::string> &goals, const ariadne_probe_module &module)
    : kinds(size_t(module.sites) * ARIADNE_KINDS, NoTarget), outcomes(size_t(module.compares) * 2, NoTarget),
      masks(module.sites) {
  for (const std::string &word : goals)
    add(parse(word, module));
  goalCount = size();
  for (uint32_t id = 0; id < module.compares; ++id)
    for (uint32_t truth : {0u, 1u})
      if (ofComparison(id)[truth] == NoTarget)
        add({TargetType::Outcome, id, truth});
}

void TargetTable::add(TargetRow row) {
  bool isRaise = row.type == TargetType::Raise;
  uint32_t &index = isRaise ? kinds[size_t(row.watched) * ARIADNE_KINDS + row.which]
                            : outcomes[size_t(row.watched) * 2 + row.which];
  if (index != NoTarget)
    throw std::runtime_error("a target is given twice");
  index = size();
  if (isRaise)
    masks[row.watched] |= uint8_t(1u << row.which);
  rows.push_back(row);
}

uint8_t TargetTable::topRank(uint32_t target, const ariadne_probe_module &module) const {
  const TargetRow &row = rows[target];
  if (row.type == TargetType::Outcome)
    return RankReached;
  auto op = Operation(module.site[row.watched].operation);
  bool alwaysExact = row.which == ARIADNE_ROW_UNDERFLOW && (op == Op_fadd || op == Op_fsub);
  return RankReached + RankFirst + RankReturned + (alwaysExact ? 0 : RankInexact);
}

void TargetTable::widen(uint32_t target, const ariadne_probe_module &module) const {
  const TargetRow &row = rows[target];
  if (row.type == TargetType::Outcome) {
    module.outcomes[row.watched] &= uint8_t(~(1u << row.which));
    return;
  }
  module.low[row.watched] = UINT64_MAX;
  module.span[row.watched] = 0;
  module.divisor[row.watched] = UINT64_MAX;
}

} // namespace ariadne
