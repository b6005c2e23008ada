#include "prepare/Variants.h"

#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriterPass.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"

#include <future>

using namespace llvm;

namespace ariadne {

// A pipeline as it was written, from what the parser made of it.
static std::string text(ArrayRef<PassBuilder::PipelineElement> elements) {
  std::string written;
  for (const PassBuilder::PipelineElement &element : elements) {
    written += (written.empty() ? "" : ",") + element.Name.str();
    if (!element.InnerPipeline.empty())
      written += "(" + text(element.InnerPipeline) + ")";
  }
  return written;
}

VariantsPass::VariantsPass(ArrayRef<PassBuilder::PipelineElement> elements, raw_ostream &out,
                           RegisterPasses registerPasses)
    : out(out), registerPasses(std::move(registerPasses)) {
  for (const PassBuilder::PipelineElement &element : elements)
    variants.push_back({element.Name.str(), text(element.InnerPipeline)});
}

PreservedAnalyses VariantsPass::run(Module &module, ModuleAnalysisManager &analyses) {
  std::string bitcode;
  raw_string_ostream stream(bitcode);
  BitcodeWriterPass(stream).run(module, analyses);
  std::vector<std::future<std::string>> printed;
  for (const Variant &variant : variants)
    printed.push_back(std::async(std::launch::async, [&] { return make(variant, bitcode); }));
  for (size_t number = 0; number < variants.size(); ++number)
    out << "variant " << variants[number].name << '\n' << printed[number].get();
  return PreservedAnalyses::all();
}

std::string VariantsPass::make(const Variant &variant, StringRef bitcode) const {
  std::string printed;
  raw_string_ostream stream(printed);
  LLVMContext context;
  std::unique_ptr<Module> module =
      cantFail(parseBitcodeFile(MemoryBufferRef(bitcode, variant.name), context));
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager components;
  ModuleAnalysisManager modules;
  PassBuilder builder;
  registerPasses(builder, stream);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  ModulePassManager passes;
  if (Error problem = builder.parsePassPipeline(passes, variant.passes))
    report_fatal_error(std::move(problem), false);
  passes.addPass(VerifierPass());
  passes.run(*module, modules);
  return printed;
}

PreservedAnalyses WritePass::run(Module &module, ModuleAnalysisManager &analyses) {
  std::error_code problem;
  raw_fd_ostream file(path, problem);
  if (problem)
    report_fatal_error(Twine("cannot write ") + path + ": " + problem.message(), false);
  BitcodeWriterPass(file).run(module, analyses);
  file.close();
  if (file.has_error())
    report_fatal_error(Twine("cannot write ") + path + ": " + file.error().message(), false);
  return PreservedAnalyses::all();
}

} // namespace ariadne
