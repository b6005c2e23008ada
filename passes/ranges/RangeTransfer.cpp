// What one instruction makes of the ranges of its operands.
#include "ranges/RangeInterpreter.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace ariadne {

RangeValue Interpreter::value(Value *v) {
  Type *type = v->getType();
  if (auto *number = dyn_cast<ConstantFP>(v))
    return isAnalysedFormat(type) ? RangeValue(RealInterval::of(toReal(number->getValueAPF())))
                                  : RangeValue::all(type);
  if (auto *integer = dyn_cast<ConstantInt>(v)) {
    if (integer->getBitWidth() > 64)
      return RangeValue::all(type);
    return IntegerInterval::of(integer->getBitWidth() == 1 ? Wide(integer->getZExtValue())
                                                           : Wide(integer->getSExtValue()));
  }
  if (auto *global = dyn_cast<GlobalVariable>(v)) {
    Place place;
    place.base = Place::Global;
    place.global = global;
    return place;
  }
  if (isa<GEPOperator>(v) && isa<Constant>(v))
    return element(v);
  if (isa<Constant>(v))
    return RangeValue::all(type);
  RangeValue found;
  auto number = frame.numbers.find(v);
  if (number != frame.numbers.end())
    found = state.values[number->second];
  else if (auto temporary = temporaries.find(v); temporary != temporaries.end())
    found = temporary->second;
  RangeValue all = RangeValue::all(type);
  if (found.kind != all.kind)
    return all;
  return found.kind == RangeValue::Integer ? meet(found, all) : found; // widening knows no widths
}

void Interpreter::set(Instruction &I, const RangeValue &v) {
  RangeValue kept = v.nothing() ? RangeValue::all(I.getType()) : v;
  auto number = frame.numbers.find(&I);
  if (number != frame.numbers.end())
    state.values[number->second] = kept;
  else
    temporaries[&I] = kept;
}

RangeValue Interpreter::evaluate(Instruction &I) {
  if (auto operation = classify(I))
    return this->operation(I, *operation);
  if (auto known = pure(I))
    return *known;
  if (auto *load = dyn_cast<LoadInst>(&I))
    return load->isSimple() ? this->load(value(load->getPointerOperand()).p, I.getType())
                            : RangeValue::all(I.getType());
  if (auto *store = dyn_cast<StoreInst>(&I)) {
    this->store(value(store->getPointerOperand()).p, store->getValueOperand()->getType(),
                value(store->getValueOperand()));
    return {};
  }
  if (auto *alloca = dyn_cast<AllocaInst>(&I)) {
    Place place;
    auto object = frame.objects.find(alloca);
    if (object != frame.objects.end()) {
      place.base = Place::Object;
      place.object = object->second;
      state.objects[object->second].clear();
    }
    return place;
  }
  if (isa<GetElementPtrInst>(I) && I.getType()->isPointerTy())
    return element(&I);
  if (auto *call = dyn_cast<CallBase>(&I))
    return this->call(*call);
  if (I.mayWriteToMemory())
    wild(); // atomics and what else there is
  return RangeValue::all(I.getType());
}

// Instructions whose result depends on nothing but their operands, sites too: also used to compute one again
// when more is known of its operands.
std::optional<RangeValue> Interpreter::pure(Instruction &I) {
  if (auto *compare = dyn_cast<CmpInst>(&I))
    return this->compare(*compare);
  if (auto *cast = dyn_cast<CastInst>(&I))
    return this->cast(*cast);
  if (auto *select = dyn_cast<SelectInst>(&I)) {
    RangeValue condition = value(select->getCondition());
    RangeValue yes = value(select->getTrueValue()), no = value(select->getFalseValue());
    if (condition.kind == RangeValue::Integer && condition.i.single())
      return condition.i.lo ? yes : no;
    return join(yes, no);
  }
  if (isa<FreezeInst>(I))
    return value(I.getOperand(0));
  if (isAnalysedFormat(I.getType())) {
    if (I.getOpcode() == Instruction::FNeg)
      return -value(I.getOperand(0)).f;
    if (isa<BinaryOperator>(I)) {
      auto operation = classify(I);
      if (operation->op == Op_fmul && I.getOperand(0) == I.getOperand(1) &&
          !isa<UndefValue>(I.getOperand(0))) // which is another number at each use
        return squareRange(operation->type, value(I.getOperand(0)).f);
      return resultRange(operation->op, operation->type, value(I.getOperand(0)).f, value(I.getOperand(1)).f,
                         RealInterval{}, {});
    }
    if (auto *intrinsic = dyn_cast<IntrinsicInst>(&I);
        intrinsic && intrinsic->getIntrinsicID() == Intrinsic::fabs)
      return absoluteRange(I.getType(), value(I.getOperand(0)).f);
  }
  if (auto *binary = dyn_cast<BinaryOperator>(&I))
    return integerOperation(*binary);
  return std::nullopt;
}

