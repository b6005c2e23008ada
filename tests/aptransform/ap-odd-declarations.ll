; RUN: %opt -passes=ap,verify -S %s | FileCheck %s
; A program may declare functions of libm in another way than libm does, and intrinsics have shapes of their own. They are
; left to a hook only if it takes what they are given.

declare double @ldexp(double, i64)
declare i64 @ilogb(double)
declare {double, i32} @llvm.frexp.f64.i32(double)

; CHECK-LABEL: define double @power(
; CHECK: call void @__ariadne_ap_external(
; CHECK: [[X:%[0-9]+]] = call double @__ariadne_ap_marshal_f64(double %x)
; CHECK: call double @ldexp(double [[X]], i64 %n)
define double @power(double %x, i64 %n) {
  %r = call double @ldexp(double %x, i64 %n)
  ret double %r
}

; The result only has to be widened.
; CHECK-LABEL: define i64 @exponent(
; CHECK: [[N:%[0-9]+]] = call i32 @__ariadne_ap_ilogb_f64(double %x, i32 {{[0-9]+}})
; CHECK: sext i32 [[N]] to i64
define i64 @exponent(double %x) {
  %r = call i64 @ilogb(double %x)
  ret i64 %r
}

; CHECK-LABEL: define double @fraction(
; CHECK: call void @__ariadne_ap_unsupported(
; CHECK: call { double, i32 } @llvm.frexp.f64.i32(double %x)
define double @fraction(double %x) {
  %r = call {double, i32} @llvm.frexp.f64.i32(double %x)
  %f = extractvalue {double, i32} %r, 0
  ret double %f
}
