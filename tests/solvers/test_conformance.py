"""What every solver keeps to, whatever it can do: it never refutes what has a solution, never gives an input
that does not hold, and answers in its time. Deciding nothing is always allowed, but a reason must come with
it. Every solver of the registry goes through this suite, without being named here."""

from __future__ import annotations

import math
import time
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from orchestrator.solvers import Answer, Solution
from orchestrator.solvers.chain.standard import chain, solvers
from orchestrator.solvers.machine import evaluator
from orchestrator.solvers.registry import SOLVERS, chosen
from orchestrator.symbolic.builder import GraphBuilder
from orchestrator.symbolic.graph import Query, Type
from tests.solvers.randomgraphs import decided, with_solution

F32, F64, F80, I8, I32, I64 = Type.F32, Type.F64, Type.F80, Type.I8, Type.I32, Type.I64
NAMES = sorted(SOLVERS)
EXACT = chosen("exact")
SECONDS = 2.0
GRACE = 3.0  # the machine may be busy

SEEDS = st.integers(0, 2**32 - 1)
FEW = settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
MANY = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))


def asked(name: str, query: Query, seconds: float = SECONDS) -> Solution:
    """The answer, as far as it can be checked without knowing better."""
    began = time.monotonic()
    solution = solvers([name])[name].solve(query, seconds)
    assert time.monotonic() - began < seconds + GRACE
    if not solution.answer.decides:
        assert solution.reason
    if solution.answer is Answer.SAT:
        assert solution.model is not None and evaluator.holds(query, solution.model)
    if solution.answer is Answer.UNSAT and solution.core is not None:
        assert set(solution.core) <= set(range(len(query.literals)))
    return solution


def refutes(name: str, query: Query) -> bool:
    """Whether this solver's `unsat` is meant as a proof for this query."""
    return SOLVERS[name].refutes(query)


Build = Callable[[GraphBuilder], list[int]]
CASES: dict[str, tuple[bool, Build]] = {}


def case(sat: bool) -> Callable[[Build], Build]:
    def add(build: Build) -> Build:
        CASES[build.__name__.strip("_")] = (sat, build)
        return build

    return add


@case(True)
def _sum_of_two(g: GraphBuilder) -> list[int]:
    x, y = g.input(F64), g.input(F64)
    return [g.fcmp("oeq", g.fadd(x, y), g.const(F64, 3.5)), g.fcmp("ogt", x, g.const(F64, 100))]


@case(False)
def _order_is_strict(g: GraphBuilder) -> list[int]:
    x, y = g.input(F64), g.input(F64)
    return [g.fcmp("ogt", x, y), g.fcmp("ogt", y, x)]


@case(True)
def _absorbed_by_rounding(g: GraphBuilder) -> list[int]:
    """No real number solves it."""
    x = g.input(F64)
    return [g.fcmp("oeq", g.fadd(x, g.const(F64, 1)), x), g.fcmp("olt", x, g.const(F64, 1e300))]


@case(False)
def _no_square_root_of_two(g: GraphBuilder) -> list[int]:
    """A real number solves it."""
    x = g.input(F32)
    return [g.fcmp("oeq", g.fmul(x, x), g.const(F32, 2))]


@case(False)
def _squares_are_not_negative(g: GraphBuilder) -> list[int]:
    x = g.input(F64)
    return [g.fcmp("olt", g.fmul(x, x), g.const(F64, 0))]


@case(True)
def _nan_is_not_itself(g: GraphBuilder) -> list[int]:
    x = g.input(F64)
    return [g.fcmp("une", x, x)]


@case(True)
def _zeros_have_signs(g: GraphBuilder) -> list[int]:
    x = g.input(F64)
    minus_infinity = g.const(F64, -math.inf)
    return [g.fcmp("oeq", x, g.const(F64, 0)), g.fcmp("oeq", g.fdiv(g.const(F64, 1), x), minus_infinity)]


@case(False)
def _finite_halves_do_not_overflow(g: GraphBuilder) -> list[int]:
    """Sterbenz's average."""
    x, y = g.input(F32), g.input(F32)
    half, limit = g.const(F32, 0.5), g.const(F32, math.inf)
    finite = [g.fcmp("olt", g.fabs(each), limit) for each in (x, y)]
    return [*finite, g.fcmp("oeq", g.fabs(g.fadd(g.fmul(x, half), g.fmul(y, half))), limit)]


@case(True)
def _high_word(g: GraphBuilder) -> list[int]:
    """As libm's sources test for large arguments."""
    x = g.input(F64)
    high = g.itrunc(I32, g.lshr(g.bitcast(I64, x), g.const(I64, 32)))
    masked = g.and_(high, g.const(I32, 0x7FFFFFFF))
    return [g.icmp("ugt", masked, g.const(I32, 0x40862E42)), g.icmp("ult", masked, g.const(I32, 0x7FF00000))]


