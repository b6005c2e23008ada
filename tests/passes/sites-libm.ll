; RUN: %opt -passes='print<fp-sites>' -disable-output %s | FileCheck %s
; Calls of libm: each function of the table, with the kinds that its row has.

; CHECK: "sites":52,"skipped":0,
; CHECK-NEXT: {"arity":1,"evidence":"call",{{.*}}"index":0,{{.*}}"kinds":["invalid"],"opcode":"sqrt",{{.*}}"type":"f64"
; CHECK-NEXT: {"arity":1,"evidence":"call",{{.*}}"index":1,{{.*}}"kinds":["overflow","underflow"],"opcode":"exp",{{.*}}"type":"f64"
; CHECK-NEXT: {"arity":1,"evidence":"call",{{.*}}"index":2,{{.*}}"kinds":["overflow","underflow"],"opcode":"exp2",{{.*}}"type":"f64"
; CHECK-NEXT: {"arity":1,"evidence":"call",{{.*}}"index":3,{{.*}}"kinds":["overflow","underflow"],"opcode":"exp10",{{.*}}"type":"f64"
; CHECK-NEXT: {"arity":1,"evidence":"call",{{.*}}"index":4,{{.*}}"kinds":["overflow","underflow"],"opcode":"expm1",{{.*}}"type":"f64"
; CHECK-NEXT: {"arity":1,"evidence":"call",{{.*}}"index":5,{{.*}}"kinds":["divbyzero","invalid"],"opcode":"log",{{.*}}"type":"f64"
; CHECK-NEXT: {"arity":1,"evidence":"call",{{.*}}"index":6,{{.*}}"kinds":["divbyzero","invalid"],"opcode":"log2",{{.*}}"type":"f64"
; CHECK-NEXT: {"arity":1,"evidence":"call",{{.*}}"index":7,{{.*}}"kinds":["divbyzero","invalid"],"opcode":"log10",{{.*}}"type":"f64"
; CHECK-NEXT: {"arity":1,"evidence":"call",{{.*}}"index":8,{{.*}}"kinds":["underflow","divbyzero","invalid"],"opcode":"log1p",{{.*}}"type":"f64"
; CHECK-NEXT: {"arity":1,"evidence":"call",{{.*}}"index":9,{{.*}}"kinds":["divbyzero"],"opcode":"logb",{{.*}}"type":"f64"
; CHECK-NEXT: {"arity":1,"evidence":"call",{{.*}}"index":10,{{.*}}"kinds":["underflow"],"opcode":"sin",{{.*}}"type":"f64"
; CHECK-NEXT: {"arity":1,"evidence":"call",{{.*}}"index":11,{{.*}}"kinds":["underflow"],"opcode":"tan",{{.*}}"type":"f64"
; CHECK-NEXT: {"arity":1,"evidence":"call",{{.*}}"index":12,{{.*}}"kinds":["underflow","invalid"],"opcode":"asin",{{.*}}"type":"f64"
; CHECK-NEXT: {"arity":1,"evidence":"call",{{.*}}"index":13,{{.*}}"kinds":["invalid"],"opcode":"acos",{{.*}}"type":"f64"
; CHECK-NEXT: {"arity":1,"evidence":"call",{{.*}}"index":14,{{.*}}"kinds":["underflow"],"opcode":"atan",{{.*}}"type":"f64"
; CHECK-NEXT: {"arity":1,"evidence":"call",{{.*}}"index":15,{{.*}}"kinds":["overflow","underflow"],"opcode":"sinh",{{.*}}"type":"f64"
; CHECK-NEXT: {"arity":1,"evidence":"call",{{.*}}"index":16,{{.*}}"kinds":["overflow"],"opcode":"cosh",{{.*}}"type":"f64"
; CHECK-NEXT: {"arity":1,"evidence":"call",{{.*}}"index":17,{{.*}}"kinds":["underflow"],"opcode":"tanh",{{.*}}"type":"f64"
; CHECK-NEXT: {"arity":1,"evidence":"call",{{.*}}"index":18,{{.*}}"kinds":["underflow"],"opcode":"asinh",{{.*}}"type":"f64"
; CHECK-NEXT: {"arity":1,"evidence":"call",{{.*}}"index":19,{{.*}}"kinds":["invalid"],"opcode":"acosh",{{.*}}"type":"f64"
; CHECK-NEXT: {"arity":1,"evidence":"call",{{.*}}"index":20,{{.*}}"kinds":["underflow","divbyzero","invalid"],"opcode":"atanh",{{.*}}"type":"f64"
; CHECK-NEXT: {"arity":1,"evidence":"call",{{.*}}"index":21,{{.*}}"kinds":["underflow"],"opcode":"erf",{{.*}}"type":"f64"
; CHECK-NEXT: {"arity":1,"evidence":"call",{{.*}}"index":22,{{.*}}"kinds":["underflow"],"opcode":"erfc",{{.*}}"type":"f64"
; CHECK-NEXT: {"arity":1,"evidence":"call",{{.*}}"index":23,{{.*}}"kinds":["overflow","underflow","divbyzero","invalid"],"opcode":"tgamma",{{.*}}"type":"f64"
; CHECK-NEXT: {"arity":1,"evidence":"call",{{.*}}"index":24,{{.*}}"kinds":["overflow","underflow","divbyzero"],"opcode":"lgamma",{{.*}}"type":"f64"
; CHECK-NEXT: {"arity":1,"evidence":"call",{{.*}}"index":25,{{.*}}"kinds":["underflow"],"opcode":"j0",{{.*}}"type":"f64"
; CHECK-NEXT: {"arity":1,"evidence":"call",{{.*}}"index":26,{{.*}}"kinds":["underflow"],"opcode":"j1",{{.*}}"type":"f64"
; CHECK-NEXT: {"arity":1,"evidence":"call",{{.*}}"index":27,{{.*}}"kinds":["underflow","divbyzero","invalid"],"opcode":"y0",{{.*}}"type":"f64"
; CHECK-NEXT: {"arity":1,"evidence":"call",{{.*}}"index":28,{{.*}}"kinds":["overflow","underflow","divbyzero","invalid"],"opcode":"y1",{{.*}}"type":"f64"
; CHECK-NEXT: {"arity":2,"evidence":"call",{{.*}}"index":29,{{.*}}"kinds":["overflow","underflow"],"opcode":"hypot",{{.*}}"type":"f64"
; CHECK-NEXT: {"arity":2,"evidence":"call",{{.*}}"index":30,{{.*}}"kinds":["invalid"],"opcode":"fmod",{{.*}}"type":"f64"
; CHECK-NEXT: {"arity":2,"evidence":"call",{{.*}}"index":31,{{.*}}"kinds":["invalid"],"opcode":"remainder",{{.*}}"type":"f64"
; CHECK-NEXT: {"arity":2,"evidence":"call",{{.*}}"index":32,{{.*}}"kinds":["overflow","underflow"],"opcode":"fdim",{{.*}}"type":"f64"
; CHECK-NEXT: {"arity":2,"evidence":"call",{{.*}}"index":33,{{.*}}"kinds":["overflow","underflow","divbyzero","invalid"],"opcode":"pow",{{.*}}"type":"f64"
; CHECK-NEXT: {"arity":2,"evidence":"call",{{.*}}"index":34,{{.*}}"kinds":["underflow"],"opcode":"atan2",{{.*}}"type":"f64"
; CHECK-NEXT: {"arity":2,"evidence":"call",{{.*}}"index":35,{{.*}}"kinds":["underflow"],"opcode":"nextafter",{{.*}}"type":"f64"
; CHECK-NEXT: {"arity":3,"evidence":"call",{{.*}}"index":36,{{.*}}"kinds":["overflow","underflow"],"opcode":"fma",{{.*}}"type":"f64"
; CHECK-NEXT: {"arity":2,"evidence":"call",{{.*}}"index":37,{{.*}}"kinds":["invalid"],"opcode":"remquo",{{.*}}"type":"f64"
; CHECK-NEXT: {"arity":1,"evidence":"call",{{.*}}"index":38,{{.*}}"kinds":["overflow","underflow","divbyzero"],"opcode":"lgamma_r",{{.*}}"type":"f64"
; CHECK-NEXT: {"arity":1,"evidence":"call",{{.*}}"index":39,{{.*}}"kinds":["overflow","underflow","divbyzero"],"opcode":"lgamma",{{.*}}"type":"f64"
; CHECK-NEXT: {"arity":2,"evidence":"call",{{.*}}"index":40,{{.*}}"kinds":["invalid"],"opcode":"remainder",{{.*}}"type":"f64"
; CHECK-NEXT: {"arity":1,"evidence":"call",{{.*}}"index":41,{{.*}}"kinds":["overflow","underflow"],"opcode":"exp10",{{.*}}"type":"f64"
; CHECK-NEXT: {"arity":1,"evidence":"call",{{.*}}"index":42,{{.*}}"kinds":["underflow"],"opcode":"jn",{{.*}}"type":"f64"
; CHECK-NEXT: {"arity":1,"evidence":"call",{{.*}}"index":43,{{.*}}"kinds":["overflow","underflow","divbyzero","invalid"],"opcode":"yn",{{.*}}"type":"f64"
; CHECK-NEXT: {"arity":1,"evidence":"call",{{.*}}"index":44,{{.*}}"kinds":["overflow","underflow"],"opcode":"ldexp",{{.*}}"type":"f64"
; CHECK-NEXT: {"arity":1,"evidence":"call",{{.*}}"index":45,{{.*}}"kinds":["overflow","underflow"],"opcode":"scalbn",{{.*}}"type":"f64"
; CHECK-NEXT: {"arity":1,"evidence":"call",{{.*}}"index":46,{{.*}}"kinds":["overflow","underflow"],"opcode":"scalbln",{{.*}}"type":"f64"
; CHECK-NEXT: {"arity":1,"evidence":"call",{{.*}}"index":47,{{.*}}"kinds":["invalid"],"opcode":"ilogb",{{.*}}"type":"f64"
; CHECK-NEXT: {"arity":1,"evidence":"call",{{.*}}"index":48,{{.*}}"kinds":["invalid"],"opcode":"lrint",{{.*}}"type":"f64"
; CHECK-NEXT: {"arity":1,"evidence":"call",{{.*}}"index":49,{{.*}}"kinds":["invalid"],"opcode":"llrint",{{.*}}"type":"f64"
; CHECK-NEXT: {"arity":1,"evidence":"call",{{.*}}"index":50,{{.*}}"kinds":["invalid"],"opcode":"lround",{{.*}}"type":"f64"
; CHECK-NEXT: {"arity":1,"evidence":"call",{{.*}}"index":51,{{.*}}"kinds":["invalid"],"opcode":"llround",{{.*}}"type":"f64"
; CHECK-NOT: {"arity"
define void @all(double %x, double %y, double %z, i32 %n, i64 %l, ptr %p) {
  %r0 = call double @sqrt(double %x)
  %r1 = call double @exp(double %x)
  %r2 = call double @exp2(double %x)
  %r3 = call double @exp10(double %x)
  %r4 = call double @expm1(double %x)
  %r5 = call double @log(double %x)
  %r6 = call double @log2(double %x)
  %r7 = call double @log10(double %x)
  %r8 = call double @log1p(double %x)
  %r9 = call double @logb(double %x)
  %r10 = call double @sin(double %x)
  %r11 = call double @tan(double %x)
  %r12 = call double @asin(double %x)
  %r13 = call double @acos(double %x)
  %r14 = call double @atan(double %x)
  %r15 = call double @sinh(double %x)
  %r16 = call double @cosh(double %x)
  %r17 = call double @tanh(double %x)
  %r18 = call double @asinh(double %x)
  %r19 = call double @acosh(double %x)
  %r20 = call double @atanh(double %x)
  %r21 = call double @erf(double %x)
  %r22 = call double @erfc(double %x)
  %r23 = call double @tgamma(double %x)
  %r24 = call double @lgamma(double %x)
  %r25 = call double @j0(double %x)
  %r26 = call double @j1(double %x)
  %r27 = call double @y0(double %x)
  %r28 = call double @y1(double %x)
  %r29 = call double @hypot(double %x, double %y)
  %r30 = call double @fmod(double %x, double %y)
  %r31 = call double @remainder(double %x, double %y)
  %r32 = call double @fdim(double %x, double %y)
  %r33 = call double @pow(double %x, double %y)
  %r34 = call double @atan2(double %x, double %y)
  %r35 = call double @nextafter(double %x, double %y)
  %r36 = call double @fma(double %x, double %y, double %z)
  %r37 = call double @remquo(double %x, double %y, ptr %p)
  %r38 = call double @lgamma_r(double %x, ptr %p)
  %r39 = call double @gamma(double %x)
  %r40 = call double @drem(double %x, double %y)
  %r41 = call double @exp10(double %x)
  %r42 = call double @jn(i32 %n, double %x)
  %r43 = call double @yn(i32 %n, double %x)
  %r44 = call double @ldexp(double %x, i32 %n)
  %r45 = call double @scalbn(double %x, i32 %n)
  %r46 = call double @scalbln(double %x, i64 %l)
  %r47 = call i32 @ilogb(double %x)
  %r48 = call i64 @lrint(double %x)
  %r49 = call i64 @llrint(double %x)
  %r50 = call i64 @lround(double %x)
  %r51 = call i64 @llround(double %x)
  ret void
}

; Exact, or without an exception on finite numbers.
define void @none_here(double %x, ptr %p) {
  %c = call double @cos(double %x)
  %b = call double @cbrt(double %x)
  %f = call double @fabs(double %x)
  %r = call double @rint(double %x)
  %m = call double @modf(double %x, ptr %p)
  %u = call double @unknown(double %x)
  ret void
}

declare double @sqrt(double)
declare double @exp(double)
declare double @exp2(double)
declare double @exp10(double)
declare double @expm1(double)
declare double @log(double)
declare double @log2(double)
declare double @log10(double)
declare double @log1p(double)
declare double @logb(double)
declare double @sin(double)
declare double @tan(double)
declare double @asin(double)
declare double @acos(double)
declare double @atan(double)
declare double @sinh(double)
declare double @cosh(double)
declare double @tanh(double)
declare double @asinh(double)
declare double @acosh(double)
declare double @atanh(double)
declare double @erf(double)
declare double @erfc(double)
declare double @tgamma(double)
declare double @lgamma(double)
declare double @j0(double)
declare double @j1(double)
declare double @y0(double)
declare double @y1(double)
declare double @hypot(double, double)
declare double @fmod(double, double)
declare double @remainder(double, double)
declare double @fdim(double, double)
declare double @pow(double, double)
declare double @atan2(double, double)
declare double @nextafter(double, double)
declare double @fma(double, double, double)
declare double @remquo(double, double, ptr)
declare double @lgamma_r(double, ptr)
declare double @gamma(double)
declare double @drem(double, double)
declare double @jn(i32, double)
declare double @yn(i32, double)
declare double @ldexp(double, i32)
declare double @scalbn(double, i32)
declare double @scalbln(double, i64)
declare i32 @ilogb(double)
declare i64 @lrint(double)
declare i64 @llrint(double)
declare i64 @lround(double)
declare i64 @llround(double)
declare double @cos(double)
declare double @cbrt(double)
declare double @fabs(double)
declare double @rint(double)
declare double @modf(double, ptr)
declare double @unknown(double)
