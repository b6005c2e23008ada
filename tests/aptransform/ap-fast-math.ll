; RUN: %opt -passes=ap,verify -S %s | FileCheck %s
; Handles are NaNs: no instruction and no function may promise that there are none.

; CHECK-LABEL: define double @f(double %x, i1 %t)
; CHECK-NOT: #
; CHECK: select i1 %t, double %a, double %x
; CHECK: fneg double
; CHECK: call double @f(double
define nofpclass(nan inf) double @f(double nofpclass(nan inf) %x, i1 %t) #0 {
  %a = fadd fast double %x, 1.0
  %b = select nnan ninf i1 %t, double %a, double %x
  %c = fneg nnan double %b
  %d = call nnan nofpclass(nan) double @f(double nofpclass(nan) %c, i1 true)
  ret double %d
}
attributes #0 = { "no-nans-fp-math"="true" }
