; RUN: %opt -passes=reify -S %s | FileCheck %s
; Kinds that a row has not get no guard.

; CHECK-LABEL: define double @f(double %x, double %y)
; CHECK-NOT: overflow
; CHECK-NOT: underflow
; CHECK-NOT: divbyzero
; CHECK: %r = frem double %x, %y
; CHECK: [[ZERO:%[0-9]+]] = fcmp oeq double %y, 0.000000e+00
; CHECK: [[INVALID:%[0-9]+]] = and i1 [[ZERO]],
; CHECK: br i1 [[INVALID]], label %invalid.0,
; CHECK: call void @__ariadne_raise_f64(ptr @ariadne.site.0, i32 8, double %x, double %y, double %r)
; CHECK-NOT: call void @__ariadne_raise
define double @f(double %x, double %y) {
  %r = frem double %x, %y
  ret double %r
}
