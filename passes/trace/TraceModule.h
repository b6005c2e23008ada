// What the functions of a traced module share: hooks, and the variables by which calls hand on expressions.
#pragma once

#include "runtime/trace/hooks.h"
#include "sites/Sites.h"
#include "trace/TraceTables.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

#define ARIADNE_HOOKS "tables/hooks/trace.def"
#include "hooks/List.h"

namespace ariadne {

class TraceModule {
public:
  TraceModule(llvm::Module &module, const std::vector<Site> &sites);

  // The shape of a type with a number for each leaf that can be symbolic; null if there is none.
  llvm::Type *shadowType(llvm::Type *type);
  llvm::Constant *concrete(llvm::Type *type) { return llvm::Constant::getNullValue(shadowType(type)); }

  llvm::Value *argumentSlot(llvm::IRBuilder<> &builder, unsigned index);
  llvm::Value *resultSlot(llvm::IRBuilder<> &builder, unsigned index);
  llvm::Value *byvalSlot(llvm::IRBuilder<> &builder, unsigned index);

  void describe();

  llvm::Module &module;
  Hooks hooks;
  llvm::LLVMContext &context;
  const llvm::DataLayout &layout;
  llvm::PointerType *pointer;
  llvm::IntegerType *int8, *int32, *int64;
  const std::vector<Site> &sites;
  llvm::DenseMap<const llvm::Instruction *, unsigned> siteOf;
  TraceTables tables;
  llvm::DenseMap<const llvm::Instruction *, unsigned> branchOf;
  // Whose arguments the slots hold, and whose result: code that is not ours calls functions, too.
  llvm::GlobalVariable *callee, *returned;
  llvm::GlobalVariable *taken; // of each branch: a byte for false, one for true

private:
  llvm::GlobalVariable *variable(llvm::Type *type, const char *name);
  llvm::Constant *boundsOf(const Site &site);

  llvm::GlobalVariable *arguments, *results, *byvals;
};

} // namespace ariadne
