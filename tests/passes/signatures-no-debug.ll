; RUN: %opt -passes='print<signatures>' -disable-output %s | FileCheck %s
; Without debug information the types of the IR have to do: integers count as signed, pointers cannot be called.

; CHECK: "name":"f",
; CHECK-SAME: "parameters":[{"cls":"f64","leaves":[],"name":"x","offset":0,"type":"unknown"},
; CHECK-SAME: {"cls":"i32","leaves":[],"name":"arg2","offset":16,"type":"unknown"},
; CHECK-SAME: {"cls":"bool","leaves":[],"name":"flag","offset":32,"type":"unknown"},
; CHECK-SAME: {"cls":"i32","leaves":[],"name":"odd","offset":48,"type":"unknown"},
; CHECK-SAME: {"cls":"i64","leaves":[],"name":"wide","offset":64,"type":"unknown"}],
; CHECK-SAME: "place":{"column":0,"file":"","line":0},
; CHECK-SAME: "result":{"cls":"f32","name":"return","offset":0,"type":"unknown"},
; CHECK-SAME: "unsupported":null
define float @f(double %x, i32 %0, i1 %flag, i17 %odd, i128 %wide) {
  ret float 0.0
}

; CHECK-NEXT: "name":"g",{{.*}}"unsupported":"parameter 'p' has a type that only debug information could tell (compile with -g)"
define void @g(ptr %p) {
  ret void
}

; What a function without debug information calls itself is its symbol; declarations are not listed.
; CHECK-NEXT: "name":"h",{{.*}}"result":null,{{.*}}"symbol":"h"
; CHECK-NOT: {{[{]}}"constants"
define internal <2 x double> @h() {
  ret <2 x double> zeroinitializer
}
declare double @external(double)
