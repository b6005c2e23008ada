; RUN: %opt -passes='print<fp-sites>' -disable-output %s | FileCheck %s
; Operations on types that are not analysed are no sites, but they are counted: skipped is not clean.

; CHECK: "sites":1,"skipped":10,
; CHECK-NEXT: "function":"f","index":0,{{.*}}"opcode":"fmul",{{.*}}"type":"f64"
; CHECK-NOT: {"arity"
define void @f(half %h, bfloat %b, fp128 %q, <2 x double> %v, double %x) {
  %1 = fadd half %h, %h
  %2 = fdiv bfloat %b, %b
  %3 = fsub fp128 %q, %q
  %4 = fmul <2 x double> %v, %v
  %5 = fptrunc double %x to half
  %6 = fptrunc fp128 %q to double
  %7 = fptosi fp128 %q to i32
  %8 = call <2 x double> @llvm.sqrt.v2f64(<2 x double> %v)
  %9 = call half @llvm.sin.f16(half %h)
  %10 = fptosi <2 x double> %v to <2 x i32>
  %11 = fmul double %x, %x
  %12 = fneg half %h
  %13 = fpext half %h to double
  ret void
}
