"""No projection loses a member: of random ranges with random members in them, forwards and backwards at once.

A graph of one operation is propagated from ranges of its operands and its result that hold some values and
what the machine makes of them. All of these must still be there afterwards.
"""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orchestrator.numbers import floats
from orchestrator.solvers.machine.evaluator import evaluate
from orchestrator.solvers.machine.intervals import Range, propagate
from orchestrator.symbolic.builder import FLOATS, GraphBuilder
from orchestrator.symbolic.graph import BITS, Op, Type

UNARY = "fneg fabs sqrt floor ceil trunc round rint".split()
BINARY = "fadd fsub fmul fdiv frem copysign fmin fmax".split()
ELEMENTARY = """sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh exp exp2 expm1 log log2 log10
    log1p cbrt tgamma lgamma erf erfc""".split()
ELEMENTARY2 = "atan2 pow hypot".split()
SPECIAL = [0.0, -0.0, 1.0, -1.0, math.inf, -math.inf, math.nan, 5e-324, -5e-324, 2.2250738585072014e-308]
SPECIAL += [
    1.7976931348623157e308,
    -1.7976931348623157e308,
    0.5,
    2.0,
    3.0,
    1e-310,
    1e16,
    710.0,
    1e-45,
    3.4e38,
]


def numbers(kind: int) -> st.SearchStrategy[float]:
    width = 32 if kind == Type.F32 else 64
    with np.errstate(over="ignore"):  # the largest doubles are infinite floats: special, too
        special = [float(np.float32(v)) if kind == Type.F32 else v for v in SPECIAL]
    near = st.floats(-4, 4, width=width)
    whole = st.integers(-20, 20).map(float)
    return st.floats(width=width) | st.sampled_from(special) | near | whole


def bits(kind: int, value: float) -> int:
    return floats.bits(FLOATS[kind], floats.encode(FLOATS[kind], value))


def key(value: float) -> tuple[float, float]:
    """The order of the ends: -0 before +0."""
    return value, math.copysign(1, value)


def hull(values: list[float], slack: list[float]) -> Range:
    """The range of the values, and of more of them than there are."""
    all = [v for v in values + slack if not math.isnan(v)]
    nan = any(math.isnan(v) for v in values)
    if not all:
        return Range(math.inf, -math.inf, nan, False)
    return Range(min(all, key=key), max(all, key=key), nan, any(v == 0 for v in values + slack))


def holds(range: Range, value: float) -> bool:
    if math.isnan(value):
        return range.nan
    return key(range.lo) <= key(value) <= key(range.hi) and (range.zero or value != 0)


@st.composite
def cases(draw: st.DrawFn, arity: int) -> tuple[int, list[list[float]], list[list[float]]]:
    """The format, for each operand some values, and for each node other ends of its range."""
    kind = draw(st.sampled_from([Type.F32, Type.F64]))
    count = draw(st.integers(1, 3))
    values = [draw(st.lists(numbers(kind), min_size=count, max_size=count)) for _ in range(arity)]
    slack = [draw(st.lists(numbers(kind), max_size=1)) for _ in range(arity + 1)]
    return kind, values, slack


def check(name: str, case: tuple[int, list[list[float]], list[list[float]]], twice: bool = False) -> None:
    kind, values, slack = case
    g = GraphBuilder()
    operands = [g.input(kind) for _ in values]
    result = g.node(Op[name.upper()], kind, *operands, *(operands if twice else ()))
    query = g.query([])
    rows = [evaluate(query.graph, [bits(kind, v) for v in point]) for point in zip(*values, strict=True)]
    dtype = np.float32 if kind == Type.F32 else np.float64
    outcomes = [float(np.array([row[result]["lo"]], dtype=np.uint64).view(dtype)[0]) for row in rows]
    members = {**dict(zip(operands, values, strict=True)), result: outcomes}
    given_ranges = {node: hull(list(m), s) for (node, m), s in zip(members.items(), slack, strict=True)}
    left = propagate(query, given_ranges)
    assert left.feasible
    for node, its in members.items():
        for value in its:
            assert holds(left.ranges[node], value), (name, node, value, left.ranges[node], given_ranges[node])


@pytest.mark.parametrize("name", UNARY + ELEMENTARY)
@settings(max_examples=25, deadline=None)
@given(case=cases(1))
def test_unary(name: str, case: tuple[int, list[list[float]], list[list[float]]]) -> None:
    check(name, case)


@pytest.mark.parametrize("name", BINARY + ELEMENTARY2)
@settings(max_examples=60, deadline=None)
@given(case=cases(2))
def test_binary(name: str, case: tuple[int, list[list[float]], list[list[float]]]) -> None:
    check(name, case)


