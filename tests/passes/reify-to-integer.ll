; RUN: %opt -passes=reify -S %s | FileCheck %s
; Out of range after truncation: at or below the number next below min - 1, at or above max + 1. Where these have no
; float of the type, the next one outwards that the integer cannot hold.

; CHECK-LABEL: define i8 @fptosi_double_i8(double %x)
; CHECK-NEXT: %r = fptosi double %x to i8
; CHECK-DAG: [[LOW:%[0-9]+]] = fcmp ole double %x, -1.290000e+02
; CHECK-DAG: [[HIGH:%[0-9]+]] = fcmp oge double %x, 1.280000e+02
; CHECK-NEXT: [[OUT:%[0-9]+]] = or i1 [[LOW]], [[HIGH]]
; CHECK: [[INVALID:%[0-9]+]] = and i1 [[OUT]],
; CHECK-NEXT: br i1 [[INVALID]], label %invalid.0,
; CHECK: call void @__ariadne_raise_f64(ptr @ariadne.site.0, i32 8, double %x,
; CHECK: ret i8 %r
define i8 @fptosi_double_i8(double %x) {
  %r = fptosi double %x to i8
  ret i8 %r
}

; CHECK-LABEL: define i16 @fptosi_double_i16(double %x)
; CHECK-NEXT: %r = fptosi double %x to i16
; CHECK-DAG: [[LOW:%[0-9]+]] = fcmp ole double %x, -3.276900e+04
; CHECK-DAG: [[HIGH:%[0-9]+]] = fcmp oge double %x, 3.276800e+04
; CHECK-NEXT: [[OUT:%[0-9]+]] = or i1 [[LOW]], [[HIGH]]
; CHECK: [[INVALID:%[0-9]+]] = and i1 [[OUT]],
; CHECK-NEXT: br i1 [[INVALID]], label %invalid.1,
; CHECK: call void @__ariadne_raise_f64(ptr @ariadne.site.1, i32 8, double %x,
; CHECK: ret i16 %r
define i16 @fptosi_double_i16(double %x) {
  %r = fptosi double %x to i16
  ret i16 %r
}

; CHECK-LABEL: define i32 @fptosi_double_i32(double %x)
; CHECK-NEXT: %r = fptosi double %x to i32
; CHECK-DAG: [[LOW:%[0-9]+]] = fcmp ole double %x, 0xC1E0000000200000
; CHECK-DAG: [[HIGH:%[0-9]+]] = fcmp oge double %x, 0x41E0000000000000
; CHECK-NEXT: [[OUT:%[0-9]+]] = or i1 [[LOW]], [[HIGH]]
; CHECK: [[INVALID:%[0-9]+]] = and i1 [[OUT]],
; CHECK-NEXT: br i1 [[INVALID]], label %invalid.2,
; CHECK: call void @__ariadne_raise_f64(ptr @ariadne.site.2, i32 8, double %x,
; CHECK: ret i32 %r
define i32 @fptosi_double_i32(double %x) {
  %r = fptosi double %x to i32
  ret i32 %r
}

; CHECK-LABEL: define i64 @fptosi_double_i64(double %x)
; CHECK-NEXT: %r = fptosi double %x to i64
; CHECK-DAG: [[LOW:%[0-9]+]] = fcmp ole double %x, 0xC3E0000000000001
; CHECK-DAG: [[HIGH:%[0-9]+]] = fcmp oge double %x, 0x43E0000000000000
; CHECK-NEXT: [[OUT:%[0-9]+]] = or i1 [[LOW]], [[HIGH]]
; CHECK: [[INVALID:%[0-9]+]] = and i1 [[OUT]],
; CHECK-NEXT: br i1 [[INVALID]], label %invalid.3,
; CHECK: call void @__ariadne_raise_f64(ptr @ariadne.site.3, i32 8, double %x,
; CHECK: ret i64 %r
define i64 @fptosi_double_i64(double %x) {
  %r = fptosi double %x to i64
  ret i64 %r
}

; CHECK-LABEL: define i128 @fptosi_double_i128(double %x)
; CHECK-NEXT: %r = fptosi double %x to i128
; CHECK-DAG: [[LOW:%[0-9]+]] = fcmp ole double %x, 0xC7E0000000000001
; CHECK-DAG: [[HIGH:%[0-9]+]] = fcmp oge double %x, 0x47E0000000000000
; CHECK-NEXT: [[OUT:%[0-9]+]] = or i1 [[LOW]], [[HIGH]]
; CHECK: [[INVALID:%[0-9]+]] = and i1 [[OUT]],
; CHECK-NEXT: br i1 [[INVALID]], label %invalid.4,
; CHECK: call void @__ariadne_raise_f64(ptr @ariadne.site.4, i32 8, double %x,
; CHECK: ret i128 %r
define i128 @fptosi_double_i128(double %x) {
  %r = fptosi double %x to i128
  ret i128 %r
}

; CHECK-LABEL: define i1 @fptoui_double_i1(double %x)
; CHECK-NEXT: %r = fptoui double %x to i1
; CHECK-DAG: [[LOW:%[0-9]+]] = fcmp ole double %x, -1.000000e+00
; CHECK-DAG: [[HIGH:%[0-9]+]] = fcmp oge double %x, 2.000000e+00
; CHECK-NEXT: [[OUT:%[0-9]+]] = or i1 [[LOW]], [[HIGH]]
; CHECK: [[INVALID:%[0-9]+]] = and i1 [[OUT]],
; CHECK-NEXT: br i1 [[INVALID]], label %invalid.5,
; CHECK: call void @__ariadne_raise_f64(ptr @ariadne.site.5, i32 8, double %x,
; CHECK: ret i1 %r
define i1 @fptoui_double_i1(double %x) {
  %r = fptoui double %x to i1
  ret i1 %r
}

; CHECK-LABEL: define i8 @fptoui_double_i8(double %x)
; CHECK-NEXT: %r = fptoui double %x to i8
; CHECK-DAG: [[LOW:%[0-9]+]] = fcmp ole double %x, -1.000000e+00
; CHECK-DAG: [[HIGH:%[0-9]+]] = fcmp oge double %x, 2.560000e+02
; CHECK-NEXT: [[OUT:%[0-9]+]] = or i1 [[LOW]], [[HIGH]]
; CHECK: [[INVALID:%[0-9]+]] = and i1 [[OUT]],
; CHECK-NEXT: br i1 [[INVALID]], label %invalid.6,
; CHECK: call void @__ariadne_raise_f64(ptr @ariadne.site.6, i32 8, double %x,
; CHECK: ret i8 %r
define i8 @fptoui_double_i8(double %x) {
  %r = fptoui double %x to i8
  ret i8 %r
}

; CHECK-LABEL: define i32 @fptoui_double_i32(double %x)
; CHECK-NEXT: %r = fptoui double %x to i32
; CHECK-DAG: [[LOW:%[0-9]+]] = fcmp ole double %x, -1.000000e+00
; CHECK-DAG: [[HIGH:%[0-9]+]] = fcmp oge double %x, 0x41F0000000000000
; CHECK-NEXT: [[OUT:%[0-9]+]] = or i1 [[LOW]], [[HIGH]]
; CHECK: [[INVALID:%[0-9]+]] = and i1 [[OUT]],
; CHECK-NEXT: br i1 [[INVALID]], label %invalid.7,
; CHECK: call void @__ariadne_raise_f64(ptr @ariadne.site.7, i32 8, double %x,
; CHECK: ret i32 %r
define i32 @fptoui_double_i32(double %x) {
  %r = fptoui double %x to i32
  ret i32 %r
}

; CHECK-LABEL: define i64 @fptoui_double_i64(double %x)
; CHECK-NEXT: %r = fptoui double %x to i64
; CHECK-DAG: [[LOW:%[0-9]+]] = fcmp ole double %x, -1.000000e+00
; CHECK-DAG: [[HIGH:%[0-9]+]] = fcmp oge double %x, 0x43F0000000000000
; CHECK-NEXT: [[OUT:%[0-9]+]] = or i1 [[LOW]], [[HIGH]]
; CHECK: [[INVALID:%[0-9]+]] = and i1 [[OUT]],
; CHECK-NEXT: br i1 [[INVALID]], label %invalid.8,
; CHECK: call void @__ariadne_raise_f64(ptr @ariadne.site.8, i32 8, double %x,
; CHECK: ret i64 %r
define i64 @fptoui_double_i64(double %x) {
  %r = fptoui double %x to i64
  ret i64 %r
}

; CHECK-LABEL: define i32 @fptosi_float_i32(float %x)
; CHECK-NEXT: %r = fptosi float %x to i32
; CHECK-DAG: [[LOW:%[0-9]+]] = fcmp ole float %x, 0xC1E0000020000000
; CHECK-DAG: [[HIGH:%[0-9]+]] = fcmp oge float %x, 0x41E0000000000000
; CHECK-NEXT: [[OUT:%[0-9]+]] = or i1 [[LOW]], [[HIGH]]
; CHECK: [[INVALID:%[0-9]+]] = and i1 [[OUT]],
; CHECK-NEXT: br i1 [[INVALID]], label %invalid.9,
; CHECK: call void @__ariadne_raise_f32(ptr @ariadne.site.9, i32 8, float %x,
; CHECK: ret i32 %r
define i32 @fptosi_float_i32(float %x) {
  %r = fptosi float %x to i32
  ret i32 %r
}

; CHECK-LABEL: define i64 @fptosi_float_i64(float %x)
; CHECK-NEXT: %r = fptosi float %x to i64
; CHECK-DAG: [[LOW:%[0-9]+]] = fcmp ole float %x, 0xC3E0000020000000
; CHECK-DAG: [[HIGH:%[0-9]+]] = fcmp oge float %x, 0x43E0000000000000
; CHECK-NEXT: [[OUT:%[0-9]+]] = or i1 [[LOW]], [[HIGH]]
; CHECK: [[INVALID:%[0-9]+]] = and i1 [[OUT]],
; CHECK-NEXT: br i1 [[INVALID]], label %invalid.10,
; CHECK: call void @__ariadne_raise_f32(ptr @ariadne.site.10, i32 8, float %x,
; CHECK: ret i64 %r
define i64 @fptosi_float_i64(float %x) {
  %r = fptosi float %x to i64
  ret i64 %r
}

; CHECK-LABEL: define i64 @fptoui_float_i64(float %x)
; CHECK-NEXT: %r = fptoui float %x to i64
; CHECK-DAG: [[LOW:%[0-9]+]] = fcmp ole float %x, -1.000000e+00
; CHECK-DAG: [[HIGH:%[0-9]+]] = fcmp oge float %x, 0x43F0000000000000
; CHECK-NEXT: [[OUT:%[0-9]+]] = or i1 [[LOW]], [[HIGH]]
; CHECK: [[INVALID:%[0-9]+]] = and i1 [[OUT]],
; CHECK-NEXT: br i1 [[INVALID]], label %invalid.11,
; CHECK: call void @__ariadne_raise_f32(ptr @ariadne.site.11, i32 8, float %x,
; CHECK: ret i64 %r
define i64 @fptoui_float_i64(float %x) {
  %r = fptoui float %x to i64
  ret i64 %r
}

; -2^63 - 1 has a number in x86_fp80: 64 bits of mantissa.
; CHECK-LABEL: define i64 @fptosi_x87(x86_fp80 %x)
; CHECK-DAG: fcmp ole x86_fp80 %x, 0xKC03E8000000000000001
; CHECK-DAG: fcmp oge x86_fp80 %x, 0xK403E8000000000000000
; CHECK: call void @__ariadne_raise_f80(ptr @ariadne.site.12, i32 8,
define i64 @fptosi_x87(x86_fp80 %x) {
  %r = fptosi x86_fp80 %x to i64
  ret i64 %r
}
