// Memory and calls. Only objects whose addresses never leave our sight have contents; the rest of memory
// holds anything.
#include "ranges/RangeInterpreter.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace ariadne {

Place Interpreter::element(Value *v) {
  auto *gep = llvm::cast<GEPOperator>(v);
  Place base = value(gep->getPointerOperand()).p;
  if (base.base == Place::Unknown || layout.getPointerSizeInBits() != 64)
    return {};
  MapVector<Value *, APInt> variables;
  APInt constant(64, 0);
  if (!gep->collectOffset(layout, 64, variables, constant))
    return {};
  base = base.moved(IntegerInterval::of(constant.getSExtValue()), std::abs(constant.getSExtValue()));
  for (auto &[index, scale] : variables) {
    RangeValue range = value(index);
    if (range.kind != RangeValue::Integer)
      return {};
    IntegerInterval by = integers::multiply(range.i, IntegerInterval::of(scale.getSExtValue()), 64);
    base = base.moved(by, std::abs(scale.getSExtValue()));
  }
  return base;
}

RangeValue Interpreter::load(const Place &place, Type *type) {
  RangeValue all = RangeValue::all(type);
  uint64_t size = layout.getTypeStoreSize(type).getKnownMinValue();
  if (place.base == Place::Object && place.offset.single()) {
    RangeValue found = readCell(state.objects[place.object], int64_t(place.offset.lo), uint32_t(size));
    return found.kind == all.kind ? found : all;
  }
  if (place.base != Place::Global || !analysis.readOnly.contains(place.global) ||
      all.kind == RangeValue::Anything)
    return all;
  uint64_t whole = layout.getTypeAllocSize(place.global->getValueType());
  uint64_t step = place.offset.single() ? size : place.grain;
  if (place.offset.lo < 0 || place.offset.hi + Wide(size) > Wide(whole) || step == 0 ||
      (place.offset.hi - place.offset.lo) / step > 4096)
    return all; // out of its bounds, for all we know
  auto *initial = const_cast<Constant *>(place.global->getInitializer());
  RangeValue found;
  for (Wide offset = place.offset.lo; offset <= place.offset.hi; offset += step) {
    Constant *element = ConstantFoldLoadFromConst(initial, type, APInt(64, uint64_t(offset)), layout);
    if (!element)
      return all;
    found = join(found, value(element));
  }
  return found.kind == all.kind ? found : all;
}

void Interpreter::forgetShared(int except) {
  summary.storesAnywhere = true;
  for (unsigned i = 0; i < shared.size(); ++i)
    if (shared[i] && int(i) != except)
      state.objects[i].clear();
}

void Interpreter::wild() {
  summary.storesAnywhere = summary.wild = true;
  for (Cells &cells : state.objects)
    cells.clear();
}

void Interpreter::store(const Place &place, Type *type, const RangeValue &v) {
  int64_t size = int64_t(layout.getTypeStoreSize(type).getKnownMinValue());
  if (place.base != Place::Object)
    return forgetShared();
  Cells &cells = state.objects[place.object];
  bool bounded = sizes[place.object] > 0;
  if (bounded && (place.offset.lo < 0 || place.offset.hi + size > Wide(sizes[place.object])))
    return wild();
  if (!bounded && !shared[place.object])
    return wild();
  if (shared[place.object])
    forgetShared(int(place.object));
  if (!place.offset.single()) {
    cells.clear();
    return;
  }
  if (v.kind == RangeValue::Float || v.kind == RangeValue::Integer)
    writeCell(cells, {int64_t(place.offset.lo), uint32_t(size), v});
  else
    eraseCells(cells, int64_t(place.offset.lo), size);
}