@settings(max_examples=100, deadline=None)
@given(case=cases(1))
def test_square(case: tuple[int, list[list[float]], list[list[float]]]) -> None:
    check("fmul", case, twice=True)


@settings(max_examples=50, deadline=None)
@given(case=cases(3))
def test_fma(case: tuple[int, list[list[float]], list[list[float]]]) -> None:
    check("fma", case)


@pytest.mark.parametrize("predicate", "oeq ogt oge olt ole one ord uno ueq ugt uge ult ule une".split())
@settings(max_examples=25, deadline=None)
@given(case=cases(2))
def test_comparisons(predicate: str, case: tuple[int, list[list[float]], list[list[float]]]) -> None:
    """What makes a comparison come out as it does is not lost when the outcome is asked for."""
    kind, values, slack = case
    g = GraphBuilder()
    a, b = g.input(kind), g.input(kind)
    truth = g.fcmp(predicate, a, b)
    graph = g.query([]).graph
    points = list(zip(*values, strict=True))
    outcomes = [bool(evaluate(graph, [bits(kind, v) for v in point])[truth]["lo"]) for point in points]
    ranges = {a: hull(values[0], slack[0]), b: hull(values[1], slack[1])}
    for wanted in set(outcomes):
        left = propagate(g.query([(truth, wanted)]), ranges)
        assert left.feasible
        for point, outcome in zip(points, outcomes, strict=True):
            if outcome == wanted:
                assert holds(left.ranges[a], point[0]) and holds(left.ranges[b], point[1])


@settings(max_examples=50, deadline=None)
@given(
    values=st.lists(numbers(Type.F64), min_size=1, max_size=3), slack=st.lists(numbers(Type.F32), max_size=1)
)
def test_formats(values: list[float], slack: list[float]) -> None:
    """To float and back to double."""
    g = GraphBuilder()
    x = g.input(Type.F64)
    narrow = g.fptrunc(Type.F32, x)
    wide = g.fpext(Type.F64, narrow)
    with np.errstate(over="ignore"):
        rounded = [float(np.float32(v)) for v in values]
    members = {x: values, narrow: rounded, wide: rounded}
    left = propagate(g.query([]), {node: hull(its, slack) for node, its in members.items()})
    assert left.feasible
    for node, its in members.items():
        assert all(holds(left.ranges[node], value) for value in its)


@pytest.mark.parametrize("convert", ["fptosi", "fptoui"])
@settings(max_examples=100, deadline=None)
@given(
    values=st.lists(st.floats(-300, 300) | numbers(Type.F64), min_size=1, max_size=3), extra=numbers(Type.F64)
)
def test_to_integers(convert: str, values: list[float], extra: float) -> None:
    """Truncated to 8 bits, of which one number is asked for; what does not fit gives anything."""
    g = GraphBuilder()
    x = g.input(Type.F64)
    whole = g.node(Op[convert.upper()], Type.I8, x)
    graph = g.query([]).graph
    for value in values:
        number = int(evaluate(graph, [bits(Type.F64, value)])[whole]["lo"]) & 0xFF
        equal = g.icmp("eq", whole, g.bits(Type.I8, number))
        left = propagate(g.query([(equal, True)]), {x: hull(values, [extra])})
        assert left.feasible and holds(left.ranges[x], value)


@pytest.mark.parametrize("convert", ["sitofp", "uitofp"])
@given(numbers_=st.lists(st.integers(0, 255), min_size=1, max_size=3), extra=numbers(Type.F32))
def test_from_integers(convert: str, numbers_: list[int], extra: float) -> None:
    g = GraphBuilder()
    n = g.input(Type.I8)
    x = g.node(Op[convert.upper()], Type.F32, n)
    signed = [number - 256 if number > 127 and convert == "sitofp" else number for number in numbers_]
    left = propagate(g.query([]), {x: hull([float(number) for number in signed], [extra])})
    assert left.feasible
    for number in numbers_:
        kept = left.ranges[n]
        assert kept.lo <= (number - 256 if number > 127 else number) <= kept.hi


