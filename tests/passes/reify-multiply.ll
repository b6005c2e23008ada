; RUN: %opt -passes=reify -S %s | FileCheck %s
; A product below the smallest normal number is an underflow unless a factor is zero, also when it is zero itself.

; CHECK-LABEL: define double @f(double %x, double %y)
; CHECK: %r = fmul double %x, %y
; CHECK-DAG: [[SMALL:%[0-9]+]] = fcmp olt double {{%[0-9]+}}, 0x10000000000000
; CHECK-DAG: [[X:%[0-9]+]] = fcmp une double %x, 0.000000e+00
; CHECK-DAG: [[A:%[0-9]+]] = and i1 [[SMALL]], [[X]]
; CHECK-DAG: [[Y:%[0-9]+]] = fcmp une double %y, 0.000000e+00
; CHECK: [[B:%[0-9]+]] = and i1 [[A]], [[Y]]
; CHECK: [[UNDERFLOW:%[0-9]+]] = and i1 [[B]],
; CHECK: br i1 {{%[0-9]+}}, label %overflow.0,
; CHECK: br i1 [[UNDERFLOW]], label %underflow.0,
; CHECK: underflow.0:
; CHECK-NOT: {{(divbyzero|invalid)}}
define double @f(double %x, double %y) {
  %r = fmul double %x, %y
  ret double %r
}