@case(True)
def _whole_part(g: GraphBuilder) -> list[int]:
    x = g.input(F64)
    whole = g.fptosi(I32, x)
    return [g.icmp("eq", whole, g.const(I32, -5)), g.fcmp("one", g.sitofp(F64, whole), x)]


@case(False)
def _sine_is_at_most_one(g: GraphBuilder) -> list[int]:
    x = g.input(F64)
    return [g.fcmp("ogt", g.sin(x), g.const(F64, 1))]


@case(True)
def _exponential_overflows(g: GraphBuilder) -> list[int]:
    x = g.input(F64)
    limit = g.const(F64, math.inf)
    return [g.fcmp("oeq", g.exp(x), limit), g.fcmp("olt", x, g.const(F64, 1000))]


@case(False)
def _exponential_is_monotone(g: GraphBuilder) -> list[int]:
    x = g.input(F64)
    return [g.fcmp("olt", x, g.const(F64, 23)), g.fcmp("ogt", g.exp(x), g.const(F64, 1e10))]


@case(True)
def _logarithm_in_a_narrow_band(g: GraphBuilder) -> list[int]:
    y = g.log(g.input(F64))
    return [g.fcmp("ogt", y, g.const(F64, 1.25)), g.fcmp("olt", y, g.const(F64, 1.26))]


@case(False)
def _remainder_is_smaller(g: GraphBuilder) -> list[int]:
    x, y = g.input(F64), g.input(F64)
    return [g.fcmp("oge", g.fabs(g.frem(x, y)), g.fabs(y))]


@case(True)
def _x87_square(g: GraphBuilder) -> list[int]:
    x = g.input(F80)
    return [g.fcmp("oeq", g.fmul(x, x), g.const(F80, 9)), g.fcmp("olt", x, g.const(F80, 0))]


@case(False)
def _bytes_wrap(g: GraphBuilder) -> list[int]:
    x = g.input(I8)
    return [g.icmp("eq", g.mul(x, g.const(I8, 2)), g.const(I8, 7))]


# What an exact solver must decide by itself, in a few seconds.
UNDECIDED = {
    ("bitwuzla", "x87_square"),
    ("z3-fp", "no_square_root_of_two"),
    ("z3-fp", "finite_halves_do_not_overflow"),
}


@pytest.mark.parametrize("build", CASES)
@pytest.mark.parametrize("name", NAMES)
def test_by_hand(name: str, build: str) -> None:
    g = GraphBuilder()
    sat, make = CASES[build]
    query = g.query([(node, True) for node in make(g)])
    decides = name in EXACT and (name, build) not in UNDECIDED
    solution = asked(name, query, 20.0 if decides else SECONDS)
    if solution.answer is Answer.UNSAT and refutes(name, query):
        assert not sat, solution
    if solution.answer is Answer.SAT:
        assert sat, solution
    if decides:
        assert solution.answer is (Answer.SAT if sat else Answer.UNSAT), solution


@pytest.mark.parametrize("build", CASES)
def test_the_chain_decides(build: str) -> None:
    g = GraphBuilder()
    sat, make = CASES[build]
    solution = chain().solve(g.query([(node, True) for node in make(g)]), 20.0)
    assert solution.answer is (Answer.SAT if sat else Answer.UNSAT), solution


def satisfiable(name: str, seed: int) -> None:
    query, solution = with_solution(seed)
    assert evaluator.holds(query, solution)
    found = asked(name, query, 1.0)
    assert found.answer is not Answer.UNSAT or not refutes(name, query), found


def known(name: str, seed: int) -> None:
    query, sat = decided(seed)
    found = asked(name, query, 1.0)
    if found.answer is Answer.UNSAT and refutes(name, query):
        assert not sat, found
    if found.answer is Answer.SAT:
        assert sat, found


@pytest.mark.parametrize("name", NAMES)
@given(seed=SEEDS)
@FEW
def test_what_has_a_solution_is_not_refuted(name: str, seed: int) -> None:
    satisfiable(name, seed)


@pytest.mark.parametrize("name", NAMES)
@given(seed=SEEDS)
@FEW
def test_bytes_are_tried_one_by_one(name: str, seed: int) -> None:
    known(name, seed)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
@given(seed=SEEDS)
@MANY
def test_what_has_a_solution_is_not_refuted_often(name: str, seed: int) -> None:
    satisfiable(name, seed)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
@given(seed=SEEDS)
@MANY
def test_bytes_are_tried_one_by_one_often(name: str, seed: int) -> None:
    known(name, seed)


@given(seed=SEEDS)
@FEW
def test_exact_solvers_agree(seed: int) -> None:
    query, _ = with_solution(seed, size=4)
    flipped = Query(query.graph, tuple((node, not wanted) for node, wanted in query.literals), query.inputs)
    answers = {asked(name, flipped, 1.0).answer for name in EXACT}
    assert not {Answer.SAT, Answer.UNSAT} <= answers
