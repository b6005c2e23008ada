// probe: the variant for the search. Operations, comparisons and loops report to the runtime what may bring
// an untriggered exception or an untaken branch nearer; what cannot is decided by a few inline integer
// instructions:
//
//     %r = fmul double %x, %y
//     if (magnitude(%r) - low[site] > span[site])            ; not within what was seen before
//       __ariadne_probe_f64(site, %x, %y, 0, %r)
//
//     %c = fcmp olt double %a, %b
//     if (outcomes[id] != 3) __ariadne_compare_f64(id, %a, %b)
//
// and every back edge burns fuel, so that a run cannot hang in a loop of the program.
#pragma once

#include "llvm/IR/PassManager.h"

namespace ariadne {

class ProbePass : public llvm::PassInfoMixin<ProbePass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace ariadne
