; RUN: %opt -passes=reify -S %s | FileCheck %s
; What cannot raise an exception stays as it is: no guard, no hook, no table of sites.

; CHECK-NOT: __ariadne
; CHECK-NOT: @ariadne.site
; CHECK: define double @f(float %x, double %y, half %h)
; CHECK-NEXT: %a = fneg float %x
; CHECK-NEXT: %b = fpext float %a to double
; CHECK-NEXT: %c = fcmp olt double %b, %y
; CHECK-NEXT: %d = select i1 %c, double %b, double %y
; CHECK-NEXT: %e = call double @cos(double %d)
; CHECK-NEXT: %skipped = fadd half %h, %h
; CHECK-NEXT: %g = fadd double %e, 0x7FF0000000000000
; CHECK-NEXT: %i = fdiv double 0x7FF8000000000000, %e
; CHECK-NEXT: ret double %i
define double @f(float %x, double %y, half %h) {
  %a = fneg float %x
  %b = fpext float %a to double
  %c = fcmp olt double %b, %y
  %d = select i1 %c, double %b, double %y
  %e = call double @cos(double %d)
  %skipped = fadd half %h, %h
  %g = fadd double %e, 0x7FF0000000000000
  %i = fdiv double 0x7FF8000000000000, %e
  ret double %i
}
declare double @cos(double)
