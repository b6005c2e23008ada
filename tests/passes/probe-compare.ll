; RUN: %opt -passes=probe,verify -S %s | FileCheck %s
; A comparison reports until it was both true and false. Floats are extended to double, integers by the comparison's sign.

; CHECK: @[[PREDICATES:.*]] = internal constant [5 x i8] c"\04\01\06($"
; CHECK-LABEL: define void @f(
; CHECK: %a = fcmp olt float %x, %y
; CHECK-NEXT: [[SEEN:%[0-9]+]] = load i8, ptr @__ariadne_outcomes,
; CHECK-NEXT: [[OPEN:%[0-9]+]] = icmp ne i8 [[SEEN]], 3
; CHECK-NEXT: br i1 [[OPEN]], label %[[CALL:[0-9]+]], label %[[ON:[0-9]+]], !prof
; CHECK: {{^}}[[CALL]]:
; CHECK-NEXT: [[X:%[0-9]+]] = fpext float %x to double
; CHECK-NEXT: [[Y:%[0-9]+]] = fpext float %y to double
; CHECK-NEXT: call void @__ariadne_compare_f64(i32 0, double [[X]], double [[Y]])
; CHECK-NEXT: br label %[[ON]]
; CHECK: {{^}}[[ON]]:
; CHECK-NEXT: %b = fcmp oeq double %d, 1.000000e+00
; CHECK-NEXT: load i8, ptr getelementptr inbounds ([4096 x i8], ptr @__ariadne_outcomes, i32 0, i32 1)
; CHECK: call void @__ariadne_compare_f64(i32 1, double %d, double 1.000000e+00)
; CHECK: %c = fcmp one x86_fp80 %l, %l
; CHECK: call void @__ariadne_compare_f80(i32 2, x86_fp80 %l, x86_fp80 %l)
; CHECK: %e = icmp slt i32 %n, -1
; CHECK: [[N:%[0-9]+]] = sext i32 %n to i64
; CHECK: call void @__ariadne_compare_i64(i32 3, i64 [[N]], i64 -1)
; CHECK: %g = icmp ult i8 %m, -1
; CHECK: [[M:%[0-9]+]] = zext i8 %m to i64
; CHECK: call void @__ariadne_compare_i64(i32 4, i64 [[M]], i64 255)
; CHECK-NOT: call void @__ariadne_compare
define void @f(float %x, float %y, double %d, x86_fp80 %l, i32 %n, i8 %m, i128 %w, ptr %p, i1 %t, <2 x double> %v) {
  %a = fcmp olt float %x, %y
  %b = fcmp oeq double %d, 1.0
  %c = fcmp one x86_fp80 %l, %l
  %e = icmp slt i32 %n, -1
  %g = icmp ult i8 %m, -1

  ; Nothing to learn from: the truth of a comparison compared again, pointers, bits, wide integers, vectors.
  %z = zext i1 %a to i32
  %h = icmp ne i32 %z, 0
  %i = icmp eq ptr %p, null
  %j = icmp eq i1 %t, true
  %k = icmp ugt i128 %w, 7
  %o = fcmp olt <2 x double> %v, %v
  ret void
}
