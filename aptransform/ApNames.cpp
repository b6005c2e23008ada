#include "ApNames.h"

#include "sites/Library.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace ariadne {
namespace {

constexpr unsigned NaNs = 0x003, Infinities = 0x204, Finites = 0x1f8, Negatives = 0x03c;

const StringMap<unsigned> &classTests() {
  static const StringMap<unsigned> Map = {{"isnan", NaNs},         {"__isnan", NaNs},   {"isinf", Infinities},
                                          {"__isinf", Infinities}, {"finite", Finites}, {"__finite", Finites},
                                          {"__signbit", Negatives}};
  return Map;
}

// Which functions have a hook in the exact runtime.
constexpr struct Hooks {
  bool of[FunctionCount];
  constexpr Hooks() : of() {
#define UNARY(NAME) of[Fn_##NAME] = true;
#define BINARY(NAME) of[Fn_##NAME] = true;
#define OTHER(NAME, ...) of[Fn_##NAME] = true;
#include "tables/exact_hooks.def"
  }
} HasHook;

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

// The C library's own tests, which programs compiled with old headers call: isnanf on float.
static std::optional<ApCall> findClassTest(CallBase &call, Type *type) {
  StringRef name = call.getCalledFunction()->getName();
  if (call.arg_size() != 1 || (type->isFloatTy() && !name.consume_back("f")) ||
      (type->isX86_FP80Ty() && !name.consume_back("l")))
    return std::nullopt;
  auto test = classTests().find(name);
  return test == classTests().end() ? std::nullopt : std::optional(ApCall{"class", 1, true, test->second});
}

std::optional<ApCall> findExactCall(CallBase &call, Type *&type) {
  if (auto known = libraryCall(call); known && isApType(known->type) && HasHook.of[known->function]) {
    type = known->type;
    const FunctionRow &row = known->row();
    return ApCall{row.name, unsigned(StringRef(row.letters).size()) - 1, row.decides};
  }
  type = firstFloat(call);
  if (!type || !isApType(type) || call.getCalledFunction()->isIntrinsic())
    return std::nullopt;
  return findClassTest(call, type);
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
