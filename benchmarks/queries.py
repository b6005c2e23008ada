"""How often a second the solver `search` evaluates a query: compiled, interpreted, and as Python could."""

from __future__ import annotations

import random
import struct
import time
from dataclasses import dataclass

from orchestrator.solvers.machine.weakdistance import WeakDistance
from orchestrator.symbolic.builder import GraphBuilder
from orchestrator.symbolic.graph import Query, Type

MIN_PER_SECOND = 1_000_000
MIN_GAIN = 10.0  # over Python

_COEFFICIENTS = (1.5, -0.25, 3.0, 0.1, -7.0, 0.3, 2.0)
_EVALUATIONS = 2_000_000
_IN_PYTHON = 50_000


@dataclass(frozen=True)
class Rates:
    nodes: int
    compiled: float
    interpreted: float
    python: float


def _horner(g: GraphBuilder, x: int) -> int:
    result = g.const(Type.F64, _COEFFICIENTS[-1])
    for coefficient in reversed(_COEFFICIENTS[:-1]):
        result = g.fadd(g.fmul(result, x), g.const(Type.F64, coefficient))
    return result


def _query() -> Query:
    """A square below zero, of which there is none: the search never ends by itself."""
    g = GraphBuilder()
    x, y = g.input(Type.F64), g.input(Type.F64)
    quotient = g.fdiv(_horner(g, x), g.fadd(g.fmul(y, y), x))
    return g.query(
        [
            (g.fcmp("olt", g.fmul(quotient, quotient), g.const(Type.F64, 0.0)), True),
            (g.fcmp("ogt", y, x), True),
        ]
    )


def _rate(query: Query, compiling: bool) -> float:
    solution = WeakDistance(evaluations=_EVALUATIONS, compiling=compiling).solve(query, 60.0)
    return _EVALUATIONS / solution.seconds


def _in_python() -> float:
    """The same distance by Python's own arithmetic, on random numbers: without any search around it."""
    values = [random.Random(1).uniform(-10, 10) for _ in range(_IN_PYTHON + 1)]

    def ordinal(value: float) -> int:
        bits: int = struct.unpack("<q", struct.pack("<d", value))[0]
        return bits if bits >= 0 else -(bits & (1 << 63) - 1)

    start = time.perf_counter()
    for x, y in zip(values, values[1:], strict=False):
        top = _COEFFICIENTS[-1]
        for coefficient in reversed(_COEFFICIENTS[:-1]):
            top = top * x + coefficient
        bottom = y * y + x
        quotient = top / bottom if bottom else 0.0
        max(0, ordinal(quotient * quotient) + 1) + max(0, ordinal(x) - ordinal(y) + 1)
    return _IN_PYTHON / (time.perf_counter() - start)


def measure() -> Rates:
    query = _query()
    return Rates(len(query.graph) - 1, _rate(query, True), _rate(query, False), _in_python())


def run() -> list[str]:
    rates = measure()
    print(f"Evaluations a second of a query of {rates.nodes} nodes, by the solver `search` on one core:")
    print(f"  compiled {rates.compiled:,.0f}  interpreted {rates.interpreted:,.0f}")
    print(f"  a loop of Python's own arithmetic, without a search: {rates.python:,.0f}\n")
    failures = []
    if rates.compiled < MIN_PER_SECOND:
        failures.append(f"search makes fewer than {MIN_PER_SECOND:,} evaluations a second")
    if rates.compiled < MIN_GAIN * rates.python:
        failures.append(f"search is not {MIN_GAIN:g} times as fast as Python")
    return failures
