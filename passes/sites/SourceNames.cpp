#include "sites/SourceNames.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace ariadne {

std::string sourceName(const Function &function) {
  const DISubprogram *program = function.getSubprogram();
  if (!program || program->getName().empty())
    return function.getName().str();
  return program->getName().str();
}

std::string sourcePath(const DIFile *file) {
  if (!file)
    return "";
  if (sys::path::is_absolute(file->getFilename()))
    return file->getFilename().str();
  SmallString<128> path(file->getDirectory());
  sys::path::append(path, file->getFilename());
  return path.str().str();
}

json::Object describePlace(const DILocation *location) {
  if (!location)
    return json::Object{{"file", ""}, {"line", 0}, {"column", 0}};
  return json::Object{{"file", sourcePath(location->getFile())},
                      {"line", location->getLine()},
                      {"column", location->getColumn()}};
}

static bool isQualifier(unsigned tag) {
  return tag == dwarf::DW_TAG_const_type || tag == dwarf::DW_TAG_volatile_type ||
         tag == dwarf::DW_TAG_atomic_type || tag == dwarf::DW_TAG_restrict_type;
}

const DIType *strip(const DIType *type) {
  while (auto *derived = dyn_cast_or_null<DIDerivedType>(type)) {
    if (derived->getTag() != dwarf::DW_TAG_typedef && !isQualifier(derived->getTag()))
      break;
    type = derived->getBaseType();
  }
  return type;
}

std::string typeName(const DIType *type) {
  if (!type)
    return "void";
  if (auto *derived = dyn_cast<DIDerivedType>(type)) {
    std::string base = typeName(derived->getBaseType());
    switch (derived->getTag()) {
    case dwarf::DW_TAG_pointer_type:
      return base + " *";
    case dwarf::DW_TAG_reference_type:
    case dwarf::DW_TAG_rvalue_reference_type:
      return base + " &";
    case dwarf::DW_TAG_const_type:
      return "const " + base;
    case dwarf::DW_TAG_volatile_type:
      return "volatile " + base;
    case dwarf::DW_TAG_restrict_type:
    case dwarf::DW_TAG_atomic_type:
      return base;
    default:
      return type->getName().str();
    }
  }
  std::string name = type->getName().str();
  switch (type->getTag()) {
  case dwarf::DW_TAG_structure_type:
  case dwarf::DW_TAG_class_type:
    return "struct " + name;
  case dwarf::DW_TAG_union_type:
    return "union " + name;
  case dwarf::DW_TAG_enumeration_type:
    return "enum " + name;
  case dwarf::DW_TAG_subroutine_type:
    return "function";
  case dwarf::DW_TAG_array_type:
    return typeName(cast<DICompositeType>(type)->getBaseType()) + " []";
  default:
    return name;
  }
}

} // namespace ariadne
