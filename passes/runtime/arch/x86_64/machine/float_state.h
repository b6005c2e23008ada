// SSE keeps its state in MXCSR, long double has that of the x87.
#pragma once

#include <cstdint>
#include <xmmintrin.h>

namespace ariadne {

struct FloatEnvironment {
  uint32_t mxcsr;
  uint16_t x87Control;

  static FloatEnvironment ofThisThread() {
    FloatEnvironment found{uint32_t(_mm_getcsr() & ~unsigned(_MM_EXCEPT_MASK)), 0};
    asm volatile("fnstcw %0" : "=m"(found.x87Control));
    return found;
  }

  void start() const {
    asm volatile("fninit\n\tfldcw %0" ::"m"(x87Control));
    _mm_setcsr(mxcsr);
  }

  void resetAfterRun(bool longDouble) const {
    _mm_setcsr(mxcsr);
    if (longDouble)
      asm volatile("fninit"); // something may be left on the x87 stack
  }
};

// Clears the floating-point flags, and in the end leaves them as they were found: the program may look at
// them.
class KeepFlags {
public:
  KeepFlags() : mxcsr(_mm_getcsr()), x87(status()) {
    asm volatile("fnclex");
    _mm_setcsr(mxcsr & ~Flags);
  }
  ~KeepFlags() {
    // Not simply the environment of before: it has the depth of the register stack, where the compiler may by
    // now keep other values.
    Environment now;
    asm volatile("fnstenv %0" : "=m"(now));
    now.status = uint16_t((now.status & ~Flags) | (x87 & Flags));
    asm volatile("fldenv %0" ::"m"(now));
    _mm_setcsr(mxcsr);
  }
  KeepFlags(const KeepFlags &) = delete;

  bool inexact() const { return (_mm_getcsr() | status()) & Inexact; }

private:
  static constexpr uint32_t Flags = 63, Inexact = 32;
  struct Environment {
    uint16_t control, unused, status, rest[11];
  };

  static uint16_t status() {
    uint16_t word;
    asm volatile("fnstsw %0" : "=a"(word));
    return word;
  }

  uint32_t mxcsr;
  uint16_t x87;
};

// The same of float and double alone, in fewer instructions.
class KeepFloatFlags {
public:
  KeepFloatFlags() : mxcsr(_mm_getcsr()) { _mm_setcsr(mxcsr & ~unsigned(_MM_EXCEPT_MASK)); }
  ~KeepFloatFlags() { _mm_setcsr(mxcsr); }
  KeepFloatFlags(const KeepFloatFlags &) = delete;

  bool inexact() const { return _mm_getcsr() & _MM_EXCEPT_INEXACT; }

private:
  unsigned mxcsr;
};

} // namespace ariadne
