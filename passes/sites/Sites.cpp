#include "sites/Sites.h"
#include "sites/SourceNames.h"
#include "sites/Unobserved.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/SHA256.h"

using namespace llvm;

namespace ariadne {

AnalysisKey SitesAnalysis::Key;

SiteTable SitesAnalysis::run(Module &module, ModuleAnalysisManager &) {
  SiteTable table;
  table.unobserved = unobserved(module);
  for (Function &function : module) {
    unsigned index = 0;
    for (Instruction &I : instructions(function)) {
      if (auto *math = dyn_cast<FPMathOperator>(&I))
        table.fastMath |= math->getFastMathFlags().any();
      if (auto operation = classify(I))
        table.sites.push_back({&I, *operation, unsigned(table.sites.size()), index++});
      else
        table.skipped += isSkippedOperation(I);
    }
  }
  return table;
}

static json::Object describe(const Site &site) {
  json::Array kinds, ruledOut;
  for (unsigned kind = 1; kind < 1u << ARIADNE_KINDS; kind <<= 1)
    if (possibleKinds(site.operation) & kind)
      kinds.push_back(kindName(kind));
    else if (tableKinds(site.operation.op) & kind)
      ruledOut.push_back(kindName(kind));
  // Code that was inlined keeps its own place; the calls that brought it here follow, innermost first.
  json::Object place = describePlace(site.instruction->getDebugLoc().get());
  json::Array inlinedAt;
  if (const DILocation *location = site.instruction->getDebugLoc())
    while ((location = location->getInlinedAt()))
      inlinedAt.push_back(describePlace(location));
  static constexpr StringLiteral EvidenceNames[] = {"trap", "call", "value"};
  return json::Object{{"site", site.number},
                      {"function", sourceName(site.function())},
                      {"symbol", site.function().getName()},
                      {"index", site.index},
                      {"opcode", operationName(site.operation.op)},
                      {"type", typeClass(site.operation.type)},
                      {"arity", site.operation.operands.size()},
                      {"kinds", std::move(kinds)},
                      {"ruled_out", std::move(ruledOut)},
                      {"evidence", EvidenceNames[unsigned(site.operation.evidence)]},
                      {"place", std::move(place)},
                      {"inlined_at", std::move(inlinedAt)}};
}

static void list(const Module &module, const SiteTable &table, raw_ostream &out) {
  out << json::Value(json::Object{{"module", module.getSourceFileName()},
                                  {"sites", table.sites.size()},
                                  {"skipped", table.skipped},
                                  {"unobserved", table.unobserved},
                                  {"fast_math", table.fastMath}})
      << '\n';
  for (const Site &site : table.sites)
    out << json::Value(describe(site)) << '\n';
}

static void listIdentities(const SiteTable &table, raw_ostream &out) {
  for (const Site &site : table.sites) {
    json::Value place = describePlace(site.instruction->getDebugLoc().get());
    out << site.function().getName() << ' ' << site.index << ' ' << operationName(site.operation.op) << ' '
        << typeClass(site.operation.type) << ' ' << place << '\n';
  }
}

static std::string hashed(function_ref<void(raw_ostream &)> print) {
  std::string text;
  raw_string_ostream stream(text);
  print(stream);
  return toHex(SHA256::hash(arrayRefFromStringRef(text)), true);
}

PreservedAnalyses SitesPrinter::run(Module &module, ModuleAnalysisManager &analyses) {
  const SiteTable &table = analyses.getResult<SitesAnalysis>(module);
  if (digest)
    out << json::Value(
               json::Object{{"listing", hashed([&](raw_ostream &text) { list(module, table, text); })},
                            {"identities", hashed([&](raw_ostream &text) { listIdentities(table, text); })}})
        << '\n';
  else
    list(module, table, out);
  return PreservedAnalyses::all();
}

} // namespace ariadne
