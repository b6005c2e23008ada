; RUN: %opt -passes=reify -S %s | FileCheck %s
; Operations of strict builds are guarded like the instructions.

; CHECK: %r = call double @llvm.experimental.constrained.fdiv.f64(
; CHECK: label %overflow.0,
; CHECK: label %underflow.0,
; CHECK: label %divbyzero.0,
; CHECK: label %invalid.0,
; CHECK: call void @__ariadne_raise_f64(ptr @ariadne.site.0, i32 8, double %x, double %y, double %r)
; CHECK: %i = call i32 @llvm.experimental.constrained.fptosi.i32.f64(
; CHECK: fcmp oge double %r, 0x41E0000000000000
; CHECK: label %invalid.1,
define i32 @f(double %x, double %y) strictfp {
  %r = call double @llvm.experimental.constrained.fdiv.f64(double %x, double %y, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %i = call i32 @llvm.experimental.constrained.fptosi.i32.f64(double %r, metadata !"fpexcept.strict") strictfp
  ret i32 %i
}
