#include "trace/TraceModel.h"

#include "sites/Library.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"

#include <cmath>

using namespace llvm;

namespace ariadne {
namespace {

Value *magnitude(IRBuilder<> &builder, Value *x) { return builder.CreateUnaryIntrinsic(Intrinsic::fabs, x); }

Value *isClass(IRBuilder<> &builder, Value *x, unsigned classes) {
  Type *type = x->getType();
  const fltSemantics &semantics = type->getFltSemantics();
  Constant *infinity = ConstantFP::getInfinity(type);
  Constant *smallest = ConstantFP::get(type, APFloat::getSmallestNormalized(semantics));
  Type *integer = builder.getIntNTy(type->isX86_FP80Ty() ? 80 : unsigned(type->getPrimitiveSizeInBits()));
  Value *negative = nullptr, *all = builder.getFalse();
  auto add = [&](unsigned minus, unsigned plus, Value *is) {
    if ((classes & minus) && (classes & plus)) {
      all = builder.CreateOr(all, is);
    } else if (classes & (minus | plus)) {
      if (!negative) // by the sign's bit: of a zero, no comparison tells it
        negative = builder.CreateICmpSLT(builder.CreateBitCast(x, integer), ConstantInt::get(integer, 0));
      Value *sign = classes & minus ? negative : builder.CreateNot(negative);
      all = builder.CreateOr(all, builder.CreateAnd(is, sign));
    }
  };
  Value *size = magnitude(builder, x);
  if (classes & fcNan)
    all = builder.CreateOr(all, builder.CreateFCmpUNO(x, x));
  if (classes & fcInf)
    add(fcNegInf, fcPosInf, builder.CreateFCmpOEQ(size, infinity));
  if (classes & fcZero)
    add(fcNegZero, fcPosZero, builder.CreateFCmpOEQ(x, ConstantFP::getZero(type)));
  if (classes & fcSubnormal)
    add(fcNegSubnormal, fcPosSubnormal,
        builder.CreateAnd(builder.CreateFCmpOLT(size, smallest),
                          builder.CreateFCmpUNE(x, ConstantFP::getZero(type))));
  if (classes & fcNormal)
    add(fcNegNormal, fcPosNormal,
        builder.CreateAnd(builder.CreateFCmpOGE(size, smallest), builder.CreateFCmpOLT(size, infinity)));
  return all;
}

Value *lowerIntrinsic(IRBuilder<> &builder, IntrinsicInst &I) {
  auto choose = [&](CmpInst::Predicate predicate) {
    Value *a = I.getArgOperand(0), *b = I.getArgOperand(1);
    return builder.CreateSelect(builder.CreateICmp(predicate, a, b), a, b);
  };
  switch (I.getIntrinsicID()) {
  case Intrinsic::smin:
    return choose(CmpInst::ICMP_SLT);
  case Intrinsic::smax:
    return choose(CmpInst::ICMP_SGT);
  case Intrinsic::umin:
    return choose(CmpInst::ICMP_ULT);
  case Intrinsic::umax:
    return choose(CmpInst::ICMP_UGT);
  case Intrinsic::abs: {
    Value *x = I.getArgOperand(0), *zero = Constant::getNullValue(x->getType());
    return builder.CreateSelect(builder.CreateICmpSLT(x, zero), builder.CreateNeg(x), x);
  }
  case Intrinsic::expect:
  case Intrinsic::expect_with_probability:
    return I.getArgOperand(0);
  case Intrinsic::is_fpclass: {
    unsigned classes = unsigned(cast<ConstantInt>(I.getArgOperand(1))->getZExtValue());
    bool whole = (classes & fcNan) == fcNan || (classes & fcNan) == 0; // quiet and signalling ones alike
    if (whole && isFloatType(expressionType(I.getArgOperand(0)->getType())))
      return isClass(builder, I.getArgOperand(0), classes);
    return nullptr;
  }
  default:
    return nullptr;
  }
}

// x = result * 2^exponent, with a result in [1/2, 1): by the bits, after a scaling that makes subnormals
// normal.
Value *lowerFrexp(IRBuilder<> &builder, Value *x, Value *exponent) {
  Type *type = x->getType();
  const bool isDouble = type->isDoubleTy();
  const unsigned width = isDouble ? 64 : 32, fraction = isDouble ? 52 : 23;
  const uint64_t exponents = isDouble ? 0x7ff : 0xff, half = exponents / 2 - 1; // the biased exponent of 1/2
  IntegerType *integer = builder.getIntNTy(width);
  auto number = [&](uint64_t value) { return ConstantInt::get(integer, value); };
  auto exponentOf = [&](Value *bits) {
    return builder.CreateAnd(builder.CreateLShr(bits, number(fraction)), number(exponents));
  };
  Value *isSmall = builder.CreateICmpEQ(exponentOf(builder.CreateBitCast(x, integer)), number(0));
  Constant *scale = ConstantFP::get(type, std::ldexp(1.0, int(fraction) + 2));
  Value *scaled = builder.CreateSelect(isSmall, builder.CreateFMul(x, scale), x);
  Value *bits = builder.CreateBitCast(scaled, integer), *biased = exponentOf(bits);
  Value *isSpecial = builder.CreateOr(builder.CreateICmpEQ(biased, number(exponents)),
                                      builder.CreateFCmpOEQ(x, ConstantFP::getZero(type)));
  Value *power =
      builder.CreateSub(biased, builder.CreateSelect(isSmall, number(half + fraction + 2), number(half)));
  builder.CreateStore(
      builder.CreateTrunc(builder.CreateSelect(isSpecial, number(0), power), builder.getInt32Ty()), exponent);
  Value *rest = builder.CreateAnd(bits, number(~(exponents << fraction)));
  Value *result = builder.CreateBitCast(builder.CreateOr(rest, number(half << fraction)), type);
  return builder.CreateSelect(isSpecial, builder.CreateFAdd(x, x), result); // which makes NaNs quiet
}

// x = result + whole, both with its sign.
Value *lowerModf(IRBuilder<> &builder, Value *x, Value *whole) {
  Value *integer = builder.CreateUnaryIntrinsic(Intrinsic::trunc, x);
  builder.CreateStore(integer, whole);
  Value *infinite = builder.CreateFCmpOEQ(magnitude(builder, x), ConstantFP::getInfinity(x->getType()));
  Value *rest =
      builder.CreateSelect(infinite, ConstantFP::getZero(x->getType()), builder.CreateFSub(x, integer));
  return builder.CreateBinaryIntrinsic(Intrinsic::copysign, rest, x);
}

// Functions that give a part of a number back, and the other one through a pointer.
Value *lowerParts(IRBuilder<> &builder, CallInst &I, const LibraryCall &known) {
  if (known.function == Fn_frexp && (known.type->isFloatTy() || known.type->isDoubleTy()))
    return lowerFrexp(builder, I.getArgOperand(0), I.getArgOperand(1));
  if (known.function == Fn_modf)
    return lowerModf(builder, I.getArgOperand(0), I.getArgOperand(1));
  return nullptr;
}

// Functions of C that are tests, choices, or take numbers apart.
Value *lowerCall(IRBuilder<> &builder, CallInst &I) {
  Function *callee = I.getCalledFunction();
  if (!callee || !callee->isDeclaration())
    return nullptr;
  StringRef name = callee->getName();
  if (auto known = libraryCall(I))
    return lowerParts(builder, I, *known);
  if (I.arg_size() != 1 || !I.getType()->isIntegerTy())
    return nullptr;
  Value *x = I.getArgOperand(0);
  if (x->getType() == I.getType() && (name == "abs" || name == "labs" || name == "llabs"))
    return builder.CreateSelect(builder.CreateICmpSLT(x, Constant::getNullValue(x->getType())),
                                builder.CreateNeg(x), x);
  if (!isFloatType(expressionType(x->getType())))
    return nullptr;
  name.consume_front("__");
  if (x->getType()->isFloatTy() ? !name.consume_back("f")
                                : x->getType()->isX86_FP80Ty() && !name.consume_back("l"))
    return nullptr;
  Constant *infinity = ConstantFP::getInfinity(x->getType());
  if (name == "isnan")
    return builder.CreateZExt(builder.CreateFCmpUNO(x, x), I.getType());
  if (name == "finite")
    return builder.CreateZExt(builder.CreateFCmpOLT(magnitude(builder, x), infinity), I.getType());
  if (name == "isinf") {
    Value *above = builder.CreateZExt(builder.CreateFCmpOEQ(x, infinity), I.getType());
    Value *below = builder.CreateZExt(builder.CreateFCmpOEQ(x, ConstantFP::getInfinity(x->getType(), true)),
                                      I.getType());
    return builder.CreateSub(above, below);
  }
  return nullptr;
}

} // namespace

bool lowerForTrace(Instruction &I) {
  auto *call = dyn_cast<CallInst>(&I);
  if (!call)
    return false;
  IRBuilder<> builder(&I);
  auto *intrinsic = dyn_cast<IntrinsicInst>(call);
  Value *instead = intrinsic ? lowerIntrinsic(builder, *intrinsic) : lowerCall(builder, *call);
  if (!instead)
    return false;
  I.replaceAllUsesWith(instead);
  I.eraseFromParent();
  return true;
}

} // namespace ariadne
