; RUN: %opt -passes=trace,verify -S %s | FileCheck %s
; What no input can reach has no expressions: neither the counter of a loop nor the sum over a constant table.

@table = private constant [3 x i32] [i32 1, i32 2, i32 3]

; CHECK-LABEL: define i32 @f(
; CHECK-NOT: __ariadne_trace_1
; CHECK-NOT: __ariadne_trace_2
; CHECK-NOT: __ariadne_trace_load
; The branch is noted when it first goes each way.
; CHECK: [[TAKEN:%[0-9]+]] = load i8,
; CHECK: [[NEW:%[0-9]+]] = icmp eq i8 [[TAKEN]], 0
; CHECK: or i1 [[NEW]], false
; CHECK: call void @__ariadne_trace_branch(i32 0, i32 {{%[0-9]+}}, i32 0)
; CHECK: ret i32
define i32 @f() {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %place = getelementptr [3 x i32], ptr @table, i32 0, i32 %i
  %value = load i32, ptr %place
  %more = add i32 %sum, %value
  %next = add i32 %i, 1
  %again = icmp slt i32 %next, 3
  br i1 %again, label %loop, label %done
done:
  ret i32 %more
}
