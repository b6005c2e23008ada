#include "facts/Closure.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/SHA256.h"

using namespace llvm;

namespace ariadne {
namespace {

// One function or variable by itself: its text, where what it refers to stands as a number in `references`.
struct Body {
  std::string digest;
  SmallVector<const GlobalValue *, 8> references;
};

std::string digestOf(StringRef text) {
  SHA256 hasher;
  hasher.update(text);
  return toStringRef(hasher.final()).str();
}

// Writes things down so that two texts are equal only if the things are. Numbers have eight bytes and strings
// their length in front, so that no two things can run together.
class Writer {
public:
  Body write(const GlobalValue &global) {
    number(global.getValueID());
    number(global.isThreadLocal());
    type(global.getValueType());
    if (auto *function = dyn_cast<Function>(&global))
      write(*function);
    else if (auto *variable = dyn_cast<GlobalVariable>(&global)) {
      number(variable->isConstant());
      if (variable->hasInitializer())
        operand(variable->getInitializer());
    } else {
      for (const Use &use : global.operands()) // what an alias stands for
        operand(use.get());
    }
    if (global.isDeclaration())
      string(global.getName());
    return {digestOf(text), std::move(references)};
  }

private:
  void number(uint64_t value) { text.append(reinterpret_cast<const char *>(&value), sizeof value); }
  void string(StringRef value) {
    number(value.size());
    text += value;
  }
  void bits(const APInt &value) {
    number(value.getBitWidth());
    for (unsigned i = 0; i < value.getNumWords(); ++i)
      number(value.getRawData()[i]);
  }

  // By structure: the linker renames structures when files that it puts together share a name.
  void type(const Type *type) {
    number(type->getTypeID());
    if (auto *integer = dyn_cast<IntegerType>(type))
      number(integer->getBitWidth());
    else if (auto *pointer = dyn_cast<PointerType>(type))
      number(pointer->getAddressSpace());
    else if (auto *array = dyn_cast<ArrayType>(type))
      number(array->getNumElements());
    else if (auto *vector = dyn_cast<VectorType>(type))
      number(vector->getElementCount().getKnownMinValue());
    else if (auto *function = dyn_cast<FunctionType>(type))
      number(function->isVarArg());
    else if (auto *structure = dyn_cast<StructType>(type))
      number(structure->isPacked());
    number(type->getNumContainedTypes());
    for (const Type *contained : type->subtypes())
      this->type(contained);
  }

  void attributes(const AttributeList &list) {
    for (unsigned index : list.indexes()) {
      number(index);
      for (const Attribute &attribute : list.getAttributes(index))
        if (attribute.isTypeAttribute()) {
          number(attribute.getKindAsEnum());
          if (attribute.getValueAsType())
            type(attribute.getValueAsType());
        } else {
          string(attribute.getAsString());
        }
    }
  }

  void constant(const Constant *constant) {
    type(constant->getType());
    number(constant->getValueID());
    if (auto *integer = dyn_cast<ConstantInt>(constant))
      return bits(integer->getValue());
    if (auto *real = dyn_cast<ConstantFP>(constant))
      return bits(real->getValueAPF().bitcastToAPInt());
    if (auto *data = dyn_cast<ConstantDataSequential>(constant))
      return string(data->getRawDataValues());
    if (auto *expression = dyn_cast<ConstantExpr>(constant)) {
      number(expression->getOpcode());
      number(expression->getRawSubclassOptionalData());
      if (auto *gep = dyn_cast<GEPOperator>(expression))
        type(gep->getSourceElementType());
    }
    number(constant->getNumOperands());
    for (const Use &use : constant->operands())
      operand(use.get());
  }

  void operand(const Value *value) {
    if (auto local = locals.find(value); local != locals.end()) {
      number(0);
      number(local->second);
    } else if (auto *global = dyn_cast<GlobalValue>(value)) {
      number(1);
      number(ranks.insert({global, references.size()}).first->second);
      if (ranks.size() > references.size())
        references.push_back(global);
    } else if (auto *constant = dyn_cast<Constant>(value)) {
      number(2);
      this->constant(constant);
    } else if (auto *assembly = dyn_cast<InlineAsm>(value)) {
      number(3);
      string(assembly->getAsmString());
      string(assembly->getConstraintString());
      number(assembly->hasSideEffects());
    } else if (auto *metadata = dyn_cast<MetadataAsValue>(value)) {
      number(4); // the rounding mode of a strict operation, say
      if (auto *word = dyn_cast<MDString>(metadata->getMetadata()))
        string(word->getString());
    } else {
      number(5);
      number(value->getValueID());
    }
  }

