; RUN: %opt -passes='harness<setup=quiet;setup=tables>,verify' -S %s | FileCheck %s
; RUN: not %opt -passes='harness<setup=nothing>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
; RUN: not %opt -passes='harness<setup=f>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=TAKES
; RUN: not %opt -passes='harness<setup=>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=SYNTAX
; Each thunk calls the set-up functions, in the order given, before it calls its own.

; UNKNOWN: error: the set-up function 'nothing' does not exist in the program
; TAKES: error: the set-up function 'f' takes parameters
; SYNTAX: unknown pass name 'harness<setup=>'

; CHECK: define void @__ariadne_call.tables(ptr %input, ptr %output)
; CHECK: call ptr @quiet()
; CHECK-NEXT: call fastcc void @tables()
; CHECK-NEXT: call fastcc void @tables()
; CHECK: define void @__ariadne_call.f(ptr %input, ptr %output)
; CHECK: call void @llvm.memset
; CHECK-NEXT: call ptr @quiet()
; CHECK-NEXT: call fastcc void @tables()
; CHECK: call double @f(double %x)
declare ptr @quiet()
define internal fastcc void @tables() {
  ret void
}
define double @f(double %x) {
  ret double %x
}
