; RUN: split-file %s %t
; RUN: %opt -passes='print<fp-sites>' -disable-output %t/fast.ll | FileCheck %s --check-prefix=FAST
; RUN: %opt -passes='print<fp-sites>' -disable-output %t/call.ll | FileCheck %s --check-prefix=FAST
; RUN: %opt -passes='print<fp-sites>' -disable-output %t/strict.ll | FileCheck %s --check-prefix=STRICT
; A module with fast-math flags is analysed as it is; the table says so.

; FAST: {"fast_math":true,{{.*}}"sites":1,
; STRICT: {"fast_math":false,{{.*}}"sites":1,
;--- fast.ll
define double @f(double %x) {
  %r = fadd reassoc double %x, 1.0
  ret double %r
}
;--- call.ll
declare double @sin(double)
define double @f(double %x) {
  %r = call nnan double @sin(double %x)
  ret double %r
}
;--- strict.ll
define double @f(double %x) {
  %r = fadd double %x, 1.0
  ret double %r
}
