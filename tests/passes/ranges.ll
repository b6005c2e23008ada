; RUN: %opt -passes='print<fp-ranges>' -disable-output %s | FileCheck %s
; Made of:
;   double bounded(double x) { if (x > 1 && x < 3) return 1.0 / x; return 0; }
;   double excluded(double x) { if (x == 0.0) return 0; return 2.0 / x; }
;   static double table[4] = {1, 2, 3, 4};
;   double rounds(double x) {
;     double s = 0;
;     if (__builtin_fabs(x) > 1)
;       return 0;
;     for (int i = 3; i >= 0; i--)
;       s = s * x + table[i];
;     return s;
;   }
;   double anything(double x) { return x * x; }
; Sites by number, a bit for the kind, and which of the reasons.

; CHECK: {"proved":[{{\[}}0,1,0],[0,2,0],[0,4,1]],"reasons":["intervals: result in [0.333333, 1]","intervals: divisor in [1, 3]"],"symbol":"bounded"}
; CHECK-NEXT: {"proved":[{{\[}}1,4,0]],"reasons":["intervals: divisor in [-1.79769e+308, 1.79769e+308], not 0"],"symbol":"excluded"}
; CHECK-NEXT: {"proved":[{{\[}}2,1,0]],"reasons":["intervals: result in [-8, 10]"],
; CHECK-SAME: "symbol":"rounds"}
; CHECK-NEXT: {"proved":[],"reasons":[],"symbol":"anything"}


@table = internal global [4 x double] [double 1.000000e+00, double 2.000000e+00, double 3.000000e+00, double 4.000000e+00], align 16, !dbg !0

; Function Attrs: noinline nounwind uwtable
define dso_local double @bounded(double noundef %0) !dbg !17 {
    #dbg_value(double %0, !21, !DIExpression(), !22)
  %2 = fcmp ogt double %0, 1.000000e+00, !dbg !23
  br i1 %2, label %3, label %7, !dbg !25

3:                                                ; preds = %1
  %4 = fcmp olt double %0, 3.000000e+00, !dbg !26
  br i1 %4, label %5, label %7, !dbg !27

5:                                                ; preds = %3
  %6 = fdiv double 1.000000e+00, %0, !dbg !28
  br label %8, !dbg !29

7:                                                ; preds = %3, %1
  br label %8, !dbg !30

8:                                                ; preds = %7, %5
  %.0 = phi double [ %6, %5 ], [ 0.000000e+00, %7 ], !dbg !31
  ret double %.0, !dbg !32
}

; Function Attrs: noinline nounwind uwtable
define dso_local double @excluded(double noundef %0) !dbg !33 {
    #dbg_value(double %0, !34, !DIExpression(), !35)
  %2 = fcmp oeq double %0, 0.000000e+00, !dbg !36
  br i1 %2, label %3, label %4, !dbg !38

3:                                                ; preds = %1
  br label %6, !dbg !39

4:                                                ; preds = %1
  %5 = fdiv double 2.000000e+00, %0, !dbg !40
  br label %6, !dbg !41

6:                                                ; preds = %4, %3
  %.0 = phi double [ 0.000000e+00, %3 ], [ %5, %4 ], !dbg !42
  ret double %.0, !dbg !43
}

