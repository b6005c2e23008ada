; RUN: %opt -passes='print<signatures>' -disable-output %s | FileCheck %s
; Pointers get an object in the output buffer, after the 16 bytes of the result, each aligned to 16. Its leaves are the
; numbers in it, with their place in that buffer.

; CHECK: "input_size":16,"name":"scalars","output_size":48,
; CHECK-SAME: "parameters":[{"cls":"ptr","leaves":[{"cls":"f64","name":"*p","offset":16,"type":"double"}],"name":"p","offset":16,"type":"double *"},
; CHECK-SAME: {"cls":"f64","leaves":[],"name":"x","offset":0,"type":"double"},
; CHECK-SAME: {"cls":"ptr","leaves":[{"cls":"i32","name":"*q","offset":32,"type":"int"}],"name":"q","offset":32,"type":"const int *"}],
; CHECK-SAME: "signature":"double scalars(double *p, double x, const int *q)"
define double @scalars(ptr %p, double %x, ptr %q) !dbg !100 {
  ret double %x
}

; struct result { double val; float err[2]; struct { int code; unsigned char flag; } status; unsigned bits : 3; double *next; } : 40 bytes
; CHECK-NEXT: "name":"structure","output_size":80,
; CHECK-SAME: "parameters":[{"cls":"ptr","leaves":[
; CHECK-SAME: {"cls":"f64","name":"r->val","offset":16,"type":"double"},
; CHECK-SAME: {"cls":"f32","name":"r->err[0]","offset":24,"type":"float"},
; CHECK-SAME: {"cls":"f32","name":"r->err[1]","offset":28,"type":"float"},
; CHECK-SAME: {"cls":"i32","name":"r->status.code","offset":32,"type":"int"},
; CHECK-SAME: {"cls":"u8","name":"r->status.flag","offset":36,"type":"unsigned char"}],
; CHECK-SAME: "name":"r","offset":16,"type":"result *"},
; CHECK-SAME: {"cls":"ptr","leaves":[{"cls":"f64","name":"*after","offset":64,"type":"double"}],"name":"after","offset":64,"type":"double *"}]
; CHECK-SAME: "result":{"cls":"i32"
define i32 @structure(ptr %r, ptr %after) !dbg !101 {
  ret i32 0
}

; A pointer that is returned is no number.
; CHECK-NEXT: "name":"union","output_size":32,
; CHECK-SAME: {"cls":"f64","name":"u->real","offset":16,"type":"double"},
; CHECK-SAME: {"cls":"u32","name":"u->words[0]","offset":16,"type":"unsigned int"},
; CHECK-SAME: {"cls":"u32","name":"u->words[1]","offset":20,"type":"unsigned int"}],
; CHECK-SAME: "type":"union bits *"}],
; CHECK-SAME: "result":null,"signature":"double *union(union bits *u)"
; CHECK-NOT: {{[{]}}"constants"
define ptr @union(ptr %u) !dbg !102 {
  ret ptr %u
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!1}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, emissionKind: FullDebug)
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !DIFile(filename: "f.c", directory: "/src")

!10 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!11 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!12 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!13 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!14 = !DIBasicType(name: "unsigned char", size: 8, encoding: DW_ATE_unsigned_char)
!15 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !11, size: 64)
!16 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !17, size: 64)
!17 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !12)

!20 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "result_struct", file: !2, size: 320, elements: !{!21, !22, !25, !29, !30})
!21 = !DIDerivedType(tag: DW_TAG_member, name: "val", baseType: !11, size: 64)
!22 = !DIDerivedType(tag: DW_TAG_member, name: "err", baseType: !23, size: 64, offset: 64)
!23 = !DICompositeType(tag: DW_TAG_array_type, baseType: !10, size: 64, elements: !{!24})
!24 = !DISubrange(count: 2)
!25 = !DIDerivedType(tag: DW_TAG_member, name: "status", baseType: !26, size: 64, offset: 128)
!26 = distinct !DICompositeType(tag: DW_TAG_structure_type, file: !2, size: 64, elements: !{!27, !28})
!27 = !DIDerivedType(tag: DW_TAG_member, name: "code", baseType: !12, size: 32)
!28 = !DIDerivedType(tag: DW_TAG_member, name: "flag", baseType: !14, size: 8, offset: 32)
!29 = !DIDerivedType(tag: DW_TAG_member, name: "bits", baseType: !13, size: 3, offset: 192, flags: DIFlagBitField, extraData: i64 192)
!30 = !DIDerivedType(tag: DW_TAG_member, name: "next", baseType: !15, size: 64, offset: 256)
!31 = !DIDerivedType(tag: DW_TAG_typedef, name: "result", baseType: !20)
!32 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !31, size: 64)

!40 = distinct !DICompositeType(tag: DW_TAG_union_type, name: "bits", file: !2, size: 64, elements: !{!41, !42})
!41 = !DIDerivedType(tag: DW_TAG_member, name: "real", baseType: !11, size: 64)
!42 = !DIDerivedType(tag: DW_TAG_member, name: "words", baseType: !43, size: 64)
!43 = !DICompositeType(tag: DW_TAG_array_type, baseType: !13, size: 64, elements: !{!24})
!44 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !40, size: 64)

!100 = distinct !DISubprogram(name: "scalars", file: !2, line: 1, type: !DISubroutineType(types: !{!11, !15, !11, !16}), unit: !0, spFlags: DISPFlagDefinition)
!101 = distinct !DISubprogram(name: "structure", file: !2, line: 2, type: !DISubroutineType(types: !{!12, !32, !15}), unit: !0, spFlags: DISPFlagDefinition)
!102 = distinct !DISubprogram(name: "union", file: !2, line: 3, type: !DISubroutineType(types: !{!15, !44}), unit: !0, spFlags: DISPFlagDefinition)
