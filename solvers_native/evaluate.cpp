// One operation on bits, as the processor and the machine's libm compute it: NaNs come out as the
// instructions make them. Where the machine traps or LLVM promises nothing (division of an integer by zero,
// shifts by more than the width), the result is what SMT-LIB says, so that exact solvers mean the same.
#include "program.h"

#include <algorithm>
#include <climits>
#include <cmath>
#include <cstdint>

namespace ariadne {
namespace {

using Signed = __int128;

Signed signedValue(Bits bits, unsigned width) {
  unsigned shift = 128 - width;
  return Signed(bits << shift) >> shift;
}

// Of two NaNs the first operand's is kept. A compiler takes + and * for commutative and may swap them.
float add(float a, float b) {
  asm("addss %1, %0" : "+x"(a) : "x"(b));
  return a;
}
double add(double a, double b) {
  asm("addsd %1, %0" : "+x"(a) : "x"(b));
  return a;
}
long double add(long double a, long double b) { return a + b; } // x87 keeps the larger one
float multiply(float a, float b) {
  asm("mulss %1, %0" : "+x"(a) : "x"(b));
  return a;
}
double multiply(double a, double b) {
  asm("mulsd %1, %0" : "+x"(a) : "x"(b));
  return a;
}
long double multiply(long double a, long double b) { return a * b; }

// llvm.minnum as LLVM compiles it for SSE: of two zeros the first. For x87 it calls the library.
template <class T> T minimum(T a, T b) { return std::isnan(a) ? b : b < a ? b : a; }
template <class T> T maximum(T a, T b) { return std::isnan(a) ? b : b > a ? b : a; }
long double minimum(long double a, long double b) { return fminl(a, b); }
long double maximum(long double a, long double b) { return fmaxl(a, b); }

template <class T> T floating(uint16_t op, T a, T b, T c) {
  switch (op) {
  case FADD:
    return add(a, b);
  case FSUB:
    return a - b;
  case FMUL:
    return multiply(a, b);
  case FDIV:
    return a / b;
  case FREM:
    return std::fmod(a, b);
  case FMA:
    return std::fma(a, b, c);
  case FMIN:
    return minimum(a, b);
  case FMAX:
    return maximum(a, b);
  case SQRT:
    return std::sqrt(a);
  case FLOOR:
    return std::floor(a);
  case CEIL:
    return std::ceil(a);
  case TRUNC:
    return std::trunc(a);
  case ROUND:
    return std::round(a);
  case RINT:
    return std::isnan(a) ? a + a : std::rint(a); // inlined by compilers, without making the NaN quiet
  case SIN:
    return std::sin(a);
  case COS:
    return std::cos(a);
  case TAN:
    return std::tan(a);
  case ASIN:
    return std::asin(a);
  case ACOS:
    return std::acos(a);
  case ATAN:
    return std::atan(a);
  case ATAN2:
    return std::atan2(a, b);
  case SINH:
    return std::sinh(a);
  case COSH:
    return std::cosh(a);
  case TANH:
    return std::tanh(a);
  case ASINH:
    return std::asinh(a);
  case ACOSH:
    return std::acosh(a);
  case ATANH:
    return std::atanh(a);
  case EXP:
    return std::exp(a);
  case EXP2:
    return std::exp2(a);
  case EXPM1:
    return std::expm1(a);
  case LOG:
    return std::log(a);
  case LOG2:
    return std::log2(a);
  case LOG10:
    return std::log10(a);
  case LOG1P:
    return std::log1p(a);
  case POW:
    return std::pow(a, b);
  case CBRT:
    return std::cbrt(a);
  case HYPOT:
    return std::hypot(a, b);
  case TGAMMA:
    return std::tgamma(a);
  case LGAMMA:
    return std::lgamma(a);
  case ERF:
    return std::erf(a);
  case ERFC:
    return std::erfc(a);
  default:
    return a;
  }
}

// LLVM's numbers: bit 0 equal, bit 1 greater, bit 2 less, bit 3 unordered.
template <class T> bool compareFloats(uint32_t predicate, T a, T b) {
  unsigned relation = a == b ? 1 : a > b ? 2 : a < b ? 4 : 8;
  return predicate & relation;
}

bool compareIntegers(uint32_t predicate, unsigned width, Bits a, Bits b) {
  Signed x = signedValue(a, width), y = signedValue(b, width);
  switch (predicate) {
  case 32:
    return a == b;
  case 33:
    return a != b;
  case 34:
    return a > b;
  case 35:
    return a >= b;
  case 36:
    return a < b;
  case 37:
    return a <= b;
  case 38:
    return x > y;
  case 39:
    return x >= y;
  case 40:
    return x < y;
  default:
    return x <= y;
  }
}

Bits divide(uint16_t op, unsigned width, Bits a, Bits b) {
  if (op == UDIV || op == UREM) {
    if (b == 0)
      return op == UDIV ? ~Bits(0) : a;
    return op == UDIV ? a / b : a % b;
  }
  Signed x = signedValue(a, width), y = signedValue(b, width);
  if (y == 0)
    return op == SDIV ? Bits(x < 0 ? 1 : -1) : a;
  if (y == -1) // the quotient of the least number wraps
    return op == SDIV ? Bits(0) - Bits(x) : 0;
  return Bits(op == SDIV ? x / y : x % y);
}

Bits integral(uint16_t op, unsigned width, Bits a, Bits b) {
  switch (op) {
  case ADD:
    return a + b;
  case SUB:
    return a - b;
  case MUL:
    return a * b;
  case SHL:
    return b < width ? a << unsigned(b) : 0;
  case LSHR:
    return b < width ? a >> unsigned(b) : 0;
  case ASHR:
    return Bits(signedValue(a, width) >> (b < width ? unsigned(b) : width - 1));
  case AND:
    return a & b;
  case OR:
    return a | b;
  case XOR:
    return a ^ b;
  default:
    return divide(op, width, a, b);
  }
}

// What x86 gives, also out of range: narrow integers are cut out of wider ones.
template <class T> Bits toInteger(uint16_t op, unsigned width, T value) {
  if (width > 64) {
    if (!(std::fabs(value) < T(0x1p127L)) && !(op == FPTOUI && value > 0 && value < T(0x1p127L) * 2))
      return Bits(1) << 127;
    return op == FPTOSI ? Bits(Signed(value)) : value < 0 ? Bits(Signed(value)) : Bits(value);
  }
  auto convert64 = [](T v) -> int64_t { // cvttsd2si and fistp: the least integer, if there is none
    return v >= T(-0x1p63) && v < T(0x1p63) ? int64_t(v) : INT64_MIN;
  };
  if (op == FPTOUI && width == 64) {
    int64_t low = convert64(value), high = convert64(value - T(0x1p63));
    if (sizeof(T) == 16)
      return value < T(0x1p63) ? uint64_t(low) : uint64_t(high) ^ uint64_t(1) << 63;
    return uint64_t(low | (high & (low >> 63)));
  }
  int64_t wide = convert64(value);
  if (width == 64 || (op == FPTOUI && width == 32))
    return uint64_t(wide);
  if (sizeof(T) == 16 && width == 16 && op == FPTOSI) // fistp has a form for 16 bits
    return Bits(wide == int16_t(wide) ? uint64_t(wide) : 0x8000);
  return Bits(wide == int32_t(wide) ? uint64_t(wide) : 0x80000000);
}

template <class To> To fromInteger(uint16_t op, unsigned width, Bits a) {
  if (width > 64)
    return op == SITOFP ? To(Signed(a)) : To(a);
  return op == SITOFP ? To(int64_t(signedValue(a, width))) : To(uint64_t(a));
}

template <class T> Bits ofFloat(const Step &step, Bits a, Bits b, Bits c) {
  T x = fromBits<T>(a);
  switch (step.op) {
  case LDEXP: {
    Signed power = std::clamp<Signed>(signedValue(b, TypeBits[step.second]), INT_MIN, INT_MAX);
    return toBits(std::ldexp(x, int(power)));
  }
  case FCMP:
    return compareFloats(step.aux, x, fromBits<T>(b));
  case FPTRUNC:
  case FPEXT:
    return step.type == T_F32   ? toBits(float(x))
           : step.type == T_F64 ? toBits(double(x))
                                : toBits((long double)(x));
  case FPTOSI:
  case FPTOUI:
    return toInteger(step.op, TypeBits[step.type], x);
  case FNEG:
  case FABS:
  case COPYSIGN: {
    Bits sign = Bits(1) << (TypeBits[step.type] - 1);
    return step.op == FNEG ? a ^ sign : step.op == FABS ? a & ~sign : (a & ~sign) | (b & sign);
  }
  default:
    return toBits(floating(step.op, x, fromBits<T>(b), fromBits<T>(c)));
  }
}

Bits ofInteger(const Step &step, Bits a, Bits b) {
  unsigned width = TypeBits[step.from];
  switch (step.op) {
  case ICMP:
    return compareIntegers(step.aux, width, a, b);
  case SEXT:
    return Bits(signedValue(a, width));
  case ITRUNC:
  case ZEXT:
    return a;
  case SITOFP:
  case UITOFP:
    return step.type == T_F32   ? toBits(fromInteger<float>(step.op, width, a))
           : step.type == T_F64 ? toBits(fromInteger<double>(step.op, width, a))
                                : toBits(fromInteger<long double>(step.op, width, a));
  case CONCAT:
    return a | b << width;
  default:
    return integral(step.op, width, a, b);
  }
}

} // namespace

Bits evaluate(const Step &step, Bits a, Bits b, Bits c) {
  Bits result;
  if (step.op == SELECT)
    result = a ? b : c;
  else if (step.op == BITCAST)
    result = a;
  else if (step.op == EXTRACT)
    result = a >> step.aux;
  else if (!isFloating(step.from))
    result = ofInteger(step, a, b);
  else if (step.from == T_F32)
    result = ofFloat<float>(step, a, b, c);
  else if (step.from == T_F64)
    result = ofFloat<double>(step, a, b, c);
  else
    result = ofFloat<long double>(step, a, b, c);
  return lowBits(result, TypeBits[step.type]);
}

} // namespace ariadne
