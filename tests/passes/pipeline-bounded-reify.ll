; RUN: %opt -passes='function(loop-bound<2>),reify,verify' -S %s | FileCheck %s
; RUN: %opt -passes='function(loop-bound<2>),print<fp-sites>' -disable-output %s > %t.bounded
; RUN: %opt -passes='function(loop-bound<2>),reify,print<fp-sites>' -disable-output %s | diff %t.bounded -
; RUN: %opt -passes='print<fp-sites>' -disable-output %s | diff %t.bounded -
; A bounded loop with its exceptions explicit. Bounding adds no sites either.

; CHECK-DAG: icmp ult i32 %{{.*}}, 2
; CHECK-DAG: %m = fmul double
; CHECK: overflow.0:
; CHECK: underflow.0:
define double @f(double %x, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %p = phi double [ 1.0, %entry ], [ %m, %loop ]
  %m = fmul double %p, %x
  %next = add i32 %i, 1
  %c = icmp slt i32 %next, %n
  br i1 %c, label %loop, label %end
end:
  ret double %m
}
