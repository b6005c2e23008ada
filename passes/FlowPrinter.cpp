#include "FlowPrinter.h"
#include "Sites.h"
#include "SourceNames.h"
#include "TraceTables.h"

#include "llvm/IR/CFG.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/JSON.h"

using namespace llvm;

namespace ariadne {
namespace {

struct Numbers {
  DenseMap<const Instruction *, unsigned> sites, branches;
  DenseMap<const BasicBlock *, unsigned> blocks;
};

Numbers number(Module &module, const SiteTable &table) {
  Numbers numbers;
  for (const Site &site : table.sites)
    numbers.sites[site.instruction] = site.number;
  for (auto [number, branch] : enumerate(numberForTrace(module).branches))
    numbers.branches[branch] = unsigned(number);
  for (Function &function : module)
    for (BasicBlock &block : function)
      numbers.blocks[&block] = unsigned(numbers.blocks.size());
  return numbers;
}

// Called functions by name; null for one that is only known at run time.
void addCall(const CallBase &call, json::Array &calls) {
  if (call.isInlineAsm())
    return;
  auto *callee = dyn_cast<Function>(call.getCalledOperand()->stripPointerCasts());
  if (!callee)
    calls.push_back(nullptr);
  else if (!callee->isDeclaration())
    calls.push_back(callee->getName());
}

json::Object describe(BasicBlock &block, const Numbers &numbers) {
  json::Array to, calls, sites, lines;
  for (BasicBlock *next : successors(&block))
    to.push_back(numbers.blocks.lookup(next));
  unsigned last = 0;
  for (Instruction &I : block) {
    if (auto site = numbers.sites.find(&I); site != numbers.sites.end())
      sites.push_back(site->second);
    if (auto *call = dyn_cast<CallBase>(&I))
      addCall(*call, calls);
    const DILocation *place = I.getDebugLoc().get();
    if (place && place->getLine() && place->getLine() != last && !I.isDebugOrPseudoInst())
      lines.push_back(last = place->getLine());
  }
  auto branch = numbers.branches.find(block.getTerminator());
  const DISubprogram *program = block.getParent()->getSubprogram();
  return json::Object{{"block", numbers.blocks.lookup(&block)},
                      {"symbol", block.getParent()->getName()},
                      {"file", program ? sourcePath(program->getFile()) : ""},
                      {"branch", branch == numbers.branches.end() ? json::Value(nullptr) : branch->second},
                      {"to", std::move(to)},
                      {"returns", isa<ReturnInst>(block.getTerminator())},
                      {"calls", std::move(calls)},
                      {"sites", std::move(sites)},
                      {"lines", std::move(lines)}};
}

} // namespace

PreservedAnalyses FlowPrinter::run(Module &module, ModuleAnalysisManager &analyses) {
  const Numbers numbers = number(module, analyses.getResult<SitesAnalysis>(module));
  for (Function &function : module)
    for (BasicBlock &block : function)
      out << json::Value(describe(block, numbers)) << '\n';
  return PreservedAnalyses::all();
}

} // namespace ariadne
