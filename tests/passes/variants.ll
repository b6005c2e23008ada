; RUN: rm -rf %t && mkdir %t && cd %t && %opt -passes='variants(plain(print<fp-sites;digest>,write<plain.bc>),reified(print<fp-sites;digest>,reify,write<reified.bc>),halved(function(instcombine),print<fp-sites;digest>))' -disable-output %s > printed
; RUN: FileCheck %s < %t/printed
; RUN: llvm-dis %t/plain.bc -o - | FileCheck --check-prefix=PLAIN %s
; RUN: llvm-dis %t/reified.bc -o - | FileCheck --check-prefix=REIFIED %s

; What each prints follows its name, in the order of the pipeline; copies do not see each other's changes.
; CHECK: {{^}}variant plain{{$}}
; CHECK-NEXT: {"identities":"[[SITES:[0-9a-f]+]]","listing":"[[LISTING:[0-9a-f]+]]"}
; CHECK-NEXT: {{^}}variant reified{{$}}
; CHECK-NEXT: {"identities":"[[SITES]]","listing":"[[LISTING]]"}
; A division by two became a multiplication: the sites are others.
; CHECK-NEXT: {{^}}variant halved{{$}}
; CHECK-NOT: [[SITES]]
; CHECK-NOT: [[LISTING]]
; CHECK: {"identities":"

; PLAIN: fdiv double %x, 2.0
; PLAIN-NOT: __ariadne_raise
; REIFIED: __ariadne_raise

define double @half(double %x) {
  %r = fdiv double %x, 2.0
  ret double %r
}
