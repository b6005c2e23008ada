; frem has no operator in C: LLVM IR by hand. Without debug information names are those of the module.
;
; rest: #0 frem is invalid for y = 0. #1 the product of a remainder with itself overflows and underflows.
; whole: #0 fptoui of a double to 32 bits is invalid for -1 and from 2^32 on.

define double @rest(double %x, double %y) {
  %r = frem double %x, %y
  %s = fmul double %r, %r
  ret double %s
}

define i32 @whole(double %x) {
  %n = fptoui double %x to i32
  ret i32 %n
}
