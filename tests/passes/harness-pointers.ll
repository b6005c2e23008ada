; RUN: %opt -passes=harness,verify -S %s | FileCheck %s
; Pointers point into the output, behind the result; scalars are numbered among themselves. A pointer that is returned
; is not stored.

; CHECK: define void @__ariadne_call.f(ptr %input, ptr %output)
; CHECK: call void @llvm.memset.p0.i64(ptr align 16 %output, i8 0, i64 64, i1 false)
; CHECK: [[P:%.+]] = getelementptr inbounds i8, ptr %output, i64 16
; CHECK: [[AT:%.+]] = getelementptr inbounds i8, ptr %input, i64 0
; CHECK: [[X:%.+]] = load double, ptr [[AT]]
; CHECK: [[Q:%.+]] = getelementptr inbounds i8, ptr %output, i64 48
; CHECK: call ptr @f(ptr [[P]], double [[X]], ptr nonnull [[Q]])
; CHECK-NEXT: ret void
define ptr @f(ptr %p, double %x, ptr nonnull %q) !dbg !100 {
  ret ptr %p
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!1}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, emissionKind: FullDebug)
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !DIFile(filename: "f.c", directory: "/src")

!10 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!11 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !10, size: 64)
!12 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "three", file: !2, size: 192, elements: !{!13})
!13 = !DIDerivedType(tag: DW_TAG_member, name: "x", baseType: !10, size: 64)
!14 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !12, size: 64)
!100 = distinct !DISubprogram(name: "f", file: !2, line: 1, type: !DISubroutineType(types: !{!11, !14, !10, !11}), unit: !0, spFlags: DISPFlagDefinition)
