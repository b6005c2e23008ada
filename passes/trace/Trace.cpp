#include "trace/Trace.h"
#include "trace/TraceFunction.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace ariadne {

void TraceFunction::run() {
  SmallVector<Instruction *, 64> instructions;
  ReversePostOrderTraversal<Function *> order(&function); // definitions before uses
  for (BasicBlock *block : order)
    for (Instruction &I : *block)
      if (!I.isDebugOrPseudoInst())
        instructions.push_back(&I);
  findSymbolic();
  takeArguments();
  for (Instruction *I : instructions)
    visit(I);
  for (PHINode *phi : phis) {
    auto *ids = cast<PHINode>(shadow(phi));
    for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
      ids->addIncoming(shadow(phi->getIncomingValue(i)), phi->getIncomingBlock(i));
  }
}

// What no input can ever reach needs no code: loop counters, addresses, constants of tables.
void TraceFunction::findSymbolic() {
  SmallVector<Value *, 64> open;
  auto add = [&](Value *value) {
    if (shared.shadowType(value->getType()) && symbolic.insert(value).second)
      open.push_back(value);
  };
  for (Argument &argument : function.args())
    add(&argument);
  for (BasicBlock &block : function)
    for (Instruction &I : block)
      if (auto *load = dyn_cast<LoadInst>(&I); load && !readsConstant(*load))
        add(load);
      else if (isa<CallBase>(I) && !modelOf(I)) // elementary functions go by their operands
        add(&I);
  while (!open.empty())
    for (User *user : open.pop_back_val()->users())
      if (auto *I = dyn_cast<Instruction>(user))
        add(I);
}

bool TraceFunction::anyMayBeSymbolic(const User &user) const {
  return any_of(user.operands(), [&](const Use &use) { return mayBeSymbolic(use.get()); });
}

Value *TraceFunction::shadow(Value *value) {
  auto found = shadows.find(value);
  return found != shadows.end() ? found->second : shared.concrete(value->getType());
}

void TraceFunction::setShadow(Value *value, Value *shadow) { shadows[value] = shadow; }

Value *TraceFunction::any(IRBuilder<> &builder, ArrayRef<Value *> shadows) {
  Value *all = nullptr;
  std::function<void(Value *)> add = [&](Value *part) {
    Type *type = part->getType();
    if (auto *constant = dyn_cast<Constant>(part); constant && constant->isNullValue())
      return;
    if (type->isIntegerTy()) {
      all = all ? builder.CreateOr(all, part) : part;
      return;
    }
    unsigned count = type->isArrayTy() ? unsigned(type->getArrayNumElements()) : type->getStructNumElements();
    for (unsigned i = 0; i < count; ++i)
      add(builder.CreateExtractValue(part, i));
  };
  for (Value *part : shadows)
    if (part)
      add(part);
  return all ? builder.CreateICmpNE(all, number(0)) : builder.getFalse();
}

Value *TraceFunction::when(IRBuilder<> &builder, Value *condition, Value *other,
                           function_ref<Value *(IRBuilder<> &)> make) {
  if (auto *known = dyn_cast<ConstantInt>(condition); known && known->isZero())
    return other;
  Instruction *next = &*builder.GetInsertPoint();
  DebugLoc place = builder.getCurrentDebugLocation();
  BasicBlock *head = next->getParent();
  Instruction *end = SplitBlockAndInsertIfThen(condition, next, false);
  IRBuilder<> inside(end);
  inside.SetCurrentDebugLocation(place);
  Value *made = make(inside);
  builder.SetInsertPoint(next);
  builder.SetCurrentDebugLocation(place);
  PHINode *phi = builder.CreatePHI(other->getType(), 2);
  phi->addIncoming(other, head);
  phi->addIncoming(made, end->getParent());
  return phi;
}

void TraceFunction::when(IRBuilder<> &builder, Value *condition, function_ref<void(IRBuilder<> &)> make) {
  if (auto *known = dyn_cast<ConstantInt>(condition); known && known->isZero())
    return;
  Instruction *next = &*builder.GetInsertPoint();
  DebugLoc place = builder.getCurrentDebugLocation();
  IRBuilder<> inside(SplitBlockAndInsertIfThen(condition, next, false));
  inside.SetCurrentDebugLocation(place);
  make(inside);
  builder.SetInsertPoint(next);
  builder.SetCurrentDebugLocation(place);
}

