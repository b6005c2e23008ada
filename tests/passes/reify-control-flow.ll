; RUN: %opt -passes=reify,verify -S %s | FileCheck %s
; Guards split blocks: PHIs of the successors, loops on one block and results used elsewhere stay right.

; CHECK: start:
; CHECK: %a = fadd double %x, 1.000000e+00
; CHECK: br i1 {{%[0-9]+}}, label %underflow.0, label %[[LAST:[0-9]+]],
; CHECK: {{^}}[[LAST]]:
; CHECK-NEXT: br label %loop
; CHECK: loop:
; CHECK-NEXT: %p = phi double [ %a, %[[LAST]] ], [ %m, %[[AGAIN:[0-9]+]] ]
; CHECK-NEXT: %m = fmul double %p, %x
; CHECK: label %overflow.1,
; CHECK: label %underflow.1,
; CHECK: {{^}}[[AGAIN]]:
; CHECK-NEXT: %c = fcmp olt double %m, 1.000000e+02
; CHECK-NEXT: br i1 %c, label %loop, label %end
; CHECK: end:
; CHECK-NEXT: ret double %m
define double @f(double %x) {
start:
  %a = fadd double %x, 1.0
  br label %loop
loop:
  %p = phi double [ %a, %start ], [ %m, %loop ]
  %m = fmul double %p, %x
  %c = fcmp olt double %m, 100.0
  br i1 %c, label %loop, label %end
end:
  ret double %m
}
