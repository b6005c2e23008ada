; RUN: %opt -passes=ap,verify -S %s | FileCheck %s
; Every operation becomes a call; what only moves floats stays.

; CHECK-LABEL: define double @arithmetic(
; CHECK-NEXT: %a = call double @__ariadne_ap_fadd_f64(double %x, double %y)
; CHECK-NEXT: %b = call double @__ariadne_ap_fsub_f64(double %a, double 5.000000e-01)
; CHECK-NEXT: %c = call double @__ariadne_ap_fmul_f64(double %b, double %x)
; CHECK-NEXT: %d = call double @__ariadne_ap_fdiv_f64(double %c, double %y)
; CHECK-NEXT: %e = call double @__ariadne_ap_fmod_f64(double %d, double %y)
; CHECK-NEXT: %f = fneg double %e
; CHECK-NEXT: store double %f, ptr %p
; CHECK-NEXT: %g = load double, ptr %p
; CHECK-NEXT: %h = select i1 %t, double %g, double %x
; CHECK-NEXT: ret double %h
define double @arithmetic(double %x, double %y, ptr %p, i1 %t) {
  %a = fadd double %x, %y
  %b = fsub double %a, 5.000000e-01
  %c = fmul double %b, %x
  %d = fdiv double %c, %y
  %e = frem double %d, %y
  %f = fneg double %e
  store double %f, ptr %p
  %g = load double, ptr %p
  %h = select i1 %t, double %g, double %x
  ret double %h
}

; CHECK-LABEL: define i1 @compare(
; CHECK-NEXT: [[A:%.*]] = call i32 @__ariadne_ap_fcmp_f32(float %x, float %y, i32 4, i32 0)
; CHECK-NEXT: %a = icmp ne i32 [[A]], 0
; CHECK-NEXT: [[B:%.*]] = call i32 @__ariadne_ap_fcmp_f32(float %x, float %x, i32 8, i32 1)
; CHECK-NEXT: %b = icmp ne i32 [[B]], 0
; CHECK-NEXT: [[C:%.*]] = call i32 @__ariadne_ap_class_f32(float %x, i32 3, i32 2)
; CHECK-NEXT: %c = icmp ne i32 [[C]], 0
define i1 @compare(float %x, float %y) {
  %a = fcmp olt float %x, %y
  %b = fcmp uno float %x, %x
  %c = call i1 @llvm.is.fpclass.f32(float %x, i32 3)
  %d = or i1 %a, %b
  %e = or i1 %d, %c
  ret i1 %e
}

; CHECK-LABEL: define i8 @convert(
; CHECK-NEXT: %a = call double @__ariadne_ap_fpext_f32_f64(float %x)
; CHECK-NEXT: %b = call float @__ariadne_ap_fptrunc_f64_f32(double %a)
; CHECK-NEXT: [[N:%.*]] = sext i16 %n to i64
; CHECK-NEXT: %c = call x86_fp80 @__ariadne_ap_sitofp_f80(i64 [[N]])
; CHECK-NEXT: [[M:%.*]] = zext i16 %n to i64
; CHECK-NEXT: %d = call float @__ariadne_ap_uitofp_f32(i64 [[M]])
; CHECK-NEXT: [[E:%.*]] = call i64 @__ariadne_ap_fptosi_f80(x86_fp80 %c, i32 8, i32 3)
; CHECK-NEXT: %e = trunc i64 [[E]] to i8
define i8 @convert(float %x, i16 %n) {
  %a = fpext float %x to double
  %b = fptrunc double %a to float
  %c = sitofp i16 %n to x86_fp80
  %d = uitofp i16 %n to float
  %e = fptosi x86_fp80 %c to i8
  %f = fadd float %b, %d
  ret i8 %e
}

; CHECK-LABEL: define double @strict(
; CHECK-NEXT: %a = call double @__ariadne_ap_fmul_f64(double %x, double %x)
; CHECK-NEXT: %b = call double @__ariadne_ap_sqrt_f64(double %a)
; CHECK-NEXT: [[C:%.*]] = call i32 @__ariadne_ap_fcmp_f64(double %b, double %x, i32 2, i32 4)
define double @strict(double %x) strictfp {
  %a = call double @llvm.experimental.constrained.fmul.f64(double %x, double %x, metadata !"round.tonearest", metadata !"fpexcept.strict") strictfp
  %b = call double @llvm.experimental.constrained.sqrt.f64(double %a, metadata !"round.tonearest", metadata !"fpexcept.strict") strictfp
  %c = call i1 @llvm.experimental.constrained.fcmp.f64(double %b, double %x, metadata !"ogt", metadata !"fpexcept.strict") strictfp
  %d = select i1 %c, double %a, double %b
  ret double %d
}

; CHECK-LABEL: define <2 x double> @loud(
; CHECK-NEXT: call void @__ariadne_ap_unsupported(ptr @ariadne.text
; CHECK-NEXT: %a = fadd <2 x double> %v, %v
; CHECK-NEXT: call void @__ariadne_ap_unsupported(ptr @ariadne.text
; CHECK-NEXT: %b = fadd half %h, %h
define <2 x double> @loud(<2 x double> %v, half %h) {
  %a = fadd <2 x double> %v, %v
  %b = fadd half %h, %h
  ret <2 x double> %a
}

declare i1 @llvm.is.fpclass.f32(float, i32)
declare double @llvm.experimental.constrained.fmul.f64(double, double, metadata, metadata)
declare double @llvm.experimental.constrained.sqrt.f64(double, metadata, metadata)
declare i1 @llvm.experimental.constrained.fcmp.f64(double, double, metadata, metadata)