  // What an instruction is beyond its opcode, type and operands.
  void details(const Instruction &I) {
    number(I.getRawSubclassOptionalData()); // nsw, exact, fast-math, ...
    if (auto *compare = dyn_cast<CmpInst>(&I))
      number(compare->getPredicate());
    else if (auto *gep = dyn_cast<GetElementPtrInst>(&I))
      type(gep->getSourceElementType());
    else if (auto *object = dyn_cast<AllocaInst>(&I)) {
      type(object->getAllocatedType());
      number(object->getAlign().value());
    } else if (auto *load = dyn_cast<LoadInst>(&I)) {
      number(load->isVolatile());
      number(unsigned(load->getOrdering()));
    } else if (auto *store = dyn_cast<StoreInst>(&I)) {
      number(store->isVolatile());
      number(unsigned(store->getOrdering()));
    } else if (auto *atomic = dyn_cast<AtomicRMWInst>(&I)) {
      number(atomic->getOperation());
      number(unsigned(atomic->getOrdering()));
    } else if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&I)) {
      number(unsigned(exchange->getSuccessOrdering()));
      number(unsigned(exchange->getFailureOrdering()));
    } else if (auto *extract = dyn_cast<ExtractValueInst>(&I))
      indices(extract->getIndices());
    else if (auto *insert = dyn_cast<InsertValueInst>(&I))
      indices(insert->getIndices());
    else if (auto *shuffle = dyn_cast<ShuffleVectorInst>(&I))
      for (int element : shuffle->getShuffleMask())
        number(uint64_t(element));
    else if (auto *phi = dyn_cast<PHINode>(&I))
      for (const BasicBlock *block : phi->blocks())
        operand(block);
    else if (auto *call = dyn_cast<CallBase>(&I)) {
      number(call->getCallingConv());
      type(call->getFunctionType());
      attributes(call->getAttributes());
    }
  }

  void indices(ArrayRef<unsigned> list) {
    for (unsigned index : list)
      number(index);
  }

  void write(const Function &function) {
    number(function.getCallingConv());
    attributes(function.getAttributes());
    for (const Argument &argument : function.args())
      locals.insert({&argument, locals.size()});
    for (const BasicBlock &block : function) {
      locals.insert({&block, locals.size()});
      for (const Instruction &I : block)
        if (!isa<DbgInfoIntrinsic>(I))
          locals.insert({&I, locals.size()});
    }
    for (const BasicBlock &block : function) {
      operand(&block);
      for (const Instruction &I : block) {
        if (isa<DbgInfoIntrinsic>(I))
          continue;
        number(I.getOpcode());
        type(I.getType());
        details(I);
        number(I.getNumOperands());
        for (const Use &use : I.operands())
          operand(use.get());
      }
    }
  }

  std::string text;
  DenseMap<const Value *, uint64_t> locals;
  DenseMap<const GlobalValue *, uint64_t> ranks;
  SmallVector<const GlobalValue *, 8> references;
};

// Everything in the order in which it is first referred to: names play no part.
std::string closureOf(const Function &root, const DenseMap<const GlobalValue *, Body> &bodies) {
  MapVector<const GlobalValue *, size_t> seen;
  seen.insert({&root, 0});
  SHA256 hasher;
  for (size_t next = 0; next < seen.size(); ++next) {
    const Body &body = bodies.find(seen.begin()[next].first)->second;
    hasher.update(body.digest);
    for (const GlobalValue *reference : body.references) {
      uint64_t rank = seen.insert({reference, seen.size()}).first->second;
      hasher.update(StringRef(reinterpret_cast<const char *>(&rank), sizeof rank));
    }
  }
  std::array<uint8_t, 32> whole = hasher.final();
  return toHex(ArrayRef(whole).take_front(16), /*LowerCase=*/true);
}

} // namespace

DenseMap<const Function *, std::string> closureHashes(const Module &module) {
  DenseMap<const GlobalValue *, Body> bodies;
  for (const GlobalValue &global : module.global_values())
    bodies.insert({&global, Writer().write(global)});
  DenseMap<const Function *, std::string> hashes;
  for (const Function &function : module)
    if (!function.isDeclaration())
      hashes.insert({&function, closureOf(function, bodies)});
  return hashes;
}

} // namespace ariadne
