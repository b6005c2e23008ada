; RUN: %opt -passes=site-lines,verify -S %s | FileCheck %s
; RUN: %opt -passes=site-lines %s | llc -O0 -filetype=obj -o %t.o
; RUN: llvm-dwarfdump --debug-line %t.o | FileCheck %s --check-prefix=TABLE
; The line of an operation is 2 + its number, everything else is line 1; what the source said is gone.

target triple = "x86_64-pc-linux-gnu"

; CHECK-NOT: f.c
; CHECK-LABEL: define double @f(double %x)
; CHECK-SAME: !dbg [[F:![0-9]+]]
; CHECK-NEXT: %a = fadd double %x, %x, !dbg [[A:![0-9]+]]
; CHECK-NEXT: %n = fneg double %a, !dbg [[F1:![0-9]+]]
; CHECK-NEXT: %m = fmul double %n, %x, !dbg [[M:![0-9]+]]
; CHECK-NEXT: ret double %m, !dbg [[F1]]
define double @f(double %x) !dbg !3 {
    #dbg_value(double %x, !6, !DIExpression(), !4)
  %a = fadd double %x, %x, !dbg !4
  %n = fneg double %a, !dbg !4
  %m = fmul double %n, %x, !dbg !4
  ret double %m, !dbg !5
}

; Code without any debug information has places too.
; CHECK-LABEL: define i32 @g(double %x)
; CHECK-SAME: !dbg [[G:![0-9]+]]
; CHECK-NEXT: %s = call double @sqrt(double %x), !dbg [[S:![0-9]+]]
; CHECK-NEXT: %i = fptosi double %s to i32, !dbg [[I:![0-9]+]]
; CHECK-NEXT: ret i32 %i, !dbg [[G1:![0-9]+]]
define i32 @g(double %x) {
  %s = call double @sqrt(double %x)
  %i = fptosi double %s to i32
  ret i32 %i
}
declare double @sqrt(double)

; CHECK-DAG: [[F]] = distinct !DISubprogram(name: "f",
; CHECK-DAG: [[A]] = !DILocation(line: 2, scope: [[F]])
; CHECK-DAG: [[F1]] = !DILocation(line: 1, scope: [[F]])
; CHECK-DAG: [[M]] = !DILocation(line: 3, scope: [[F]])
; CHECK-DAG: [[S]] = !DILocation(line: 4, scope: [[G]])
; CHECK-DAG: [[I]] = !DILocation(line: 5, scope: [[G]])
; CHECK-DAG: [[G1]] = !DILocation(line: 1, scope: [[G]])

; TABLE: name: "sites"
; TABLE: Address
; TABLE: 0x{{[0-9a-f]+}} 2 0 0
; TABLE: 0x{{[0-9a-f]+}} 3 0 0
; TABLE: 0x{{[0-9a-f]+}} 4 0 0
; TABLE: 0x{{[0-9a-f]+}} 5 0 0

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!1}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, emissionKind: FullDebug)
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !DIFile(filename: "f.c", directory: "/src")
!3 = distinct !DISubprogram(name: "f", file: !2, line: 10, type: !DISubroutineType(types: !{}), unit: !0, spFlags: DISPFlagDefinition, retainedNodes: !{!6})
!4 = !DILocation(line: 77, column: 7, scope: !3)
!5 = !DILocation(line: 78, column: 9, scope: !3)
!6 = !DILocalVariable(name: "x", arg: 1, scope: !3, file: !2, line: 10)
