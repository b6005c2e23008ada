; RUN: %opt -passes=trace,verify -S %s | FileCheck %s
; Functions that only have the name of the C library's are unknown ones, and addresses of other address spaces are
; addresses all the same.

declare ptr @realloc(i64, i64)
declare i32 @calloc(i64, i64)

; CHECK-LABEL: define i32 @others(
; CHECK-NOT: __ariadne_trace_block_size
; CHECK: call void @__ariadne_trace_lost(
; CHECK: call ptr @realloc(
; CHECK-NOT: __ariadne_trace_{{moved|fill}}
; CHECK: call void @__ariadne_trace_lost(
; CHECK: call i32 @calloc(
; CHECK-NOT: __ariadne_trace_fill
; CHECK: ret i32
define i32 @others(i64 %n) {
  %a = call ptr @realloc(i64 %n, i64 %n)
  %b = call i32 @calloc(i64 %n, i64 %n)
  ret i32 %b
}

; CHECK-LABEL: define double @segment(
; CHECK: [[NUMBER:%[0-9]+]] = ptrtoint ptr addrspace(256) %p to i64
; CHECK: [[ADDRESS:%[0-9]+]] = inttoptr i64 [[NUMBER]] to ptr
; CHECK: call i32 @__ariadne_trace_load(ptr [[ADDRESS]],
define double @segment(ptr addrspace(256) %p) {
  %x = load double, ptr addrspace(256) %p
  ret double %x
}
