; RUN: %opt -passes=reify -S %s | FileCheck %s
; What the hook is told of a site: its number, the row of the table (operations.def), line, column, and three names. All
; guards of a site share one record, equal texts are kept once, and the guards stand at the operation's line.

; CHECK: @[[FILE:.*]] = private constant [9 x i8] c"/src/f.c\00"
; CHECK: @[[FUNCTION:.*]] = private constant [7 x i8] c"source\00"
; CHECK: @[[FADD:.*]] = private constant [5 x i8] c"fadd\00"
; CHECK: @ariadne.site.0 = private constant %ariadne_site { i32 0, i32 0, i32 12, i32 7, ptr @[[FILE]], ptr @[[FUNCTION]], ptr @[[FADD]] }
; CHECK: @[[FDIV:.*]] = private constant [5 x i8] c"fdiv\00"
; CHECK: @ariadne.site.1 = private constant %ariadne_site { i32 1, i32 3, i32 13, i32 9, ptr @[[FILE]], ptr @[[FUNCTION]], ptr @[[FDIV]] }
; CHECK-NOT: private constant
; CHECK: call void @__ariadne_raise_f64(ptr @ariadne.site.0, i32 1, {{.*}}), !dbg [[AT:![0-9]+]]
; CHECK: call void @__ariadne_raise_f64(ptr @ariadne.site.0, i32 2, {{.*}}), !dbg [[AT]]
; CHECK: [[AT]] = !DILocation(line: 12, column: 7,
define double @symbol(double %x, double %y) !dbg !3 {
  %a = fadd double %x, %y, !dbg !4
  %d = fdiv double %a, %y, !dbg !5
  ret double %d, !dbg !5
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!1}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, emissionKind: FullDebug)
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !DIFile(filename: "f.c", directory: "/src")
!3 = distinct !DISubprogram(name: "source", linkageName: "symbol", file: !2, line: 10, type: !DISubroutineType(types: !{}), unit: !0, spFlags: DISPFlagDefinition)
!4 = !DILocation(line: 12, column: 7, scope: !3)
!5 = !DILocation(line: 13, column: 9, scope: !3)
