; RUN: %opt -passes=ap,verify -S %s | FileCheck %s
; Bits that are looked at are those of the nearest float; copies stay copies.

%union.u = type { double }

; CHECK-LABEL: define i64 @look(
; CHECK-NEXT: [[X:%.*]] = call double @__ariadne_ap_bits_f64(double %x)
; CHECK-NEXT: %a = bitcast double [[X]] to i64
define i64 @look(double %x) {
  %a = bitcast double %x to i64
  %b = lshr i64 %a, 52
  ret i64 %b
}

; CHECK-LABEL: define double @copy(
; CHECK-NOT: __ariadne
; CHECK: ret double
define double @copy(double %x, ptr %p, ptr %q) {
  %a = bitcast double %x to i64
  %b = bitcast i64 %a to double
  store double %b, ptr %p
  %c = load i64, ptr %p
  store i64 %c, ptr %q
  ret double %b
}

; CHECK-LABEL: define i64 @memory(
; CHECK: %a = load i64, ptr %e
; CHECK-NEXT: [[A:%.*]] = call i64 @__ariadne_ap_unpun_i64(i64 %a)
; CHECK-NEXT: %c = load i64, ptr %n
; CHECK-NEXT: %b = add i64 [[A]], %c
define i64 @memory(ptr %p, i64 %i, ptr %n) {
  %e = getelementptr inbounds %union.u, ptr %p, i64 %i
  %a = load i64, ptr %e
  %c = load i64, ptr %n
  %b = add i64 %a, %c
  ret i64 %b
}
