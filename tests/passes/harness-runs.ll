; RUN: split-file %s %t
; RUN: %opt -passes=harness %t/sum.ll -o %t/thunk.bc
; RUN: llvm-link %t/thunk.bc %t/main.ll | lli
; A thunk at work: 16 bytes apart go in a float, a bool whose byte is 2, a signed char and a long double; the sum comes out.

;--- sum.ll
define x86_fp80 @sum(float %a, i1 zeroext %b, i8 signext %c, x86_fp80 %d) {
  %1 = fpext float %a to x86_fp80
  %2 = uitofp i1 %b to x86_fp80
  %3 = sitofp i8 %c to x86_fp80
  %4 = fadd x86_fp80 %1, %2
  %5 = fadd x86_fp80 %4, %3
  %6 = fadd x86_fp80 %5, %d
  ret x86_fp80 %6
}
;--- main.ll
@input = global [64 x i8] zeroinitializer, align 16
@output = global [32 x i8] c"01234567890123456789012345678901", align 16
declare void @__ariadne_call.sum(ptr, ptr)

; 0 when the result is 1.5 + 1 - 3 + 0.25 = -0.25 and what is left of its 16 bytes was zeroed.
define i32 @main() {
  store float 1.5, ptr @input
  store i8 2, ptr getelementptr (i8, ptr @input, i64 16)
  store i8 -3, ptr getelementptr (i8, ptr @input, i64 32)
  store x86_fp80 0xK3FFD8000000000000000, ptr getelementptr (i8, ptr @input, i64 48)
  call void @__ariadne_call.sum(ptr @input, ptr @output)
  %r = load x86_fp80, ptr @output
  %wrong = fcmp une x86_fp80 %r, 0xKBFFD8000000000000000
  %rest = load i32, ptr getelementptr (i8, ptr @output, i64 12)
  %dirty = icmp ne i32 %rest, 0
  %bad = or i1 %wrong, %dirty
  %code = zext i1 %bad to i32
  ret i32 %code
}
