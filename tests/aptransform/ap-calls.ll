; RUN: %opt -passes=ap,verify -S %s | FileCheck %s
; libm has exact counterparts; other functions get rounded numbers, and are named.

; CHECK: @functions = constant [2 x ptr] [ptr @ariadne.ap.sin, ptr @own]
@functions = constant [2 x ptr] [ptr @sin, ptr @own]
@format = constant [3 x i8] c"%g\00"

; CHECK-LABEL: define double @own(
; CHECK-NEXT: %a = call double @__ariadne_ap_sin_f64(double %x)
; CHECK-NEXT: %b = call float @__ariadne_ap_pow_f32(float %f, float 2.000000e+00)
; CHECK-NEXT: %c = call double @__ariadne_ap_frexp_f64(double %a, ptr %p, i32 0)
; CHECK-NEXT: %d = call i64 @__ariadne_ap_lrint_f64(double %c, i32 1)
; CHECK-NEXT: %e = call double @__ariadne_ap_fabs_f64(double %c)
; CHECK-NEXT: [[P:%.*]] = call double @__ariadne_ap_fmul_f64(double %e, double %x)
; CHECK-NEXT: %f2 = call double @__ariadne_ap_fadd_f64(double [[P]], double %c)
; CHECK-NEXT: ret double %f2
define double @own(double %x, float %f, ptr %p) {
  %a = call double @sin(double %x)
  %b = call float @powf(float %f, float 2.0)
  %c = call double @frexp(double %a, ptr %p)
  %d = call i64 @lrint(double %c)
  %e = call double @llvm.fabs.f64(double %c)
  %f2 = call double @llvm.fmuladd.f64(double %e, double %x, double %c)
  ret double %f2
}

; CHECK-LABEL: define double @outside(
; CHECK-NEXT: call void @__ariadne_ap_external(ptr @ariadne.text
; CHECK-NEXT: [[X:%.*]] = call double @__ariadne_ap_marshal_f64(double %x)
; CHECK-NEXT: %a = call double @foreign(double [[X]])
; CHECK-NEXT: [[A:%.*]] = call double @__ariadne_ap_foreign_f64(double %a)
; CHECK-NEXT: [[B:%.*]] = call double @__ariadne_ap_marshal_f64(double [[A]])
; CHECK-NEXT: call i32 (ptr, ...) @printf(ptr @format, double [[B]])
; CHECK-NEXT: %c = call double @own(double [[A]], float 1.000000e+00, ptr %p)
define double @outside(double %x, ptr %p) {
  %a = call double @foreign(double %x)
  %b = call i32 (ptr, ...) @printf(ptr @format, double %a)
  %c = call double @own(double %a, float 1.0, ptr %p)
  ret double %c
}

; CHECK-LABEL: define internal double @ariadne.ap.sin(
; CHECK: call double @__ariadne_ap_sin_f64(

declare double @sin(double)
declare float @powf(float, float)
declare double @frexp(double, ptr)
declare i64 @lrint(double)
declare double @llvm.fabs.f64(double)
declare double @llvm.fmuladd.f64(double, double, double)
declare double @foreign(double)
declare i32 @printf(ptr, ...)
