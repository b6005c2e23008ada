#include "probe/Probe.h"
#include "runtime/search/hooks.h"
#include "sites/Sites.h"

#include "llvm/Analysis/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#define ARIADNE_HOOKS "tables/hooks/probe.def"
#include "hooks/List.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace ariadne {
namespace {

// The types that the runtime has hooks for, in the numbering of ariadne_probe_site::type.
unsigned typeNumber(Type *type) { return type->isFloatTy() ? 0 : type->isDoubleTy() ? 1 : 2; }

class Prober {
public:
  Prober(Module &module, const std::vector<Site> &sites)
      : module(module), hooks(module, Attribute::Cold), context(module.getContext()),
        pointer(PointerType::getUnqual(context)), int8(Type::getInt8Ty(context)),
        int32(Type::getInt32Ty(context)), int64(Type::getInt64Ty(context)),
        unlikely(MDBuilder(context).createUnlikelyBranchWeights()), sites(sites) {
    for (Function &function : module)
      for (Instruction &I : instructions(function))
        if (auto *compare = dyn_cast<CmpInst>(&I); compare && isInteresting(*compare))
          compares.push_back(compare);
    for (Function &function : module)
      for (Instruction &I : instructions(function))
        if (isJunction(I))
          junctions.push_back(&I);
    low = sharedArray(int64, sites.size(), "__ariadne_low");
    span = sharedArray(int64, sites.size(), "__ariadne_span");
    divisor = sharedArray(int64, sites.size(), "__ariadne_divisor");
    outcomes = sharedArray(int8, compares.size() + junctions.size(), "__ariadne_outcomes");
    fuel = new GlobalVariable(module, int64, false, GlobalValue::InternalLinkage,
                              ConstantInt::get(int64, INT64_MAX), "__ariadne_fuel");
  }

  void run() {
    burnFuel(); // first: it wants the program's own loops
    for (const Site &site : sites)
      probeOperation(site);
    for (unsigned id = 0; id < compares.size(); ++id)
      probeCompare(id, *compares[id]);
    for (unsigned i = 0; i < junctions.size(); ++i)
      probeJunction(unsigned(compares.size()) + i, *junctions[i]);
    describeModule();
  }

private:
  // Comparisons of two values that can differ from run to run. The test of a truth value that was just
  // widened from another comparison (`if (a < b)` at -O0) says nothing new.
  static bool isInteresting(const CmpInst &compare) {
    Value *a = compare.getOperand(0), *b = compare.getOperand(1);
    Type *type = a->getType();
    if (isa<Constant>(a) && isa<Constant>(b))
      return false;
    if (auto *widened = dyn_cast<ZExtInst>(a); widened && widened->getSrcTy()->isIntegerTy(1))
      return false;
    return type->isFloatTy() || type->isDoubleTy() || type->isX86_FP80Ty() ||
           (type->isIntegerTy() && type->getIntegerBitWidth() > 1 && type->getIntegerBitWidth() <= 64);
  }

  // Padded to whole pages: the runtime maps shared memory over it.
  GlobalVariable *sharedArray(Type *element, uint64_t count, const char *name) {
    uint64_t bytes = element->getPrimitiveSizeInBits() / 8;
    auto *type = ArrayType::get(element, alignTo(std::max<uint64_t>(count, 1) * bytes, ARIADNE_PAGE) / bytes);
    auto *array = new GlobalVariable(module, type, false, GlobalValue::InternalLinkage,
                                     ConstantAggregateZero::get(type), name);
    array->setAlignment(Align(ARIADNE_PAGE));
    return array;
  }

  Value *element(IRBuilder<> &builder, GlobalVariable *array, unsigned index) {
    auto *type = cast<ArrayType>(array->getValueType());
    return builder.CreateLoad(type->getElementType(),
                              builder.CreateConstInBoundsGEP2_32(type, array, 0, index));
  }

  // |value| as an integer in the order of magnitudes.
  Value *magnitude(IRBuilder<> &builder, Value *value) {
    bool isFloat = value->getType()->isFloatTy();
    Type *integer = isFloat ? int32 : int64;
    Value *bits = builder.CreateBitCast(value, integer);
    bits = builder.CreateAnd(bits, ConstantInt::get(integer, isFloat ? INT32_MAX : INT64_MAX));
    return builder.CreateZExt(bits, int64);
  }

