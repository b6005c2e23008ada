; RUN: %opt -passes=harness,verify -S %s | FileCheck %s
; Constructors of the program do not run when it is loaded, but when __ariadne_initialise is called: by priority, and in
; their order among equals.

; CHECK-NOT: llvm.global_ctors
; CHECK: define void @__ariadne_initialise()
; CHECK: call void @early()
; CHECK-NEXT: call void @first()
; CHECK-NEXT: call void @second()
; CHECK-NEXT: ret void
@llvm.global_ctors = appending global [3 x { i32, ptr, ptr }] [
  { i32, ptr, ptr } { i32 65535, ptr @first, ptr null },
  { i32, ptr, ptr } { i32 101, ptr @early, ptr null },
  { i32, ptr, ptr } { i32 65535, ptr @second, ptr null }]

define internal void @first() {
  ret void
}
define internal void @second() {
  ret void
}
define internal void @early() {
  ret void
}
