"""The steps of a query as machine code (llvmlite), for evaluating it millions of times.

IR is written as text: some microseconds per step. Values are computed in registers, and stored where somebody
reads them: distances, or the interpreter, which does what is rare (integer divisions, 128 bits and the like)
in the midst of compiled code. Constants are read from memory, so that nothing is folded: a compiler's NaN is
not the processor's. Of two NaNs compiled code may keep another one than the interpreter, which has the last
word about models.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from functools import cache

import llvmlite.binding as llvm
import numpy as np
from numpy.typing import NDArray

from orchestrator.solvers.machine.evaluator import VALUE, address, library, values
from orchestrator.symbolic.builder import FCMP, FLOATS, ICMP
from orchestrator.symbolic.graph import ARITY, BITS, FUNCTION, GROUP, Group, Op, Type

STEP = np.dtype(
    [
        ("op", "<u2"),
        ("type", "u1"),
        ("source", "u1"),
        ("second", "u1"),
        ("pad", "u1", 3),
        ("aux", "<u4"),
        ("a", "<u4"),
        ("b", "<u4"),
        ("c", "<u4"),
    ]
)  # `Step` of solvers_native/program.h
_ROW = ("op", "type", "source", "aux", "a", "b", "c")
_Row = tuple[int, ...]

_TYPES = {type: Type(type).name.lower() for type in range(Type.I1, Type.I128 + 1)}
_TYPES |= {Type.F32: "float", Type.F64: "double", Type.F80: "x86_fp80"}
_SUFFIXES = {Type.F32: "f", Type.F64: "", Type.F80: "l"}
_PREDICATES = {number: name for name, number in ICMP.items()}

# The ones that are an instruction of the same name and meaning.
_PLAIN = {Op[name.upper()]: name for name in "fadd fsub fmul fdiv add sub mul and or xor".split()}
_PLAIN |= {Op[name.upper()]: name for name in "fptrunc fpext sitofp uitofp bitcast zext sext".split()}
_PLAIN[Op.ITRUNC] = "trunc"
_ROUNDINGS = (Op.FLOOR, Op.CEIL, Op.TRUNC, Op.ROUND, Op.RINT)
_CALLS = {op: Op(op).name.lower() for op in _ROUNDINGS}
_CALLS |= {op: f.name for op, f in FUNCTION.items() if f.result == "T"}
_CALLS |= {Op.FREM: "fmod", Op.FMA: "fma"}
_INTRINSICS = {Op.SQRT: "sqrt", Op.FABS: "fabs", Op.COPYSIGN: "copysign"}


class Compiled:
    """Machine code that computes the steps' values. It lives as long as this object."""

    def __init__(self, steps: NDArray[np.void], stored: NDArray[np.uint8], place: int) -> None:
        module = llvm.parse_assembly(_Writer(steps, stored, place).text())
        # An engine of its own, which takes its target machine with it.
        self._engine = llvm.create_mcjit_compiler(module, _target().create_target_machine(opt=1))
        self._engine.finalize_object()
        self.entry = self._engine.get_function_address("values")

    def run(self, inputs: Sequence[int], steps: int) -> NDArray[np.void]:
        """The values that are stored, by step, without constants: what the minimiser sees, for tests."""
        given, result = values(inputs), np.zeros(steps, dtype=VALUE)
        ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)(self.entry)(address(given), address(result))
        return result


@cache
def _target() -> llvm.Target:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    libm = ctypes.CDLL("libm.so.6")
    for name in _CALLS.values():
        for suffix in _SUFFIXES.values():
            function = getattr(libm, name + suffix)
            llvm.add_symbol(name + suffix, ctypes.cast(function, ctypes.c_void_p).value)
    step = ctypes.cast(library().ariadne_run_step, ctypes.c_void_p).value
    llvm.add_symbol("ariadne_run_step", step)
    return llvm.Target.from_default_triple()


