; RUN: %opt -passes=reify -S %s | FileCheck %s
; Calls of libm, by the row of their function.

; CHECK-LABEL: define double @sqrt_of(double %x)
; CHECK: %r = call double @sqrt(double %x)
; CHECK-NEXT: [[C:%[0-9]+]] = fcmp olt double %x, 0.000000e+00
; CHECK: [[I:%[0-9]+]] = and i1 [[C]],
; CHECK: br i1 [[I]], label %invalid.0,
define double @sqrt_of(double %x) {
  %r = call double @sqrt(double %x)
  ret double %r
}

; CHECK-LABEL: define float @log1p_of(float %x)
; CHECK: [[D:%[0-9]+]] = fcmp oeq float %x, -1.000000e+00
; CHECK: [[I:%[0-9]+]] = fcmp olt float %x, -1.000000e+00
; CHECK: [[RD:%[0-9]+]] = and i1 [[D]],
; CHECK: [[RI:%[0-9]+]] = and i1 [[I]],
; CHECK: br i1 [[RD]], label %divbyzero.1,
; CHECK: br i1 [[RI]], label %invalid.1,
; CHECK: call void @__ariadne_raise_f32(ptr @ariadne.site.1, i32 8, float %x, float 0.000000e+00, float %r)
define float @log1p_of(float %x) {
  %r = call float @log1pf(float %x)
  ret float %r
}

; CHECK-LABEL: define double @asin_of(double %x)
; CHECK-NOT: overflow
; CHECK: br i1 {{%[0-9]+}}, label %underflow.2,
; CHECK: br i1 {{%[0-9]+}}, label %invalid.2,
define double @asin_of(double %x) {
  %r = call double @asin(double %x)
  ret double %r
}

; CHECK-LABEL: define double @pow_of(double %x, double %y)
; CHECK-DAG: [[X:%[0-9]+]] = fcmp oeq double %x, 0.000000e+00
; CHECK-DAG: [[Y:%[0-9]+]] = fcmp olt double %y, 0.000000e+00
; CHECK: [[D:%[0-9]+]] = and i1 [[X]], [[Y]]
; CHECK-DAG: [[NEG:%[0-9]+]] = fcmp olt double %x, 0.000000e+00
; CHECK-DAG: [[T:%[0-9]+]] = call double @llvm.trunc.f64(double %y)
; CHECK-DAG: [[INT:%[0-9]+]] = fcmp oeq double [[T]], %y
; CHECK-DAG: [[NOT:%[0-9]+]] = xor i1 [[INT]], true
; CHECK: [[I:%[0-9]+]] = and i1 [[NEG]], [[NOT]]
; CHECK: [[RD:%[0-9]+]] = and i1 [[D]],
; CHECK: [[RI:%[0-9]+]] = and i1 [[I]],
; CHECK: label %overflow.3,
; CHECK: label %underflow.3,
; CHECK: br i1 [[RD]], label %divbyzero.3,
; CHECK: br i1 [[RI]], label %invalid.3,
define double @pow_of(double %x, double %y) {
  %r = call double @pow(double %x, double %y)
  ret double %r
}

; The integer operand is no operand of the table; a result that is an integer is not looked at.
; CHECK-LABEL: define double @ldexp_of(double %x, i32 %n)
; CHECK: label %overflow.4,
; CHECK: call void @__ariadne_raise_f64(ptr @ariadne.site.4, i32 1, double %x, double 0.000000e+00, double %r)
; CHECK: label %underflow.4,
define double @ldexp_of(double %x, i32 %n) {
  %r = call double @ldexp(double %x, i32 %n)
  ret double %r
}

; CHECK-LABEL: define i32 @ilogb_of(double %x)
; CHECK: [[Z:%[0-9]+]] = fcmp oeq double %x, 0.000000e+00
; CHECK: [[I:%[0-9]+]] = and i1 [[Z]],
; CHECK: br i1 [[I]], label %invalid.5,
; CHECK: ret i32 %r
define i32 @ilogb_of(double %x) {
  %r = call i32 @ilogb(double %x)
  ret i32 %r
}

; CHECK-LABEL: define i64 @lrint_of(double %x)
; CHECK-DAG: fcmp ole double %x, 0xC3E0000000000001
; CHECK-DAG: fcmp oge double %x, 0x43E0000000000000
; CHECK: label %invalid.6,
define i64 @lrint_of(double %x) {
  %r = call i64 @lrint(double %x)
  ret i64 %r
}

; All three operands of fma must be finite.
; CHECK-LABEL: define double @fma_of(double %x, double %y, double %z)
; CHECK: call double @llvm.fma.f64(double %x, double %y, double %z)
; CHECK: call double @llvm.fabs.f64(double %x)
; CHECK: call double @llvm.fabs.f64(double %y)
; CHECK: call double @llvm.fabs.f64(double %z)
; CHECK: label %overflow.7,
; CHECK: label %underflow.7,
define double @fma_of(double %x, double %y, double %z) {
  %r = call double @llvm.fma.f64(double %x, double %y, double %z)
  ret double %r
}

; A call that must be the last thing of its function no longer is.
; CHECK-LABEL: define double @tail(double %x)
; CHECK-NOT: musttail
; CHECK: label %overflow.8,
; CHECK: ret double %r
define double @tail(double %x) {
  %r = musttail call double @sinh(double %x)
  ret double %r
}

declare double @sqrt(double)
declare float @log1pf(float)
declare double @asin(double)
declare double @pow(double, double)
declare double @ldexp(double, i32)
declare i32 @ilogb(double)
declare i64 @lrint(double)
declare double @llvm.fma.f64(double, double, double)
declare double @sinh(double)
