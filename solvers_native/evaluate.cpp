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

// The function for this type, of the three that C has.
template <class T> constexpr auto inType(auto forFloat, auto forDouble, auto forLongDouble) {
  if constexpr (sizeof(T) == sizeof(float))
    return forFloat;
  else if constexpr (sizeof(T) == sizeof(double))
    return forDouble;
  else
    return forLongDouble;
}

template <class T> T floating(uint16_t op, T a, T b, T c) {
  switch (op) {
  case Ex_FADD:
    return add(a, b);
  case Ex_FSUB:
    return a - b;
  case Ex_FMUL:
    return multiply(a, b);
  case Ex_FDIV:
    return a / b;
  case Ex_FREM:
    return std::fmod(a, b);
  case Ex_FMA:
    return std::fma(a, b, c);
  case Ex_FMIN:
    return minimum(a, b);
  case Ex_FMAX:
    return maximum(a, b);
  case Ex_SQRT:
    return std::sqrt(a);
  case Ex_FLOOR:
    return std::floor(a);
  case Ex_CEIL:
    return std::ceil(a);
  case Ex_TRUNC:
    return std::trunc(a);
  case Ex_ROUND:
    return std::round(a);
  case Ex_RINT:
    return std::isnan(a) ? a + a : std::rint(a); // inlined by compilers, without making the NaN quiet
#define CALL(NAME, FUNCTION, ARGUMENTS)                                                                      \
  case Ex_##NAME:                                                                                            \
    return inType<T>(FUNCTION##f, FUNCTION, FUNCTION##l) ARGUMENTS;
#define INTEGER_CALL(NAME, FUNCTION)
#include "tables/function_calls.def"
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
  if (op == Ex_UDIV || op == Ex_UREM) {
    if (b == 0)
      return op == Ex_UDIV ? ~Bits(0) : a;
    return op == Ex_UDIV ? a / b : a % b;
  }
  Signed x = signedValue(a, width), y = signedValue(b, width);
  if (y == 0)
    return op == Ex_SDIV ? Bits(x < 0 ? 1 : -1) : a;
  if (y == -1) // the quotient of the least number wraps
    return op == Ex_SDIV ? Bits(0) - Bits(x) : 0;
  return Bits(op == Ex_SDIV ? x / y : x % y);
}

Bits integral(uint16_t op, unsigned width, Bits a, Bits b) {
  switch (op) {
  case Ex_ADD:
    return a + b;
  case Ex_SUB:
    return a - b;
  case Ex_MUL:
    return a * b;
  case Ex_SHL:
    return b < width ? a << unsigned(b) : 0;
  case Ex_LSHR:
    return b < width ? a >> unsigned(b) : 0;
  case Ex_ASHR:
    return Bits(signedValue(a, width) >> (b < width ? unsigned(b) : width - 1));
  case Ex_AND:
    return a & b;
  case Ex_OR:
    return a | b;
  case Ex_XOR:
    return a ^ b;
  default:
    return divide(op, width, a, b);
  }
}

// What x86 gives, also out of range: narrow integers are cut out of wider ones.
template <class T> Bits toInteger(uint16_t op, unsigned width, T value) {
  if (width > 64) {
    if (!(std::fabs(value) < T(0x1p127L)) && !(op == Ex_FPTOUI && value > 0 && value < T(0x1p127L) * 2))
      return Bits(1) << 127;
    return op == Ex_FPTOSI ? Bits(Signed(value)) : value < 0 ? Bits(Signed(value)) : Bits(value);
  }
  auto convert64 = [](T v) -> int64_t { // cvttsd2si and fistp: the least integer, if there is none
    return v >= T(-0x1p63) && v < T(0x1p63) ? int64_t(v) : INT64_MIN;
  };
  if (op == Ex_FPTOUI && width == 64) {
    int64_t low = convert64(value), high = convert64(value - T(0x1p63));
    if (sizeof(T) == 16)
      return value < T(0x1p63) ? uint64_t(low) : uint64_t(high) ^ uint64_t(1) << 63;
    return uint64_t(low | (high & (low >> 63)));
  }
  int64_t wide = convert64(value);
  if (width == 64 || (op == Ex_FPTOUI && width == 32))
    return uint64_t(wide);
  if (sizeof(T) == 16 && width == 16 && op == Ex_FPTOSI) // fistp has a form for 16 bits
    return Bits(wide == int16_t(wide) ? uint64_t(wide) : 0x8000);
  return Bits(wide == int32_t(wide) ? uint64_t(wide) : 0x80000000);
}

template <class To> To fromInteger(uint16_t op, unsigned width, Bits a) {
  if (width > 64)
    return op == Ex_SITOFP ? To(Signed(a)) : To(a);
  return op == Ex_SITOFP ? To(int64_t(signedValue(a, width))) : To(uint64_t(a));
}

// The second operand of ldexp.
int toInt(const Step &step, Bits b) {
  return int(std::clamp<Signed>(signedValue(b, TypeBits[step.second]), INT_MIN, INT_MAX));
}

template <class T> Bits ofFloat(const Step &step, Bits a, Bits b, Bits c) {
  T x = fromBits<T>(a);
  switch (step.op) {
  case Ex_LDEXP:
    return toBits(std::ldexp(x, toInt(step, b)));
#define CALL(NAME, FUNCTION, ARGUMENTS)
#define INTEGER_CALL(NAME, FUNCTION)                                                                         \
  case Ex_##NAME:                                                                                            \
    return Bits(int64_t(inType<T>(FUNCTION##f, FUNCTION, FUNCTION##l)(x)));
#include "tables/function_calls.def"
  case Ex_FCMP:
    return compareFloats(step.aux, x, fromBits<T>(b));
  case Ex_FPTRUNC:
  case Ex_FPEXT:
    return step.type == Type_F32   ? toBits(float(x))
           : step.type == Type_F64 ? toBits(double(x))
                                   : toBits((long double)(x));
  case Ex_FPTOSI:
  case Ex_FPTOUI:
    return toInteger(step.op, TypeBits[step.type], x);
  case Ex_FNEG:
  case Ex_FABS:
  case Ex_COPYSIGN: {
    Bits sign = Bits(1) << (TypeBits[step.type] - 1);
    return step.op == Ex_FNEG ? a ^ sign : step.op == Ex_FABS ? a & ~sign : (a & ~sign) | (b & sign);
  }
  default:
    return toBits(floating(step.op, x, fromBits<T>(b), fromBits<T>(c)));
  }
}

Bits ofInteger(const Step &step, Bits a, Bits b) {
  unsigned width = TypeBits[step.from];
  switch (step.op) {
  case Ex_ICMP:
    return compareIntegers(step.aux, width, a, b);
  case Ex_SEXT:
    return Bits(signedValue(a, width));
  case Ex_ITRUNC:
  case Ex_ZEXT:
    return a;
  case Ex_SITOFP:
  case Ex_UITOFP:
    return step.type == Type_F32   ? toBits(fromInteger<float>(step.op, width, a))
           : step.type == Type_F64 ? toBits(fromInteger<double>(step.op, width, a))
                                   : toBits(fromInteger<long double>(step.op, width, a));
  case Ex_CONCAT:
    return a | b << width;
  default:
    return integral(step.op, width, a, b);
  }
}

} // namespace

Bits evaluate(const Step &step, Bits a, Bits b, Bits c) {
  Bits result;
  if (step.op == Ex_SELECT)
    result = a ? b : c;
  else if (step.op == Ex_BITCAST)
    result = a;
  else if (step.op == Ex_EXTRACT)
    result = a >> step.aux;
  else if (!isFloatType(step.from))
    result = ofInteger(step, a, b);
  else if (step.from == Type_F32)
    result = ofFloat<float>(step, a, b, c);
  else if (step.from == Type_F64)
    result = ofFloat<double>(step, a, b, c);
  else
    result = ofFloat<long double>(step, a, b, c);
  return lowBits(result, TypeBits[step.type]);
}

} // namespace ariadne
