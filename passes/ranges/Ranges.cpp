#include "ranges/Ranges.h"
#include "facts/Signatures.h"
#include "ranges/RangeAnalysis.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/Support/MemoryBuffer.h"

#include <cstdlib>

using namespace llvm;

namespace ariadne {
namespace {

using Domain = std::map<unsigned, std::pair<Real, Real>>; // by parameter

std::optional<StringMap<Domain>> readDomains(const std::string &path) {
  if (path.empty())
    return std::nullopt;
  auto file = MemoryBuffer::getFile(path);
  if (!file)
    report_fatal_error(Twine("cannot read ") + path, false);
  StringMap<Domain> domains;
  for (line_iterator line(**file); !line.is_at_eof(); ++line) {
    SmallVector<StringRef, 4> words;
    line->split(words, ' ');
    Domain &domain = domains[words[0]];
    unsigned parameter;
    if (words.size() == 4 && !words[1].getAsInteger(10, parameter))
      domain[parameter] = {std::strtold(words[2].str().c_str(), nullptr),
                           std::strtold(words[3].str().c_str(), nullptr)};
  }
  return domains;
}

// Rounding to nearest and gradual underflow are taken for granted; who changes them gets no proofs.
bool changesArithmetic(const Reach &reach) {
  static constexpr StringLiteral Changers[] = {"fesetround", "fesetenv",   "feupdateenv", "feholdexcept",
                                               "fesetmode",  "__setfpucw", "fpsetround",  "_controlfp"};
  return any_of(Changers, [&](StringRef name) { return reach.externals.count(name.str()); });
}

// By means that are no calls of a function that is not here.
bool changesArithmetic(Module &module) {
  return any_of(module, [](Function &function) {
    StringRef name = function.getName();
    if (function.isDeclaration())
      return name.starts_with("llvm.set.rounding") || name.starts_with("llvm.set.fp") ||
             name.starts_with("llvm.reset.fp") || name.contains("ldmxcsr");
    return function.getDenormalModeRaw() != DenormalMode::getIEEE();
  });
}

// What runs before an entry: constructors, and set-up functions.
bool startsWithChanges(Module &module, ReachMap &reach, const StringMap<Domain> &wanted) {
  auto changes = [&](const Function *function) { return function && changesArithmetic(reach[function]); };
  for (const auto &line : wanted)
    if (StringRef name = line.getKey(); name.consume_front("setup:") && changes(module.getFunction(name)))
      return true;
  GlobalVariable *constructors = module.getNamedGlobal("llvm.global_ctors");
  auto *list = constructors ? dyn_cast_or_null<ConstantArray>(constructors->getInitializer()) : nullptr;
  return list && any_of(list->operands(), [&](const Use &entry) {
           return changes(dyn_cast<Function>(cast<Constant>(entry)->getOperand(1)));
         });
}

Context entryContext(RangeAnalysis &analysis, const Signature &signature, const Domain &domain) {
  Context context = analysis.anyContext(*signature.function);
  if (signature.parameters.size() != signature.function->arg_size())
    return context; // arguments are not the parameters one by one
  for (Argument &argument : signature.function->args()) {
    unsigned index = argument.getArgNo();
    if (index >= signature.parameters.size())
      continue;
    const ParameterSlot &slot = signature.parameters[index];
    Type *type = argument.getType();
    RangeValue &given = context.arguments[index];
    auto range = domain.find(index);
    bool isFloat = (slot.cls == "f32" && type->isFloatTy()) || (slot.cls == "f64" && type->isDoubleTy()) ||
                   (slot.cls == "f80" && type->isX86_FP80Ty());
    if (isFloat) {
      given = withFormat(type, [](auto example) -> RangeValue {
        return Interval<decltype(example)>::finite().template as<Real>();
      });
      if (range != domain.end()) {
        RealInterval wanted = RealInterval::between(range->second.first, range->second.second);
        if (wanted.lo == 0)
          wanted.lo = -Real(0);
        if (wanted.hi == 0)
          wanted.hi = Real(0);
        given = meet(given.f, wanted);
      }
    } else if (slot.cls == "ptr" && type->isPointerTy() && slot.size > 0) {
      Place start;
      start.base = Place::Object;
      given = start;
      context.sizes[index] = slot.size;
    } else if (given.kind == RangeValue::Integer && range != domain.end() && slot.cls[0] == 'i') {
      auto clamp = [](Real v) { return Wide(std::clamp(v, Real(-0x1p63), Real(0x1p63))); };
      IntegerInterval wanted{clamp(std::ceil(range->second.first)), clamp(std::floor(range->second.second))};
      given = meet(given.i, wanted);
    }
  }
  return context;
}

// Everything that was seen in a summary and below.
struct Seen {
  std::map<unsigned, SiteRanges> sites;
  std::set<unsigned> unknown; // sites of functions that were not analysed
  bool anything = false;

