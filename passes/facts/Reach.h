// What can be reached from a function through calls and references.
#pragma once

#include "sites/Sites.h"

#include "llvm/ADT/DenseMap.h"

#include <set>
#include <string>
#include <vector>

namespace ariadne {

struct Reach {
  std::set<unsigned> sites;
  std::set<std::string> externals;
  std::set<double> constants; // finite numbers written in the code, integers that are compared with included
};

using ReachMap = llvm::DenseMap<const llvm::Function *, Reach>;

ReachMap computeReach(llvm::Module &module, const SiteTable &sites);

} // namespace ariadne
