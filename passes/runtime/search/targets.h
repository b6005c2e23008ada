// What a search can aim at. A target watches something of the probed code and wants one thing of it: its row
// says what. The hooks (probe_hooks.cpp) tell how far the run under way is from it, and whether it is there.
//
//   type     watches              wants                     distance
//   raise    a site               that it raises a kind     of the exception table (tables/semantics.h)
//   outcome  a comparison         that it is true, or false of its two sides
//
// A new type needs a line here and in targets.cpp, and a hook that calls approach() and reach().
#pragma once

#include "runtime/protocol/abi.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ariadne {

enum class TargetType : uint8_t { Raise, Outcome };

struct TargetRow {
  TargetType type;
  uint32_t watched; // number of the site or comparison
  uint32_t which;   // row of kinds.def, or 1: true
};

constexpr uint32_t NoTarget = UINT32_MAX;

// All targets of a search. Goals come first, in the order in which they were asked for: what reaches them is
// reported. The rest are stepping stones, ways into code not seen yet.
class TargetTable {
public:
  // Words TYPE:WATCHED:WHICH, as `raise:12:0`. Throws std::runtime_error for what the module does not have.
  TargetTable(const std::vector<std::string> &goals, const ariadne_probe_module &module);
  TargetTable() = default;

  uint32_t size() const { return uint32_t(rows.size()); }
  uint32_t goals() const { return goalCount; }
  bool isGoal(uint32_t target) const { return target < goalCount; }
  const TargetRow &operator[](uint32_t target) const { return rows[target]; }

  // For the hooks: the targets of a site, one for each kind, and of a comparison, false and true. NoTarget
  // where nobody asked.
  const uint32_t *ofSite(uint32_t site) const { return &kinds[size_t(site) * ARIADNE_KINDS]; }
  const uint32_t *ofComparison(uint32_t id) const { return &outcomes[size_t(id) * 2]; }
  uint8_t wantedKinds(uint32_t site) const { return masks[site]; }

  // Does a target (any number: memory may have been written over) watch this?
  bool watches(uint32_t target, TargetType type, uint32_t watched) const {
    return target < size() && rows[target].type == type && rows[target].watched == watched;
  }

  // The rank of the best input that it can have (see state.h).
  uint8_t topRank(uint32_t target, const ariadne_probe_module &module) const;

  // Makes the code report every value of what it watches again. While it is in focus that stays so.
  void widen(uint32_t target, const ariadne_probe_module &module) const;

private:
  void add(TargetRow row);

  std::vector<TargetRow> rows;
  std::vector<uint32_t> kinds, outcomes;
  std::vector<uint8_t> masks;
  uint32_t goalCount = 0;
};

} // namespace ariadne
