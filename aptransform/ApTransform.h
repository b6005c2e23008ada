// ap: the same program over exact numbers. Every floating-point operation becomes a call into the exact
// runtime; types, sizes and signatures stay as they are:
//
//     %r = fmul double %x, %y          ==>   %r = call double @__ariadne_ap_fmul_f64(double %x, double %y)
//     %c = fcmp olt double %r, 1.0     ==>   %t = call i32 @__ariadne_ap_fcmp_f64(double %r, double 1.0, i32
//     4, i32 0)
//                                            %c = icmp ne i32 %t, 0
//
// A number is an ordinary float, or a quiet NaN whose payload names it (runtime/handle.h). So whatever only
// moves floats (load, store, phi, select, memcpy, fneg, calls of functions of the program) needs no
// rewriting. Comparisons and conversions to integers have a number, the last argument, and their places are
// listed in __ariadne_ap_module.
//
// With `steps` (ap<steps>), each operation is followed by a call that shows its result and operands:
//
//     call void @__ariadne_ap_step_f64(i32 SITE, i32 CONSTANTS, double %r, double %x, double %y)
//
// What has no exact meaning is preceded by a call of __ariadne_ap_unsupported, which ends an exact run and
// says why.
#pragma once

#include "llvm/IR/PassManager.h"

namespace ariadne {

class ApPass : public llvm::PassInfoMixin<ApPass> {
public:
  explicit ApPass(bool steps = false) : steps(steps) {}
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }

private:
  bool steps;
};

} // namespace ariadne
