"""The solver that searches: what it finds holds, what it cannot find is unknown."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orchestrator.solvers import Answer
from orchestrator.solvers.machine import evaluator
from orchestrator.solvers.machine.compiled import STEP, Compiled
from orchestrator.solvers.machine.weakdistance import WeakDistance
from orchestrator.symbolic.builder import FLOATS, GraphBuilder
from orchestrator.symbolic.graph import ARITY, BITS, Op, Query, Type
from tests.solvers import compiled as reference
from tests.solvers.queries import F32, F64, F80, I1, I8, I16, I32, I64, REAL, f64, number, special_values

Literals = list[tuple[int, bool]]
SECONDS = 20.0  # of which a few hundredths are needed


def real(g: GraphBuilder, value: float) -> int:
    return g.const(F64, value)


def exact_product(g: GraphBuilder) -> Literals:
    x = g.input(F64)
    return [(g.fcmp("oeq", g.fmul(x, real(g, 3.0)), real(g, 10.5)), True)]


def circle_and_line(g: GraphBuilder) -> Literals:
    x, y = g.input(F64), g.input(F64)
    circle = g.fadd(g.fmul(x, x), g.fmul(y, y))
    return [
        (g.fcmp("oeq", circle, real(g, 25.0)), True),
        (g.fcmp("oeq", g.fadd(x, y), real(g, 7.0)), True),
    ]


def three_equations(g: GraphBuilder) -> Literals:
    x, y, z = (g.input(F64) for _ in range(3))
    return [
        (g.fcmp("oeq", g.fadd(g.fadd(x, y), z), real(g, 10.0)), True),
        (g.fcmp("oeq", g.fmul(x, y), real(g, 6.0)), True),
        (g.fcmp("oeq", g.fsub(x, z), real(g, -3.0)), True),
    ]


def narrow_band(g: GraphBuilder) -> Literals:
    x, y = g.input(F64), g.input(F64)
    total = g.fadd(g.exp(x), y)
    return [
        (g.fcmp("ogt", total, real(g, 1.5)), True),
        (g.fcmp("olt", total, real(g, 1.5 + 1e-14)), True),
        (g.fcmp("ogt", g.fmul(x, y), real(g, 0.05)), True),
    ]


def not_a_number(g: GraphBuilder) -> Literals:
    """Of finite inputs: only infinity minus infinity."""
    x, y = g.input(F64), g.input(F64)
    difference = g.fsub(g.fmul(x, x), g.fmul(y, y))
    infinity = real(g, math.inf)
    return [
        (g.fcmp("uno", difference, difference), True),
        (g.fcmp("olt", g.fabs(x), infinity), True),
        (g.fcmp("olt", g.fabs(y), infinity), True),
        (g.fcmp("oeq", x, y), False),
    ]


def infinite_input(g: GraphBuilder) -> Literals:
    x = g.input(F32)
    return [(g.fcmp("oeq", g.fadd(x, g.const(F32, 1)), x), True), (g.fcmp("ogt", g.fsub(x, x), x), False)]


def conversions(g: GraphBuilder) -> Literals:
    x, i = g.input(F32), g.input(I32)
    scaled = g.fmul(g.fpext(F64, x), real(g, 3.75))
    return [
        (g.icmp("eq", g.fptosi(I32, scaled), g.const(I32, 123456)), True),
        (g.icmp("eq", g.mul(i, g.const(I32, 17)), g.const(I32, 17 * 54321)), True),
        (g.icmp("slt", i, g.const(I32, 60000)), True),
    ]


def masks(g: GraphBuilder) -> Literals:
    x = g.input(I64)
    masked = g.and_(x, g.const(I64, 0xFF00FF00FF))
    return [
        (g.icmp("eq", masked, g.const(I64, 0x5A00A500C3)), True),
        (g.icmp("ugt", g.lshr(x, g.const(I64, 56)), g.const(I64, 0x7F)), True),
    ]


def high_word(g: GraphBuilder) -> Literals:
    """As libm's sources look at numbers."""
    x = g.input(F64)
    word = g.and_(g.extract(I32, x, 32), g.const(I32, 0x7FFFFFFF))
    return [
        (g.icmp("eq", word, g.const(I32, 0x3FE62E42)), True),
        (g.icmp("eq", g.extract(I32, x, 0), g.const(I32, 0xFEFA39EF)), True),
        (g.fcmp("olt", x, real(g, 0.0)), True),
    ]


