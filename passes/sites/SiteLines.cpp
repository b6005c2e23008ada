#include "sites/SiteLines.h"
#include "sites/Sites.h"

#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ariadne {

PreservedAnalyses SiteLinesPass::run(Module &module, ModuleAnalysisManager &analyses) {
  DenseMap<const Instruction *, unsigned> numbers;
  for (const Site &site : analyses.getResult<SitesAnalysis>(module).sites)
    numbers[site.instruction] = site.number;

  StripDebugInfo(module);
  module.setModuleFlag(Module::Warning, "Debug Info Version", DEBUG_METADATA_VERSION);
  module.setModuleFlag(Module::Max, "Dwarf Version", 5);
  DIBuilder builder(module);
  DIFile *file = builder.createFile("sites", ".");
  builder.createCompileUnit(dwarf::DW_LANG_C, file, "ariadne", false, "", 0, "",
                            DICompileUnit::LineTablesOnly);
  DISubroutineType *type = builder.createSubroutineType(builder.getOrCreateTypeArray({}));
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    DISubprogram *program = builder.createFunction(file, function.getName(), function.getName(), file, 1,
                                                   type, 1, DINode::FlagZero, DISubprogram::SPFlagDefinition);
    function.setSubprogram(program);
    for (Instruction &I : instructions(function)) {
      auto number = numbers.find(&I);
      unsigned line = number == numbers.end() ? 1 : SiteLineBase + number->second;
      I.setDebugLoc(DILocation::get(module.getContext(), line, 0, program));
    }
  }
  builder.finalize();
  return PreservedAnalyses::none();
}

} // namespace ariadne
