; RUN: %opt -passes=reify -S %s | FileCheck %s
; All four kinds. x / 0 with x != 0 is a division by zero and not an overflow, although the result is infinite.

; CHECK-LABEL: define float @f(float %x, float %y)
; CHECK-NEXT: %r = fdiv float %x, %y
; CHECK-DAG: [[HUGE:%[0-9]+]] = fcmp oeq float {{%[0-9]+}}, 0x7FF0000000000000
; CHECK-DAG: [[Y:%[0-9]+]] = fcmp une float %y, 0.000000e+00
; CHECK: [[O:%[0-9]+]] = and i1 [[HUGE]], [[Y]]
; CHECK-DAG: [[SMALL:%[0-9]+]] = fcmp olt float {{%[0-9]+}}, 0x3810000000000000
; CHECK-DAG: [[X:%[0-9]+]] = fcmp une float %x, 0.000000e+00
; CHECK: [[U:%[0-9]+]] = and i1 [[SMALL]], [[X]]
; CHECK-DAG: [[X1:%[0-9]+]] = fcmp une float %x, 0.000000e+00
; CHECK-DAG: [[Y1:%[0-9]+]] = fcmp oeq float %y, 0.000000e+00
; CHECK: [[D:%[0-9]+]] = and i1 [[X1]], [[Y1]]
; CHECK-DAG: [[X0:%[0-9]+]] = fcmp oeq float %x, 0.000000e+00
; CHECK-DAG: [[Y0:%[0-9]+]] = fcmp oeq float %y, 0.000000e+00
; CHECK: [[I:%[0-9]+]] = and i1 [[X0]], [[Y0]]
; CHECK: [[OVERFLOW:%[0-9]+]] = and i1 [[O]], [[FINITE:%[0-9]+]]
; CHECK: [[UNDERFLOW:%[0-9]+]] = and i1 [[U]], [[FINITE]]
; CHECK: [[DIVBYZERO:%[0-9]+]] = and i1 [[D]], [[FINITE]]
; CHECK: [[INVALID:%[0-9]+]] = and i1 [[I]], [[FINITE]]
; CHECK: br i1 [[OVERFLOW]], label %overflow.0,
; CHECK: call void @__ariadne_raise_f32(ptr @ariadne.site.0, i32 1, float %x, float %y, float %r)
; CHECK: br i1 [[UNDERFLOW]], label %underflow.0,
; CHECK: call void @__ariadne_raise_f32(ptr @ariadne.site.0, i32 2, float %x, float %y, float %r)
; CHECK: br i1 [[DIVBYZERO]], label %divbyzero.0,
; CHECK: call void @__ariadne_raise_f32(ptr @ariadne.site.0, i32 4, float %x, float %y, float %r)
; CHECK: br i1 [[INVALID]], label %invalid.0,
; CHECK: call void @__ariadne_raise_f32(ptr @ariadne.site.0, i32 8, float %x, float %y, float %r)
; CHECK: ret float %r
define float @f(float %x, float %y) {
  %r = fdiv float %x, %y
  ret float %r
}