RangeValue Interpreter::operation(Instruction &I, const FPOperation &operation) {
  IntegerInterval exponents = IntegerInterval::all(64);
  auto *call = dyn_cast<CallBase>(&I);
  if (call)
    for (Value *argument : call->args())
      if (argument->getType()->isIntegerTy() && value(argument).kind == RangeValue::Integer)
        exponents = value(argument).i;
  auto site = analysis.siteOf.find(&I);
  if (recording && site != analysis.siteOf.end())
    record(I, *site->second, operation, exponents);
  if (auto known = pure(I))
    return *known;
  if (!call || isa<ConstrainedFPIntrinsic>(I)) // strict code may round in other ways
    return RangeValue::all(I.getType());
  if (auto known = libraryCall(*call); known && (takesPointer(*known) || known->row().writes))
    forgetShared(); // remquo, lgamma_r, lgamma
  if (!isAnalysedFormat(I.getType()))
    return RangeValue::all(I.getType());
  RealInterval operands[3];
  for (unsigned i = 0; i < operation.operands.size(); ++i)
    operands[i] = value(operation.operands[i]).f;
  return resultRange(operation.op, operation.type, operands[0], operands[1], operands[2], exponents);
}

void Interpreter::record(Instruction &I, const Site &site, const FPOperation &operation,
                         IntegerInterval exponents) {
  RangeRow row;
  RealInterval *operands[] = {&row.x, &row.y, &row.z};
  for (unsigned i = 0; i < operation.operands.size(); ++i) {
    *operands[i] = value(operation.operands[i]).f.onlyFinite();
    if (operation.type->isFloatTy() || operation.type->isDoubleTy()) {
      Real most = operation.type->isFloatTy() ? Real(std::numeric_limits<float>::max())
                                              : Real(std::numeric_limits<double>::max());
      *operands[i] = meet(*operands[i], RealInterval::between(-most, most));
    }
    if (operands[i]->empty()) {
      summary.sites[site.number]; // never finite: nothing starts here
      return;
    }
  }
  bool strict = isa<ConstrainedFPIntrinsic>(I);
  Operation op = operation.op;
  if (op == Op_fptrunc) {
    row.r = withFormat(I.getType(), [&](auto example) {
      using T = decltype(example);
      row.y = RealInterval::of(Real(std::numeric_limits<T>::min()));
      return row.x.as<T>().template as<Real>();
    });
  } else if (I.getType()->isIntegerTy()) {
    IRBuilder<> unused(I.getContext()); // bounds are constants
    RowValues bounds = rowValues(operation, I, unused);
    row.y = RealInterval::of(toReal(llvm::cast<ConstantFP>(bounds.y)->getValueAPF()));
    row.z = RealInterval::of(toReal(llvm::cast<ConstantFP>(bounds.z)->getValueAPF()));
    row.r = RealInterval::of(0);
  } else if (op == Op_fmul || op == Op_fdiv || op == Op_pow) {
    // The rows ask for operands that are not zero wherever they ask for the result.
    RealInterval y = op == Op_pow ? row.y : row.y.withoutZero();
    row.r = resultRange(op, operation.type, row.x.withoutZero(), y, row.z, exponents);
  } else {
    row.r = resultRange(op, operation.type, row.x, row.y, row.z, exponents);
  }
  if (strict)
    row.r = RealInterval::all();
  SiteRanges &seen = summary.sites[site.number];
  seen.raised |= raisableKinds(op, operation.type, row);
  seen.row = {join(seen.row.x, row.x), join(seen.row.y, row.y), join(seen.row.z, row.z),
              join(seen.row.r, row.r)};
}

RangeValue Interpreter::integerOperation(BinaryOperator &I) {
  auto *type = dyn_cast<IntegerType>(I.getType());
  if (!type || type->getBitWidth() > 64)
    return RangeValue::all(I.getType());
  unsigned w = type->getBitWidth();
  IntegerInterval a = value(I.getOperand(0)).i, b = value(I.getOperand(1)).i;
  if (a.empty() || b.empty())
    return RangeValue::all(type);
  IntegerInterval ua = integers::asUnsigned(a, w), ub = integers::asUnsigned(b, w);
  switch (I.getOpcode()) {
  case Instruction::Add:
    return integers::add(a, b, w);
  case Instruction::Sub:
    return integers::subtract(a, b, w);
  case Instruction::Mul:
    return integers::multiply(a, b, w);
  case Instruction::SDiv:
    return w == 1 ? RangeValue::all(type) : RangeValue(integers::divide(a, b, w));
  case Instruction::SRem:
    return w == 1 ? RangeValue::all(type) : RangeValue(integers::remainder(a, b, w));
  case Instruction::UDiv:
    return ub.lo < 1 ? RangeValue::all(type)
                     : RangeValue(integers::fromUnsigned({ua.lo / ub.hi, ua.hi / ub.lo}, w));
  case Instruction::URem:
    return ub.lo < 1 ? RangeValue::all(type)
                     : RangeValue(integers::fromUnsigned({0, std::min(ua.hi, ub.hi - 1)}, w));
  case Instruction::Shl:
    return integers::shiftLeft(a, b, w);
  case Instruction::LShr:
    return integers::shiftRight(a, b, w, false);
  case Instruction::AShr:
    return integers::shiftRight(a, b, w, true);
  case Instruction::And:
    return integers::bitAnd(a, b, w);
  case Instruction::Or:
    return integers::bitOr(a, b, w);
  case Instruction::Xor:
    return integers::bitXor(a, b, w);
  default:
    return RangeValue::all(type);
  }
}