// ---- Leaves of values that are made of several numbers ----

void TraceFunction::collectLeaves(Type *type, uint64_t offset, SmallVectorImpl<unsigned> &path,
                                  SmallVectorImpl<Leaf> &leaves) {
  auto element = [&](unsigned i, Type *inner, uint64_t at) {
    path.push_back(i);
    collectLeaves(inner, offset + at, path, leaves);
    path.pop_back();
  };
  if (auto *structure = dyn_cast<StructType>(type)) {
    const StructLayout *places = shared.layout.getStructLayout(structure);
    for (unsigned i = 0; i < structure->getNumElements(); ++i)
      element(i, structure->getElementType(i), places->getElementOffset(i));
  } else if (auto *array = dyn_cast<ArrayType>(type)) {
    uint64_t size = shared.layout.getTypeAllocSize(array->getElementType());
    for (unsigned i = 0; i < array->getNumElements(); ++i)
      element(i, array->getElementType(), i * size);
  } else if (auto *vector = dyn_cast<FixedVectorType>(type);
             vector && expressionType(vector->getElementType())) {
    uint64_t size = shared.layout.getTypeStoreSize(vector->getElementType());
    for (unsigned i = 0; i < vector->getNumElements(); ++i)
      element(i, vector->getElementType(), i * size);
  } else {
    leaves.push_back({SmallVector<unsigned, 2>(path.begin(), path.end()), type, offset});
  }
}

SmallVector<TraceFunction::Leaf, 4> TraceFunction::leavesOf(Type *type) {
  SmallVector<Leaf, 4> leaves;
  SmallVector<unsigned, 4> path;
  collectLeaves(type, 0, path, leaves);
  return leaves;
}

Value *TraceFunction::leafValue(IRBuilder<> &builder, Value *value, const Leaf &leaf) {
  for (unsigned i : leaf.path)
    value = value->getType()->isVectorTy() ? builder.CreateExtractElement(value, i)
                                           : builder.CreateExtractValue(value, i);
  return value;
}

Value *TraceFunction::leafShadow(IRBuilder<> &builder, Value *shadow, const Leaf &leaf) {
  if (!expressionType(leaf.type))
    return number(0);
  return leaf.path.empty() ? shadow : builder.CreateExtractValue(shadow, leaf.path);
}

// ---- Instructions ----

void TraceFunction::visitInstruction(Instruction &I) {
  if (auto model = modelOf(I)) {
    traceOperation(I, *model);
    return;
  }
  if (shared.siteOf.contains(&I))
    traceSite(I);
  if (!I.isTerminator() && anyMayBeSymbolic(I))
    lose(I, ARIADNE_WHY_OPERATION);
}

void TraceFunction::visitPHINode(PHINode &I) {
  if (!mayBeSymbolic(&I))
    return;
  IRBuilder<> builder(&I);
  setShadow(&I, builder.CreatePHI(shared.shadowType(I.getType()), I.getNumIncomingValues()));
  phis.push_back(&I);
}

void TraceFunction::visitBranchInst(BranchInst &I) {
  if (!I.isConditional() || !shared.branchOf.contains(&I))
    return;
  unsigned branch = shared.branchOf.lookup(&I);
  Builder builder = before(I);
  Value *truth = builder.CreateZExt(I.getCondition(), shared.int32);
  Value *place =
      builder.CreateInBoundsGEP(shared.taken->getValueType(), shared.taken,
                                {number(0), builder.CreateAdd(truth, number(2 * branch), "", true, true)});
  Value *isNew = builder.CreateIsNull(builder.CreateLoad(shared.int8, place));
  Value *id = shadow(I.getCondition());
  Value *noted = builder.CreateOr(isNew, any(builder, {id}));
  when(builder, noted, [&](IRBuilder<> &inside) {
    inside.CreateStore(ConstantInt::get(shared.int8, 1), place);
    shared.hooks.call(inside, hook::trace_branch, {number(branch), truth, id});
  });
}

