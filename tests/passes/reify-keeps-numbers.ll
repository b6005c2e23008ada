; RUN: %opt -passes='print<fp-sites>' -disable-output %s > %t.before
; RUN: %opt -passes='reify,print<fp-sites>' -disable-output %s > %t.after
; RUN: diff %t.before %t.after
; RUN: %opt -passes='probe,harness,print<fp-sites>' -disable-output %s > %t.probed
; RUN: diff %t.before %t.probed
; RUN: %opt -passes='harness,site-lines,print<fp-sites>' -disable-output %s | FileCheck %s
; The variants number their sites as the module that they were made of does: what they insert is no site.

; CHECK: "sites":11,
define void @f(double %x, double %y, float %f) {
  %a = fadd double %x, %y
  %b = fdiv double %a, %y
  %c = fptrunc double %b to float
  %d = fptosi double %b to i32
  %e = frem float %c, %f
  %g = call double @pow(double %x, double %y)
  %h = call double @lgamma(double %x)
  %i = call double @llvm.fma.f64(double %x, double %y, double %g)
  %j = fcmp olt float %c, %f
  br i1 %j, label %more, label %end
more:
  %k = fmul double %i, %h
  %l = call i64 @lrint(double %k)
  br label %end
end:
  ret void
}

define double @g(double %x) {
  %s = fsub double %x, 1.0
  ret double %s
}
declare double @pow(double, double)
declare double @lgamma(double)
declare i64 @lrint(double)
declare double @llvm.fma.f64(double, double, double)
