#include "facts/Closure.h"
#include "facts/Reach.h"
#include "facts/Signatures.h"
#include "sites/Sites.h"
#include "sites/SourceNames.h"

#include "llvm/IR/Module.h"
#include "llvm/Support/JSON.h"

using namespace llvm;

namespace ariadne {

static json::Object describe(const ScalarSlot &slot) {
  return json::Object{{"name", slot.name}, {"type", slot.type}, {"cls", slot.cls}, {"offset", slot.offset}};
}

static json::Object describe(const ParameterSlot &slot) {
  json::Object object = describe(static_cast<const ScalarSlot &>(slot));
  json::Array leaves;
  for (const ScalarSlot &leaf : slot.leaves) {
    json::Object described = describe(leaf);
    described["offset"] = slot.offset + leaf.offset;
    leaves.push_back(std::move(described));
  }
  object["leaves"] = std::move(leaves);
  return object;
}

static json::Object describe(const Signature &signature, const Reach &reach, const std::string &closure) {
  json::Array parameters, sites, externals, constants;
  for (const ParameterSlot &slot : signature.parameters)
    parameters.push_back(describe(slot));
  for (unsigned site : reach.sites)
    sites.push_back(site);
  for (const std::string &name : reach.externals)
    externals.push_back(name);
  for (double constant : reach.constants)
    constants.push_back(constant);
  const DISubprogram *program = signature.function->getSubprogram();
  auto orNull = [](const std::string &text) {
    return text.empty() ? json::Value(nullptr) : json::Value(text);
  };
  return json::Object{{"name", signature.name},
                      {"symbol", signature.function->getName()},
                      {"static", signature.function->hasLocalLinkage()},
                      {"place", json::Object{{"file", program ? sourcePath(program->getFile()) : ""},
                                             {"line", program ? program->getLine() : 0},
                                             {"column", 0}}},
                      {"signature", signature.text},
                      {"unsupported", orNull(signature.unsupported)},
                      {"parameters", std::move(parameters)},
                      {"result", signature.result.cls.empty() ? json::Value(nullptr)
                                                              : json::Value(describe(signature.result))},
                      {"input_size", signature.inputSize},
                      {"output_size", signature.outputSize},
                      {"sites", std::move(sites)},
                      {"externals", std::move(externals)},
                      {"constants", std::move(constants)},
                      {"closure", closure}};
}

PreservedAnalyses SignaturesPrinter::run(Module &module, ModuleAnalysisManager &analyses) {
  const SiteTable &sites = analyses.getResult<SitesAnalysis>(module);
  const std::vector<Signature> &signatures = analyses.getResult<SignaturesAnalysis>(module);
  ReachMap reaches = computeReach(module, sites);
  DenseMap<const Function *, std::string> closures = closureHashes(module);
  for (const Signature &signature : signatures)
    out << json::Value(describe(signature, reaches[signature.function], closures[signature.function]))
        << '\n';
  return PreservedAnalyses::all();
}

} // namespace ariadne
