"""Graph evaluation equals native execution, bit for bit, on programs that Hypothesis writes.

Many functions make one C file: compiling costs more than running.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.trace import traced

FUNCTIONS = 20
RUNS = 6

_FLOATING = ("float", "double", "long double")
_INTEGERS = ("int", "unsigned", "long", "short", "unsigned char")
_PARAMETERS = (("double", "x"), ("float", "y"), ("int", "n"), ("unsigned long", "u"))
_FUNCTIONS = ("sin", "exp", "fabs", "floor", "log1p", "atan", "cbrt", "tanh")
_PRELUDE = """
#include <math.h>
#include <stdint.h>
#include <string.h>
typedef union { double d; uint64_t u; uint32_t w[2]; unsigned char b[8]; } bits;
static double by_pointer(const double *p, int i) { return p[i & 1]; }
static double recursive(double x, int k) { return k <= 0 ? x : recursive(x * 0.5 + 1, k - 1); }
static uint64_t rotated(uint64_t u, unsigned k) { return u << (k & 31) | u >> (63 - (k & 31)); }
"""

number = st.sampled_from(["0.0", "1.0", "-2.5", "1e-3", "7.0", "1e200", "0x1p-1040", "3.0"])
integer = st.sampled_from(["0", "1", "2", "7", "-5", "1000", "65537", "255"])


@st.composite
def floating(draw: st.DrawFn, depth: int) -> str:
    """An expression of type double."""
    if depth == 0:
        return draw(st.sampled_from(["x", "y", "n", "a", "b", "(double)(long)u"]) | number)
    below = floating(depth - 1)
    match draw(st.integers(0, 9)):
        case 0 | 1 | 2:
            return f"({draw(below)} {draw(st.sampled_from('+-*/'))} {draw(below)})"
        case 3:
            return f"{draw(st.sampled_from(_FUNCTIONS))}({draw(below)})"
        case 4:
            return f"({draw(truth(depth - 1))} ? {draw(below)} : {draw(below)})"
        case 5:
            return f"({draw(st.sampled_from(_FLOATING))})({draw(below)} * {draw(below)})"
        case 6:
            return f"((bits){{.u = {draw(whole(depth - 1))}}}.d)"
        case 7:
            return f"by_pointer((double[]){{{draw(below)}, {draw(below)}}}, n)"
        case 8:
            return f"recursive({draw(below)}, {draw(st.integers(0, 3))})"
        case _:
            return f"(double)({draw(whole(depth - 1))})"


@st.composite
def whole(draw: st.DrawFn, depth: int) -> str:
    """An expression of type uint64_t: no overflow is undefined, and no conversion out of range is made."""
    if depth == 0:
        return (
            draw(st.sampled_from(["(uint64_t)n", "u", "k"]))
            if draw(st.booleans())
            else f"(uint64_t){draw(integer)}"
        )
    below = whole(depth - 1)
    match draw(st.integers(0, 7)):
        case 0 | 1:
            return f"({draw(below)} {draw(st.sampled_from('+-*&|^'))} {draw(below)})"
        case 2:
            return f"({draw(below)} {draw(st.sampled_from('%/'))} ({draw(below)} | 1))"
        case 3:
            return f"(uint64_t)({draw(st.sampled_from(_INTEGERS))})({draw(below)})"
        case 4:
            return f"((bits){{{draw(floating(depth - 1))}}}.u)"
        case 5:
            return f"((bits){{{draw(floating(depth - 1))}}}.w[1] >> {draw(st.integers(0, 31))})"
        case 6:
            return f"rotated({draw(below)}, {draw(st.integers(0, 40))})"
        case _:
            return f"(uint64_t)({draw(truth(depth - 1))})"


@st.composite
def truth(draw: st.DrawFn, depth: int) -> str:
    inner = max(depth - 1, 0)
    compare = draw(st.sampled_from(["<", "<=", ">", ">=", "==", "!="]))
    match draw(st.integers(0, 4)):
        case 0 | 1:
            return f"({draw(floating(inner))} {compare} {draw(floating(inner))})"
        case 2:
            return f"((int64_t){draw(whole(inner))} {compare} (int64_t){draw(whole(inner))})"
        case 3:
            return f"({draw(whole(inner))} {compare} {draw(whole(inner))})"
        case _:
            joined = draw(st.sampled_from(["&&", "||", "&", "|"]))
            return f"({draw(truth(inner))} {joined} !{draw(truth(inner))})" if depth else "(x < y)"


@st.composite
def function(draw: st.DrawFn, index: int) -> str:
    parameters = ", ".join(f"{type} {name}" for type, name in _PARAMETERS)
    lines = [f"double f{index}({parameters}) {{", "  double a = x, b = y;", "  uint64_t k = u;"]
    for _ in range(draw(st.integers(1, 4))):
        match draw(st.integers(0, 4)):
            case 0:
                lines.append(f"  a = {draw(floating(3))};")
            case 1:
                lines.append(f"  k = {draw(whole(3))};")
            case 2:
                lines.append(
                    f"  if ({draw(truth(2))}) a += {draw(floating(2))}; else b = {draw(floating(2))};"
                )
            case 3:
                rounds = draw(st.integers(1, 4))
                lines.append(f"  for (int i = 0; i < {rounds} && b < 100; i++) b += {draw(floating(2))} + i;")
            case _:
                lines.append(
                    f"  memcpy((char *)&b + {draw(st.integers(0, 4))}, &k, {draw(st.integers(1, 4))});"
                )
    result = draw(floating(2))
    return "\n".join(
        [
            *lines,
            f"  double r = {result} + a - b;",
            "  return r > 0.5 ? r : r < -10 ? a : k % 3 ? r : b;",
            "}",
        ]
    )


@st.composite
def source(draw: st.DrawFn) -> str:
    return _PRELUDE + "\n".join(draw(function(index)) for index in range(FUNCTIONS)) + "\n"


@settings(
    max_examples=2,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],  # to shrink C files would take too long
    suppress_health_check=list(HealthCheck),
    derandomize=True,
)
@given(text=source())
def test_traces_of_random_programs(text: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    check(text, tmp_path_factory.mktemp("random"))


def check(text: str, folder: Path) -> None:
    file = folder / "random.c"
    file.write_text(text)
    program = traced.built(file, folder)
    for function in program.functions:
        traced.check_function(program, function, RUNS, folder)
