; RUN: %opt -passes=probe,verify -S %s | FileCheck %s
; The hook is called only when the magnitude of the result, as an integer, is outside of the window of its site.

; CHECK: define double @f(double %x, double %y)
; CHECK-NEXT: %r = fmul double %x, %y
; CHECK-NEXT: [[BITS:%[0-9]+]] = bitcast double %r to i64
; CHECK-NEXT: [[M:%[0-9]+]] = and i64 [[BITS]], 9223372036854775807
; CHECK-NEXT: [[LOW:%[0-9]+]] = load i64, ptr @__ariadne_low,
; CHECK-NEXT: [[OFFSET:%[0-9]+]] = sub i64 [[M]], [[LOW]]
; CHECK-NEXT: [[SPAN:%[0-9]+]] = load i64, ptr @__ariadne_span,
; CHECK-NEXT: [[NEWS:%[0-9]+]] = icmp ugt i64 [[OFFSET]], [[SPAN]]
; CHECK-NEXT: br i1 [[NEWS]], label %[[CALL:[0-9]+]], label %[[ON:[0-9]+]], !prof
; CHECK: {{^}}[[CALL]]:
; CHECK-NEXT: call void @__ariadne_probe_f64(i32 0, double %x, double %y, double 0.000000e+00, double %r)
; CHECK-NEXT: br label %[[ON]]
; CHECK: {{^}}[[ON]]:
; CHECK-NEXT: ret double %r
define double @f(double %x, double %y) {
  %r = fmul double %x, %y
  ret double %r
}

; A division also when its divisor is nearer to zero than ever. The second site has the second place of the arrays.
; CHECK: define float @g(float %x, float %y)
; CHECK-NEXT: %r = fdiv float %x, %y
; CHECK-NEXT: [[BITS:%[0-9]+]] = bitcast float %r to i32
; CHECK-NEXT: [[M:%[0-9]+]] = and i32 [[BITS]], 2147483647
; CHECK-NEXT: [[WIDE:%[0-9]+]] = zext i32 [[M]] to i64
; CHECK: load i64, ptr getelementptr inbounds ([512 x i64], ptr @__ariadne_low, i32 0, i32 1)
; CHECK: load i64, ptr getelementptr inbounds ([512 x i64], ptr @__ariadne_span, i32 0, i32 1)
; CHECK: [[NEWS:%[0-9]+]] = icmp ugt i64
; CHECK-DAG: [[YBITS:%[0-9]+]] = bitcast float %y to i32
; CHECK-DAG: [[DIVISOR:%[0-9]+]] = load i64, ptr getelementptr inbounds ([512 x i64], ptr @__ariadne_divisor, i32 0, i32 1)
; CHECK: [[NEARER:%[0-9]+]] = icmp ult i64 {{%[0-9]+}}, [[DIVISOR]]
; CHECK: [[EITHER:%[0-9]+]] = or i1 [[NEWS]], [[NEARER]]
; CHECK: br i1 [[EITHER]],
; CHECK: call void @__ariadne_probe_f32(i32 1, float %x, float %y, float 0.000000e+00, float %r)
define float @g(float %x, float %y) {
  %r = fdiv float %x, %y
  ret float %r
}

; Of a conversion the operand is watched; the bounds of the integer go along.
; CHECK: define i32 @h(double %x)
; CHECK-NEXT: %r = fptosi double %x to i32
; CHECK-NEXT: bitcast double %x to i64
; CHECK: call void @__ariadne_probe_f64(i32 2, double %x, double 0xC1E0000000200000, double 0x41E0000000000000, double 0.000000e+00)
define i32 @h(double %x) {
  %r = fptosi double %x to i32
  ret i32 %r
}

; Calls of libm and long double always report: what they cost, the hook hardly adds to.
; CHECK: define x86_fp80 @i(x86_fp80 %x)
; CHECK-NEXT: %l = fadd x86_fp80 %x, %x
; CHECK-NEXT: call void @__ariadne_probe_f80(i32 3, x86_fp80 %x, x86_fp80 %x, x86_fp80 0xK00000000000000000000, x86_fp80 %l)
; CHECK-NEXT: %r = call x86_fp80 @fmodl(x86_fp80 %l, x86_fp80 %x)
; CHECK-NEXT: call void @__ariadne_probe_f80(i32 4, x86_fp80 %l, x86_fp80 %x, x86_fp80 0xK00000000000000000000, x86_fp80 %r)
; CHECK-NEXT: ret x86_fp80 %r
define x86_fp80 @i(x86_fp80 %x) {
  %l = fadd x86_fp80 %x, %x
  %r = call x86_fp80 @fmodl(x86_fp80 %l, x86_fp80 %x)
  ret x86_fp80 %r
}
declare x86_fp80 @fmodl(x86_fp80, x86_fp80)
