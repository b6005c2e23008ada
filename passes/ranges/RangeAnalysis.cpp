#include "ranges/RangeAnalysis.h"
#include "ranges/RangeInterpreter.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace ariadne {

bool Context::within(const Context &o) const {
  for (size_t i = 0; i < arguments.size(); ++i) {
    const RangeValue &mine = arguments[i], &other = o.arguments[i];
    bool isPointer = mine.kind == RangeValue::Pointer;
    if (!mine.within(other) || sizes[i] != o.sizes[i])
      return false;
    // What objects hold, and that they are somebody's own, was used.
    if (isPointer && other.kind == RangeValue::Pointer && !mine.p.same(other.p) &&
        (mine.p.base == Place::Object || other.p.base == Place::Object))
      return false;
    for (const Cell &cell : o.contents[i]) {
      RangeValue held = readCell(contents[i], cell.offset, cell.size);
      if (held.nothing() || !held.within(cell.value))
        return false;
    }
  }
  return true;
}

RangeAnalysis::RangeAnalysis(Module &module, const SiteTable &sites, Limits limits)
    : module(module), limits(limits), readOnly(readOnlyGlobals(module)) {
  for (const Site &site : sites.sites)
    siteOf[site.instruction] = &site;
  for (Function &function : module)
    if (!function.isDeclaration() && function.hasAddressTaken())
      addressTaken[function.getFunctionType()].push_back(&function);
  findRecursion();
}

// Functions that can call themselves, however far away.
void RangeAnalysis::findRecursion() {
  DenseMap<const Function *, SmallVector<const Function *, 8>> callees;
  for (Function &function : module)
    for (Instruction &I : instructions(function))
      if (auto *call = dyn_cast<CallBase>(&I)) {
        if (const Function *callee = call->getCalledFunction())
          callees[&function].push_back(callee);
        else
          for (Function *target : addressTaken[call->getFunctionType()])
            callees[&function].push_back(target);
      }
  for (Function &function : module) {
    DenseSet<const Function *> seen;
    SmallVector<const Function *, 16> work{&function};
    while (!work.empty() && !recursive.contains(&function))
      for (const Function *next : callees.lookup(work.pop_back_val())) {
        if (next == &function)
          recursive.insert(&function);
        if (seen.insert(next).second)
          work.push_back(next);
      }
  }
}

Frame &RangeAnalysis::frameOf(Function &function) {
  auto &frame = frames[&function];
  if (!frame)
    frame = std::make_unique<Frame>(function, ownership);
  return *frame;
}

Context RangeAnalysis::anyContext(Function &function) {
  Context context;
  for (Argument &argument : function.args())
    context.arguments.push_back(RangeValue::all(argument.getType()));
  context.contents.resize(function.arg_size());
  context.sizes.resize(function.arg_size());
  return context;
}

const Summary &RangeAnalysis::analyse(Function &entry, const Context &context) {
  steps = 0;
  return call(entry, context);
}

const Summary &RangeAnalysis::call(Function &function, const Context &context) {
  auto &known = summaries[&function];
  const Summary *wider = nullptr;
  for (auto &summary : known)
    if (context.within(summary->context)) {
      if (summary->context.within(context))
        return *summary;
      wider = summary.get();
    }
  if (steps < limits.steps && known.size() < limits.contexts)
    return compute(function, context);
  if (wider)
    return *wider;
  // Anything, but for whose the objects are.
  Context any = anyContext(function);
  for (size_t i = 0; i < any.sizes.size(); ++i)
    if (context.arguments[i].kind == RangeValue::Pointer && context.arguments[i].p.base == Place::Object) {
      any.arguments[i] = context.arguments[i];
      any.sizes[i] = context.sizes[i];
    }
  for (auto &summary : known)
    if (any.within(summary->context))
      return *summary;
  return compute(function, any);
}

const Summary &RangeAnalysis::compute(Function &function, const Context &context) {
  auto summary = std::make_unique<Summary>();
  summary->function = &function;
  summary->context = context;
  if (recursive.contains(&function))
    summary->unknown = "it calls itself";
  else if (Frame &frame = frameOf(function); !frame.unsupported.empty())
    summary->unknown = frame.unsupported;
  else
    Interpreter(*this, frame, *summary).run();
  auto &known = summaries[&function];
  known.push_back(std::move(summary));
  return *known.back();
}

} // namespace ariadne