RangeValue Interpreter::cast(CastInst &I) {
  RangeValue v = value(I.getOperand(0)), all = RangeValue::all(I.getType());
  Type *from = I.getSrcTy();
  if (v.kind == RangeValue::Integer) {
    unsigned width = from->getIntegerBitWidth();
    switch (I.getOpcode()) {
    case Instruction::SIToFP:
    case Instruction::UIToFP: {
      if (!isAnalysedFormat(I.getType()))
        return all;
      IntegerInterval i = I.getOpcode() == Instruction::UIToFP ? integers::asUnsigned(v.i, width)
                                                               : integers::signExtend(v.i, width);
      return withFormat(I.getType(), [&](auto example) -> RangeValue {
        return fromInteger<decltype(example)>(i).template as<Real>();
      });
    }
    case Instruction::Trunc:
      return integers::truncate(v.i, I.getType()->getIntegerBitWidth());
    case Instruction::ZExt:
    case Instruction::SExt: {
      if (all.kind != RangeValue::Integer)
        return all;
      IntegerInterval i = I.getOpcode() == Instruction::ZExt ? integers::zeroExtend(v.i, width)
                                                             : integers::signExtend(v.i, width);
      return i.fit(I.getType()->getIntegerBitWidth());
    }
    default:
      return all;
    }
  }
  if (v.kind != RangeValue::Float)
    return all;
  switch (I.getOpcode()) {
  case Instruction::FPExt:
    return isAnalysedFormat(I.getType()) ? v : all;
  case Instruction::FPTrunc:
    if (!isAnalysedFormat(I.getType()))
      return all;
    return withFormat(I.getType(), [&](auto example) -> RangeValue {
      return v.f.as<decltype(example)>().template as<Real>();
    });
  case Instruction::FPToSI:
  case Instruction::FPToUI: {
    if (all.kind != RangeValue::Integer)
      return all;
    unsigned width = I.getType()->getIntegerBitWidth();
    if (I.getOpcode() == Instruction::FPToUI)
      return toInteger(v.f, 0, (Wide(1) << width) - 1, width);
    return toInteger(v.f, IntegerInterval::lowest(width), IntegerInterval::highest(width), width);
  }
  default:
    return all;
  }
}

RangeValue Interpreter::compare(CmpInst &I) {
  if (!I.getType()->isIntegerTy(1))
    return RangeValue::all(I.getType());
  RangeValue a = value(I.getOperand(0)), b = value(I.getOperand(1));
  auto truth = [](bool canBeTrue, bool canBeFalse) -> RangeValue {
    return IntegerInterval{canBeFalse ? 0 : 1, canBeTrue ? 1 : 0};
  };
  if (a.kind == RangeValue::Float && b.kind == RangeValue::Float) {
    Relation<Real> can(a.f, b.f);
    if (I.getOperand(0) == I.getOperand(1)) // the test for a NaN
      can.less = can.greater = false;
    bool outcomes[] = {can.equal, can.greater, can.less, can.unordered}; // the bits of LLVM's predicates
    bool yes = false, no = false;
    for (unsigned i = 0; i < 4; ++i)
      if (outcomes[i])
        (I.getPredicate() >> i & 1 ? yes : no) = true;
    return truth(yes, no);
  }
  if (a.kind == RangeValue::Integer && b.kind == RangeValue::Integer) {
    unsigned width = I.getOperand(0)->getType()->getIntegerBitWidth();
    IntegerInterval x = a.i, y = b.i;
    if (I.isUnsigned() || I.isEquality())
      x = integers::asUnsigned(x, width), y = integers::asUnsigned(y, width);
    else
      x = integers::signExtend(x, width), y = integers::signExtend(y, width);
    bool less = x.lo<y.hi, greater = x.hi> y.lo, equal = x.lo <= y.hi && y.lo <= x.hi;
    switch (I.getPredicate()) {
    case CmpInst::ICMP_EQ:
      return truth(equal, less || greater);
    case CmpInst::ICMP_NE:
      return truth(less || greater, equal);
    case CmpInst::ICMP_SLT:
    case CmpInst::ICMP_ULT:
      return truth(less, equal || greater);
    case CmpInst::ICMP_SLE:
    case CmpInst::ICMP_ULE:
      return truth(less || equal, greater);
    case CmpInst::ICMP_SGT:
    case CmpInst::ICMP_UGT:
      return truth(greater, equal || less);
    default:
      return truth(greater || equal, less);
    }
  }
  return IntegerInterval::all(1);
}

} // namespace ariadne
