; RUN: %opt -passes='print<fp-sites>' -disable-output %s | FileCheck %s
; RUN: %opt -passes='reify,probe,harness,site-lines,verify' -disable-output %s
; RUN: %opt -passes='print<fp-sites>' -S %s | FileCheck %s --check-prefix=KEPT
; A module without operations is one all the same, for every pass; printing changes nothing.

; CHECK: {"fast_math":false,"module":"{{.*}}","sites":0,"skipped":0,
; CHECK-NOT: {"arity"
; KEPT: define i32 @f(i32 %n)
; KEPT-NEXT: ret i32 %n
define i32 @f(i32 %n) {
  ret i32 %n
}
