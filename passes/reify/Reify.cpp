#include "reify/Reify.h"
#include "runtime/confirm/hooks.h"
#include "sites/Sites.h"
#include "sites/SourceNames.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#define ARIADNE_HOOKS "tables/hooks/reify.def"
#include "hooks/List.h"

using namespace llvm;

namespace ariadne {
namespace {

class Reifier {
public:
  explicit Reifier(Module &module)
      : module(module), hooks(module), context(module.getContext()), pointer(PointerType::getUnqual(context)),
        int32(Type::getInt32Ty(context)),
        record(StructType::create(context, {int32, int32, int32, int32, pointer, pointer, pointer},
                                  "ariadne_site")) {}

  void reify(const Site &site) {
    Instruction &I = *site.instruction;
    if (I.isTerminator()) // an invoke: its result lives only on one edge; C++ calls libm without unwinding
      return;
    if (auto *call = dyn_cast<CallInst>(&I); call && call->isMustTailCall())
      call->setTailCallKind(CallInst::TCK_Tail); // something follows it now
    IRBuilder<> builder(I.getNextNode());
    builder.SetCurrentDebugLocation(I.getDebugLoc());
    RowValues row = rowValues(site.operation, I, builder);
    Value *conditions[ARIADNE_KINDS];
    buildKindConditions(site.operation, row, builder, conditions);
    Instruction *next = &*builder.GetInsertPoint();
    MDNode *unlikely = MDBuilder(context).createUnlikelyBranchWeights();
    for (unsigned i = 0; i < ARIADNE_KINDS; ++i) {
      if (!conditions[i])
        continue;
      Instruction *end = SplitBlockAndInsertIfThen(conditions[i], next, false, unlikely);
      end->getParent()->setName(kindName(1u << i) + "." + Twine(site.number));
      builder.SetInsertPoint(end);
      builder.SetCurrentDebugLocation(I.getDebugLoc()); // not that of what follows
      Value *y = row.y ? row.y : ConstantFP::getZero(site.operation.type);
      hooks.call(builder, hook::raise, site.operation.type,
                 {describe(site), ConstantInt::get(int32, 1u << i), row.x, y, row.r});
    }
  }

private:
  Constant *text(const std::string &value) {
    Constant *&known = texts[value];
    if (!known) {
      auto *data = ConstantDataArray::getString(context, value);
      known = new GlobalVariable(module, data->getType(), true, GlobalValue::PrivateLinkage, data,
                                 "ariadne.text");
    }
    return known;
  }

  Constant *describe(const Site &site) {
    Constant *&known = records[site.number];
    if (!known) {
      const DILocation *location = site.instruction->getDebugLoc();
      auto number = [&](unsigned value) { return ConstantInt::get(int32, value); };
      auto *data = ConstantStruct::get(
          record, {number(site.number), number(site.operation.op), number(location ? location->getLine() : 0),
                   number(location ? location->getColumn() : 0),
                   text(location ? sourcePath(location->getFile()) : ""), text(sourceName(site.function())),
                   text(operationName(site.operation.op).str())});
      known = new GlobalVariable(module, record, true, GlobalValue::PrivateLinkage, data,
                                 "ariadne.site." + Twine(site.number));
    }
    return known;
  }

  Module &module;
  Hooks hooks;
  LLVMContext &context;
  PointerType *pointer;
  Type *int32;
  StructType *record;
  std::map<std::string, Constant *> texts;
  std::map<unsigned, Constant *> records;
};

} // namespace

PreservedAnalyses ReifyPass::run(Module &module, ModuleAnalysisManager &analyses) {
  std::vector<Site> sites =
      analyses.getResult<SitesAnalysis>(module).sites; // a copy: the module changes below
  Reifier reifier(module);
  for (const Site &site : sites)
    reifier.reify(site);
  return PreservedAnalyses::none();
}

} // namespace ariadne
