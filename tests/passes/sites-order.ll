; RUN: split-file %s %t
; RUN: %opt -passes='print<fp-sites>' -disable-output %t/alone.ll | FileCheck %s --check-prefix=ALONE
; RUN: %opt -passes='print<fp-sites>' -disable-output %t/after.ll | FileCheck %s --check-prefix=AFTER
; The identity of a site is (function, index): another function before it changes the number only. Blocks count in
; the order of the text, whatever the control flow is.

; ALONE: "sites":3,
; ALONE-NEXT: "function":"f","index":0,{{.*}}"opcode":"fadd",{{.*}}"site":0,
; ALONE-NEXT: "function":"f","index":1,{{.*}}"opcode":"fmul",{{.*}}"site":1,
; ALONE-NEXT: "function":"f","index":2,{{.*}}"opcode":"fsub",{{.*}}"site":2,
; ALONE-NOT: {"arity"

; AFTER: "sites":4,
; AFTER-NEXT: "function":"before","index":0,{{.*}}"opcode":"fdiv",{{.*}}"site":0,
; AFTER-NEXT: "function":"f","index":0,{{.*}}"opcode":"fadd",{{.*}}"site":1,
; AFTER-NEXT: "function":"f","index":1,{{.*}}"opcode":"fmul",{{.*}}"site":2,
; AFTER-NEXT: "function":"f","index":2,{{.*}}"opcode":"fsub",{{.*}}"site":3,
; AFTER-NOT: {"arity"
;--- alone.ll
define double @f(double %x, i1 %c) {
  br i1 %c, label %second, label %first
first:
  %a = fadd double %x, 1.0
  br label %second
second:
  %p = phi double [ %x, %0 ], [ %a, %first ]
  %m = fmul double %p, %x
  br label %third
third:
  %s = fsub double %m, %x
  ret double %s
}
;--- after.ll
declare double @external(double)
define double @before(double %x) {
  %d = fdiv double 1.0, %x
  ret double %d
}
define double @f(double %x, i1 %c) {
  br i1 %c, label %second, label %first
first:
  %a = fadd double %x, 1.0
  br label %second
second:
  %p = phi double [ %x, %0 ], [ %a, %first ]
  %m = fmul double %p, %x
  br label %third
third:
  %s = fsub double %m, %x
  ret double %s
}
