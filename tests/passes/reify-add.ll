; RUN: %opt -passes=reify -S %s | FileCheck %s
; A guard after the operation: the result is infinite, or tiny and not zero, and both operands were finite. The run
; goes on if the hook returns.

; CHECK: @ariadne.site.0 = private constant %ariadne_site { i32 0, i32 0, i32 0, i32 0, ptr @{{.*}}, ptr @[[F:.*]], ptr @{{.*}} }
; CHECK-LABEL: define double @f(double %x, double %y)
; CHECK-NEXT: %r = fadd double %x, %y
; CHECK-NEXT: [[R:%[0-9]+]] = call double @llvm.fabs.f64(double %r)
; CHECK-NEXT: [[HUGE:%[0-9]+]] = fcmp oeq double [[R]], 0x7FF0000000000000
; CHECK-DAG: [[SMALL:%[0-9]+]] = fcmp olt double {{%[0-9]+}}, 0x10000000000000
; CHECK-DAG: [[NONZERO:%[0-9]+]] = fcmp une double %r, 0.000000e+00
; CHECK: [[TINY:%[0-9]+]] = and i1 [[SMALL]], [[NONZERO]]
; CHECK: [[AX:%[0-9]+]] = call double @llvm.fabs.f64(double %x)
; CHECK-NEXT: [[FX:%[0-9]+]] = fcmp olt double [[AX]], 0x7FF0000000000000
; CHECK-NEXT: [[AY:%[0-9]+]] = call double @llvm.fabs.f64(double %y)
; CHECK-NEXT: [[FY:%[0-9]+]] = fcmp olt double [[AY]], 0x7FF0000000000000
; CHECK: [[FINITE:%[0-9]+]] = and i1 [[FX]], [[FY]]
; CHECK: [[OVERFLOW:%[0-9]+]] = and i1 [[HUGE]], [[FINITE]]
; CHECK: [[UNDERFLOW:%[0-9]+]] = and i1 [[TINY]], [[FINITE]]
; CHECK: br i1 [[OVERFLOW]], label %overflow.0, label %[[A:[0-9]+]], !prof [[UNLIKELY:![0-9]+]]
; CHECK: overflow.0:
; CHECK-NEXT: call void @__ariadne_raise_f64(ptr @ariadne.site.0, i32 1, double %x, double %y, double %r)
; CHECK-NEXT: br label %[[A]]
; CHECK: {{^}}[[A]]:
; CHECK-NEXT: br i1 [[UNDERFLOW]], label %underflow.0, label %[[B:[0-9]+]], !prof [[UNLIKELY]]
; CHECK: underflow.0:
; CHECK-NEXT: call void @__ariadne_raise_f64(ptr @ariadne.site.0, i32 2, double %x, double %y, double %r)
; CHECK-NEXT: br label %[[B]]
; CHECK: {{^}}[[B]]:
; CHECK-NEXT: ret double %r
; CHECK: declare void @__ariadne_raise_f64(ptr, i32, double, double, double)
; CHECK: [[UNLIKELY]] = !{!"branch_weights", i32 1, i32
define double @f(double %x, double %y) {
  %r = fadd double %x, %y
  ret double %r
}
