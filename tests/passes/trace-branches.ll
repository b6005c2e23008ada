; RUN: %opt -passes='print<trace-branches>' -disable-output %s | FileCheck %s
; Conditional branches are numbered through the module, in block order.

; CHECK: {"branch":0,{{.*}}"function":"f",{{.*}}"loop_bound":false
; CHECK-NEXT: {"branch":1,{{.*}}"function":"g"
; CHECK-NOT: branch
define void @f(i1 %c) {
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  ret void
}
define void @g(i1 %c) {
  br i1 %c, label %a, label %a
a:
  ret void
}
