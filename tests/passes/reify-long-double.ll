; RUN: %opt -passes=reify -S %s | FileCheck %s
; The bounds are those of the operation's own type.

; CHECK-LABEL: define x86_fp80 @f(x86_fp80 %x, x86_fp80 %y)
; CHECK: %r = fsub x86_fp80 %x, %y
; CHECK: fcmp oeq x86_fp80 {{%[0-9]+}}, 0xK7FFF8000000000000000
; CHECK: fcmp olt x86_fp80 {{%[0-9]+}}, 0xK00018000000000000000
; CHECK: call void @__ariadne_raise_f80(ptr @ariadne.site.0, i32 1, x86_fp80 %x, x86_fp80 %y, x86_fp80 %r)
; CHECK: call void @__ariadne_raise_f80(ptr @ariadne.site.0, i32 2, x86_fp80 %x, x86_fp80 %y, x86_fp80 %r)
define x86_fp80 @f(x86_fp80 %x, x86_fp80 %y) {
  %r = fsub x86_fp80 %x, %y
  ret x86_fp80 %r
}
