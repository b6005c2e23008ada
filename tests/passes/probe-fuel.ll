; RUN: %opt -passes=probe,verify -S %s | FileCheck %s
; Each way back burns fuel, in every shape of loop, and ends the run when there is none left. Straight code burns none.

; CHECK: @__ariadne_fuel = internal global i64 9223372036854775807
; CHECK-LABEL: define void @straight()
; CHECK-NEXT: ret void
define void @straight() {
  ret void
}

; CHECK-LABEL: define void @forever(i1 %c)
; CHECK: outer:
; CHECK-NEXT: br label %inner
; CHECK: inner:
; CHECK-NEXT: [[FUEL:%[0-9]+]] = load i64, ptr @__ariadne_fuel
; CHECK-NEXT: [[LEFT:%[0-9]+]] = sub i64 [[FUEL]], 1
; CHECK-NEXT: store i64 [[LEFT]], ptr @__ariadne_fuel
; CHECK-NEXT: [[EMPTY:%[0-9]+]] = icmp slt i64 [[LEFT]], 0
; CHECK-NEXT: br i1 [[EMPTY]], label %[[STOP:[0-9]+]], label %[[ON:[0-9]+]], !prof
; CHECK: {{^}}[[STOP]]:
; CHECK-NEXT: call void @__ariadne_out_of_fuel()
; CHECK: {{^}}[[ON]]:
; CHECK-NEXT: br i1 %c, label %inner, label %latch
; CHECK: latch:
; CHECK: call void @__ariadne_out_of_fuel()
; CHECK: br label %outer
define void @forever(i1 %c) {
entry:
  br label %outer
outer:
  br label %inner
inner:
  br i1 %c, label %inner, label %latch
latch:
  br label %outer
}

; Two entries: no natural loop, but a cycle.
; CHECK-LABEL: define void @irreducible(i1 %c)
; CHECK: call void @__ariadne_out_of_fuel()
; CHECK-NOT: call void @__ariadne_out_of_fuel()
define void @irreducible(i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  br label %a
}
; CHECK: declare void @__ariadne_out_of_fuel()
