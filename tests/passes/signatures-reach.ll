; RUN: %opt -passes='print<signatures>' -disable-output %s | FileCheck %s
; RUN: %opt -passes='harness,print<signatures>' -disable-output %s | FileCheck %s
; What each function can reach, through calls and through functions whose address it takes: sites, functions that are
; defined nowhere, and the numbers that the code is written with. Thunks are no functions of the program.

; CHECK: {"closure":"{{[0-9a-f]+}}","constants":[3],"externals":["outside"],{{.*}}"name":"leaf",{{.*}}"sites":[0],
define double @leaf(double %x) {
  %r = fmul double %x, 3.0
  %o = call double @outside(double %r)
  ret double %o
}

; Integers count where they are compared; pointers and the arithmetic of indices do not.
; CHECK-NEXT: {"closure":"{{[0-9a-f]+}}","constants":[-7,0.5,1,2,3],"externals":["outside","sin"],{{.*}}"name":"caller",{{.*}}"sites":[0,1,2],
define double @caller(double %x, i32 %n) {
  %big = icmp sgt i32 %n, -7
  %next = add i32 %n, 99
  switch i32 %next, label %end [ i32 1, label %end
                                 i32 2, label %end ]
end:
  %l = call double @leaf(double %x)
  %s = call double @sin(double %l)
  %r = fadd double %s, 0.5
  ret double %r
}

; CHECK-NEXT: "externals":["outside","sin","take"],{{.*}}"name":"by_pointer",{{.*}}"sites":[0,1,2],
define void @by_pointer() {
  call void @take(ptr @caller)
  ret void
}

; A recursion ends.
; CHECK-NEXT: "name":"recursive",{{.*}}"sites":[3],
define double @recursive(double %x) {
  %r = fsub double %x, %x
  %s = call double @recursive(double %r)
  ret double %s
}

; Infinities and NaN are no numbers to try.
; CHECK-NEXT: {"closure":"{{[0-9a-f]+}}","constants":[-0.125],"externals":[],{{.*}}"name":"special",
; CHECK-NOT: {{[{]}}"constants"
define i1 @special(float %x) {
  %a = fcmp oeq float %x, 0x7FF0000000000000
  %b = fcmp uno float %x, 0x7FF8000000000000
  %c = fcmp olt float %x, -0.125
  ret i1 %c
}

declare double @outside(double)
declare double @sin(double)
declare void @take(ptr)