def structure(g: GraphBuilder) -> Literals:
    x, y = g.input(F64), g.input(F64)
    near = g.and_(g.fcmp("ogt", y, real(g, 100)), g.fcmp("oeq", g.fsub(y, x), real(g, 1)))
    either = g.zext(I32, g.or_(g.fcmp("oeq", x, real(g, 3)), near))
    least = g.select(g.fcmp("olt", x, y), x, y)
    return [
        (g.icmp("ne", either, g.const(I32, 0)), True),
        (g.fcmp("oeq", x, real(g, 3)), False),
        (g.fcmp("oeq", least, real(g, 512.5)), True),
        (g.xor(g.fcmp("ogt", x, y), g.fcmp("une", y, y)), False),
    ]


def choice(g: GraphBuilder) -> Literals:
    """What is asked for lies in the branch that is not taken nearly anywhere."""
    x, y = g.input(F64), g.input(F64)
    chosen = g.select(g.fcmp("oeq", x, real(g, 1234.5)), y, real(g, 0.0))
    return [(g.fcmp("oeq", chosen, real(g, -77.25)), True)]


def long_double(g: GraphBuilder) -> Literals:
    x = g.input(F80)
    one = g.const(F80, 1)
    return [(g.fcmp("oeq", g.fsub(g.fadd(x, one), one), g.const(F80, 2.0**-63)), True)]


def truth_input(g: GraphBuilder) -> Literals:
    p, x = g.input(I1), g.input(I16)
    return [(p, True), (g.icmp("eq", g.sext(I32, x), g.const(I32, -12345)), True)]


SOLVABLE = [
    exact_product,
    circle_and_line,
    three_equations,
    narrow_band,
    not_a_number,
    infinite_input,
    conversions,
    masks,
    high_word,
    structure,
    choice,
    long_double,
    truth_input,
]


def query_of(make: Callable[[GraphBuilder], Literals]) -> Query:
    g = GraphBuilder()
    return g.query(make(g))


@pytest.mark.parametrize("make", SOLVABLE, ids=lambda make: make.__name__)
def test_it_finds(make: Callable[[GraphBuilder], Literals]) -> None:
    query = query_of(make)
    solution = WeakDistance().solve(query, SECONDS)
    assert solution.answer is Answer.SAT, solution.reason
    assert solution.solver == "search" and solution.model is not None
    assert evaluator.holds(query, solution.model)


def test_what_cannot_hold_stays_unknown() -> None:
    g = GraphBuilder()
    x = g.input(F64)
    query = g.query([(g.fcmp("olt", g.fmul(x, x), real(g, 0.0)), True)])
    solution = WeakDistance().solve(query, 0.2)
    assert solution.answer is Answer.TIMEOUT and "inputs tried" in solution.reason
    assert solution.model is None and solution.seconds < 2


def test_the_same_seed_finds_the_same() -> None:
    query = query_of(narrow_band)
    first, again = (WeakDistance(seed=7).solve(query, SECONDS) for _ in range(2))
    assert first.model == again.model != WeakDistance(seed=8).solve(query, SECONDS).model


def test_evaluations_are_limited() -> None:
    solution = WeakDistance(evaluations=100).solve(query_of(circle_and_line), SECONDS)
    assert solution.answer is Answer.UNKNOWN and solution.seconds < 5


