; RUN: %opt -passes=ap,verify -S %s | FileCheck %s
; The module lists where comparisons stand.

; CHECK: @[[FILE:ariadne.text[.0-9]*]] = private constant [9 x i8] c"/src/f.c\00"
; CHECK: @ariadne.places = private constant [1 x { i32, i32, ptr }] [{ i32, i32, ptr } { i32 3, i32 7, ptr @[[FILE]] }]
; CHECK: @__ariadne_ap_module = constant { i32, i32, ptr } { i32 1, i32 1, ptr @ariadne.places }
define i1 @f(double %x) !dbg !4 {
  %a = fcmp ogt double %x, 1.0, !dbg !6
  ret i1 %a
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "f.c", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "f", file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !{})
!6 = !DILocation(line: 3, column: 7, scope: !4)