  void probeOperation(const Site &site) {
    Instruction &I = *site.instruction;
    if (I.isTerminator())
      return;
    if (auto *call = dyn_cast<CallInst>(&I); call && call->isMustTailCall())
      call->setTailCallKind(CallInst::TCK_Tail); // something follows it now
    IRBuilder<> builder(I.getNextNode());
    builder.SetCurrentDebugLocation(I.getDebugLoc());
    RowValues row = rowValues(site.operation, I, builder);
    Type *type = site.operation.type;
    if (site.operation.op <= Op_fptoui && site.operation.op != Op_frem && !type->isX86_FP80Ty()) {
      Value *watched = magnitude(builder, site.operation.operands.size() == 1 ? row.x : row.r);
      Value *offset = builder.CreateSub(watched, element(builder, low, site.number));
      Value *news = builder.CreateICmpUGT(offset, element(builder, span, site.number));
      if (site.operation.op == Op_fdiv)
        news = builder.CreateOr(
            news, builder.CreateICmpULT(magnitude(builder, row.y), element(builder, divisor, site.number)));
      Instruction *next = &*builder.GetInsertPoint();
      builder.SetInsertPoint(SplitBlockAndInsertIfThen(news, next, false, unlikely));
      builder.SetCurrentDebugLocation(I.getDebugLoc());
    }
    Value *zero = ConstantFP::getZero(type);
    hooks.call(
        builder, hook::probe, type,
        {ConstantInt::get(int32, site.number), row.x, row.y ? row.y : zero, row.z ? row.z : zero, row.r});
  }

  void probeCompare(unsigned id, CmpInst &compare) {
    IRBuilder<> builder(compare.getNextNode());
    builder.SetCurrentDebugLocation(compare.getDebugLoc());
    Value *open = builder.CreateICmpNE(element(builder, outcomes, id), ConstantInt::get(int8, 3));
    builder.SetInsertPoint(SplitBlockAndInsertIfThen(open, &*builder.GetInsertPoint(), false, unlikely));
    builder.SetCurrentDebugLocation(compare.getDebugLoc());
    auto [a, b] = comparedValues(builder, compare);
    const auto &hook = hookFor(a->getType(), hook::compare_f64, hook::compare_f80, hook::compare_i64);
    hooks.call(builder, hook, {ConstantInt::get(int32, id), a, b});
  }

  // Both sides in the widest type of their sort, which the runtime has a hook for.
  std::pair<Value *, Value *> comparedValues(IRBuilder<> &builder, CmpInst &compare) {
    Value *a = compare.getOperand(0), *b = compare.getOperand(1);
    Type *type = a->getType();
    if (type->isX86_FP80Ty())
      return {a, b};
    if (type->isFloatingPointTy())
      return {builder.CreateFPExt(a, builder.getDoubleTy()), builder.CreateFPExt(b, builder.getDoubleTy())};
    return {builder.CreateIntCast(a, int64, !compare.isUnsigned()),
            builder.CreateIntCast(b, int64, !compare.isUnsigned())};
  }

  static const Hook<3> &hookFor(Type *type, const Hook<3> &f64, const Hook<3> &f80, const Hook<3> &i64) {
    return type->isX86_FP80Ty() ? f80 : type->isDoubleTy() ? f64 : i64;
  }

  // A truth value, also in the wider integer that C makes of it.
  static bool isTruth(Value *value) {
    Value *a, *b;
    bool both;
    return value->getType()->isIntegerTy(1) ||
           (match(value, m_ZExt(m_Value(a))) && a->getType()->isIntegerTy(1)) || split(value, a, b, both);
  }

  // Conditions joined without a branch: a & b, a | b of the source, and the selects that optimisers make of
  // && and ||.
  static bool split(Value *value, Value *&a, Value *&b, bool &both) {
    if (!isa<Instruction>(value))
      return false;
    if (value->getType()->isIntegerTy(1)) {
      both = match(value, m_LogicalAnd(m_Value(a), m_Value(b)));
      return both || match(value, m_LogicalOr(m_Value(a), m_Value(b)));
    }
    both = match(value, m_And(m_Value(a), m_Value(b)));
    return (both || match(value, m_Or(m_Value(a), m_Value(b)))) && isTruth(a) && isTruth(b);
  }

  static bool isJunction(Instruction &I) {
    Value *a, *b;
    bool both;
    return I.getType()->isIntegerTy() && split(&I, a, b, both);
  }

  // Each comparison of a junction may have been both true and false, and yet the junction never true. So it
  // is measured as a whole: the hooks are the words of a small stack machine.
  void probeJunction(unsigned id, Instruction &junction) {
    IRBuilder<> builder(junction.getNextNode());
    Value *open = builder.CreateICmpNE(element(builder, outcomes, id), ConstantInt::get(int8, 3));
    builder.SetInsertPoint(SplitBlockAndInsertIfThen(open, &*builder.GetInsertPoint(), false, unlikely));
    builder.SetCurrentDebugLocation(junction.getDebugLoc());
    measure(builder, &junction, 0);
    hooks.call(builder, hook::junction, {ConstantInt::get(int32, id)});
  }

