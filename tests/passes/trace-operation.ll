; RUN: %opt -passes=trace,verify -S %s | FileCheck %s
; The hook is called if an operand has an expression; otherwise only a result that is not normal is looked at.

; CHECK-LABEL: define double @f(double %x, double %y)
; CHECK: [[ASKED:%[0-9]+]] = load ptr, ptr @__ariadne_trace_callee
; CHECK: [[OURS:%[0-9]+]] = icmp eq ptr [[ASKED]], @f
; CHECK: [[ARGUMENT:%[0-9]+]] = load i32, ptr @__ariadne_trace_arguments
; CHECK: [[A:%[0-9]+]] = select i1 [[OURS]], i32 [[ARGUMENT]], i32 0
; CHECK: %r = fmul double %x, %y
; CHECK: [[ANY:%[0-9]+]] = or i32 [[A]],
; CHECK: [[SYMBOLIC:%[0-9]+]] = icmp ne i32 [[ANY]], 0
; CHECK: br i1 [[SYMBOLIC]], label %[[THEN:[0-9]+]], label %[[ELSE:[0-9]+]]
; CHECK: {{^}}[[THEN]]:
; CHECK: [[ID:%[0-9]+]] = call i32 @__ariadne_trace_2(i64 {{[0-9]+}}, i32 [[A]],
; CHECK: call void @__ariadne_trace_concrete_f64(i32 0, double %x, double %y, double 0.000000e+00, double %r)
; CHECK: [[RESULT:%[0-9]+]] = phi i32 [ [[ID]], %[[THEN]] ], [ 0,
; CHECK: store i32 [[RESULT]], ptr @__ariadne_trace_results
; CHECK: store ptr @f, ptr @__ariadne_trace_returned
; CHECK-NEXT: ret double %r
define double @f(double %x, double %y) {
  %r = fmul double %x, %y
  ret double %r
}
