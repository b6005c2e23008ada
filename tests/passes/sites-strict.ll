; RUN: %opt -passes='print<fp-sites>' -disable-output %s | FileCheck %s
; The operations of strict builds (-ffp-model=strict) are operations like the others.

; CHECK: "sites":12,"skipped":0,
; CHECK-NEXT: {"arity":2,"evidence":"trap",{{.*}}"index":0,{{.*}}"kinds":["overflow","underflow"],"opcode":"fadd",{{.*}}"type":"f64"
; CHECK-NEXT: {"arity":2,"evidence":"trap",{{.*}}"opcode":"fsub"
; CHECK-NEXT: {"arity":2,"evidence":"trap",{{.*}}"opcode":"fmul"
; CHECK-NEXT: {"arity":2,"evidence":"trap",{{.*}}"opcode":"fdiv",{{.*}}"type":"f32"
; CHECK-NEXT: {"arity":2,"evidence":"call",{{.*}}"opcode":"frem"
; CHECK-NEXT: {"arity":3,"evidence":"call",{{.*}}"opcode":"fma"
; CHECK-NEXT: {"arity":1,"evidence":"trap",{{.*}}"opcode":"fptrunc",{{.*}}"type":"f64"
; CHECK-NEXT: {"arity":1,"evidence":"trap",{{.*}}"opcode":"fptosi"
; CHECK-NEXT: {"arity":1,"evidence":"value",{{.*}}"opcode":"fptoui"
; CHECK-NEXT: {"arity":1,"evidence":"trap",{{.*}}"opcode":"sqrt"
; CHECK-NEXT: {"arity":1,"evidence":"call",{{.*}}"opcode":"exp"
; CHECK-NEXT: {"arity":2,"evidence":"call",{{.*}}"ruled_out":["divbyzero","invalid"]
; CHECK-NOT: {"arity"
define void @f(double %x, float %f) strictfp {
  %1 = call double @llvm.experimental.constrained.fadd.f64(double %x, double %x, metadata !"round.tonearest", metadata !"fpexcept.strict") strictfp
  %2 = call double @llvm.experimental.constrained.fsub.f64(double %x, double %x, metadata !"round.tonearest", metadata !"fpexcept.strict") strictfp
  %3 = call double @llvm.experimental.constrained.fmul.f64(double %x, double %x, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %4 = call float @llvm.experimental.constrained.fdiv.f32(float %f, float %f, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %5 = call double @llvm.experimental.constrained.frem.f64(double %x, double %x, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %6 = call double @llvm.experimental.constrained.fma.f64(double %x, double %x, double %x, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %7 = call float @llvm.experimental.constrained.fptrunc.f32.f64(double %x, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %8 = call i32 @llvm.experimental.constrained.fptosi.i32.f64(double %x, metadata !"fpexcept.strict") strictfp
  %9 = call i32 @llvm.experimental.constrained.fptoui.i32.f64(double %x, metadata !"fpexcept.strict") strictfp
  %10 = call double @llvm.experimental.constrained.sqrt.f64(double %x, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %11 = call double @llvm.experimental.constrained.exp.f64(double %x, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %12 = call double @llvm.experimental.constrained.pow.f64(double %x, double 2.0, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %13 = call i1 @llvm.experimental.constrained.fcmp.f64(double %x, double 0.0, metadata !"olt", metadata !"fpexcept.strict") strictfp
  ret void
}
