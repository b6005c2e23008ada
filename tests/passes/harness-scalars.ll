; RUN: %opt -passes=harness,verify -S %s | FileCheck %s
; The thunk reads one slot of 16 bytes per scalar and stores the result at the start of the output, which it zeroes.

; CHECK: define void @__ariadne_call.f(ptr %input, ptr %output)
; CHECK: call void @llvm.memset.p0.i64(ptr align 16 %output, i8 0, i64 16, i1 false)
; CHECK: [[A:%[0-9]+]] = getelementptr inbounds i8, ptr %input, i64 0
; CHECK-NEXT: %a = load float, ptr [[A]]
; CHECK: [[B:%[0-9]+]] = getelementptr inbounds i8, ptr %input, i64 16
; CHECK-NEXT: %b = load double, ptr [[B]]
; CHECK: [[C:%[0-9]+]] = getelementptr inbounds i8, ptr %input, i64 32
; CHECK-NEXT: %c = load x86_fp80, ptr [[C]]
; CHECK: [[D:%[0-9]+]] = getelementptr inbounds i8, ptr %input, i64 48
; CHECK-NEXT: %d = load i64, ptr [[D]]
; CHECK: [[R:%[0-9]+]] = call x86_fp80 @f(float %a, double %b, x86_fp80 %c, i64 %d)
; CHECK: store x86_fp80 [[R]], ptr %output
; CHECK-NEXT: ret void
define x86_fp80 @f(float %a, double %b, x86_fp80 %c, i64 %d) {
  ret x86_fp80 %c
}

; Static functions have a thunk too, which others can call; declarations have none.
; CHECK: define void @__ariadne_call.hidden(ptr %input, ptr %output)
; CHECK: call fastcc void @hidden()
; CHECK-NEXT: ret void
; CHECK-NOT: @__ariadne_call.
define internal fastcc void @hidden() {
  ret void
}
declare double @external(double)
