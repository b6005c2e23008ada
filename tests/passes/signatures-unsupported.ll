; RUN: %opt -passes='print<signatures>' -disable-output %s | FileCheck %s
; RUN: %opt -passes='harness' -S %s | FileCheck %s --check-prefix=THUNKS
; Why a function cannot be called. It gets no thunk.

; THUNKS-NOT: @__ariadne_call.

; CHECK: "name":"variadic",{{.*}}"unsupported":"takes a variable number of arguments"
define i32 @variadic(i32 %n, ...) !dbg !100 {
  ret i32 0
}
; CHECK-NEXT: "name":"callback",{{.*}}"unsupported":"parameter 'f' is a function pointer"
define void @callback(ptr %f) !dbg !101 {
  ret void
}
; CHECK-NEXT: "name":"untyped",{{.*}}"unsupported":"parameter 'p' points to void: its size is unknown"
define void @untyped(ptr %p) !dbg !102 {
  ret void
}
; CHECK-NEXT: "name":"pointers",{{.*}}"unsupported":"parameter 'p' is a pointer to a pointer"
define void @pointers(double %x, ptr %p) !dbg !103 {
  ret void
}
; CHECK-NEXT: "name":"opaque",{{.*}}"unsupported":"parameter 'p' points to an incomplete type"
define void @opaque(ptr %p) !dbg !104 {
  ret void
}
; CHECK-NEXT: "name":"huge",{{.*}}"unsupported":"parameter 'p' points to an object of more than 1 MiB"
define void @huge(ptr %p) !dbg !105 {
  ret void
}
; CHECK-NEXT: "name":"quad",{{.*}}"unsupported":"parameter 'q' has type __float128, which is not a scalar"
define void @quad(fp128 %q) !dbg !106 {
  ret void
}
; A structure of one double is passed in a register, as a double is.
; CHECK-NEXT: "name":"coerced",{{.*}}"unsupported":"parameter 's' has type struct one, which is not a scalar"
define void @coerced(double %s) !dbg !107 {
  ret void
}
; One of two doubles in two registers; a big one in memory; a big result through a hidden pointer.
; CHECK-NEXT: "name":"split",{{.*}}"unsupported":"passes or returns a structure by value"
define void @split(double %s.0, double %s.1) !dbg !108 {
  ret void
}
; CHECK-NEXT: "name":"by_value",{{.*}}"unsupported":"parameter 's' is a structure passed by value"
define void @by_value(ptr byval([3 x double]) %s) !dbg !109 {
  ret void
}
; CHECK-NEXT: "name":"returns",{{.*}}"unsupported":"passes or returns a structure by value"
define void @returns(ptr sret([3 x double]) %hidden, double %x) !dbg !110 {
  ret void
}
; The first problem is the one that is named.
; CHECK-NEXT: "name":"several",{{.*}}"unsupported":"parameter 'f' is a function pointer"
define void @several(ptr %f, ptr %p) !dbg !111 {
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!1}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, emissionKind: FullDebug)
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !DIFile(filename: "f.c", directory: "/src")

!10 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!11 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!12 = !DIBasicType(name: "__float128", size: 128, encoding: DW_ATE_float)
!13 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !DISubroutineType(types: !{null}), size: 64)
!14 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!15 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !11, size: 64)
!16 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !15, size: 64)
!17 = !DICompositeType(tag: DW_TAG_structure_type, name: "opaque", file: !2, flags: DIFlagFwdDecl)
!18 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !17, size: 64)
!19 = !DICompositeType(tag: DW_TAG_array_type, baseType: !11, size: 16777216, elements: !{!DISubrange(count: 262144)})
!20 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !19, size: 64)
!21 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "one", file: !2, size: 64, elements: !{!22})
!22 = !DIDerivedType(tag: DW_TAG_member, name: "x", baseType: !11, size: 64)
!23 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "three", file: !2, size: 192, elements: !{!22})
!100 = distinct !DISubprogram(name: "variadic", file: !2, line: 1, type: !DISubroutineType(types: !{!10, !10, null}), unit: !0, spFlags: DISPFlagDefinition)
!101 = distinct !DISubprogram(name: "callback", file: !2, line: 2, type: !DISubroutineType(types: !{null, !13}), unit: !0, spFlags: DISPFlagDefinition)
!102 = distinct !DISubprogram(name: "untyped", file: !2, line: 3, type: !DISubroutineType(types: !{null, !14}), unit: !0, spFlags: DISPFlagDefinition)
!103 = distinct !DISubprogram(name: "pointers", file: !2, line: 4, type: !DISubroutineType(types: !{null, !11, !16}), unit: !0, spFlags: DISPFlagDefinition)
!104 = distinct !DISubprogram(name: "opaque", file: !2, line: 5, type: !DISubroutineType(types: !{null, !18}), unit: !0, spFlags: DISPFlagDefinition)
!105 = distinct !DISubprogram(name: "huge", file: !2, line: 6, type: !DISubroutineType(types: !{null, !20}), unit: !0, spFlags: DISPFlagDefinition)
!106 = distinct !DISubprogram(name: "quad", file: !2, line: 7, type: !DISubroutineType(types: !{null, !12}), unit: !0, spFlags: DISPFlagDefinition)
!107 = distinct !DISubprogram(name: "coerced", file: !2, line: 8, type: !DISubroutineType(types: !{null, !21}), unit: !0, spFlags: DISPFlagDefinition)
!108 = distinct !DISubprogram(name: "split", file: !2, line: 9, type: !DISubroutineType(types: !{null, !23}), unit: !0, spFlags: DISPFlagDefinition)
!109 = distinct !DISubprogram(name: "by_value", file: !2, line: 10, type: !DISubroutineType(types: !{null, !23}), unit: !0, spFlags: DISPFlagDefinition)
!110 = distinct !DISubprogram(name: "returns", file: !2, line: 11, type: !DISubroutineType(types: !{!23, !11}), unit: !0, spFlags: DISPFlagDefinition)
!111 = distinct !DISubprogram(name: "several", file: !2, line: 12, type: !DISubroutineType(types: !{null, !13, !14}), unit: !0, spFlags: DISPFlagDefinition)
