; RUN: %opt -passes='function(lower-switch),probe,harness,verify' -S %s | FileCheck %s
; How the search's variant is made: the cases of a switch become comparisons, which report; thunks are not instrumented.

; CHECK: define double @f(double %x, i32 %n)
; CHECK-NOT: switch
; CHECK: call void @__ariadne_compare_i64(i32 0, i64 {{.*}}, i64 {{.*}})
; CHECK: call void @__ariadne_compare_i64(i32 1, i64 {{.*}}, i64 {{.*}})
; CHECK: call void @__ariadne_probe_f64(i32 0,
; CHECK: call void @__ariadne_probe_f64(i32 1,
; CHECK: define void @__ariadne_call.f(ptr %input, ptr %output)
; CHECK-NOT: __ariadne_{{(probe|compare|outcomes|fuel)}}
; CHECK: ret void
define double @f(double %x, i32 %n) {
  switch i32 %n, label %end [ i32 3, label %twice
                              i32 1000, label %half ]
twice:
  %m = fmul double %x, 2.0
  br label %end
half:
  %h = fmul double %x, 0.5
  br label %end
end:
  %r = phi double [ %x, %0 ], [ %h, %half ], [ %m, %twice ]
  ret double %r
}
