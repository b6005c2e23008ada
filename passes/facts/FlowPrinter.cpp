#include "facts/FlowPrinter.h"
#include "sites/Sites.h"
#include "sites/SourceNames.h"
#include "trace/TraceModel.h"
#include "trace/TraceTables.h"

#include "llvm/IR/CFG.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/JSON.h"

using namespace llvm;

namespace ariadne {
namespace {

struct Numbers {
  DenseMap<const Instruction *, unsigned> sites, branches, instructions;
  DenseMap<const BasicBlock *, unsigned> blocks;
};

Numbers number(Module &module, const SiteTable &table) {
  Numbers numbers;
  for (const Site &site : table.sites)
    numbers.sites[site.instruction] = site.number;
  TraceTables tables = numberForTrace(module);
  for (auto [number, branch] : enumerate(tables.branches))
    numbers.branches[branch] = unsigned(number);
  numbers.instructions = std::move(tables.instructions);
  for (Function &function : module)
    for (BasicBlock &block : function)
      numbers.blocks[&block] = unsigned(numbers.blocks.size());
  return numbers;
}

// Through a pointer, or into code that is not here: it may come to any function whose address somebody has.
bool callsOut(CallBase &call) {
  auto *callee = dyn_cast<Function>(call.getCalledOperand()->stripPointerCasts());
  if (call.isInlineAsm() || !callee)
    return true;
  if (!callee->isDeclaration() || callee->isIntrinsic() || modelOf(call))
    return false;
  return !isHarmless(call) || callee->getName() == "exit"; // which calls what atexit was given
}

StringRef nameOf(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  return call.isInlineAsm() ? "inline assembly" : callee ? callee->getName() : "a function pointer";
}

json::Object describe(BasicBlock &block, const Numbers &numbers) {
  json::Array to, calls, opaque, sites, lines;
  for (BasicBlock *next : successors(&block))
    to.push_back(numbers.blocks.lookup(next));
  unsigned last = 0;
  for (Instruction &I : block) {
    if (auto site = numbers.sites.find(&I); site != numbers.sites.end())
      sites.push_back(site->second);
    if (auto *call = dyn_cast<CallBase>(&I)) {
      auto *callee = dyn_cast<Function>(call->getCalledOperand()->stripPointerCasts());
      if (callsOut(*call))
        opaque.push_back(json::Array{numbers.instructions.lookup(&I), nameOf(*call)});
      else if (!callee->isDeclaration())
        calls.push_back(callee->getName());
    }
    const DILocation *place = I.getDebugLoc().get();
    if (place && place->getLine() && place->getLine() != last && !I.isDebugOrPseudoInst())
      lines.push_back(last = place->getLine());
  }
  auto branch = numbers.branches.find(block.getTerminator());
  const Instruction *end = block.getTerminator();
  const DISubprogram *program = block.getParent()->getSubprogram();
  return json::Object{{"block", numbers.blocks.lookup(&block)},
                      {"symbol", block.getParent()->getName()},
                      {"file", program ? sourcePath(program->getFile()) : ""},
                      {"branch", branch == numbers.branches.end() ? json::Value(nullptr) : branch->second},
                      {"to", std::move(to)},
                      // Exceptions and longjmp go back to callers, too.
                      {"returns", isa<ReturnInst, ResumeInst, UnreachableInst>(end)},
                      {"has_address", block.getParent()->hasAddressTaken()},
                      {"calls", std::move(calls)},
                      {"opaque", std::move(opaque)},
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