  void measure(IRBuilder<> &builder, Value *condition, unsigned depth) {
    constexpr unsigned MaxDepth = 3; // the stack of the runtime holds 16
    Value *a, *b;
    bool both;
    if (match(condition, m_ZExt(m_Value(a))))
      condition = a;
    if (depth < MaxDepth && split(condition, a, b, both)) {
      measure(builder, a, depth + 1);
      measure(builder, b, depth + 1);
      hooks.call(builder, hook::measure_join, {ConstantInt::get(int32, both)});
    } else if (depth < MaxDepth && match(condition, m_Not(m_Value(a)))) {
      measure(builder, a, depth + 1);
      hooks.call(builder, hook::measure_not);
    } else if (auto *compare = dyn_cast<CmpInst>(condition); compare && isInteresting(*compare)) {
      auto [left, right] = comparedValues(builder, *compare);
      const auto &hook = hookFor(left->getType(), hook::measure_f64, hook::measure_f80, hook::measure_i64);
      hooks.call(builder, hook, {ConstantInt::get(int32, compare->getPredicate()), left, right});
    } else {
      hooks.call(builder, hook::measure_bool, {builder.CreateZExtOrTrunc(condition, int32)});
    }
  }

  void burnFuel() {
    for (Function &function : module) {
      if (function.isDeclaration())
        continue;
      SmallVector<std::pair<const BasicBlock *, const BasicBlock *>, 8> backEdges;
      FindFunctionBackedges(function, backEdges);
      SmallPtrSet<BasicBlock *, 8> latches;
      for (auto &edge : backEdges)
        latches.insert(const_cast<BasicBlock *>(edge.first));
      for (BasicBlock &block : make_early_inc_range(function))
        if (latches.contains(&block)) {
          IRBuilder<> builder(block.getTerminator());
          Value *left = builder.CreateSub(builder.CreateLoad(int64, fuel), ConstantInt::get(int64, 1));
          builder.CreateStore(left, fuel);
          Value *empty = builder.CreateICmpSLT(left, ConstantInt::get(int64, 0));
          Instruction *stop = SplitBlockAndInsertIfThen(empty, block.getTerminator(), false, unlikely);
          IRBuilder<> atStop(stop);
          hooks.call(atStop, hook::out_of_fuel);
        }
    }
  }

  void describeModule() {
    auto *siteType = StructType::get(context, {int8, int8});
    SmallVector<Constant *, 64> rows;
    for (const Site &site : sites)
      rows.push_back(
          ConstantStruct::get(siteType, {ConstantInt::get(int8, site.operation.op),
                                         ConstantInt::get(int8, typeNumber(site.operation.type))}));
    SmallVector<uint8_t, 64> predicates;
    for (CmpInst *compare : compares)
      predicates.push_back(compare->getPredicate());
    predicates.append(junctions.size(), 0);
    auto constant = [&](Constant *data) {
      return new GlobalVariable(module, data->getType(), true, GlobalValue::InternalLinkage, data);
    };
    auto *descriptor = StructType::create(
        context, {int32, int32, int32, pointer, pointer, pointer, pointer, pointer, pointer, pointer},
        "ariadne_probe_module");
    auto number = [&](uint64_t value) { return ConstantInt::get(int32, value); };
    auto *data = ConstantStruct::get(
        descriptor,
        {number(ARIADNE_ABI_VERSION), number(sites.size()), number(compares.size() + junctions.size()),
         constant(ConstantArray::get(ArrayType::get(siteType, rows.size()), rows)),
         constant(ConstantDataArray::get(context, ArrayRef<uint8_t>(predicates))), low, span, divisor,
         outcomes, fuel});
    new GlobalVariable(module, descriptor, true, GlobalValue::ExternalLinkage, data, ARIADNE_PROBE_MODULE);
  }

  Module &module;
  Hooks hooks;
  LLVMContext &context;
  PointerType *pointer;
  Type *int8, *int32, *int64;
  MDNode *unlikely;
  const std::vector<Site> &sites;
  std::vector<CmpInst *> compares;
  std::vector<Instruction *> junctions;
  GlobalVariable *low, *span, *divisor, *outcomes, *fuel;
};

} // namespace

PreservedAnalyses ProbePass::run(Module &module, ModuleAnalysisManager &analyses) {
  std::vector<Site> sites =
      analyses.getResult<SitesAnalysis>(module).sites; // a copy: the module changes below
  Prober(module, sites).run();
  return PreservedAnalyses::none();
}

} // namespace ariadne
