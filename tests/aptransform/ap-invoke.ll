; RUN: %opt -passes=ap,verify -S %s | FileCheck %s
; A hook does not throw: what was an invoke goes straight on.

; CHECK-LABEL: define double @f(
; CHECK: %a = call double @__ariadne_ap_exp_f64(double %x)
; CHECK-NEXT: br label %next
; CHECK: next:
; CHECK-NEXT: ret double %a
define double @f(double %x) personality ptr @__gxx_personality_v0 {
  %a = invoke double @exp(double %x) to label %next unwind label %bad
next:
  ret double %a
bad:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
}
declare double @exp(double)
declare i32 @__gxx_personality_v0(...)
