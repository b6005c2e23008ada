; RUN: %opt -passes='print<fp-sites>' -disable-output %s | FileCheck %s
; RUN: %opt -passes='always-inline,print<fp-sites>' -disable-output %s | FileCheck %s --check-prefix=INLINED
; Places come from debug information; inlined code keeps its own, and says which calls brought it, innermost first.
; The function's name is that of the source, also where the symbol is another.

; CHECK: "function":"square","index":0,"inlined_at":[],{{.*}}"opcode":"fmul","place":{"column":30,"file":"/src/lib/square.h","line":3},{{.*}}"symbol":"_ZL6squared"
; CHECK-NEXT: "function":"twice","index":0,"inlined_at":[],{{.*}}"opcode":"fadd","place":{"column":21,"file":"/src/main.c","line":11},
; CHECK-NEXT: "function":"caller","index":0,"inlined_at":[],{{.*}}"opcode":"fsub","place":{"column":0,"file":"","line":0},
; CHECK-NOT: {"arity"

; INLINED: "function":"caller","index":0,"inlined_at":[{"column":10,"file":"/src/main.c","line":10},{"column":7,"file":"/src/main.c","line":20}],{{.*}}"opcode":"fmul","place":{"column":30,"file":"/src/lib/square.h","line":3},
; INLINED-NEXT: "function":"caller","index":1,"inlined_at":[{"column":7,"file":"/src/main.c","line":20}],{{.*}}"opcode":"fadd","place":{"column":21,"file":"/src/main.c","line":11},
; INLINED-NEXT: "function":"caller","index":2,"inlined_at":[],{{.*}}"opcode":"fsub"
define internal double @_ZL6squared(double %x) alwaysinline !dbg !10 {
  %r = fmul double %x, %x, !dbg !20
  ret double %r, !dbg !20
}

define internal double @twice(double %x) alwaysinline !dbg !11 {
  %s = call double @_ZL6squared(double %x), !dbg !21
  %r = fadd double %s, %s, !dbg !22
  ret double %r, !dbg !22
}

define double @caller(double %x) !dbg !12 {
  %t = call double @twice(double %x), !dbg !23
  %r = fsub double %t, %x
  ret double %r, !dbg !23
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!1}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, emissionKind: FullDebug)
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !DIFile(filename: "main.c", directory: "/src")
!3 = !DIFile(filename: "/src/lib/square.h", directory: "/elsewhere")
!4 = !DISubroutineType(types: !5)
!5 = !{!6, !6}
!6 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!10 = distinct !DISubprogram(name: "square", linkageName: "_ZL6squared", file: !3, line: 3, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!11 = distinct !DISubprogram(name: "twice", file: !2, line: 9, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!12 = distinct !DISubprogram(name: "caller", file: !2, line: 19, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!20 = !DILocation(line: 3, column: 30, scope: !10)
!21 = !DILocation(line: 10, column: 10, scope: !11)
!22 = !DILocation(line: 11, column: 21, scope: !11)
!23 = !DILocation(line: 20, column: 7, scope: !12)
