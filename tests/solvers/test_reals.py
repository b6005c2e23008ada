"""Solvers over the reals: what they find holds for floats, and what they do not find proves nothing."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

import pytest

from orchestrator.numbers import floats
from orchestrator.solvers import Answer, Solver
from orchestrator.solvers.machine import evaluator
from orchestrator.solvers.reals.cvc5reals import Cvc5Reals
from orchestrator.solvers.reals.nearby import models
from orchestrator.solvers.reals.reading import overflow
from orchestrator.solvers.reals.z3reals import Z3Reals
from orchestrator.symbolic.builder import FLOATS, GraphBuilder
from orchestrator.symbolic.graph import Query, Type
from tests.solvers.queries import F32, F64, I32, I64, REAL, f64


@pytest.fixture(params=[Z3Reals, Cvc5Reals], ids=["z3", "cvc5"])
def solver(request: pytest.FixtureRequest) -> Solver:
    made: Solver = request.param()
    return made


def equation() -> Query:
    g = GraphBuilder()
    x, y = g.input(F64), g.input(F64)
    return g.query(
        [
            (g.fcmp("oeq", g.fadd(x, y), g.const(F64, 3.5)), True),
            (g.fcmp("oeq", g.fmul(x, y), g.const(F64, 3)), True),
        ]
    )


def overflowing() -> Query:
    g = GraphBuilder()
    x, y = g.input(F64), g.input(F64)
    huge = g.fcmp("oeq", g.fabs(g.fmul(x, y)), g.const(F64, math.inf))
    return g.query([(huge, True), (g.fcmp("olt", g.fabs(x), g.const(F64, 1e200)), True)])


def subnormal() -> Query:
    g = GraphBuilder()
    product = g.fmul(g.input(F64), g.input(F64))
    small = g.fcmp("olt", g.fabs(product), g.const(F64, 2.2250738585072014e-308))
    return g.query([(small, True), (g.fcmp("oeq", product, g.const(F64, 0)), False)])


def mixed() -> Query:
    g = GraphBuilder()
    half = g.fmul(g.sitofp(F64, g.input(I32)), g.const(F64, 0.5))
    return g.query([(g.fcmp("oeq", half, g.const(F64, -21)), True)])


def rooted() -> Query:
    g = GraphBuilder()
    root = g.sqrt(g.fadd(g.input(F64), g.const(F64, 1)))
    return g.query([(g.fcmp("oeq", root, g.const(F64, 3)), True)])


def rounded() -> Query:
    g = GraphBuilder()
    x = g.input(F64)
    whole = g.fptosi(I32, g.fmul(x, g.const(F64, 3)))
    return g.query([(g.icmp("eq", whole, g.const(I32, -7)), True), (g.fcmp("olt", g.floor(x), x), True)])


def chosen() -> Query:
    g = GraphBuilder()
    x, i = g.input(F32), g.input(I32)
    pick = g.select(g.icmp("ult", i, g.const(I32, 10)), g.fneg(x), g.fmin(x, g.const(F32, 2)))
    odd = g.icmp("eq", g.and_(i, g.const(I32, 1)), g.const(I32, 1))
    return g.query([(g.fcmp("ogt", pick, g.const(F32, 5)), True), (odd, True)])


@pytest.mark.parametrize("make", [equation, overflowing, subnormal, mixed, rooted, rounded, chosen])
def test_solutions_hold_in_floating_point(solver: Solver, make: Callable[[], Query]) -> None:
    query = make()
    solution = solver.solve(query, 10.0)
    assert solution.answer is Answer.SAT and solution.model is not None
    assert evaluator.holds(query, solution.model)


def test_no_real_solution_is_no_refutation(solver: Solver) -> None:
    """x + 1 == x has no solution over the reals, and x = 1e300 is one in floating point."""
    g = GraphBuilder()
    x = g.input(F64)
    query = g.query([(g.fcmp("oeq", g.fadd(x, g.const(F64, 1)), x), True)])
    assert evaluator.holds(query, (f64(1e300),))
    solution = solver.solve(query, 5.0)
    assert solution.answer is Answer.NO_REALS


def test_a_real_solution_without_a_float_is_a_near_miss(solver: Solver) -> None:
    """No double has 2 as its square; the reals have a root."""
    g = GraphBuilder()
    x = g.input(F64)
    ask = [(g.fcmp("oeq", g.fmul(x, x), g.const(F64, 2)), True), (g.fcmp("ogt", x, g.const(F64, 0)), True)]
    solution = solver.solve(g.query(ask), 5.0)
    assert solution.answer is Answer.UNKNOWN
    if solver.name == "z3-real":  # cvc5 gives no digits of a root
        assert solution.model == (f64(math.sqrt(2)),)


def test_bits_are_a_gap_with_a_reason(solver: Solver) -> None:
    g = GraphBuilder()
    query = g.query([(g.icmp("eq", g.bitcast(I64, g.input(F64)), g.const(I64, 5)), True)])
    solution = solver.solve(query, 5.0)
    assert solution.answer is Answer.SKIPPED and "BITCAST" in solution.reason


def test_a_literal_with_a_gap_is_left_out_and_still_checked(solver: Solver) -> None:
    g = GraphBuilder()
    x = g.input(F64)
    nan = g.fcmp("uno", x, g.bits(F64, 0x7FF8 << 48))  # true, but there is no NaN among the reals
    ask = [(nan, True), (g.fcmp("oeq", x, g.const(F64, 4)), True)]
    assert solver.solve(g.query(ask), 5.0).model == (f64(4.0),)
    never = [(nan, False), (g.fcmp("oeq", x, g.const(F64, 4)), True)]
    assert solver.solve(g.query(never), 5.0).answer is Answer.UNKNOWN


def test_queries_about_reals_are_decided(solver: Solver) -> None:
    g = GraphBuilder()
    x = g.input(REAL)
    third = g.query([(g.fcmp("oeq", g.fmul(x, g.const(REAL, 3)), g.const(REAL, 1)), True)])
    assert solver.solve(third, 5.0).model == (Fraction(1, 3),)
    negative = g.query([(g.fcmp("olt", g.fmul(x, x), g.const(REAL, 0)), True)])
    assert solver.solve(negative, 5.0).answer is Answer.UNSAT


def test_division_by_zero_over_the_reals_proves_nothing(solver: Solver) -> None:
    """SMT-LIB leaves 1 / 0 open, so that it may be anything."""
    g = GraphBuilder()
    x = g.input(REAL)
    one = g.const(REAL, 1)
    query = g.query(
        [(g.fcmp("oeq", g.fdiv(one, x), g.const(REAL, 5)), True), (g.fcmp("oeq", x, g.const(REAL, 0)), True)]
    )
    assert solver.solve(query, 5.0).answer is not Answer.UNSAT


def test_cvc5_knows_functions() -> None:
    g = GraphBuilder()
    x = g.input(F64)
    ask = [(g.fcmp("ogt", g.exp(x), g.const(F64, 3)), True), (g.fcmp("olt", g.exp(x), g.const(F64, 4)), True)]
    solution = Cvc5Reals().solve(g.query(ask), 10.0)
    assert solution.answer is Answer.SAT
    impossible = g.query([(g.fcmp("ogt", g.sin(x), g.const(F64, 2)), True)])
    assert Cvc5Reals().solve(impossible, 5.0).answer is Answer.NO_REALS


def test_time_limits_are_kept(solver: Solver) -> None:
    g = GraphBuilder()
    inputs = [g.input(F64) for _ in range(8)]
    total = inputs[0]
    for step in range(24):
        total = g.fadd(g.fmul(total, inputs[step % 8]), g.fdiv(inputs[(step * 3) % 8], total))
    query = g.query(
        [(g.fcmp("oeq", total, g.const(F64, 1.25)), True), (g.fcmp("ogt", total, inputs[3]), True)]
    )
    assert solver.solve(query, 0.5).seconds < 10


@pytest.mark.parametrize("kind", [F32, F64, Type.F80])
def test_infinity_reads_as_the_least_number_that_rounds_to_it(kind: int) -> None:
    cls, bound = FLOATS[kind], overflow(kind)
    assert not floats.is_finite(cls, floats.encode(cls, bound))
    assert floats.is_finite(cls, floats.encode(cls, bound - Fraction(1, 2)))


def test_floats_near_a_real_number() -> None:
    g = GraphBuilder()
    query = g.query([(g.fcmp("olt", g.input(F64), g.input(F64)), True)])
    found = list(models(query, {0: Fraction(1, 3), 1: Fraction(2)}))
    assert found[0] == (f64(1 / 3), f64(2.0)) and len(found) == 9 == len(set(found))
    assert (f64(math.nextafter(1 / 3, 1)), f64(math.nextafter(2.0, 0))) in found