  void add(const Summary &summary, ReachMap &reach) {
    std::set<const Summary *> visited{&summary};
    SmallVector<const Summary *, 16> work{&summary};
    while (!work.empty()) {
      const Summary &next = *work.pop_back_val();
      anything |= next.callsAnything;
      if (!next.unknown.empty())
        unknown.insert(reach[next.function].sites.begin(), reach[next.function].sites.end());
      for (auto &[number, ranges] : next.sites) {
        SiteRanges &site = sites[number];
        site.raised |= ranges.raised;
        site.row = {join(site.row.x, ranges.row.x), join(site.row.y, ranges.row.y),
                    join(site.row.z, ranges.row.z), join(site.row.r, ranges.row.r)};
      }
      for (const Summary *callee : next.callees)
        if (visited.insert(callee).second)
          work.push_back(callee);
    }
  }
};

std::string describe(const RealInterval &v) {
  auto number = [](Real x) {
    char text[40];
    std::snprintf(text, sizeof text, "%.6Lg", x);
    return std::string(text);
  };
  if (!v.numbers())
    return "nothing";
  std::string text = v.lo == v.hi ? number(v.lo) : "[" + number(v.lo) + ", " + number(v.hi) + "]";
  if (v.lo < 0 && v.hi > 0) {
    if (v.least > Real(std::numeric_limits<double>::min()))
      text += ", 0 or at least " + number(v.least) + " in magnitude";
    else if (!v.zero)
      text += ", not 0";
  }
  return text;
}

std::string reason(const Site &site, const SiteRanges &seen, unsigned kind) {
  if (!seen.row.x.numbers())
    return "intervals: an operand is never finite";
  if (kind == ARIADNE_OVERFLOW || kind == ARIADNE_UNDERFLOW)
    return "intervals: result in " + describe(seen.row.r);
  Operation op = site.operation.op;
  bool division = op == Op_fdiv || op == Op_frem || op == Op_fmod || op == Op_remainder || op == Op_remquo;
  if (division && !seen.row.y.zero)
    return "intervals: divisor in " + describe(seen.row.y);
  return "intervals: operand in " + describe(seen.row.x);
}

json::Object prove(const Signature &signature, RangeAnalysis &analysis, const Domain &domain, ReachMap &reach,
                   const SiteTable &table) {
  Seen seen;
  seen.add(analysis.analyse(*signature.function, entryContext(analysis, signature, domain)), reach);
  json::Array proved, reasons;
  std::map<std::string, unsigned> numbers;
  auto numberOf = [&](const std::string &text) {
    auto [place, isNew] = numbers.try_emplace(text, unsigned(numbers.size()));
    if (isNew)
      reasons.push_back(text);
    return place->second;
  };
  for (unsigned number : reach[signature.function].sites) {
    if (seen.anything || seen.unknown.contains(number))
      continue;
    const Site &site = table.sites[number];
    auto found = seen.sites.find(number);
    for (unsigned kind = 1; kind < 1u << ARIADNE_KINDS; kind <<= 1) {
      if (!(possibleKinds(site.operation) & kind))
        continue;
      if (found == seen.sites.end())
        proved.push_back(json::Array{number, kind, numberOf("intervals: never reached")});
      else if (!(found->second.raised & kind))
        proved.push_back(json::Array{number, kind, numberOf(reason(site, found->second, kind))});
    }
  }
  return json::Object{{"symbol", signature.function->getName()},
                      {"proved", std::move(proved)},
                      {"reasons", std::move(reasons)}};
}

} // namespace

PreservedAnalyses RangesPrinter::run(Module &module, ModuleAnalysisManager &analyses) {
  const SiteTable &sites = analyses.getResult<SitesAnalysis>(module);
  const std::vector<Signature> &signatures = analyses.getResult<SignaturesAnalysis>(module);
  std::optional<StringMap<Domain>> wanted = readDomains(domains);
  ReachMap reach = computeReach(module, sites);
  if (changesArithmetic(module) || startsWithChanges(module, reach, wanted.value_or(StringMap<Domain>())))
    return PreservedAnalyses::all();
  RangeAnalysis analysis(module, sites);
  for (const Signature &signature : signatures) {
    Function &function = *signature.function;
    if (!signature.unsupported.empty() || (wanted && !wanted->contains(function.getName())) ||
        changesArithmetic(reach[&function]))
      continue;
    Domain domain = wanted ? wanted->lookup(function.getName()) : Domain{};
    out << json::Value(prove(signature, analysis, domain, reach, sites)) << '\n';
  }
  return PreservedAnalyses::all();
}

} // namespace ariadne
