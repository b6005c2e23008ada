; RUN: %opt -passes='loop-bound<3>' -S %s | FileCheck %s
; A function without loops stays as it is, and so do declarations. A recursion is no loop.

; CHECK: define double @f(double %x, i1 %c) {
; CHECK-NEXT: br i1 %c, label %yes, label %no
; CHECK: yes:
; CHECK-NEXT: %r = call double @f(double %x, i1 false)
; CHECK-NEXT: br label %no
; CHECK: no:
; CHECK-NEXT: %p = phi double [ %x, %0 ], [ %r, %yes ]
; CHECK-NEXT: ret double %p
; CHECK-NEXT: }
define double @f(double %x, i1 %c) {
  br i1 %c, label %yes, label %no
yes:
  %r = call double @f(double %x, i1 false)
  br label %no
no:
  %p = phi double [ %x, %0 ], [ %r, %yes ]
  ret double %p
}
declare double @external(double)
