"""Random expression programs: exact results are those of Python's fractions and of FLINT's balls."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import flint
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from orchestrator.build.program import build
from orchestrator.build.variants import build_exact
from orchestrator.core.model import ExactRun
from orchestrator.core.settings import Settings
from orchestrator.judge.classify import exact_runs
from orchestrator.numbers.dyadic import to_fraction
from orchestrator.numbers.values import parse_inputs

VARIABLES = ("x", "y", "z")
BATCH = 24  # functions in one C file: compiling costs more than running
INPUTS = 3  # of each function
BITS = 20_000  # printed; nothing that is exact here has more
BALL_BITS = 200
_folders = itertools.count()

# A failure names its one expression and input; making the other programs of the file smaller helps nobody.
COMMON = settings(
    deadline=None, suppress_health_check=list(HealthCheck), phases=[Phase.explicit, Phase.generate]
)
QUICK = settings(COMMON, max_examples=5)
THOROUGH = settings(COMMON, max_examples=60)


@dataclass(frozen=True)
class Node:
    """A variable, an operation, or a number (never beside another: the compiler would compute with them)."""

    operation: str  # x y z, a C literal, + - * / sqrt
    operands: tuple[Node, ...] = ()

    @property
    def text(self) -> str:
        if not self.operands:
            return self.operation
        if self.operation == "sqrt":
            return f"sqrt({self.operands[0].text})"
        return f"({self.operands[0].text} {self.operation} {self.operands[1].text})"


finite = st.floats(allow_nan=False, allow_infinity=False)
moderate = st.floats(min_value=-1e10, max_value=1e10, allow_subnormal=False)
numbers = st.one_of(finite, moderate, st.integers(-20, 20).map(float))
variables = st.sampled_from(VARIABLES).map(Node)
literals = numbers.map(lambda number: Node(f"({number.hex()})"))


def _larger(rational: bool) -> Callable[[st.SearchStrategy[Node]], st.SearchStrategy[Node]]:
    def larger(smaller: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
        operators = st.sampled_from("+-*/")
        pairs = st.one_of(
            st.tuples(smaller, smaller), st.tuples(smaller, literals), st.tuples(literals, smaller)
        )
        binary = st.builds(Node, operators, pairs)
        return binary if rational else st.one_of(binary, st.builds(Node, st.just("sqrt"), st.tuples(smaller)))

    return larger


def _programs(rational: bool) -> st.SearchStrategy[list[tuple[Node, list[tuple[float, ...]]]]]:
    trees = st.recursive(variables, _larger(rational), max_leaves=10).filter(lambda tree: tree.operands)
    inputs = st.lists(st.tuples(*[numbers] * len(VARIABLES)), min_size=INPUTS, max_size=INPUTS)
    return st.lists(st.tuples(trees, inputs), min_size=BATCH, max_size=BATCH)


Program = list[tuple[Node, list[tuple[float, ...]]]]


def _run(folder: Path, program: Program, bits: int) -> Iterator[tuple[Node, dict[str, float], ExactRun]]:
    """Every function on each of its inputs, in exact arithmetic."""
    here = folder / str(next(_folders))
    here.mkdir()
    source = here / "program.c"
    parameters = ", ".join(f"double {name}" for name in VARIABLES)
    lines = [f"double f{i}({parameters}) {{ return {tree.text}; }}" for i, (tree, _) in enumerate(program)]
    source.write_text("\n".join(["#include <math.h>", *lines, ""]))
    bitcode = build([source], (), here)
    library = build_exact(bitcode, here)
    functions = {function.name: function for function in bitcode.module.functions}
    for i, (tree, inputs) in enumerate(program):
        function = functions[f"f{i}"]
        data = [parse_inputs(function, [value.hex() for value in row]) for row in inputs]
        runs = exact_runs(library, function, data, Settings(), bits)
        for row, run in zip(inputs, runs, strict=True):
            yield tree, dict(zip(VARIABLES, row, strict=True)), run


def _literal(text: str) -> float:
    return float.fromhex(text.strip("()"))


# ---- rational programs ----


def _rational(tree: Node, values: dict[str, float]) -> Fraction:
    if not tree.operands:
        return Fraction(values[tree.operation] if tree.operation in values else _literal(tree.operation))
    left, right = (_rational(operand, values) for operand in tree.operands)
    match tree.operation:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case _:
            return left / right  # may raise ZeroDivisionError


def _is_dyadic(value: Fraction) -> bool:
    return value.denominator & (value.denominator - 1) == 0


def check_rational(folder: Path, program: Program) -> None:
    for tree, values, run in _run(folder, program, BITS):
        note = tree.text, values
        try:
            expected = _rational(tree, values)
        except ZeroDivisionError:
            continue  # infinities and NaN follow IEEE's rules, not those of fractions
        assert run.undetermined is None, (note, run.undetermined)
        (result,) = run.results
        lower, upper = to_fraction(result.lower), to_fraction(result.upper)
        assert lower is not None and upper is not None
        assert result.kind == "exact", note
        assert lower <= expected <= upper, note
        if _is_dyadic(expected):
            assert lower == expected == upper, note
        else:
            assert upper - lower <= abs(expected) / 2 ** (BITS - 2), note
        assert result.range == _range(expected), note


def _range(value: Fraction) -> str:
    smallest, largest = Fraction(2) ** -1022, Fraction(2**1024 - 2**971)
    if value == 0:
        return "zero"
    return "tiny" if abs(value) < smallest else "huge" if abs(value) > largest else "normal"


@QUICK
@given(_programs(rational=True))
def test_rational(tmp_path_factory: pytest.TempPathFactory, program: Program) -> None:
    check_rational(tmp_path_factory.getbasetemp(), program)


@pytest.mark.slow
@THOROUGH
@given(_programs(rational=True))
def test_rational_thoroughly(tmp_path_factory: pytest.TempPathFactory, program: Program) -> None:
    check_rational(tmp_path_factory.getbasetemp(), program)


# ---- with square roots ----


class Undefined(Exception):
    """A root of a negative number, a division by what is or may be zero."""


def _arb(value: float) -> flint.arb:
    fraction = Fraction(value)
    return flint.arb(flint.fmpq(fraction.numerator, fraction.denominator))


def _ball(tree: Node, values: dict[str, float]) -> flint.arb:
    if not tree.operands:
        return _arb(values[tree.operation] if tree.operation in values else _literal(tree.operation))
    operands = [_ball(operand, values) for operand in tree.operands]
    match tree.operation:
        case "+":
            return operands[0] + operands[1]
        case "-":
            return operands[0] - operands[1]
        case "*":
            return operands[0] * operands[1]
        case "/":
            if operands[1].contains(0):
                raise Undefined
            return operands[0] / operands[1]
        case _:
            if not operands[0] >= 0:
                raise Undefined
            return operands[0].sqrt()


def _ends(ball: flint.arb) -> tuple[Fraction, Fraction]:
    def fraction(point: flint.arb) -> Fraction:
        mantissa, exponent = point.man_exp()
        return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)

    middle, radius = fraction(ball.mid()), fraction(ball.rad())
    return middle - radius, middle + radius


def check_roots(folder: Path, program: Program) -> None:
    before = flint.ctx.prec
    flint.ctx.prec = 20 * BALL_BITS + 4200  # of numbers that may cancel over the whole range of double
    try:
        for tree, values, run in _run(folder, program, BALL_BITS):
            note = tree.text, values
            try:
                ball = _ball(tree, values)
            except Undefined:
                continue
            if run.undetermined:  # only where FLINT cannot tell either
                assert ball.contains(0), (note, run.undetermined)
                continue
            (result,) = run.results
            assert result.kind in ("exact", "ball"), note
            lower, upper = to_fraction(result.lower), to_fraction(result.upper)
            assert lower is not None and upper is not None
            low, high = _ends(ball)
            # FLINT's ball is far smaller than the printed enclosure, unless that is a point.
            assert lower <= low and high <= upper or low <= lower and upper <= high, note
            if not low <= 0 <= high:
                assert upper - lower <= max(abs(lower), abs(upper)) / 2 ** (BALL_BITS - 2), note
    finally:
        flint.ctx.prec = before


@QUICK
@given(_programs(rational=False))
def test_roots(tmp_path_factory: pytest.TempPathFactory, program: Program) -> None:
    check_roots(tmp_path_factory.getbasetemp(), program)


@pytest.mark.slow
@THOROUGH
@given(_programs(rational=False))
def test_roots_thoroughly(tmp_path_factory: pytest.TempPathFactory, program: Program) -> None:
    check_roots(tmp_path_factory.getbasetemp(), program)