def test_backwards_through_functions() -> None:
    """Not only is nothing lost: what can be excluded is."""
    g = GraphBuilder()
    x = g.input(Type.F64)
    functions = {name: g.node(Op[name.upper()], Type.F64, x) for name in ("exp", "log", "acos")}
    square, least = g.node(Op.FMUL, Type.F64, x, x), g.node(Op.FMIN, Type.F64, x, g.const(Type.F64, 7.0))
    whole = g.node(Op.SITOFP, Type.F64, g.node(Op.FPTOSI, Type.I32, x))

    def argument(node: int, **more: Range) -> Range:
        given = {node: Range(2.0, 3.0)} | ({x: more["x"]} if more else {})
        return propagate(g.query([]), given).ranges[x]

    assert 0.693 < argument(functions["exp"]).lo < argument(functions["exp"]).hi < 1.099
    assert 7.389 < argument(functions["log"]).lo < argument(functions["log"]).hi < 20.086
    assert -0.99 < argument(functions["acos"]).lo < argument(functions["acos"]).hi < -0.416
    assert -1.733 < argument(square).lo and argument(square).hi < 1.733
    assert (argument(least).lo, argument(least).hi) == (2.0, 3.0)
    assert (argument(whole, x=Range(-9.0, 9.0)).lo, argument(whole, x=Range(-9.0, 9.0)).hi) == (2.0, 4.0)


_STEPS = "and or xor lshr ashr shl add sub mul narrow part cat float".split()


@st.composite
def words(draw: st.DrawFn) -> tuple[int, list[tuple[str, int]], list[float], list[float]]:
    """A format, what is done with its bits, and numbers."""
    kind = draw(st.sampled_from([Type.F32, Type.F64]))
    masks = [0x7FFFFFFF, 0x80000000, 0x7FF00000, 0xFFFFF, 0xFFFFFFFF, 0xFFFFF000, 1, 0x3FF00000, 1 << 63]
    constants = st.sampled_from(masks) | st.integers(0, 2**64 - 1) | st.integers(0, 70)
    steps = draw(st.lists(st.tuples(st.sampled_from(_STEPS), constants), max_size=4))
    near = st.lists(numbers(kind), min_size=1, max_size=3)
    return kind, steps, draw(near), draw(st.lists(numbers(kind), max_size=1))


@settings(max_examples=400, deadline=None)
@given(words())
def test_bits(case: tuple[int, list[tuple[str, int]], list[float], list[float]]) -> None:
    """The high word, masks, shifts, and back: no number is lost whose bits are what is asked for."""
    kind, steps, values, slack = case
    g = GraphBuilder()
    x = g.input(kind)
    node = g.bitcast(Type.I64 if kind == Type.F64 else Type.I32, x)
    for name, constant in steps:
        type = g.type_of(node)
        width = BITS[type]
        if name == "narrow" and width > 8:
            node = g.itrunc(Type(type - 1), node)
        elif name == "part" and width > 8:
            node = g.extract(Type(type - 1), node, width // 2 if constant % 2 else 0)
        elif name == "cat" and width < 64:
            node = (
                g.concat(node, node)
                if constant % 2
                else g.concat(g.bits(type, constant % (1 << width)), node)
            )
        elif name == "float" and width in (32, 64):
            wide = g.bitcast(Type.F64 if width == 64 else Type.F32, node)
            node = g.bitcast(type, g.fabs(wide) if constant % 2 else wide)
        elif name in ("and", "or", "xor", "add", "sub", "mul"):
            node = g.node(Op[name.upper()], type, node, g.bits(type, constant % (1 << width)))
        elif name in ("lshr", "ashr", "shl"):
            node = g.node(Op[name.upper()], type, node, g.bits(type, constant % width))
    type = g.type_of(node)
    rows = [evaluate(g.query([]).graph, [bits(kind, v)]) for v in values]
    outcomes = [int(row[node]["lo"]) for row in rows]
    half = 1 << (BITS[type] - 1)
    signed = [(outcome + half) % (2 * half) - half for outcome in outcomes]
    low, high = (g.bits(type, end % (2 * half)) for end in (min(signed), max(signed)))
    asked = [(g.icmp("sge", node, low), True), (g.icmp("sle", node, high), True)]
    left = propagate(g.query(asked), {x: hull(values, slack)})
    assert left.feasible
    for value, number in zip(values, signed, strict=True):
        assert holds(left.ranges[x], value), (value, left.ranges[x])
        assert left.ranges[node].lo <= float(number) <= left.ranges[node].hi  # ends are doubles


def test_the_high_word_bounds_a_number() -> None:
    g = GraphBuilder()
    x = g.input(Type.F64)
    high = g.itrunc(Type.I32, g.lshr(g.bitcast(Type.I64, x), g.bits(Type.I64, 32)))
    size = g.and_(high, g.bits(Type.I32, 0x7FFFFFFF))
    small = g.icmp("ult", size, g.bits(Type.I32, 0x3FD00000))  # below a quarter
    kept = propagate(g.query([(small, True)]), {x: Range(0.0, math.inf)}).ranges[x]
    assert (kept.lo, kept.hi < 0.25, kept.hi > 0.2499) == (0.0, True, True)
    kept = propagate(g.query([(small, True)]), {x: Range(-math.inf, -0.0)}).ranges[x]
    assert -0.25 < kept.lo < -0.2499
