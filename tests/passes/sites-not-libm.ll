; RUN: %opt -passes='print<fp-sites>' -disable-output %s | FileCheck %s
; What only shares a name with an operation is none: a module's own sin, a logger, a table entry that is no C function.

; CHECK: "sites":1,"skipped":0,
; CHECK-NEXT: "function":"sin","index":0,{{.*}}"opcode":"fmul"
; CHECK-NOT: {"arity"
define double @sin(double %x) {
  %r = fmul double %x, %x
  ret double %r
}

define internal double @sqrt(double %x) {
  ret double %x
}

define void @f(double %x, double %y, ptr %called) {
  %a = call double @sin(double %x)
  %b = call double @sqrt(double %x)
  %c = call double @fadd(double %x, double %y)
  %d = call i32 @log(ptr null, double %x)
  call void @exp(double %x)
  %e = call double @pow(double %x)
  %g = call double @tan(double %x, double %y)
  %h = call double %called(double %x)
  %i = call i64 @ldexp(i64 1, i32 2)
  %j = call i32 @acos(double %x)
  %k = call i32 @llvm.fptosi.sat.i32.f64(double %x)
  %l = call double @j0_r(double %x, ptr null)
  ret void
}

declare double @fadd(double, double)
declare i32 @log(ptr, double)
declare void @exp(double)
declare double @pow(double)
declare double @tan(double, double)
declare i64 @ldexp(i64, i32)
declare i32 @acos(double)
declare i32 @llvm.fptosi.sat.i32.f64(double)
declare double @j0_r(double, ptr)