// memcpy, memmove, memset
void Interpreter::transfer(CallBase &call) {
  auto &memory = llvm::cast<MemIntrinsic>(call);
  Place to = value(memory.getDest()).p;
  RangeValue length = value(memory.getLength());
  if (to.base != Place::Object)
    return forgetShared();
  Cells source;
  int64_t size = length.kind == RangeValue::Integer && length.i.single() ? int64_t(length.i.lo) : -1;
  uint64_t bound = sizes[to.object];
  bool inside = bound > 0 && size >= 0 && to.offset.lo >= 0 && to.offset.hi + size <= Wide(bound);
  if (!inside)
    return wild();
  if (auto *copy = dyn_cast<MemTransferInst>(&call)) {
    Place from = value(copy->getSource()).p;
    if (from.base == Place::Object && from.offset.single() && to.offset.single())
      for (Cell cell : state.objects[from.object])
        if (cell.offset >= from.offset.lo && cell.offset + int64_t(cell.size) <= from.offset.lo + size) {
          cell.offset += int64_t(to.offset.lo - from.offset.lo);
          source.push_back(cell);
        }
  }
  if (shared[to.object])
    forgetShared(int(to.object));
  Cells &cells = state.objects[to.object];
  if (!to.offset.single()) {
    cells.clear();
    return;
  }
  eraseCells(cells, int64_t(to.offset.lo), size);
  for (const Cell &cell : source)
    writeCell(cells, cell);
}

RangeValue Interpreter::call(CallBase &call) {
  Function *callee = call.getCalledFunction();
  if (callee && !callee->isDeclaration() && !callee->isInterposable())
    return callDefined(call, *callee);
  return callOther(call);
}

void Interpreter::note(const Summary &callee) {
  if (recording)
    summary.callees.insert(&callee);
  summary.callsAnything |= callee.callsAnything;
}

RangeValue Interpreter::callDefined(CallBase &call, Function &callee) {
  Context context = analysis.anyContext(callee);
  SmallDenseMap<unsigned, unsigned> uses; // of objects by arguments
  for (Argument &argument : callee.args())
    if (argument.getArgNo() < call.arg_size()) {
      RangeValue given = value(call.getArgOperand(argument.getArgNo()));
      if (given.kind == RangeValue::Pointer && given.p.base == Place::Object)
        ++uses[given.p.object];
    }
  SmallVector<std::pair<unsigned, Place>, 2> lent; // arguments and what they point to
  Frame &inner = analysis.frameOf(callee);
  for (Argument &argument : callee.args()) {
    unsigned index = argument.getArgNo();
    RangeValue given = value(call.getArgOperand(index));
    if (argument.hasByValAttr() || given.kind == RangeValue::Anything)
      continue;
    if (given.kind != RangeValue::Pointer) {
      context.arguments[index] = given;
      continue;
    }
    if (given.p.base == Place::Global && analysis.readOnly.contains(given.p.global))
      context.arguments[index] = given;
    bool isMine = given.p.base == Place::Object && given.p.offset.single() && uses[given.p.object] == 1 &&
                  !shared[given.p.object] && inner.objects.contains(&argument);
    if (!isMine)
      continue;
    Place start;
    start.base = Place::Object;
    context.arguments[index] = start;
    context.contents[index] = state.objects[given.p.object];
    for (Cell &cell : context.contents[index])
      cell.offset -= int64_t(given.p.offset.lo);
    Wide left = Wide(sizes[given.p.object]) - given.p.offset.lo;
    context.sizes[index] = left > 0 ? uint64_t(left) : 1;
    lent.push_back({index, given.p});
  }
  const Summary &done = analysis.call(callee, context);
  note(done);
  // Objects that went there in other ways are forgotten.
  for (auto &[object, count] : uses)
    if (none_of(lent, [&, id = object](auto &entry) { return entry.second.object == id; }))
      state.objects[object].clear();
  bool unknown = !done.unknown.empty();
  if (done.wild || unknown)
    wild();
  else if (done.storesAnywhere)
    forgetShared();
  if (!done.done && !unknown) {
    state.reachable = false;
    return {};
  }
  for (auto &[index, place] : lent) {
    Cells &cells = state.objects[place.object];
    if (unknown || done.wild) {
      cells.clear();
      continue;
    }
    cells = done.contents[index];
    for (Cell &cell : cells)
      cell.offset += int64_t(place.offset.lo);
  }
  RangeValue all = RangeValue::all(call.getType());
  return unknown || done.result.kind != all.kind ? all : done.result;
}