; Function Attrs: noinline nounwind uwtable
define dso_local double @rounds(double noundef %0) !dbg !44 {
    #dbg_value(double %0, !45, !DIExpression(), !46)
    #dbg_value(double 0.000000e+00, !47, !DIExpression(), !46)
  %2 = call double @llvm.fabs.f64(double %0), !dbg !48
  %3 = fcmp ogt double %2, 1.000000e+00, !dbg !50
  br i1 %3, label %4, label %5, !dbg !51

4:                                                ; preds = %1
  br label %16, !dbg !52

5:                                                ; preds = %1
    #dbg_value(i32 3, !53, !DIExpression(), !56)
  br label %6, !dbg !57

6:                                                ; preds = %13, %5
  %.02 = phi double [ 0.000000e+00, %5 ], [ %12, %13 ], !dbg !46
  %.01 = phi i32 [ 3, %5 ], [ %14, %13 ], !dbg !58
    #dbg_value(i32 %.01, !53, !DIExpression(), !56)
    #dbg_value(double %.02, !47, !DIExpression(), !46)
  %7 = icmp sge i32 %.01, 0, !dbg !59
  br i1 %7, label %8, label %15, !dbg !61

8:                                                ; preds = %6
  %9 = sext i32 %.01 to i64, !dbg !62
  %10 = getelementptr inbounds [4 x double], ptr @table, i64 0, i64 %9, !dbg !62
  %11 = load double, ptr %10, align 8, !dbg !62
  %12 = call double @llvm.fmuladd.f64(double %.02, double %0, double %11), !dbg !63
    #dbg_value(double %12, !47, !DIExpression(), !46)
  br label %13, !dbg !64

13:                                               ; preds = %8
  %14 = add nsw i32 %.01, -1, !dbg !65
    #dbg_value(i32 %14, !53, !DIExpression(), !56)
  br label %6, !dbg !66, !llvm.loop !67

15:                                               ; preds = %6
  br label %16, !dbg !70

16:                                               ; preds = %15, %4
  %.0 = phi double [ 0.000000e+00, %4 ], [ %.02, %15 ], !dbg !46
  ret double %.0, !dbg !71
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.fabs.f64(double)

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.fmuladd.f64(double, double, double)

; Function Attrs: noinline nounwind uwtable
define dso_local double @anything(double noundef %0) !dbg !72 {
    #dbg_value(double %0, !73, !DIExpression(), !74)
  %2 = fmul double %0, %0, !dbg !75
  ret double %2, !dbg !76
}


!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!9, !10, !11, !12, !13, !14, !15}
!llvm.ident = !{!16}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "table", scope: !2, file: !3, line: 3, type: !5, isLocal: true, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, producer: "Debian clang version 19.1.7 (3~deb12u1)", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !4, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "f.c", directory: "/src", checksumkind: CSK_MD5, checksum: "b28dfdcc677264657837d4abadfcc245")
!4 = !{!0}
!5 = !DICompositeType(tag: DW_TAG_array_type, baseType: !6, size: 256, elements: !7)
!6 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!7 = !{!8}
!8 = !DISubrange(count: 4)
!9 = !{i32 7, !"Dwarf Version", i32 5}
!10 = !{i32 2, !"Debug Info Version", i32 3}
!11 = !{i32 1, !"wchar_size", i32 4}
!12 = !{i32 8, !"PIC Level", i32 2}
!13 = !{i32 7, !"PIE Level", i32 2}
!14 = !{i32 7, !"uwtable", i32 2}
!15 = !{i32 7, !"frame-pointer", i32 2}
!16 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
!17 = distinct !DISubprogram(name: "bounded", scope: !3, file: !3, line: 1, type: !18, scopeLine: 1, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !20)
!18 = !DISubroutineType(types: !19)
!19 = !{!6, !6}
!20 = !{}
!21 = !DILocalVariable(name: "x", arg: 1, scope: !17, file: !3, line: 1, type: !6)
!22 = !DILocation(line: 0, scope: !17)
!23 = !DILocation(line: 1, column: 34, scope: !24)
!24 = distinct !DILexicalBlock(scope: !17, file: !3, line: 1, column: 32)
!25 = !DILocation(line: 1, column: 38, scope: !24)
!26 = !DILocation(line: 1, column: 43, scope: !24)
!27 = !DILocation(line: 1, column: 32, scope: !17)
!28 = !DILocation(line: 1, column: 59, scope: !24)
!29 = !DILocation(line: 1, column: 48, scope: !24)
!30 = !DILocation(line: 1, column: 64, scope: !17)
!31 = !DILocation(line: 1, scope: !17)
!32 = !DILocation(line: 1, column: 74, scope: !17)
!33 = distinct !DISubprogram(name: "excluded", scope: !3, file: !3, line: 2, type: !18, scopeLine: 2, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !20)
!34 = !DILocalVariable(name: "x", arg: 1, scope: !33, file: !3, line: 2, type: !6)
!35 = !DILocation(line: 0, scope: !33)
!36 = !DILocation(line: 2, column: 35, scope: !37)
!37 = distinct !DILexicalBlock(scope: !33, file: !3, line: 2, column: 33)
!38 = !DILocation(line: 2, column: 33, scope: !33)
!39 = !DILocation(line: 2, column: 43, scope: !37)
!40 = !DILocation(line: 2, column: 64, scope: !33)
!41 = !DILocation(line: 2, column: 53, scope: !33)
!42 = !DILocation(line: 2, scope: !33)
!43 = !DILocation(line: 2, column: 69, scope: !33)
!44 = distinct !DISubprogram(name: "rounds", scope: !3, file: !3, line: 4, type: !18, scopeLine: 4, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !20)
!45 = !DILocalVariable(name: "x", arg: 1, scope: !44, file: !3, line: 4, type: !6)
!46 = !DILocation(line: 0, scope: !44)
!47 = !DILocalVariable(name: "s", scope: !44, file: !3, line: 5, type: !6)
!48 = !DILocation(line: 6, column: 7, scope: !49)
!49 = distinct !DILexicalBlock(scope: !44, file: !3, line: 6, column: 7)
!50 = !DILocation(line: 6, column: 25, scope: !49)
!51 = !DILocation(line: 6, column: 7, scope: !44)
!52 = !DILocation(line: 7, column: 5, scope: !49)
!53 = !DILocalVariable(name: "i", scope: !54, file: !3, line: 8, type: !55)
!54 = distinct !DILexicalBlock(scope: !44, file: !3, line: 8, column: 3)
!55 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!56 = !DILocation(line: 0, scope: !54)
!57 = !DILocation(line: 8, column: 8, scope: !54)
!58 = !DILocation(line: 8, scope: !54)
!59 = !DILocation(line: 8, column: 21, scope: !60)
!60 = distinct !DILexicalBlock(scope: !54, file: !3, line: 8, column: 3)
!61 = !DILocation(line: 8, column: 3, scope: !54)
!62 = !DILocation(line: 9, column: 17, scope: !60)
!63 = !DILocation(line: 9, column: 15, scope: !60)
!64 = !DILocation(line: 9, column: 5, scope: !60)
!65 = !DILocation(line: 8, column: 28, scope: !60)
!66 = !DILocation(line: 8, column: 3, scope: !60)
!67 = distinct !{!67, !61, !68, !69}
!68 = !DILocation(line: 9, column: 24, scope: !54)
!69 = !{!"llvm.loop.mustprogress"}
!70 = !DILocation(line: 10, column: 3, scope: !44)
!71 = !DILocation(line: 11, column: 1, scope: !44)
!72 = distinct !DISubprogram(name: "anything", scope: !3, file: !3, line: 12, type: !18, scopeLine: 12, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !20)
!73 = !DILocalVariable(name: "x", arg: 1, scope: !72, file: !3, line: 12, type: !6)
!74 = !DILocation(line: 0, scope: !72)
!75 = !DILocation(line: 12, column: 38, scope: !72)
!76 = !DILocation(line: 12, column: 29, scope: !72)
