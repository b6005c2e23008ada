"""The operations of expressions.def as clang compiles them without optimisation, like analysed code: what the
evaluator must agree with, bit for bit. One function per operation and type, applied to arrays."""

from __future__ import annotations

import ctypes
import subprocess
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from orchestrator.native.toolchain import tool
from orchestrator.solvers.machine.evaluator import VALUE, values
from orchestrator.symbolic.builder import FCMP, FLOATS, ICMP
from orchestrator.symbolic.graph import ARITY, FUNCTION, GROUP, Group, Op, Type, of_group

Operation = tuple[int, int, int, int]  # operation, type of the result, of the first operand, aux

_LLVM = {Type.F32: "float", Type.F64: "double", Type.F80: "x86_fp80"}
_SUFFIX = {Type.F32: "f", Type.F64: "", Type.F80: "l"}
_INTRINSIC = {Type.F32: "f32", Type.F64: "f64", Type.F80: "f80"}
_INTRINSICS = {
    Op.FMA: "fma",
    Op.FABS: "fabs",
    Op.COPYSIGN: "copysign",
    Op.FMIN: "minnum",
    Op.FMAX: "maxnum",
    Op.SQRT: "sqrt",
    Op.FLOOR: "floor",
    Op.CEIL: "ceil",
    Op.TRUNC: "trunc",
    Op.ROUND: "round",
    Op.RINT: "rint",
}
_NAMES = {Op.ITRUNC: "trunc"}

_APPLY = """
typedef struct { unsigned long lo, hi; } V;
typedef void Operation(const V *, const V *, const V *, V *);
void apply(Operation *f, const V *a, const V *b, const V *c, V *out, long n) {
  for (long i = 0; i < n; ++i)
    f(a + i, b + i, c + i, out + i);
}
"""


def _type(type: int) -> str:
    return _LLVM[type] if type in _LLVM else Type(type).name.lower()


def second_type(op: int, source: int) -> int:
    return int(Type.I32) if op == Op.LDEXP else source


def _expression(operation: Operation) -> tuple[str, str]:
    """The instruction that makes %r, and a declaration it needs."""
    op, type, source, aux = operation
    kind, given = _type(type), _type(source)
    operands = ["%a", "%b", "%c"][: ARITY[op]]
    if op == Op.FCMP:
        return f"fcmp {FCMP[aux]} {given} %a, %b", ""
    if op == Op.ICMP:
        predicate = next(name for name, number in ICMP.items() if number == aux)
        return f"icmp {predicate} {given} %a, %b", ""
    if op == Op.SELECT:
        return f"select i1 %a, {kind} %b, {kind} %c", ""
    if op in _INTRINSICS:
        arguments = ", ".join(f"{kind} {operand}" for operand in operands)
        name = f"@llvm.{_INTRINSICS[op]}.{_INTRINSIC[type]}"
        types = ", ".join([kind] * len(operands))
        return f"call {kind} {name}({arguments})", f"declare {kind} {name}({types})"
    if op == Op.LDEXP or GROUP[op] is Group.ELEMENTARY:
        types = [given, _type(second_type(op, source))][: len(operands)]
        arguments = ", ".join(f"{each} {operand}" for each, operand in zip(types, operands, strict=True))
        name = f"@{Op(op).name.lower()}{_SUFFIX[source]}"
        return f"call {kind} {name}({arguments})", f"declare {kind} {name}({', '.join(types)})"
    name = _NAMES.get(op, Op(op).name.lower())
    if op == Op.FNEG:
        return f"fneg {kind} %a", ""
    if len(operands) == 1:
        return f"{name} {given} %a to {kind}", ""
    return f"{name} {kind} %a, %b", ""


def _function(number: int, operation: Operation) -> tuple[str, str]:
    op, type, source, _ = operation
    first = Type.I1 if op == Op.SELECT else source
    second = type if op == Op.SELECT else second_type(op, source)
    instruction, declaration = _expression(operation)
    body = [f"define void @op{number}(ptr %pa, ptr %pb, ptr %pc, ptr %out) {{"]
    for name, each in zip("abc", (first, second, second), strict=True):
        body.append(f"  %{name} = load {_type(each)}, ptr %p{name}")
    body += [f"  %r = {instruction}", f"  store {_type(type)} %r, ptr %out", "  ret void", "}"]
    return "\n".join(body), declaration


class Compiled:
    """Operations as native functions."""

    def __init__(self, operations: list[Operation], folder: Path) -> None:
        functions = [_function(number, operation) for number, operation in enumerate(operations)]
        declarations = sorted({declaration for _, declaration in functions if declaration})
        (folder / "operations.ll").write_text(
            "\n".join([*declarations, *(text for text, _ in functions)]) + "\n"
        )
        (folder / "apply.c").write_text(_APPLY)
        library = folder / "operations.so"
        command = [
            tool("clang"),
            "-O0",
            "-Wno-override-module",
            "-shared",
            "-fPIC",
            "operations.ll",
            "apply.c",
        ]
        subprocess.run([*command, "-o", str(library), "-lm"], cwd=folder, check=True)
        self._library = ctypes.CDLL(str(library))
        self._numbers = {operation: number for number, operation in enumerate(operations)}

    def apply(self, operation: Operation, rows: list[tuple[int, ...]]) -> NDArray[np.void]:
        columns = [values([row[i] if i < len(row) else 0 for row in rows]) for i in range(3)]
        out = np.zeros(len(rows), dtype=VALUE)
        function = ctypes.cast(self._library[f"op{self._numbers[operation]}"], ctypes.c_void_p)
        pointers = [ctypes.c_void_p(array.ctypes.data) for array in (*columns, out)]
        self._library.apply(function, *pointers, ctypes.c_long(len(rows)))
        return out


@cache
def operations() -> list[Operation]:
    """Every operation that has an instruction or a call, on every type it takes."""
    integers = [Type.I1, Type.I8, Type.I16, Type.I32, Type.I64, Type.I128]
    result: list[Operation] = []
    for type in FLOATS:
        for op in (*of_group(Group.FLOAT), *of_group(Group.ELEMENTARY)):
            whole = op in FUNCTION and FUNCTION[op].result == "int"
            result.append((op, Type.I32 if whole else type, type, 0))
        result += [(Op.FCMP, Type.I1, type, predicate) for predicate in range(1, 15)]
        result += [(Op.FPEXT, to, type, 0) for to in FLOATS if to > type]
        result += [(Op.FPTRUNC, to, type, 0) for to in FLOATS if to < type]
        for op in (Op.FPTOSI, Op.FPTOUI):
            result += [(op, to, type, 0) for to in integers[1:-1]]
        for op in (Op.SITOFP, Op.UITOFP):
            result += [(op, type, source, 0) for source in integers]
        result.append((Op.SELECT, type, type, 0))
    for type in integers:
        result += [(op, type, type, 0) for op in of_group(Group.INTEGER)]
        result += [(Op.ICMP, Type.I1, type, predicate) for predicate in ICMP.values()]
        result += [(Op.ITRUNC, to, type, 0) for to in integers if to < type]
        result += [(op, to, type, 0) for to in integers if to > type for op in (Op.ZEXT, Op.SEXT)]
        result.append((Op.SELECT, type, type, 0))
    for a, b in ((Type.F32, Type.I32), (Type.F64, Type.I64)):
        result += [(Op.BITCAST, a, b, 0), (Op.BITCAST, b, a, 0)]
    return result
