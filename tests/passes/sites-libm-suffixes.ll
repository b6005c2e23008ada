; RUN: %opt -passes='print<fp-sites>' -disable-output %s | FileCheck %s
; The suffix of a function's name must be that of its type.

; CHECK: "sites":9,
; CHECK-NEXT: "function":"suffixes","index":0,{{.*}}"opcode":"sin",{{.*}}"type":"f32"
; CHECK-NEXT: "index":1,{{.*}}"opcode":"sin",{{.*}}"type":"f64"
; CHECK-NEXT: "index":2,{{.*}}"opcode":"sin",{{.*}}"type":"f80"
; CHECK-NEXT: "index":3,{{.*}}"opcode":"erf",{{.*}}"type":"f64"
; CHECK-NEXT: "index":4,{{.*}}"opcode":"erf",{{.*}}"type":"f32"
; CHECK-NEXT: "index":5,{{.*}}"opcode":"lgamma_r",{{.*}}"type":"f32"
; CHECK-NEXT: "index":6,{{.*}}"opcode":"lgamma_r",{{.*}}"type":"f80"
; CHECK-NEXT: {"arity":2,{{.*}}"index":7,{{.*}}"opcode":"pow",{{.*}}"type":"f32"
; CHECK-NEXT: {"arity":1,{{.*}}"index":8,{{.*}}"opcode":"lrint",{{.*}}"type":"f80"
; CHECK-NOT: {"arity"
define void @suffixes(float %f, double %d, x86_fp80 %l, ptr %p) {
  %1 = call float @sinf(float %f)
  %2 = call double @sin(double %d)
  %3 = call x86_fp80 @sinl(x86_fp80 %l)
  %4 = call double @erf(double %d)
  %5 = call float @erff(float %f)
  %6 = call float @lgammaf_r(float %f, ptr %p)
  %7 = call x86_fp80 @lgammal_r(x86_fp80 %l, ptr %p)
  %8 = call float @powf(float %f, float %f)
  %9 = call i64 @lrintl(x86_fp80 %l)
  ret void
}

define void @wrong_types(float %f, double %d, x86_fp80 %l) {
  %1 = call float @exp(float %f)
  %2 = call double @expf(double %d)
  %3 = call x86_fp80 @log(x86_fp80 %l)
  %4 = call double @logl(double %d)
  ret void
}

declare float @sinf(float)
declare double @sin(double)
declare x86_fp80 @sinl(x86_fp80)
declare double @erf(double)
declare float @erff(float)
declare float @lgammaf_r(float, ptr)
declare x86_fp80 @lgammal_r(x86_fp80, ptr)
declare float @powf(float, float)
declare i64 @lrintl(x86_fp80)
declare float @exp(float)
declare double @expf(double)
declare x86_fp80 @log(x86_fp80)
declare double @logl(double)
