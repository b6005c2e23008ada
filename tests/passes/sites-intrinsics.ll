; RUN: %opt -passes='print<fp-sites>' -disable-output %s | FileCheck %s
; llvm.* intrinsics are the functions that they stand for. llvm.sqrt and fmuladd become instructions, which trap.

; CHECK: "sites":13,"skipped":0,
; CHECK-NEXT: {"arity":1,"evidence":"trap",{{.*}}"opcode":"sqrt",{{.*}}"type":"f64"
; CHECK-NEXT: {"arity":1,"evidence":"trap",{{.*}}"opcode":"sqrt",{{.*}}"type":"f32"
; CHECK-NEXT: {"arity":1,"evidence":"call",{{.*}}"opcode":"sin",{{.*}}"type":"f32"
; CHECK-NEXT: {"arity":1,"evidence":"call",{{.*}}"opcode":"exp",{{.*}}"type":"f80"
; CHECK-NEXT: {"arity":1,"evidence":"call",{{.*}}"opcode":"exp2"
; CHECK-NEXT: {"arity":1,"evidence":"call",{{.*}}"opcode":"exp10"
; CHECK-NEXT: {"arity":1,"evidence":"call",{{.*}}"opcode":"log"
; CHECK-NEXT: {"arity":1,"evidence":"call",{{.*}}"opcode":"log2"
; CHECK-NEXT: {"arity":2,"evidence":"call",{{.*}}"opcode":"pow"
; CHECK-NEXT: {"arity":3,"evidence":"call",{{.*}}"opcode":"fma"
; CHECK-NEXT: {"arity":3,"evidence":"trap",{{.*}}"opcode":"fma"
; CHECK-NEXT: {"arity":1,"evidence":"call",{{.*}}"opcode":"ldexp"
; CHECK-NEXT: {"arity":1,{{.*}}"opcode":"lrint"
; CHECK-NOT: {"arity"
define void @f(double %x, float %f, x86_fp80 %l, i32 %n) {
  %1 = call double @llvm.sqrt.f64(double %x)
  %2 = call float @llvm.sqrt.f32(float %f)
  %3 = call float @llvm.sin.f32(float %f)
  %4 = call x86_fp80 @llvm.exp.f80(x86_fp80 %l)
  %5 = call double @llvm.exp2.f64(double %x)
  %6 = call double @llvm.exp10.f64(double %x)
  %7 = call double @llvm.log.f64(double %x)
  %8 = call double @llvm.log2.f64(double %x)
  %9 = call double @llvm.pow.f64(double %x, double %x)
  %10 = call double @llvm.fma.f64(double %x, double %x, double %x)
  %11 = call double @llvm.fmuladd.f64(double %x, double %x, double %x)
  %12 = call double @llvm.ldexp.f64.i32(double %x, i32 %n)
  %13 = call i64 @llvm.lrint.i64.f64(double %x)
  ret void
}
