; RUN: %opt -passes='harness,site-lines,verify' -S %s | FileCheck %s
; How the variant for confirmation is made: thunks have lines too, all of them 1, and the sites keep their numbers.

; CHECK: %r = fdiv double %x, %y, !dbg [[SITE:![0-9]+]]
; CHECK: define void @__ariadne_call.f(ptr %input, ptr %output) !dbg [[THUNK:![0-9]+]]
; CHECK: call double @f(double %x, double %y), !dbg [[ONE:![0-9]+]]
; CHECK: store double {{.*}}, !dbg [[ONE]]
; CHECK: ret void, !dbg [[ONE]]
; CHECK-DAG: [[SITE]] = !DILocation(line: 2,
; CHECK-DAG: [[ONE]] = !DILocation(line: 1, scope: [[THUNK]])
define double @f(double %x, double %y) {
  %r = fdiv double %x, %y
  ret double %r
}
