"""The domains of functions as C code: a check of each input, compiled beside the analysed program."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from orchestrator.core.errors import UserError
from orchestrator.core.model import Condition, Domain, Function, Leaf
from orchestrator.native import toolchain

_PREFIX = "__ariadne_assume."  # passes/runtime/protocol/abi.h
_TYPES = {
    "f32": "float",
    "f64": "double",
    "f80": "long double",
    "i8": "signed char",
    "i16": "short",
    "i32": "int",
    "i64": "long long",
    "u8": "unsigned char",
    "u16": "unsigned short",
    "u32": "unsigned int",
    "u64": "unsigned long long",
    "bool": "_Bool",
}
_WIDE = ("f80", "i64", "u64")  # classes with values that a double has not


def compile_assumptions(functions: Sequence[Function], folder: Path) -> Path | None:
    """An object with a check for every function that has a domain; None if no function has one.

    The checks are no part of the program: their operations are no sites. Clang's messages about a condition
    name the file and line where the user wrote it.
    """
    limited = [f for f in functions if f.domain != Domain() and not f.unsupported]
    if not limited:
        return None
    lines = ["#include <float.h>", "#include <limits.h>", "#include <math.h>", "#include <stdbool.h>"]
    for number, function in enumerate(limited):
        lines += _check(number, function)
    source, compiled = folder / "assumptions.c", folder / "assumptions.o"
    source.write_text("\n".join(lines) + "\n")
    flags = ["-O2", "-w", "-ffp-contract=off", "-fPIC", "-c"]
    done = toolchain.run([toolchain.tool("clang"), *flags, str(source), "-o", str(compiled)])
    if done.returncode != 0:
        raise UserError(
            "an assumption is not a C expression over the function's parameters:\n" + done.stderr.strip()
        )
    return compiled


def _check(number: int, function: Function) -> Iterator[str]:
    yield f'int assume{number}(const char *ariadne_input) __asm__("{_PREFIX}{function.symbol}");'
    yield f"int assume{number}(const char *ariadne_input) {{"
    for rank, leaf in enumerate(function.inputs):
        yield f"  const {_TYPES[leaf.cls]} ariadne_{rank} = {_read(leaf)};"
    for rank, leaf in enumerate(function.inputs):
        if leaf.range:
            yield from _range(f"ariadne_{rank}", leaf, leaf.range)
    # Names of the user's come last, and only for his conditions: they may hide whatever they like.
    for rank, leaf in enumerate(function.inputs):
        if function.domain.conditions and re.fullmatch(r"[A-Za-z_]\w*", leaf.name):
            yield f"  const {_TYPES[leaf.cls]} {leaf.name} = ariadne_{rank};"
    for condition in function.domain.conditions:
        yield from _condition(condition)
    yield "  return 1;"
    yield "}"


def _read(leaf: Leaf) -> str:
    place = f"ariadne_input + {leaf.offset}"
    if leaf.cls == "bool":  # as the call does: any byte but 0 is true
        return f"*(const unsigned char *)({place}) != 0"
    return f"*(const {_TYPES[leaf.cls]} *)({place})"


def _range(name: str, leaf: Leaf, ends: tuple[float, float]) -> Iterator[str]:
    suffix = "L" if leaf.cls in _WIDE else ""
    for comparison, end in zip((">=", "<="), ends, strict=True):
        if math.isfinite(end):
            yield f"  if (!({name} {comparison} {end.hex()}{suffix})) return 0;"


def _condition(condition: Condition) -> Iterator[str]:
    file = condition.file.replace("\\", "\\\\").replace('"', '\\"')
    yield "  if (!("
    yield f'#line {condition.line} "{file}"'
    yield condition.expression
    yield "  )) return 0;"
