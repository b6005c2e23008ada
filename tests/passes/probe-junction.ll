; RUN: %opt -passes=probe,verify -S %s | FileCheck %s
; RUN: %opt -passes='function(instcombine),probe,verify' -disable-output %s
; Conditions that are joined without a branch are measured as a whole too, after their comparisons: the hooks are the
; words of a stack machine. Junctions are numbered after all comparisons, and share their array.

; CHECK: @__ariadne_probe_module = constant %ariadne_probe_module { i32 1, i32 0, i32 10,
; CHECK-LABEL: define i1 @both(
; CHECK: %j = and i1 %a, %b
; CHECK-NEXT: [[SEEN:%[0-9]+]] = load i8, ptr getelementptr inbounds ([4096 x i8], ptr @__ariadne_outcomes, i32 0, i32 7)
; CHECK-NEXT: [[OPEN:%[0-9]+]] = icmp ne i8 [[SEEN]], 3
; CHECK-NEXT: br i1 [[OPEN]], label %[[CALL:[0-9]+]], label %[[ON:[0-9]+]], !prof
; CHECK: {{^}}[[CALL]]:
; CHECK-NEXT: [[X:%[0-9]+]] = fpext float %x to double
; CHECK: call void @__ariadne_measure_f64(i32 4, double [[X]], double 1.000000e+00)
; CHECK: [[N:%[0-9]+]] = sext i32 %n to i64
; CHECK: call void @__ariadne_measure_i64(i32 32, i64 [[N]], i64 7)
; CHECK-NEXT: call void @__ariadne_measure_join(i32 1)
; CHECK-NEXT: call void @__ariadne_junction(i32 7)
; CHECK-NEXT: br label %[[ON]]
; CHECK: {{^}}[[ON]]:
; CHECK-NEXT: ret i1 %j
define i1 @both(float %x, i32 %n) {
  %a = fcmp olt float %x, 1.0
  %b = icmp eq i32 %n, 7
  %j = and i1 %a, %b
  ret i1 %j
}

; As C writes `(x < 1) | !(x > 0)`: in integers, with a negation.
; CHECK-LABEL: define i32 @either(
; CHECK: call void @__ariadne_measure_f64(i32 4, double %x, double 1.000000e+00)
; CHECK-NEXT: call void @__ariadne_measure_f64(i32 2, double %x, double 0.000000e+00)
; CHECK-NEXT: call void @__ariadne_measure_not()
; CHECK-NEXT: call void @__ariadne_measure_join(i32 0)
; CHECK-NEXT: call void @__ariadne_junction(i32 8)
define i32 @either(double %x) {
  %a = fcmp olt double %x, 1.0
  %b = fcmp ogt double %x, 0.0
  %n = xor i1 %b, true
  %wa = zext i1 %a to i32
  %wn = zext i1 %n to i32
  %j = or i32 %wa, %wn
  ret i32 %j
}

; The select that optimisers make of &&; what is no comparison counts as it is.
; CHECK-LABEL: define i1 @selected(
; CHECK: call void @__ariadne_measure_f80(i32 1, x86_fp80 %x, x86_fp80 %y)
; CHECK: call void @__ariadne_measure_bool(i32 {{%[0-9]+}})
; CHECK-NEXT: call void @__ariadne_measure_join(i32 1)
; CHECK-NEXT: call void @__ariadne_junction(i32 9)
; CHECK: define i32 @numbers
; CHECK-NOT: call void @__ariadne_junction
define i1 @selected(x86_fp80 %x, x86_fp80 %y, i1 %t) {
  %a = fcmp oeq x86_fp80 %x, %y
  %j = select i1 %a, i1 %t, i1 false
  ret i1 %j
}

; Arithmetic on bits is no junction.
define i32 @numbers(i32 %m, i32 %n) {
  %a = and i32 %m, %n
  %b = or i32 %a, 1
  %c = icmp eq i32 %b, 3
  %d = icmp ne i32 %m, %n
  ret i32 %b
}