def test_a_seed_that_holds_is_the_answer() -> None:
    """Also the inputs that nothing depends on are kept."""
    g = GraphBuilder()
    x, _ = g.input(F64), g.input(F64)
    query = g.query([(g.fcmp("oeq", g.sin(x), real(g, math.sin(12.75))), True)])
    seed = (f64(12.75), f64(99.0))
    assert WeakDistance(evaluations=1).solve(query, SECONDS, [seed]).model == seed


def test_near_a_seed() -> None:
    """An equality that is as good as a password, from an input three floats away."""
    g = GraphBuilder()
    x = g.input(I64)
    mixed = g.mul(g.xor(x, g.lshr(x, g.const(I64, 29))), g.const(I64, 0x9E3779B97F4A7C15))
    goal = evaluator.evaluate(g.graph(), (987654321987654321,))["lo"][mixed]
    query = g.query([(g.icmp("eq", mixed, g.const(I64, int(goal))), True)])
    solution = WeakDistance().solve(query, SECONDS, [(987654321987654318,)])
    assert solution.model == (987654321987654321,)


def test_nothing_to_move() -> None:
    g = GraphBuilder()
    one = g.const(F64, 1)
    assert WeakDistance().solve(g.query([(g.fcmp("oeq", one, one), True)]), 1).answer is Answer.SAT
    assert WeakDistance().solve(g.query([(g.fcmp("oeq", one, one), False)]), 1).answer is Answer.UNKNOWN
    assert WeakDistance().solve(g.query([]), 1).answer is Answer.SAT


def test_reals_are_for_others() -> None:
    g = GraphBuilder()
    x = g.input(REAL)
    solution = WeakDistance().solve(g.query([(g.fcmp("oeq", x, x), True)]), 1)
    assert solution.answer is Answer.SKIPPED and "reals" in solution.reason


def test_large_queries_are_not_compiled() -> None:
    g = GraphBuilder()
    x = start = g.input(F64)
    for i in range(6_000):
        x = g.fadd(x, g.fmul(start, real(g, i)))
    solution = WeakDistance().solve(g.query([(g.fcmp("olt", x, real(g, -1e300)), True)]), SECONDS)
    assert solution.answer is Answer.SAT and solution.seconds < 10


ALL = reference.operations()


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_compiled_values_are_the_interpreted_ones(data: st.DataObject) -> None:
    """Chains of any operations; of NaNs it is enough that both are."""
    operation = data.draw(st.sampled_from(ALL))
    op, type, source, aux = operation
    arity = ARITY[op]
    types = [Type.I1, type, type] if op == Op.SELECT else [source, reference.second_type(op, source), source]
    g = GraphBuilder()
    node = g.node(op, type, *(g.input(each) for each in types[:arity]), aux=aux)
    graph = g.graph()
    steps = np.zeros(len(graph), dtype=STEP)
    for field in ("op", "type", "aux", "a", "b", "c"):
        steps[field] = graph.nodes[field]
    steps["source"], steps["second"] = graph.nodes["type"][steps["a"]], graph.nodes["type"][steps["b"]]
    code = Compiled(steps, np.ones(len(graph), dtype=np.uint8), evaluator.address(steps))
    row = [data.draw(st.sampled_from(special_values(each))) for each in types[:arity]]
    if (op in (Op.SHL, Op.LSHR, Op.ASHR)) and row[1] >= BITS[type]:
        row[1] %= BITS[type]
    expected = evaluator.evaluate(graph, row)[node]
    ours = code.run(row, len(graph))[node]
    bits = [int(each["lo"]) | int(each["hi"]) << 64 for each in (ours, expected)]
    if type in FLOATS and number(type, bits[1]) != number(type, bits[1]):
        assert number(type, bits[0]) != number(type, bits[0])
    else:
        assert bits[0] == bits[1]


def test_integers_of_eight_bits_wrap_in_comparisons() -> None:
    g = GraphBuilder()
    x = g.input(I8)
    query = g.query([(g.icmp("sgt", x, g.add(x, g.const(I8, 1))), True)])
    assert WeakDistance().solve(query, SECONDS).model == (127,)
