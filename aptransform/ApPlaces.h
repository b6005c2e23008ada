// The places where the program decides something by a floating-point number, as a table of the module.
#pragma once

#include "runtime/ap_abi.h"
#include "runtime/protocol/abi.h"
#include "sites/SourceNames.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"

#include <map>
#include <vector>

namespace ariadne {

class ApPlaces {
public:
  explicit ApPlaces(llvm::Module &module)
      : module(module), int32(llvm::Type::getInt32Ty(module.getContext())) {}

  llvm::Constant *number(const llvm::Instruction &I) {
    const llvm::DILocation *at = I.getDebugLoc();
    entries.push_back(llvm::ConstantStruct::getAnon({llvm::ConstantInt::get(int32, at ? at->getLine() : 0),
                                                     llvm::ConstantInt::get(int32, at ? at->getColumn() : 0),
                                                     text(at ? sourcePath(at->getFile()) : "")}));
    return llvm::ConstantInt::get(int32, entries.size() - 1);
  }

  llvm::Constant *text(llvm::StringRef value) {
    llvm::Constant *&known = texts[value.str()];
    if (!known) {
      auto *data = llvm::ConstantDataArray::getString(module.getContext(), value);
      known = new llvm::GlobalVariable(module, data->getType(), true, llvm::GlobalValue::PrivateLinkage, data,
                                       "ariadne.text");
    }
    return known;
  }

  void emit() {
    auto *pointer = llvm::PointerType::getUnqual(module.getContext());
    llvm::Constant *list = llvm::ConstantPointerNull::get(pointer);
    if (!entries.empty()) {
      auto *data =
          llvm::ConstantArray::get(llvm::ArrayType::get(entries[0]->getType(), entries.size()), entries);
      list = new llvm::GlobalVariable(module, data->getType(), true, llvm::GlobalValue::PrivateLinkage, data,
                                      "ariadne.places");
    }
    auto *data = llvm::ConstantStruct::getAnon({llvm::ConstantInt::get(int32, ARIADNE_ABI_VERSION),
                                                llvm::ConstantInt::get(int32, entries.size()), list});
    new llvm::GlobalVariable(module, data->getType(), true, llvm::GlobalValue::ExternalLinkage, data,
                             ARIADNE_AP_MODULE);
  }

private:
  llvm::Module &module;
  llvm::Type *int32;
  std::vector<llvm::Constant *> entries;
  std::map<std::string, llvm::Constant *> texts;
};

} // namespace ariadne
