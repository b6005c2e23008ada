; RUN: %opt -passes=reify -S %s | FileCheck %s
; Judged in the wider type: the result extended again against the smallest normal number of the narrower one.

; CHECK-LABEL: define float @to_float(double %x)
; CHECK-NEXT: %r = fptrunc double %x to float
; CHECK-NEXT: [[R:%[0-9]+]] = fpext float %r to double
; CHECK: [[HUGE:%[0-9]+]] = fcmp oeq double {{%[0-9]+}}, 0x7FF0000000000000
; CHECK-DAG: [[SMALL:%[0-9]+]] = fcmp olt double {{%[0-9]+}}, 0x3810000000000000
; CHECK-DAG: [[NONZERO:%[0-9]+]] = fcmp une double %x, 0.000000e+00
; CHECK: [[TINY:%[0-9]+]] = and i1 [[SMALL]], [[NONZERO]]
; CHECK: [[OVERFLOW:%[0-9]+]] = and i1 [[HUGE]], [[FINITE:%[0-9]+]]
; CHECK: [[UNDERFLOW:%[0-9]+]] = and i1 [[TINY]], [[FINITE]]
; CHECK: br i1 [[OVERFLOW]], label %overflow.0,
; CHECK: call void @__ariadne_raise_f64(ptr @ariadne.site.0, i32 1, double %x, double {{.*}}, double [[R]])
; CHECK: br i1 [[UNDERFLOW]], label %underflow.0,
; CHECK: call void @__ariadne_raise_f64(ptr @ariadne.site.0, i32 2, double %x, double {{.*}}, double [[R]])
; CHECK: ret float %r
define float @to_float(double %x) {
  %r = fptrunc double %x to float
  ret float %r
}

; The smallest normal double is 2^-1022, exponent 16383 - 1022 = 0x3C01 in x86_fp80.
; CHECK-LABEL: define double @to_double(x86_fp80 %x)
; CHECK: fpext double %r to x86_fp80
; CHECK: fcmp olt x86_fp80 {{%[0-9]+}}, 0xK3C018000000000000000
; CHECK: call void @__ariadne_raise_f80(ptr @ariadne.site.1, i32 1,
define double @to_double(x86_fp80 %x) {
  %r = fptrunc x86_fp80 %x to double
  ret double %r
}
