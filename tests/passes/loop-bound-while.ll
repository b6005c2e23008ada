; RUN: %opt -passes='loop-bound<8>,verify' -S %s | FileCheck %s
; RUN: %opt -passes='loop-bound<inf>' -S %s | FileCheck %s --check-prefix=INF
; The way back counts; after the last round it leaves for where the loop's own test would go.

; CHECK-LABEL: define i32 @f(i32 %n)
; CHECK: loop.bound:
; CHECK: [[NEXT:%.+]] = add i32 [[COUNT:%.+]], 1
; CHECK: [[MORE:%.+]] = icmp ult i32 [[NEXT]], 8
; CHECK: br i1 [[MORE]], label %head, label %[[OUT:.+]]
; CHECK: head:
; CHECK: [[COUNT]] = phi i32 {{.*}}[ 0, %entry ]
; CHECK: br i1 %c, label %body, label %[[OUT]]
; CHECK: body:
; CHECK: br label %loop.bound
; CHECK-NOT: alloca
; INF-NOT: loop.bound
define i32 @f(i32 %n) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %c = icmp slt i32 %i, %n
  br i1 %c, label %body, label %out
body:
  %next = add i32 %i, 1
  br label %head
out:
  ret i32 %i
}
