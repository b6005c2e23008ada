#include "ApNames.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace ariadne {
namespace {

struct Entry {
  std::string name;
  unsigned arguments;
  bool decides;
  unsigned classMask = 0;
};

const StringMap<Entry> &table() {
  static const StringMap<Entry> Map = [] {
    StringMap<Entry> map;
#define UNARY(NAME) map[#NAME] = {#NAME, 1, false};
#define BINARY(NAME) map[#NAME] = {#NAME, 2, false};
#define OTHER(NAME, ARGUMENTS, DECIDES) map[#NAME] = {#NAME, ARGUMENTS, DECIDES};
#include "tables/exact_hooks.def"
    map["gamma"] = map["lgamma"];
    map["drem"] = map["remainder"];
    map["pow10"] = map["exp10"];
    return map;
  }();
  return Map;
}

constexpr unsigned NaNs = 0x003, Infinities = 0x204, Finites = 0x1f8, Negatives = 0x03c;

// The C library's own tests, which programs compiled with old headers call.
const StringMap<unsigned> &classTests() {
  static const StringMap<unsigned> Map = {{"isnan", NaNs},         {"__isnan", NaNs},   {"isinf", Infinities},
                                          {"__isinf", Infinities}, {"finite", Finites}, {"__finite", Finites},
                                          {"__signbit", Negatives}};
  return Map;
}

} // namespace

bool isApType(Type *type) { return type->isFloatTy() || type->isDoubleTy() || type->isX86_FP80Ty(); }

bool hasFloat(Type *type) {
  if (type->isFPOrFPVectorTy())
    return true;
  if (auto *array = dyn_cast<ArrayType>(type))
    return hasFloat(array->getElementType());
  if (auto *structure = dyn_cast<StructType>(type))
    return any_of(structure->elements(), hasFloat);
  return false;
}

bool seesFloats(const CallBase &call) {
  return hasFloat(call.getType()) ||
         any_of(call.args(), [](const Use &use) { return hasFloat(use->getType()); });
}

std::string describeOperation(const Instruction &I) {
  std::string text = std::string(I.getOpcodeName()) + " of type ";
  raw_string_ostream out(text);
  bool bySource = isa<CastInst>(I) || !hasFloat(I.getType());
  (bySource ? I.getOperand(0)->getType() : I.getType())->print(out);
  if (isa<CastInst>(I)) {
    out << " to ";
    I.getType()->print(out);
  }
  return text;
}

static Type *firstFloat(CallBase &call) {
  for (Value *argument : call.args())
    if (argument->getType()->isFloatingPointTy())
      return argument->getType();
  return nullptr;
}

std::optional<ApCall> findLibraryCall(CallBase &call, Type *&type) {
  type = firstFloat(call);
  StringRef name = call.getCalledFunction()->getName();
  if (!type || !isApType(type))
    return std::nullopt;
  bool reentrant = name.consume_back("_r"); // lgammaf_r
  if ((type->isFloatTy() && !name.consume_back("f")) || (type->isX86_FP80Ty() && !name.consume_back("l")))
    return std::nullopt;
  std::string full = (name + (reentrant ? "_r" : "")).str();
  if (auto test = classTests().find(full); test != classTests().end() && call.arg_size() == 1)
    return ApCall{"class", 1, true, test->second};
  auto found = table().find(full);
  if (found == table().end() || found->second.arguments != call.arg_size() || full == "powi")
    return std::nullopt;
  const Entry &entry = found->second;
  // A logger named `log` is not the logarithm.
  Type *result = call.getType();
  bool shape = result == type || (result->isVoidTy() && full == "sincos") ||
               (result->isIntegerTy() && entry.decides && full != "frexp" && full != "remquo");
  return shape ? std::optional(ApCall{entry.name, entry.arguments, entry.decides}) : std::nullopt;
}

std::optional<ApCall> findIntrinsic(CallBase &call, Type *&type) {
  type = firstFloat(call);
  if (!type || !isApType(type))
    return std::nullopt;
  StringRef name = call.getCalledFunction()->getName();
  if (!name.consume_front("llvm.experimental.constrained."))
    name.consume_front("llvm.");
  name = name.split('.').first;
  // fmuladd is not here: it is two operations where the processor has no fused one.
  static const StringMap<StringRef> Renamed = {{"minnum", "fmin"}, {"maxnum", "fmax"}};
  if (auto renamed = Renamed.find(name); renamed != Renamed.end())
    name = renamed->second;
  auto found = table().find(name);
  if (found == table().end())
    return std::nullopt;
  return ApCall{found->second.name, found->second.arguments, found->second.decides};
}

bool isHarmless(StringRef name) {
  static const StringSet<> Names = {"malloc",      "calloc",        "realloc",
                                    "free",        "memcpy",        "memmove",
                                    "memset",      "aligned_alloc", "posix_memalign",
                                    "qsort",       "bsearch",       "strlen",
                                    "strcmp",      "strncmp",       "strcpy",
                                    "strncpy",     "strcat",        "strchr",
                                    "strrchr",     "strstr",        "exit",
                                    "abort",       "_exit",         "__assert_fail",
                                    "puts",        "putchar",       "fputs",
                                    "fputc",       "fflush",        "fopen",
                                    "fclose",      "time",          "clock",
                                    "getenv",      "perror",        "__errno_location",
                                    "setjmp",      "_setjmp",       "longjmp",
                                    "__sigsetjmp", "siglongjmp",    "signal",
                                    "rand",        "srand",         "abs",
                                    "labs",        "llabs",         "atoi",
                                    "atol",        "isatty",        "fwrite"};
  return Names.contains(name) || name.starts_with("__ariadne_");
}

bool isPrinter(StringRef name) {
  static const StringSet<> Names = {"printf", "fprintf", "vprintf", "vfprintf", "dprintf", "puts"};
  return Names.contains(name);
}

} // namespace ariadne
