; RUN: %opt -passes='loop-bound<1>,verify' -S %s | FileCheck %s
; A loop that nothing leaves ends together with its function, which returns zero of its type.

; CHECK-LABEL: define void @nothing()
; CHECK: loop.bound.return:
; CHECK-NEXT: ret void
define void @nothing() {
entry:
  br label %loop
loop:
  br label %loop
}
; CHECK-LABEL: define float @number()
; CHECK: loop.bound.return:
; CHECK-NEXT: ret float 0.000000e+00
define float @number() {
entry:
  br label %loop
loop:
  br label %loop
}
; CHECK-LABEL: define ptr @pointer()
; CHECK: loop.bound.return:
; CHECK-NEXT: ret ptr null
define ptr @pointer() {
entry:
  br label %loop
loop:
  br label %loop
}
; CHECK-LABEL: define { i32, double } @structure()
; CHECK: loop.bound.return:
; CHECK-NEXT: ret { i32, double } zeroinitializer
define { i32, double } @structure() {
entry:
  br label %loop
loop:
  br label %loop
}
