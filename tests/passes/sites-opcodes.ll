; RUN: %opt -passes='print<fp-sites>' -disable-output %s | FileCheck %s
; Every opcode of the table is a site, on each type; what cannot raise an exception is none.

; CHECK: {"fast_math":false,"module":"{{.*}}sites-opcodes.ll","sites":24,"skipped":0,

; CHECK-NEXT: {"arity":2,"evidence":"trap","function":"floats","index":0,"inlined_at":[],"kinds":["overflow","underflow"],"opcode":"fadd","place":{"column":0,"file":"","line":0},"ruled_out":[],"site":0,"symbol":"floats","type":"f32"}
; CHECK-NEXT: "evidence":"trap","function":"floats","index":1,{{.*}}"kinds":["overflow","underflow"],"opcode":"fsub",{{.*}}"type":"f32"
; CHECK-NEXT: "evidence":"trap","function":"floats","index":2,{{.*}}"kinds":["overflow","underflow"],"opcode":"fmul",{{.*}}"type":"f32"
; CHECK-NEXT: "evidence":"trap","function":"floats","index":3,{{.*}}"kinds":["overflow","underflow","divbyzero","invalid"],"opcode":"fdiv",{{.*}}"type":"f32"
; CHECK-NEXT: "evidence":"call","function":"floats","index":4,{{.*}}"kinds":["invalid"],"opcode":"frem",{{.*}}"type":"f32"
; CHECK-NEXT: {"arity":1,"evidence":"trap","function":"floats","index":5,{{.*}}"kinds":["invalid"],"opcode":"fptosi",{{.*}}"type":"f32"
; CHECK-NEXT: {"arity":1,"evidence":"value","function":"floats","index":6,{{.*}}"kinds":["invalid"],"opcode":"fptoui",{{.*}}"type":"f32"
define float @floats(float %x, float %y) {
  %a = fadd float %x, %y
  %s = fsub float %x, %y
  %m = fmul float %x, %y
  %d = fdiv float %x, %y
  %r = frem float %x, %y
  %i = fptosi float %x to i32
  %u = fptoui float %x to i32
  ret float %a
}

; CHECK-NEXT: "function":"doubles","index":0,{{.*}}"opcode":"fadd",{{.*}}"site":7,"symbol":"doubles","type":"f64"
; CHECK-NEXT: "index":1,{{.*}}"opcode":"fsub",{{.*}}"type":"f64"
; CHECK-NEXT: "index":2,{{.*}}"opcode":"fmul",{{.*}}"type":"f64"
; CHECK-NEXT: "index":3,{{.*}}"opcode":"fdiv",{{.*}}"type":"f64"
; CHECK-NEXT: "index":4,{{.*}}"opcode":"frem",{{.*}}"type":"f64"
; CHECK-NEXT: {"arity":1,"evidence":"trap",{{.*}}"index":5,{{.*}}"kinds":["overflow","underflow"],"opcode":"fptrunc",{{.*}}"type":"f64"
; One instruction of the machine converts to i32 and i64, and it traps; to others it takes several, or none that does.
; CHECK-NEXT: {"arity":1,"evidence":"trap",{{.*}}"index":6,{{.*}}"opcode":"fptosi",{{.*}}"type":"f64"
; CHECK-NEXT: {"arity":1,"evidence":"value",{{.*}}"index":7,{{.*}}"opcode":"fptosi",{{.*}}"type":"f64"
; CHECK-NEXT: {"arity":1,"evidence":"value",{{.*}}"index":8,{{.*}}"opcode":"fptoui",{{.*}}"type":"f64"
define double @doubles(double %x, double %y) {
  %a = fadd double %x, %y
  %s = fsub double %x, %y
  %m = fmul double %x, %y
  %d = fdiv double %x, %y
  %r = frem double %x, %y
  %t = fptrunc double %x to float
  %l = fptosi double %x to i64
  %b = fptosi double %x to i8
  %u = fptoui double %x to i64
  ret double %a
}

; CHECK-NEXT: "function":"long_doubles","index":0,{{.*}}"opcode":"fadd",{{.*}}"type":"f80"
; CHECK-NEXT: "index":1,{{.*}}"opcode":"fsub",{{.*}}"type":"f80"
; CHECK-NEXT: "index":2,{{.*}}"opcode":"fmul",{{.*}}"type":"f80"
; CHECK-NEXT: "index":3,{{.*}}"opcode":"fdiv",{{.*}}"type":"f80"
; CHECK-NEXT: "index":4,{{.*}}"opcode":"frem",{{.*}}"type":"f80"
; CHECK-NEXT: "index":5,{{.*}}"opcode":"fptrunc",{{.*}}"type":"f80"
; CHECK-NEXT: "index":6,{{.*}}"opcode":"fptrunc",{{.*}}"type":"f80"
; CHECK-NEXT: "index":7,{{.*}}"opcode":"fptosi",{{.*}}"site":23,{{.*}}"type":"f80"
; CHECK-NOT: {"arity"
define x86_fp80 @long_doubles(x86_fp80 %x, x86_fp80 %y) {
  %a = fadd x86_fp80 %x, %y
  %s = fsub x86_fp80 %x, %y
  %m = fmul x86_fp80 %x, %y
  %d = fdiv x86_fp80 %x, %y
  %r = frem x86_fp80 %x, %y
  %t = fptrunc x86_fp80 %x to double
  %f = fptrunc x86_fp80 %x to float
  %i = fptosi x86_fp80 %x to i32
  ret x86_fp80 %a
}

define double @none_here(float %x, i32 %n, ptr %p) {
  %neg = fneg float %x
  %wide = fpext float %neg to double
  %conv = sitofp i32 %n to double
  %same = fcmp olt double %wide, %conv
  %pick = select i1 %same, double %wide, double %conv
  %abs = call double @llvm.fabs.f64(double %pick)
  %round = call double @llvm.floor.f64(double %abs)
  %max = call double @llvm.maxnum.f64(double %round, double %abs)
  store double %max, ptr %p
  %add = add i32 %n, 1
  ret double %max
}
declare double @llvm.fabs.f64(double)
declare double @llvm.floor.f64(double)
declare double @llvm.maxnum.f64(double, double)
