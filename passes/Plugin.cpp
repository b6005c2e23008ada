// Registers the passes with opt:  opt -load-pass-plugin AriadnePasses.so -passes='loop-bound<8>,reify' f.ll
#include "ApTransform.h"
#include "facts/FlowPrinter.h"
#include "facts/Signatures.h"
#include "prepare/Harness.h"
#include "prepare/LoopBound.h"
#include "prepare/Variants.h"
#include "probe/Probe.h"
#include "ranges/Ranges.h"
#include "reify/Reify.h"
#include "sites/SiteLines.h"
#include "sites/Sites.h"
#include "trace/Trace.h"
#include "trace/TraceTables.h"

#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/PassPlugin.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace ariadne;

// print<fp-ranges> or print<fp-ranges;FILE>
static bool addRanges(StringRef options, ModulePassManager &passes, raw_ostream &out) {
  if (!options.consume_back(">") || !(options.empty() || options.consume_front(";")))
    return false;
  passes.addPass(RangesPrinter(out, options.str()));
  return true;
}

// harness<setup=NAME;setup=NAME>
static bool addHarness(StringRef options, ModulePassManager &passes) {
  std::vector<std::string> setup;
  if (!options.empty()) {
    if (!options.consume_front("<") || !options.consume_back(">"))
      return false;
    SmallVector<StringRef, 2> parts;
    options.split(parts, ';');
    for (StringRef part : parts) {
      if (!part.consume_front("setup=") || part.empty())
        return false;
      setup.push_back(part.str());
    }
  }
  passes.addPass(HarnessPass(std::move(setup)));
  return true;
}

static void registerPasses(PassBuilder &builder, raw_ostream &out);

static bool addModulePass(StringRef name, ModulePassManager &passes,
                          ArrayRef<PassBuilder::PipelineElement> inner, raw_ostream &out) {
  if (name == "print<fp-sites>")
    passes.addPass(SitesPrinter(out));
  else if (name == "print<fp-sites;digest>")
    passes.addPass(SitesPrinter(out, true));
  else if (name == "print<signatures>")
    passes.addPass(SignaturesPrinter(out));
  else if (name.consume_front("print<fp-ranges"))
    return addRanges(name, passes, out);
  else if (name == "reify")
    passes.addPass(ReifyPass());
  else if (name == "probe")
    passes.addPass(ProbePass());
  else if (name == "trace")
    passes.addPass(TracePass());
  else if (name == "print<flow>")
    passes.addPass(FlowPrinter(out));
  else if (name == "print<trace-branches>")
    passes.addPass(TraceBranchesPrinter(out));
  else if (name == "ap")
    passes.addPass(ApPass());
  else if (name == "ap<steps>")
    passes.addPass(ApPass(true));
  else if (name.consume_front("harness"))
    return addHarness(name, passes);
  else if (name == "site-lines")
    passes.addPass(SiteLinesPass());
  else if (name == "variants")
    passes.addPass(VariantsPass(inner, out, registerPasses));
  else if (name.consume_front("write<") && name.consume_back(">"))
    passes.addPass(WritePass(name.str()));
  else
    return false;
  return true;
}

static bool addFunctionPass(StringRef name, FunctionPassManager &passes,
                            ArrayRef<PassBuilder::PipelineElement>) {
  unsigned bound;
  if (!name.consume_front("loop-bound<") || !name.consume_back(">"))
    return false;
  if (name == "inf")
    return true;
  if (name.getAsInteger(10, bound) || bound == 0)
    return false;
  passes.addPass(LoopBoundPass(bound));
  return true;
}

static void registerPasses(PassBuilder &builder, raw_ostream &out) {
  builder.registerPipelineParsingCallback(
      [&out](StringRef name, ModulePassManager &passes, ArrayRef<PassBuilder::PipelineElement> inner) {
        return addModulePass(name, passes, inner, out);
      });
  builder.registerPipelineParsingCallback(addFunctionPass);
  builder.registerAnalysisRegistrationCallback([](ModuleAnalysisManager &analyses) {
    analyses.registerPass([] { return SitesAnalysis(); });
    analyses.registerPass([] { return SignaturesAnalysis(); });
  });
}

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "Ariadne", "1",
          [](PassBuilder &builder) { registerPasses(builder, outs()); }};
}
