#include "trace/TraceModule.h"
#include "trace/TraceModel.h"

using namespace llvm;

namespace ariadne {

TraceModule::TraceModule(Module &module, const std::vector<Site> &sites)
    : module(module), hooks(module, Attribute::NoUnwind), context(module.getContext()),
      layout(module.getDataLayout()), pointer(PointerType::getUnqual(context)),
      int8(Type::getInt8Ty(context)), int32(Type::getInt32Ty(context)), int64(Type::getInt64Ty(context)),
      sites(sites), tables(numberForTrace(module)) {
  for (const Site &site : sites)
    siteOf[site.instruction] = site.number;
  for (unsigned i = 0; i < tables.branches.size(); ++i)
    branchOf[tables.branches[i]] = i;
  arguments = variable(ArrayType::get(int32, ARIADNE_TRACE_ARGUMENTS), "__ariadne_trace_arguments");
  results = variable(ArrayType::get(int32, ARIADNE_TRACE_ARGUMENTS), "__ariadne_trace_results");
  byvals = variable(ArrayType::get(pointer, ARIADNE_TRACE_ARGUMENTS), "__ariadne_trace_byvals");
  callee = variable(pointer, "__ariadne_trace_callee");
  returned = variable(pointer, "__ariadne_trace_returned");
  taken = variable(ArrayType::get(int8, 2 * tables.branches.size() + 1), "__ariadne_trace_taken");
}

GlobalVariable *TraceModule::variable(Type *type, const char *name) {
  return new GlobalVariable(module, type, false, GlobalValue::InternalLinkage, Constant::getNullValue(type),
                            name);
}

Type *TraceModule::shadowType(Type *type) {
  if (expressionType(type))
    return int32;
  if (auto *array = dyn_cast<ArrayType>(type)) {
    Type *element = shadowType(array->getElementType());
    return element ? ArrayType::get(element, array->getNumElements()) : nullptr;
  }
  if (auto *vector = dyn_cast<FixedVectorType>(type))
    return expressionType(vector->getElementType()) ? ArrayType::get(int32, vector->getNumElements())
                                                    : nullptr;
  if (auto *structure = dyn_cast<StructType>(type)) {
    SmallVector<Type *, 4> elements;
    bool any = false;
    for (Type *element : structure->elements()) {
      Type *shadow = shadowType(element);
      any |= shadow != nullptr;
      elements.push_back(shadow ? shadow : StructType::get(context)); // keeps the place
    }
    return any ? StructType::get(context, elements) : nullptr;
  }
  return nullptr;
}

Value *TraceModule::argumentSlot(IRBuilder<> &builder, unsigned index) {
  return builder.CreateConstInBoundsGEP2_32(arguments->getValueType(), arguments, 0, index);
}

Value *TraceModule::resultSlot(IRBuilder<> &builder, unsigned index) {
  return builder.CreateConstInBoundsGEP2_32(results->getValueType(), results, 0, index);
}

Value *TraceModule::byvalSlot(IRBuilder<> &builder, unsigned index) {
  return builder.CreateConstInBoundsGEP2_32(byvals->getValueType(), byvals, 0, index);
}

// The y and z of conversions' rows, which are constants.
Constant *TraceModule::boundsOf(const Site &site) {
  uint64_t bounds[4] = {};
  BasicBlock *scratch = BasicBlock::Create(context);
  IRBuilder<> builder(scratch);
  RowValues row = rowValues(site.operation, *site.instruction, builder);
  Value *numbers[] = {site.operation.operands.size() == 1 ? row.y : nullptr,
                      site.operation.operands.size() == 1 ? row.z : nullptr};
  for (unsigned i = 0; i < 2; ++i)
    if (auto *constant = dyn_cast_or_null<ConstantFP>(numbers[i])) {
      APInt bits = constant->getValueAPF().bitcastToAPInt();
      bounds[2 * i] = bits.extractBitsAsZExtValue(std::min(64u, bits.getBitWidth()), 0);
      if (bits.getBitWidth() > 64)
        bounds[2 * i + 1] = bits.extractBitsAsZExtValue(bits.getBitWidth() - 64, 64);
    }
  delete scratch;
  return ConstantDataArray::get(context, ArrayRef<uint64_t>(bounds));
}

void TraceModule::describe() {
  auto *siteType = StructType::get(context, {int8, int8, ArrayType::get(int64, 4)});
  SmallVector<Constant *, 64> rows;
  for (const Site &site : sites)
    rows.push_back(ConstantStruct::get(siteType, {ConstantInt::get(int8, site.operation.op),
                                                  ConstantInt::get(int8, expressionType(site.operation.type)),
                                                  boundsOf(site)}));
  auto *data = ConstantArray::get(ArrayType::get(siteType, rows.size()), rows);
  auto *table = new GlobalVariable(module, data->getType(), true, GlobalValue::InternalLinkage, data);
  auto number = [&](uint64_t value) { return ConstantInt::get(int32, value); };
  auto *descriptor = ConstantStruct::getAnon(
      {number(ARIADNE_ABI_VERSION), number(sites.size()), number(tables.branches.size()), table});
  new GlobalVariable(module, descriptor->getType(), true, GlobalValue::ExternalLinkage, descriptor,
                     ARIADNE_TRACE_MODULE);
}

} // namespace ariadne