// Functions of the C library that call nothing of the program's.
static bool isKnownLibrary(StringRef name) {
  static const StringSet<> Known = {"printf",        "fprintf",       "sprintf",       "snprintf",
                                    "vprintf",       "vfprintf",      "vsnprintf",     "puts",
                                    "putchar",       "fputs",         "fputc",         "putc",
                                    "fflush",        "fwrite",        "perror",        "malloc",
                                    "calloc",        "realloc",       "free",          "strlen",
                                    "strcmp",        "strncmp",       "strcpy",        "strncpy",
                                    "strcat",        "strchr",        "strrchr",       "memcmp",
                                    "memcpy",        "memmove",       "memset",        "abort",
                                    "_exit",         "getenv",        "strtod",        "strtol",
                                    "atoi",          "atof",          "rand",          "srand",
                                    "time",          "clock",         "abs",           "labs",
                                    "llabs",         "isalpha",       "isdigit",       "toupper",
                                    "tolower",       "fopen",         "fclose",        "fread",
                                    "fgets",         "nan",           "strtof",        "strtold",
                                    "strtoul",       "strerror",      "fdopen",        "putenv",
                                    "signbit",       "__isnan",       "__isinf",       "finite",
                                    "__finite",      "isnan",         "isinf",         "__errno_location",
                                    "__assert_fail", "__isnanf",      "__isnanl",      "__isinff",
                                    "__isinfl",      "__signbit",     "__signbitf",    "__signbitl",
                                    "__fpclassify",  "__fpclassifyf", "__fpclassifyl", "finitef",
                                    "finitel",       "__finitef",     "__finitel"};
  return Known.contains(name);
}

RangeValue Interpreter::callOther(CallBase &call) {
  RangeValue all = RangeValue::all(call.getType());
  Function *callee = call.getCalledFunction();
  if (auto *intrinsic = dyn_cast<IntrinsicInst>(&call)) {
    if (isa<MemIntrinsic>(intrinsic)) {
      transfer(call);
      return {};
    }
    if (intrinsic->getIntrinsicID() == Intrinsic::trap) {
      state.reachable = false;
      return {};
    }
    if (!intrinsic->isLifetimeStartOrEnd() && !isa<AssumeInst>(intrinsic) && intrinsic->mayWriteToMemory())
      forgetShared();
  }
  if (auto known = libraryCall(call); known && !known->strict) { // strict code may round in other ways
    if (takesPointer(*known))
      forgetShared();
    if (!isAnalysedFormat(call.getType()) || call.getType() != known->type)
      return all;
    SmallVector<RealInterval, 3> numbers;
    IntegerInterval n = IntegerInterval::all(64);
    for (Value *operand : numbersOf(*known, call)) {
      RangeValue given = value(operand);
      if (operand->getType() == known->type)
        numbers.push_back(given.f);
      else if (given.kind == RangeValue::Integer)
        n = given.i;
    }
    return functionRange(*known, numbers, n).value_or(all.f);
  }
  if (isa<IntrinsicInst>(call))
    return all;
  if (call.isInlineAsm() || (callee && !isKnownLibrary(callee->getName()))) {
    summary.callsAnything |= !callee || !callee->isDeclaration() || !callee->doesNotAccessMemory();
    wild();
    return all;
  }
  if (callee) {
    forgetShared();
    if (callee->getName() == "abort" || callee->getName() == "_exit" || callee->getName() == "__assert_fail")
      state.reachable = false;
    return all;
  }
  callUnknown(call.getFunctionType()); // through a pointer
  return all;
}

void Interpreter::callUnknown(FunctionType *type) {
  auto found = analysis.addressTaken.find(type);
  wild();
  if (found != analysis.addressTaken.end())
    for (Function *target : found->second)
      note(analysis.call(*target, analysis.anyContext(*target)));
  // A pointer from elsewhere may lead to code that is not here; that does not call what it was not given.
}

} // namespace ariadne
