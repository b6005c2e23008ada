; RUN: %opt -passes='print<signatures>' -disable-output %s | FileCheck %s
; Every scalar class. Each has a slot of 16 bytes in the input buffer, and the result is at the start of the output.

; CHECK: {"closure":"{{[0-9a-f]+}}","constants":[],"externals":[],"input_size":48,"name":"floats","output_size":16,
; CHECK-SAME: "parameters":[{"cls":"f32","leaves":[],"name":"f","offset":0,"type":"float"},
; CHECK-SAME: {"cls":"f64","leaves":[],"name":"d","offset":16,"type":"double"},
; CHECK-SAME: {"cls":"f80","leaves":[],"name":"l","offset":32,"type":"long double"}],
; CHECK-SAME: "place":{"column":0,"file":"/src/f.c","line":1},
; CHECK-SAME: "result":{"cls":"f80","name":"return","offset":0,"type":"long double"},
; CHECK-SAME: "signature":"long double floats(float f, double d, long double l)",
; CHECK-SAME: "sites":[],"static":false,"symbol":"floats","unsupported":null}
define x86_fp80 @floats(float %f, double %d, x86_fp80 %l) !dbg !100 {
  ret x86_fp80 %l
}

; CHECK-NEXT: "input_size":128,"name":"integers","output_size":16,
; CHECK-SAME: {"cls":"i8","leaves":[],"name":"a","offset":0,"type":"signed char"},
; CHECK-SAME: {"cls":"u8","leaves":[],"name":"b","offset":16,"type":"unsigned char"},
; CHECK-SAME: {"cls":"i16","leaves":[],"name":"c","offset":32,"type":"short"},
; CHECK-SAME: {"cls":"u16","leaves":[],"name":"d","offset":48,"type":"unsigned short"},
; CHECK-SAME: {"cls":"i32","leaves":[],"name":"e","offset":64,"type":"int"},
; CHECK-SAME: {"cls":"u32","leaves":[],"name":"f","offset":80,"type":"unsigned int"},
; CHECK-SAME: {"cls":"i64","leaves":[],"name":"g","offset":96,"type":"long"},
; CHECK-SAME: {"cls":"u64","leaves":[],"name":"h","offset":112,"type":"unsigned long"}],
; CHECK-SAME: "result":null,"signature":"void integers(signed char a, unsigned char b, short c, unsigned short d, int e, unsigned int f, long g, unsigned long h)"
define void @integers(i8 %a, i8 %b, i16 %c, i16 %d, i32 %e, i32 %f, i64 %g, i64 %h) !dbg !101 {
  ret void
}

; Wider integers are extended from 64 bits; a character type of C++ is unsigned.
; CHECK-NEXT: "name":"others",
; CHECK-SAME: {"cls":"bool","leaves":[],"name":"flag","offset":0,"type":"_Bool"},
; CHECK-SAME: {"cls":"u32","leaves":[],"name":"color","offset":16,"type":"enum color"},
; CHECK-SAME: {"cls":"i8","leaves":[],"name":"small","offset":32,"type":"enum small"},
; CHECK-SAME: {"cls":"i64","leaves":[],"name":"wide","offset":48,"type":"__int128"},
; CHECK-SAME: {"cls":"u32","leaves":[],"name":"letter","offset":64,"type":"char32_t"}],
; CHECK-SAME: "result":{"cls":"bool","name":"return","offset":0,"type":"_Bool"}
define zeroext i1 @others(i1 zeroext %flag, i32 %color, i8 %small, i128 %wide, i32 %letter) !dbg !102 {
  ret i1 %flag
}

; Typedefs and qualifiers name the type; the class is that of what is behind them.
; CHECK-NEXT: "name":"behind",
; CHECK-SAME: {"cls":"f64","leaves":[],"name":"r","offset":0,"type":"real"},
; CHECK-SAME: {"cls":"f64","leaves":[],"name":"c","offset":16,"type":"const real"}],
; CHECK-SAME: "result":{"cls":"f64","name":"return","offset":0,"type":"real"},"signature":"real behind(real r, const real c)"
define double @behind(double %r, double %c) !dbg !103 {
  ret double %r
}

; CHECK-NEXT: "input_size":0,"name":"nothing","output_size":16,"parameters":[],{{.*}}"signature":"int nothing(void)"
; CHECK-NOT: {"closure":"{{[0-9a-f]+}}","constants"
define i32 @nothing() !dbg !104 {
  ret i32 0
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!1}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, emissionKind: FullDebug)
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !DIFile(filename: "f.c", directory: "/src")

!10 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!11 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!12 = !DIBasicType(name: "long double", size: 128, encoding: DW_ATE_float)
!13 = !DIBasicType(name: "signed char", size: 8, encoding: DW_ATE_signed_char)
!14 = !DIBasicType(name: "unsigned char", size: 8, encoding: DW_ATE_unsigned_char)
!15 = !DIBasicType(name: "short", size: 16, encoding: DW_ATE_signed)
!16 = !DIBasicType(name: "unsigned short", size: 16, encoding: DW_ATE_unsigned)
!17 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!18 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!19 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!20 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!21 = !DIBasicType(name: "_Bool", size: 8, encoding: DW_ATE_boolean)
!22 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "color", baseType: !18, size: 32, elements: !{})
!23 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "small", baseType: !13, size: 8, elements: !{})
!24 = !DIBasicType(name: "__int128", size: 128, encoding: DW_ATE_signed)
!25 = !DIBasicType(name: "char32_t", size: 32, encoding: DW_ATE_UTF)
!26 = !DIDerivedType(tag: DW_TAG_typedef, name: "real", baseType: !11)
!27 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !26)
!100 = distinct !DISubprogram(name: "floats", file: !2, line: 1, type: !DISubroutineType(types: !{!12, !10, !11, !12}), unit: !0, spFlags: DISPFlagDefinition)
!101 = distinct !DISubprogram(name: "integers", file: !2, line: 2, type: !DISubroutineType(types: !{null, !13, !14, !15, !16, !17, !18, !19, !20}), unit: !0, spFlags: DISPFlagDefinition)
!102 = distinct !DISubprogram(name: "others", file: !2, line: 3, type: !DISubroutineType(types: !{!21, !21, !22, !23, !24, !25}), unit: !0, spFlags: DISPFlagDefinition)
!103 = distinct !DISubprogram(name: "behind", file: !2, line: 4, type: !DISubroutineType(types: !{!26, !26, !27}), unit: !0, spFlags: DISPFlagDefinition)
!104 = distinct !DISubprogram(name: "nothing", file: !2, line: 5, type: !DISubroutineType(types: !{!17}), unit: !0, spFlags: DISPFlagDefinition)
