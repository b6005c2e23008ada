#include "facts/Reach.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ariadne {
namespace {

constexpr size_t MaxConstants = 256;

struct OwnFacts {
  Reach facts;
  SmallPtrSet<const Function *, 8>
      references; // called or used as a value: it may be called through a pointer
};

void addNumber(const Constant *constant, std::set<double> &numbers) {
  if (auto *number = dyn_cast<ConstantFP>(constant)) {
    APFloat value = number->getValueAPF();
    bool inexact;
    value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &inexact);
    if (value.isFinite())
      numbers.insert(value.convertToDouble());
  } else if (auto *integer = dyn_cast<ConstantInt>(constant)) {
    if (integer->getBitWidth() > 1 && integer->getValue().getSignificantBits() <= 64)
      numbers.insert(double(integer->getSExtValue()));
  }
}

OwnFacts collect(const Function &function) {
  OwnFacts own;
  for (const Instruction &I : instructions(function))
    for (const Use &use : I.operands()) {
      if (auto *callee = dyn_cast<Function>(use.get())) {
        if (!callee->isDeclaration())
          own.references.insert(callee);
        else if (!callee->isIntrinsic())
          own.facts.externals.insert(callee->getName().str());
      } else if (auto *constant = dyn_cast<Constant>(use.get())) {
        bool compared = isa<CmpInst>(I) || isa<SwitchInst>(I);
        if ((compared || constant->getType()->isFloatingPointTy()) &&
            own.facts.constants.size() < MaxConstants)
          addNumber(constant, own.facts.constants);
      }
    }
  return own;
}

} // namespace

ReachMap computeReach(Module &module, const SiteTable &sites) {
  DenseMap<const Function *, OwnFacts> own;
  for (const Function &function : module)
    if (!function.isDeclaration())
      own[&function] = collect(function);
  for (const Site &site : sites.sites)
    own[&site.function()].facts.sites.insert(site.number);

  ReachMap reaches;
  for (const Function &function : module) {
    if (function.isDeclaration())
      continue;
    Reach &reach = reaches[&function];
    SmallPtrSet<const Function *, 16> seen{&function};
    SmallVector<const Function *, 16> work{&function};
    while (!work.empty()) {
      const OwnFacts &facts = own[work.pop_back_val()];
      reach.sites.insert(facts.facts.sites.begin(), facts.facts.sites.end());
      reach.externals.insert(facts.facts.externals.begin(), facts.facts.externals.end());
      if (reach.constants.size() < MaxConstants)
        reach.constants.insert(facts.facts.constants.begin(), facts.facts.constants.end());
      for (const Function *next : facts.references)
        if (seen.insert(next).second)
          work.push_back(next);
    }
  }
  return reaches;
}

} // namespace ariadne
