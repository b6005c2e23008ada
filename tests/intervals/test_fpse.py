"""The programs of the FPSE paper (Tables 3 and 4): what propagation alone leaves of their inputs.

`expected` are the exact solutions over the floats, `published` what FPSE printed. Ours keeps every solution
and is at least as narrow as FPSE's.
"""

from __future__ import annotations

import math

import numpy as np
import pytest

from orchestrator.solvers import Answer
from orchestrator.solvers.machine.intervals import Intervals, Propagated, propagate
from orchestrator.symbolic.builder import GraphBuilder
from orchestrator.symbolic.graph import Type

BOTH = pytest.mark.parametrize("kind", [Type.F32, Type.F64], ids=["float", "double"])


def only(result: Propagated, node: int) -> float:
    found = result.ranges[node]
    assert found.lo == found.hi and not found.nan
    return found.lo


@BOTH
def test_g1(kind: int) -> None:
    g = GraphBuilder()
    sum = g.fadd(g.const(kind, 2.0e-30), g.const(kind, 1.0e30))
    x = g.fsub(g.fsub(sum, g.const(kind, 1.0e30)), g.const(kind, 1.0e-30))
    published = {Type.F32: -1.0000000031710769e-30, Type.F64: -1.0000000000000001e-30}
    assert only(propagate(g.query([])), x) == published[kind]


def delta(g: GraphBuilder, kind: int, c: int) -> int:
    a, b = g.const(kind, 1.22), g.const(kind, 3.34)
    return g.fsub(g.fmul(b, b), g.fmul(g.const(kind, 4.0), g.fmul(a, c)))


@BOTH
def test_g2_forward(kind: int) -> None:
    g = GraphBuilder()
    d = delta(g, kind, g.const(kind, 2.28))
    published = {Type.F32: 0.029199600219726562, Type.F64: 0.029200000000001225}
    assert only(propagate(g.query([])), d) == published[kind]


@BOTH
def test_g2_backward(kind: int) -> None:
    g = GraphBuilder()
    c = g.input(kind)
    zero = g.fcmp("oeq", delta(g, kind, c), g.const(kind, 0.0))
    left = propagate(g.query([(zero, True)])).ranges[c]
    expected = {Type.F32: 2.2859835624694824, Type.F64: 2.2859836065573770}
    published = {
        Type.F32: (2.2859833240509033, 2.2859835624694824),
        Type.F64: (2.2859836065573766, 2.2859836065573770),
    }
    assert left.lo <= expected[kind] <= left.hi
    assert published[kind][0] <= left.lo and left.hi <= published[kind][1]


@BOTH
@pytest.mark.parametrize("power", [40, 350])
def test_power_forward(kind: int, power: int) -> None:
    g = GraphBuilder()
    x, z = g.const(kind, 10.0), g.const(kind, 1.0)
    for _ in range(power):
        z = g.fmul(z, x)
    result = g.fdiv(g.const(kind, 1.0), z)
    expected = 1.00000000000000001e-40 if power == 40 and kind == Type.F64 else 0.0
    value = only(propagate(g.query([])), result)
    assert value == pytest.approx(expected, rel=1e-15) and math.copysign(1, value) == 1


@BOTH
def test_foo1(kind: int) -> None:
    g = GraphBuilder()
    x, big = g.input(kind), g.const(kind, 1.0e12)
    query = g.query(
        [(g.fcmp("ogt", x, g.const(kind, 0.0)), True), (g.fcmp("oeq", g.fadd(x, big), big), True)]
    )
    left = propagate(query).ranges[x]
    expected = {
        Type.F32: (1.4012984643248171e-45, 3.2767998046875000e04),
        Type.F64: (4.9406564584124654e-324, 6.1035156250000000e-05),
    }
    published = {Type.F32: 3.2768e04, Type.F64: 6.1035156250000000e-05}
    assert left.lo == expected[kind][0]
    assert expected[kind][1] <= left.hi <= published[kind]
    assert Intervals().solve(query, 5).answer == Answer.SAT


@BOTH
def test_foo2(kind: int) -> None:
    g = GraphBuilder()
    x, big = g.input(kind), g.const(kind, 1.0e12)
    query = g.query(
        [(g.fcmp("olt", x, g.const(kind, 10000.0)), True), (g.fcmp("ogt", g.fadd(x, big), big), True)]
    )
    result = propagate(query)
    if kind == Type.F32:
        assert not result.feasible
        assert Intervals().solve(query, 5).answer == Answer.UNSAT
    else:
        # Published: 6.1035156250000000e-05, the middle, whose sum rounds back to the even 1e12.
        assert 1e12 + 6.1035156250000000e-05 == 1e12 < 1e12 + math.nextafter(6.1035156250000000e-05, 1)
        assert 6.1035156250000000e-05 <= result.ranges[x].lo <= math.nextafter(6.1035156250000000e-05, 1)
        assert result.ranges[x].hi == 9.9999999999999982e03


@BOTH
def test_howden(kind: int) -> None:
    g = GraphBuilder()
    a, b, hundred, fifty = g.input(kind), g.input(kind), g.const(kind, 100.0), g.const(kind, 50.0)
    x1 = g.fadd(g.fmul(a, b), g.const(kind, 2.0))
    x3 = g.fsub(g.fsub(hundred, x1), fifty)
    query = g.query([(g.fcmp("ogt", x1, hundred), True), (g.fcmp("ogt", x3, fifty), True)])
    assert not propagate(query).feasible


@BOTH
def test_power_without_rounds(kind: int) -> None:
    g = GraphBuilder()
    y, zero = g.input(kind), g.const(kind, 0.0)
    query = g.query([(g.fcmp("olt", y, zero), True), (g.fcmp("ole", g.fneg(y), zero), True)])
    assert not propagate(query).feasible


@BOTH
@pytest.mark.parametrize("rounds", [40, 350])
def test_power_rounds(kind: int, rounds: int) -> None:
    g = GraphBuilder()
    y, zero, one = g.input(kind), g.const(kind, 0.0), g.const(kind, 1.0)
    w = g.fsub(zero, y)
    literals = [(g.fcmp("olt", y, zero), True)]
    for _ in range(rounds):
        literals.append((g.fcmp("ogt", w, zero), True))
        w = g.fsub(w, one)
    literals.append((g.fcmp("ole", w, zero), True))
    query = g.query(literals)
    left = propagate(query).ranges[y]
    last = math.nextafter(1.0 - rounds, -math.inf)
    if kind == Type.F32:
        last = float(np.nextafter(np.float32(1 - rounds), np.float32(-1e9)))
    assert left.lo == -rounds  # as expected, and as published
    assert last <= left.hi <= 1 - rounds
    assert Intervals().solve(query, 5).answer == Answer.SAT
