; RUN: %opt -passes='print<signatures>' -disable-output %s | FileCheck %s
; RUN: %opt -passes='print<signatures>' -disable-output -experimental-debuginfo-iterators=false %s | FileCheck %s
; The names of parameters are those of the source: the IR's own may differ or lack, and variables of inlined functions
; are not the function's, not even those of itself. They may come from records or, in older bitcode, from calls of
; llvm.dbg.value.

; CHECK: "name":"f",
; CHECK-SAME: {"cls":"f64","leaves":[],"name":"first","offset":0,
; CHECK-SAME: {"cls":"f64","leaves":[],"name":"second","offset":16,
; CHECK-SAME: {"cls":"f64","leaves":[],"name":"arg3","offset":32,
; CHECK-SAME: "signature":"double f(double first, double second, double arg3)"
define double @f(double %0, double %b, double %1) !dbg !10 {
    #dbg_value(double %0, !11, !DIExpression(), !13)
    #dbg_value(double %b, !12, !DIExpression(), !13)
    #dbg_value(double %0, !15, !DIExpression(), !16)
    #dbg_value(double %0, !17, !DIExpression(), !18)
  ret double %0, !dbg !13
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!1}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, emissionKind: FullDebug)
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !DIFile(filename: "f.c", directory: "/src")

!3 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!4 = !DISubroutineType(types: !{!3, !3, !3, !3})
!10 = distinct !DISubprogram(name: "f", file: !2, line: 1, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!11 = !DILocalVariable(name: "first", arg: 1, scope: !10, file: !2, line: 1, type: !3)
!12 = !DILocalVariable(name: "second", arg: 2, scope: !10, file: !2, line: 1, type: !3)
!13 = !DILocation(line: 1, column: 1, scope: !10)
!14 = distinct !DISubprogram(name: "inlined", file: !2, line: 9, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!15 = !DILocalVariable(name: "wrong", arg: 3, scope: !14, file: !2, line: 9, type: !3)
!16 = !DILocation(line: 9, column: 1, scope: !14, inlinedAt: !13)
!17 = !DILocalVariable(name: "itself", arg: 3, scope: !10, file: !2, line: 1, type: !3)
!18 = !DILocation(line: 1, column: 1, scope: !10, inlinedAt: !13)