class _Writer:
    """One function `void values(inputs, values)`, both arrays of 16 bytes a value."""

    def __init__(self, steps: NDArray[np.void], stored: NDArray[np.uint8], place: int) -> None:
        self._steps: list[_Row] = steps[list(_ROW)].tolist()
        self._stored = stored.astype(bool).tolist()
        self._place = place
        self._body: list[str] = []
        self._declarations: set[str] = set()

    def text(self) -> str:
        expressions = [self._expression(step) for step in self._steps]
        for step, expression in zip(self._steps, expressions, strict=True):
            if expression is None:  # the interpreter's: it reads its operands from memory
                for operand in step[4:]:
                    self._stored[operand] = True
        for number, (step, expression) in enumerate(zip(self._steps, expressions, strict=True)):
            self._step(number, step, expression)
        lines = sorted(self._declarations)
        lines += ["declare void @ariadne_run_step(i64, i32, ptr, ptr)"]
        lines += ["define void @values(ptr %inputs, ptr %values) {", *self._body, "  ret void", "}"]
        return "\n".join(lines)

    def _step(self, number: int, step: _Row, expression: str | None) -> None:
        op, type, _, aux, *_ = step
        if op == Op.NONE:
            return
        if op == Op.CONSTANT:
            return self._load(number, type, "values", number)
        if op == Op.INPUT:
            self._load(number, type, "inputs", aux)
        elif expression is None:
            call = f"i64 {self._place}, i32 {number}, ptr %inputs, ptr %values"
            self._body.append(f"  call void @ariadne_run_step({call})")
            return self._load(number, type, "values", number)
        else:
            self._body.append(f"  %v{number} = {expression}")
        if self._stored[number]:
            self._store(number, type)

    def _load(self, number: int, type: int, array: str, place: int) -> None:
        self._body.append(f"  %p{number} = getelementptr i8, ptr %{array}, i64 {16 * place}")
        if type == Type.I1:
            self._body.append(f"  %w{number} = load i8, ptr %p{number}, align 1")
            self._body.append(f"  %v{number} = trunc i8 %w{number} to i1")
        else:
            self._body.append(f"  %v{number} = load {_TYPES[type]}, ptr %p{number}, align 8")

    def _store(self, number: int, type: int) -> None:
        self._body.append(f"  %s{number} = getelementptr i8, ptr %values, i64 {16 * number}")
        value = f"{_TYPES[type]} %v{number}"
        if type == Type.I1:
            self._body.append(f"  %z{number} = zext i1 %v{number} to i8")
            value = f"i8 %z{number}"
        self._body.append(f"  store {value}, ptr %s{number}, align 8")

    def _expression(self, step: _Row) -> str | None:
        """The instruction for a step; none, if the interpreter does it."""
        op, type, source, aux, *numbers = step
        if GROUP[op] is Group.LEAF:
            return ""
        if Type.I128 in (type, source):
            return None
        kind, given = _TYPES[type], _TYPES[source]
        operands = [f"%v{operand}" for operand in numbers[: ARITY[op]]]
        if op == Op.FCMP:
            return f"fcmp {FCMP[aux]} {given} {', '.join(operands)}"
        if op == Op.ICMP:
            return f"icmp {_PREDICATES[aux]} {given} {', '.join(operands)}"
        if op == Op.SELECT:
            return f"select i1 {operands[0]}, {kind} {operands[1]}, {kind} {operands[2]}"
        if op == Op.FNEG:
            return f"fneg {kind} {operands[0]}"
        if op == Op.FPTOSI and type in (Type.I32, Type.I64):
            return f"fptosi {given} {operands[0]} to {kind}"
        if op in _PLAIN and len(operands) == 1:
            return f"{_PLAIN[op]} {given} {operands[0]} to {kind}"
        if op in _PLAIN:
            return f"{_PLAIN[op]} {kind} {', '.join(operands)}"
        if op in _INTRINSICS:
            return self._call(f"llvm.{_INTRINSICS[op]}.f{BITS[type]}", kind, operands)
        if op in _CALLS and type in FLOATS:
            return self._call(_CALLS[op] + _SUFFIXES[type], kind, operands)
        return None

    def _call(self, name: str, kind: str, operands: list[str]) -> str:
        self._declarations.add(f"declare {kind} @{name}({', '.join([kind] * len(operands))})")
        return f"call {kind} @{name}({', '.join(f'{kind} {operand}' for operand in operands)})"
