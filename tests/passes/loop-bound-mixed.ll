; RUN: %opt -passes='loop-bound<3>,verify' %s | lli
; One header with two ways back, a natural one and one of an irreducible cycle; also with values that only one of its
; entries computes. Both count, so that the cycle ends (the program's own end would be after 1000 rounds).

define i32 @f(i1 %c) {
entry:
  %rounds = alloca i32
  store i32 0, ptr %rounds
  br i1 %c, label %a, label %b
a:
  %v = load i32, ptr %rounds
  %w = add i32 %v, 1
  store i32 %w, ptr %rounds
  %big = icmp sgt i32 %w, 1000
  br i1 %big, label %out, label %more
more:
  %odd = urem i32 %w, 2
  %isOdd = icmp eq i32 %odd, 1
  br i1 %isOdd, label %b, label %a
b:
  br label %a
out:
  %r = load i32, ptr %rounds
  ret i32 %r
}

; 0 when both entries end after at most 4 rounds, and after one at least.
define i32 @main() {
  %x = call i32 @f(i1 true)
  %y = call i32 @f(i1 false)
  %s = add i32 %x, -1
  %t = add i32 %y, -1
  %bad1 = icmp ugt i32 %s, 3
  %bad2 = icmp ugt i32 %t, 3
  %bad = or i1 %bad1, %bad2
  %code = zext i1 %bad to i32
  ret i32 %code
}
