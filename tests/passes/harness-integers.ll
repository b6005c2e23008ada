; RUN: %opt -passes=harness,verify -S %s | FileCheck %s
; Each integer is read in its own width; the call keeps the extension that the convention asks for. Wider ones are
; extended from 64 bits, by the sign that the source says.

; CHECK-LABEL: define void @__ariadne_call.narrow(
; CHECK: [[A:%.+]] = load i8, ptr
; CHECK: [[B:%.+]] = load i16, ptr
; CHECK: [[R:%.+]] = call signext i16 @narrow(i8 zeroext [[A]], i16 signext [[B]])
; CHECK: store i16 [[R]], ptr %output
define signext i16 @narrow(i8 zeroext %a, i16 signext %b) !dbg !100 {
  ret i16 %b
}

; CHECK-LABEL: define void @__ariadne_call.wide(
; CHECK: [[A:%.+]] = load i64, ptr
; CHECK: [[A128:%.+]] = sext i64 [[A]] to i128
; CHECK: [[B:%.+]] = load i64, ptr
; CHECK: [[B128:%.+]] = zext i64 [[B]] to i128
; CHECK: call void @wide(i128 [[A128]], i128 [[B128]])
define void @wide(i128 %a, i128 %b) !dbg !101 {
  ret void
}

; A byte that is not 0 is true: any other than 0 and 1 would be no bool of C.
; CHECK-LABEL: define void @__ariadne_call.truth(
; CHECK: [[A:%.+]] = load i8, ptr
; CHECK: [[TRUE:%.+]] = icmp ne i8 [[A]], 0
; CHECK-NOT: load
; CHECK: [[R:%.+]] = call zeroext i1 @truth(i1 zeroext {{%.+}})
; CHECK: [[BYTE:%.+]] = zext i1 [[R]] to i8
; CHECK: store i8 [[BYTE]], ptr %output
define zeroext i1 @truth(i1 zeroext %a) !dbg !102 {
  ret i1 %a
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!1}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, emissionKind: FullDebug)
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !DIFile(filename: "f.c", directory: "/src")

!10 = !DIBasicType(name: "unsigned char", size: 8, encoding: DW_ATE_unsigned_char)
!11 = !DIBasicType(name: "short", size: 16, encoding: DW_ATE_signed)
!12 = !DIBasicType(name: "__int128", size: 128, encoding: DW_ATE_signed)
!13 = !DIBasicType(name: "unsigned __int128", size: 128, encoding: DW_ATE_unsigned)
!14 = !DIBasicType(name: "_Bool", size: 8, encoding: DW_ATE_boolean)
!100 = distinct !DISubprogram(name: "narrow", file: !2, line: 1, type: !DISubroutineType(types: !{!11, !10, !11}), unit: !0, spFlags: DISPFlagDefinition)
!101 = distinct !DISubprogram(name: "wide", file: !2, line: 2, type: !DISubroutineType(types: !{null, !12, !13}), unit: !0, spFlags: DISPFlagDefinition)
!102 = distinct !DISubprogram(name: "truth", file: !2, line: 3, type: !DISubroutineType(types: !{!14, !14}), unit: !0, spFlags: DISPFlagDefinition)
