; RUN: %opt -passes='print<fp-sites>' -disable-output %s | FileCheck %s
; Kinds of the table that constant operands make impossible.

; x / 2: a divisor that is not zero.
; CHECK: "index":0,{{.*}}"kinds":["overflow","underflow"],"opcode":"fdiv",{{.*}}"ruled_out":["divbyzero","invalid"]
; 1 / x: never 0 / 0.
; CHECK-NEXT: "index":1,{{.*}}"kinds":["overflow","underflow","divbyzero"],"opcode":"fdiv",{{.*}}"ruled_out":["invalid"]
; 0 / x: not underflow, not a division of something by zero.
; CHECK-NEXT: "index":2,{{.*}}"opcode":"fdiv",{{.*}}"ruled_out":["underflow","divbyzero"]
; x / 0
; CHECK-NEXT: "index":3,{{.*}}"kinds":["underflow","divbyzero","invalid"],"opcode":"fdiv",{{.*}}"ruled_out":["overflow"]
; x * 0
; CHECK-NEXT: "index":4,{{.*}}"opcode":"fmul",{{.*}}"ruled_out":["underflow"]
; fmod(x, 3)
; CHECK-NEXT: "index":5,{{.*}}"kinds":[],"opcode":"fmod",{{.*}}"ruled_out":["invalid"]
; pow(x, 2), pow(x, -0.5), pow(10, x)
; CHECK-NEXT: "index":6,{{.*}}"kinds":["overflow","underflow"],"opcode":"pow",{{.*}}"ruled_out":["divbyzero","invalid"]
; CHECK-NEXT: "index":7,{{.*}}"kinds":["overflow","underflow","divbyzero","invalid"],"opcode":"pow",{{.*}}"ruled_out":[]
; CHECK-NEXT: "index":8,{{.*}}"kinds":["overflow","underflow"],"opcode":"pow",{{.*}}"ruled_out":["divbyzero","invalid"]
; x + inf, nan * x: what passes through does not start here.
; CHECK-NEXT: "index":9,{{.*}}"kinds":[],"opcode":"fadd",{{.*}}"ruled_out":["overflow","underflow"]
; CHECK-NEXT: "index":10,{{.*}}"kinds":[],"opcode":"fmul",{{.*}}"ruled_out":["overflow","underflow"]
; In float and long double
; CHECK-NEXT: "index":11,{{.*}}"ruled_out":["divbyzero","invalid"],{{.*}}"type":"f32"
; CHECK-NEXT: "index":12,{{.*}}"ruled_out":["divbyzero","invalid"],{{.*}}"type":"f80"
; CHECK-NOT: {"arity"
define void @f(double %x, float %f, x86_fp80 %l) {
  %1 = fdiv double %x, 2.0
  %2 = fdiv double 1.0, %x
  %3 = fdiv double 0.0, %x
  %4 = fdiv double %x, -0.0
  %5 = fmul double %x, 0.0
  %6 = call double @fmod(double %x, double 3.0)
  %7 = call double @pow(double %x, double 2.0)
  %8 = call double @pow(double %x, double -0.5)
  %9 = call double @pow(double 10.0, double %x)
  %10 = fadd double %x, 0x7FF0000000000000
  %11 = fmul double 0x7FF8000000000000, %x
  %12 = fdiv float %f, -4.0
  %13 = fdiv x86_fp80 %l, 0xK4000C000000000000000
  ret void
}
declare double @fmod(double, double)
declare double @pow(double, double)