void TraceFunction::visitSelectInst(SelectInst &I) {
  if (!anyMayBeSymbolic(I))
    return;
  Builder builder = after(I);
  Value *condition = I.getCondition();
  bool decided = !condition->getType()->isIntegerTy(1) || !mayBeSymbolic(condition);
  Type *type = shared.shadowType(I.getType());
  if (!decided && !expressionType(I.getType())) // of pointers or structures
    concretise(builder, I, condition, ARIADNE_WHY_ADDRESS);
  if (!type)
    return;
  if (!condition->getType()->isIntegerTy(1)) { // of vectors, by vectors
    lose(I, ARIADNE_WHY_OPERATION);
    return;
  }
  Value *chosen = builder.CreateSelect(condition, shadow(I.getTrueValue()), shadow(I.getFalseValue()));
  if (!decided && expressionType(I.getType()))
    chosen = when(builder, any(builder, {shadow(condition)}), chosen,
                  [&](IRBuilder<> &inside) { return record(inside, *modelOf(I), &I, 0); });
  setShadow(&I, chosen);
}

void TraceFunction::visitFreezeInst(FreezeInst &I) {
  if (mayBeSymbolic(&I))
    setShadow(&I, shadow(I.getOperand(0)));
}

void TraceFunction::visitExtractValueInst(ExtractValueInst &I) {
  if (mayBeSymbolic(&I))
    setShadow(&I, before(I).CreateExtractValue(shadow(I.getAggregateOperand()), I.getIndices()));
}

void TraceFunction::visitInsertValueInst(InsertValueInst &I) {
  if (!mayBeSymbolic(&I))
    return;
  Value *whole = shadow(I.getAggregateOperand());
  if (shared.shadowType(I.getInsertedValueOperand()->getType()))
    whole = before(I).CreateInsertValue(whole, shadow(I.getInsertedValueOperand()), I.getIndices());
  setShadow(&I, whole);
}

void TraceFunction::visitExtractElementInst(ExtractElementInst &I) {
  auto *index = dyn_cast<ConstantInt>(I.getIndexOperand());
  if (!index)
    visitInstruction(I);
  else if (mayBeSymbolic(&I) && mayBeSymbolic(I.getVectorOperand()))
    setShadow(&I,
              before(I).CreateExtractValue(shadow(I.getVectorOperand()), unsigned(index->getZExtValue())));
}

void TraceFunction::visitInsertElementInst(InsertElementInst &I) {
  auto *index = dyn_cast<ConstantInt>(I.getOperand(2));
  if (!index)
    visitInstruction(I);
  else if (mayBeSymbolic(&I))
    setShadow(&I, before(I).CreateInsertValue(shadow(I.getOperand(0)), shadow(I.getOperand(1)),
                                              unsigned(index->getZExtValue())));
}

void TraceFunction::visitShuffleVectorInst(ShuffleVectorInst &I) {
  if (!mayBeSymbolic(&I))
    return;
  Builder builder = before(I);
  int width = int(cast<FixedVectorType>(I.getOperand(0)->getType())->getNumElements());
  Value *whole = shared.concrete(I.getType());
  for (auto [i, from] : enumerate(I.getShuffleMask()))
    if (from >= 0)
      whole = builder.CreateInsertValue(
          whole, builder.CreateExtractValue(shadow(I.getOperand(from >= width)), unsigned(from % width)),
          unsigned(i));
  setShadow(&I, whole);
}

PreservedAnalyses TracePass::run(Module &module, ModuleAnalysisManager &analyses) {
  std::vector<Site> sites = analyses.getResult<SitesAnalysis>(module).sites; // a copy: the module changes
  TraceModule shared(module, sites);
  shared.describe();
  SmallVector<Function *, 64> functions;
  for (Function &function : module)
    if (!function.isDeclaration())
      functions.push_back(&function);
  for (Function *function : functions)
    for (Instruction &I : make_early_inc_range(instructions(*function)))
      lowerForTrace(I);
  for (Site &site : sites) // an operand may have been lowered
    site.operation = *classify(*site.instruction);
  for (Function *function : functions)
    TraceFunction(shared, *function).run();
  return PreservedAnalyses::none();
}

} // namespace ariadne
