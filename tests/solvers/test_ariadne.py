"""The algorithms of the Ariadne paper, section 3.3, one by one."""

from __future__ import annotations

import math
import random
import struct
from fractions import Fraction

import flint
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from orchestrator.solvers import Answer, Model
from orchestrator.solvers.machine import evaluator
from orchestrator.solvers.reals.ariadne import Ariadne
from orchestrator.solvers.reals.ariadne.concretize import Concretize
from orchestrator.solvers.reals.ariadne.formula import formula
from orchestrator.solvers.reals.ariadne.overfloats import solve_over_floats
from orchestrator.solvers.reals.ariadne.pieces import Pieces, everywhere
from orchestrator.solvers.reals.ariadne.rational import Rational, add, constant, divide, linearize, variable
from orchestrator.solvers.reals.ariadne.roots import Root, compare, real_roots, sign_at
from orchestrator.solvers.reals.ariadne.univariate import Univariate
from orchestrator.solvers.reals.z3reals import Z3Reals
from orchestrator.symbolic.builder import GraphBuilder
from orchestrator.symbolic.graph import Query
from tests.solvers.queries import F32, F64, I32, I64, f64

Polynomial = list[int]  # coefficients, the constant first


def at(x: Fraction) -> Root:
    return Root(x, x)


def value(pieces: Pieces[bool] | Pieces[int | None], x: Fraction) -> object:
    """Of the cell in which a number lies."""
    for index, point in enumerate(pieces.points):
        order = compare(at(x), point)
        if order <= 0:
            return pieces.values[2 * index + (order == 0)]
    return pieces.values[-1]


# polysolver


@pytest.mark.parametrize(
    ("coefficients", "roots"),
    [
        ([-2, 0, 1], [-math.sqrt(2), math.sqrt(2)]),
        ([-6, 11, -6, 1], [1, 2, 3]),
        ([1, -2, 1], [1]),  # a double root counts once
        ([1, 0, 1], []),
        ([0, 0, 0, 1], [0]),
        ([5], []),
        ([3, 2], [-1.5]),
        ([2, -3, 0, 1], [-2, 1]),
    ],
)
def test_distinct_real_roots_in_order(coefficients: Polynomial, roots: list[float]) -> None:
    found = real_roots(flint.fmpq_poly(coefficients))
    assert [float((root.low + root.high) / 2) for root in found] == pytest.approx(roots)


def test_roots_are_compared_as_numbers_not_as_intervals() -> None:
    root = real_roots(flint.fmpq_poly([-2, 0, 1]))[1]
    same = real_roots(flint.fmpq_poly([-4, 0, 0, 0, 1]))[1]  # x^4 = 4
    near = at(Fraction(math.sqrt(2)))
    assert compare(root, same) == 0
    assert compare(root, near) == -compare(near, root) != 0
    tiny = real_roots(flint.fmpq_poly([-2 - flint.fmpq(1, 10**60), 0, 1]))[1]
    assert compare(root, tiny) == -1


@given(
    st.lists(st.integers(-50, 50), min_size=2, max_size=7),
    st.lists(st.integers(-50, 50), min_size=2, max_size=5),
)
@settings(deadline=None, max_examples=60)
def test_isolation_is_exact(one: Polynomial, two: Polynomial) -> None:
    """The product of two polynomials has the roots of both, and each interval holds a change of sign."""
    p, q = flint.fmpq_poly(one), flint.fmpq_poly(two)
    assume(p.degree() > 0 and q.degree() > 0)
    ours = real_roots(p * q)
    for root in real_roots(p) + real_roots(q):
        assert sum(compare(root, each) == 0 for each in ours) == 1
    assert all(compare(a, b) < 0 for a, b in zip(ours, ours[1:], strict=False))
    for root in ours:
        if root.low < root.high:
            assert sign_at(root.polynomial, root.low) * sign_at(root.polynomial, root.high) == -1


# LINEARIZE, Algorithm 4


def test_the_sign_between_two_roots() -> None:
    """Figure 6: (x - 1)(x - 3)."""
    signs = linearize(everywhere(Rational(flint.fmpq_poly([3, -4, 1]), flint.fmpq_poly([1]))))
    assert [float(point.low) for point in signs.points] == pytest.approx([1, 3])
    assert signs.values == (1, 0, -1, 0, 1)


def test_a_rational_function_changes_its_sign_at_poles_and_has_none_there() -> None:
    """Lemma 3.1, with f = (x - 2) / (x - 1)."""
    quotient = divide(add(variable(), constant(-2)), add(variable(), constant(-1)))
    signs = linearize(everywhere(quotient))
    assert signs.values == (1, None, -1, 0, 1)


_LEAVES = st.one_of(st.just("x"), st.integers(-8, 8))
_TREES = st.recursive(
    _LEAVES,
    lambda inner: (
        st.tuples(st.sampled_from(["fadd", "fsub", "fmul", "fdiv", "fmin", "fmax"]), inner, inner)
        | st.tuples(st.sampled_from(["fabs", "fneg"]), inner)
    ),
    max_leaves=7,
)


def _build(g: GraphBuilder, tree: object) -> int:
    if tree == "x":
        return g.input(F64, 0)
    if isinstance(tree, int):
        return g.const(F64, tree)
    assert isinstance(tree, tuple)
    return int(getattr(g, tree[0])(*(_build(g, each) for each in tree[1:])))


def _exactly(tree: object, x: Fraction) -> Fraction:
    if tree == "x":
        return x
    if isinstance(tree, int):
        return Fraction(tree)
    assert isinstance(tree, tuple)
    a, *rest = (_exactly(each, x) for each in tree[1:])
    results = {
        "fadd": lambda: a + rest[0],
        "fsub": lambda: a - rest[0],
        "fmul": lambda: a * rest[0],
        "fdiv": lambda: a / rest[0],
        "fmin": lambda: min(a, rest[0]),
        "fmax": lambda: max(a, rest[0]),
        "fabs": lambda: abs(a),
        "fneg": lambda: -a,
    }
    return results[tree[0]]()


_COMPARISONS = {
    "oeq": lambda a, b: a == b,
    "olt": lambda a, b: a < b,
    "ole": lambda a, b: a <= b,
    "ogt": lambda a, b: a > b,
    "oge": lambda a, b: a >= b,
    "one": lambda a, b: a != b,
}


@given(
    _TREES,
    _TREES,
    st.sampled_from(sorted(_COMPARISONS)),
    st.booleans(),
    st.lists(st.fractions(-20, 20, max_denominator=12), min_size=8, max_size=8),
)
@settings(deadline=None, max_examples=150)
def test_intervals_say_what_the_comparison_says(
    left: object, right: object, predicate: str, wanted: bool, points: list[Fraction]
) -> None:
    g = GraphBuilder()
    x = g.input(F64, 0)
    a, b = _build(g, left), _build(g, right)
    literal = g.fcmp(predicate, a, b)
    query = g.query([(literal, wanted)])
    phi = formula(query)
    assume(0 in phi.needs(0))
    del x
    truth = Univariate(phi, 0, evaluator.evaluate(query.graph, (0,)), lambda: None).literal(0)
    whole = [Fraction(round(point)) for point in points]
    for point in points + whole:
        try:
            expected = _COMPARISONS[predicate](_exactly(left, point), _exactly(right, point)) == wanted
        except ZeroDivisionError:
            continue
        assert value(truth, point) is expected


def test_truth_values_are_combined_as_sets() -> None:
    g = GraphBuilder()
    x = g.input(F64)
    inside = g.and_(g.fcmp("ogt", x, g.const(F64, 1)), g.fcmp("olt", x, g.const(F64, 2)))
    query = g.query([(g.xor(inside, g.fcmp("ogt", x, g.const(F64, 1.5))), True)])
    truth = Univariate(formula(query), 0, evaluator.evaluate(query.graph, (0,)), lambda: None).literal(0)
    assert [value(truth, Fraction(n, 4)) for n in (4, 5, 6, 7, 8, 9)] == [
        False,
        True,
        True,
        False,
        True,
        True,
    ]


# SOLVEOVERF, Algorithm 5


def test_a_root_between_two_floats_is_tried_on_both_sides() -> None:
    root = real_roots(flint.fmpq_poly([-2, 0, 1]))[1]
    tried = list(solve_over_floats(Pieces((root,), (False, True, False)), F64))
    assert f64(math.sqrt(2)) in tried[:2] and f64(math.nextafter(math.sqrt(2), 0)) in tried


def test_intervals_without_floats_are_passed_over() -> None:
    """Between 1 and the next float are no floats; between 5 and 6 are many."""
    step = Fraction(1, 2**54)
    points = tuple(at(each) for each in (1 + step, 1 + 2 * step, Fraction(5), Fraction(6)))
    truth = Pieces(points, (False, False, True, False, False, False, True, False, False))
    assert any(5 < native_value(each) < 6 for each in solve_over_floats(truth, F64))


def native_value(bits: int) -> float:
    return float(struct.unpack("<d", struct.pack("<Q", bits))[0])


def test_floats_of_their_format_and_finite() -> None:
    tried = list(solve_over_floats(everywhere(True), F32))
    assert tried and all(0 <= each < 1 << 32 and each >> 23 & 0xFF != 0xFF for each in tried)


# CONCRETIZE, Algorithm 3


def test_the_table_of_dependent_variables() -> None:
    """Table 2 of the paper: d0 = sin(x / y) and d1 = log(x^2 + 1 / x)."""
    g = GraphBuilder()
    x, y, z = g.input(F64), g.input(F64), g.input(F64)
    d0 = g.sin(g.fdiv(x, y))
    d1 = g.log(g.fadd(g.fmul(x, x), g.fdiv(g.const(F64, 1), x)))
    query = g.query([(g.fcmp("olt", g.fmul(d0, z), d1), True)])
    phi = formula(query)
    assert phi.dependent == {d0, d1}
    assert phi.variables(0) == {d0, d1, z} and phi.needs(0) == {0, 1, 2}
    bound = Concretize(phi, evaluator.holds, 10)((f64(2.0), f64(3.0), 0), random.Random(1), True)
    assert bound is not None and bound.free == (2,) and bound.model[:2] == (f64(2.0), f64(3.0))


def test_a_hitting_set_keeps_one_variable_of_each_constraint() -> None:
    g = GraphBuilder()
    inputs = [g.input(F64) for _ in range(5)]
    one = g.const(F64, 1)
    pairs = [(0, 1), (1, 2), (2, 3), (0, 3)]
    ask = [(g.fcmp("olt", g.fmul(inputs[a], inputs[b]), one), True) for a, b in pairs]
    query = g.query([*ask, (g.fcmp("olt", inputs[4], one), True)])
    concretize = Concretize(formula(query), evaluator.holds, 50)
    kept = set()
    for seed in range(20):
        bound = concretize([0] * 5, random.Random(seed), True)
        assert bound is not None and 4 in bound.free
        for a, b in pairs:
            assert len({a, b} & set(bound.free)) <= 1
        kept |= set(bound.free)
    assert kept == {0, 1, 2, 3, 4}


def test_bindings_that_falsify_a_constraint_are_not_taken() -> None:
    """The paper's 5x > 0: only positive values pass CHECKBINDING."""
    g = GraphBuilder()
    x, y = g.input(F64), g.input(F64)
    positive = g.fcmp("ogt", g.fmul(g.const(F64, 5), x), g.const(F64, 0))
    query = g.query([(positive, True), (g.fcmp("oeq", g.sin(x), y), True)])
    concretize = Concretize(formula(query), evaluator.holds, 50)
    for seed in range(10):
        bound = concretize((f64(-1.0), 0), random.Random(seed), True)
        assert bound is not None and native_value(bound.model[0]) > 0
    impossible = g.query([(positive, True), (positive, False), (g.fcmp("oeq", g.sin(x), y), True)])
    assert Concretize(formula(impossible), evaluator.holds, 50)((0, 0), random.Random(0), True) is None


# ARIADNESOLVE, Algorithms 1 and 2


def solve(g: GraphBuilder, *literals: tuple[int, bool], seed: Model | None = None) -> tuple[Query, Model]:
    query = g.query(literals)
    solution = Ariadne().solve(query, 20.0, [seed] if seed else [])
    assert solution.answer is Answer.SAT, solution.reason
    assert solution.model is not None and evaluator.holds(query, solution.model)
    return query, solution.model


def test_a_polynomial_of_degree_five() -> None:
    g = GraphBuilder()
    x = g.input(F64)
    power = g.fmul(g.fmul(g.fmul(x, x), g.fmul(x, x)), x)
    value = g.fsub(power, g.fmul(g.const(F64, 4), x))
    low, high = g.fcmp("ogt", value, g.const(F64, 2)), g.fcmp("olt", value, g.const(F64, 2.0000001))
    _, model = solve(g, (low, True), (high, True))
    assert abs(native_value(model[0]) ** 5 - 4 * native_value(model[0]) - 2) < 1e-5


def test_overflow_is_beyond_the_greatest_float() -> None:
    g = GraphBuilder()
    x = g.input(F64)
    square = g.fmul(x, x)
    _, model = solve(g, (g.fcmp("oeq", g.fabs(square), g.const(F64, math.inf)), True))
    assert math.isinf(native_value(model[0]) ** 2 if abs(native_value(model[0])) < 1e154 else math.inf)


def test_x_plus_one_beyond_the_greatest_float_is_no_overflow() -> None:
    """The paper's false positive: over the reals there is a solution, in floating point the 1 is absorbed."""
    g = GraphBuilder()
    x = g.input(F64)
    query = g.query([(g.fcmp("oeq", g.fadd(x, g.const(F64, 1)), g.const(F64, math.inf)), True)])
    query = Query(query.graph, (*query.literals, (query.literals[0][0], True)), query.inputs)
    assert Ariadne().solve(query, 10.0).answer is Answer.UNKNOWN


def test_what_z3_leaves_unknown_is_solved() -> None:
    """With a function in it, Z3's values for x do not fit those of the function; a binding's do."""
    g = GraphBuilder()
    x, y = g.input(F64), g.input(F64)
    cubic = g.fadd(g.fmul(g.fmul(x, x), x), g.fmul(g.exp(y), x))
    low, high = g.fcmp("ogt", cubic, g.const(F64, 17.25)), g.fcmp("olt", cubic, g.const(F64, 17.250001))
    query = g.query([(low, True), (high, True)])
    assert Z3Reals().solve(query, 2.0).answer is Answer.UNKNOWN
    assert solve(g, (low, True), (high, True))[0].literals == query.literals


def test_concretized_inputs_of_any_type_are_evaluated_natively() -> None:
    g = GraphBuilder()
    x, i, y = g.input(F64), g.input(I32), g.input(F64)
    low = g.itrunc(I32, g.lshr(g.bitcast(I64, y), g.const(I64, 32)))
    factor = g.sitofp(F64, g.xor(g.xor(i, low), g.const(I32, 21)))
    product = g.fmul(factor, x)
    solve(g, (g.fcmp("oeq", product, g.const(F64, 64)), True), seed=(0, 5, 0))


def test_the_seed_s_values_are_kept_where_they_do_no_harm() -> None:
    g = GraphBuilder()
    x, y = g.input(F64), g.input(F64)
    total = g.fcmp("oeq", g.fadd(x, y), g.const(F64, 10))
    _, model = solve(g, (total, True), seed=(f64(3.0), f64(4.0)))
    assert f64(3.0) == model[0] or f64(4.0) == model[1]


def test_no_real_solution_is_told_and_is_no_refutation() -> None:
    g = GraphBuilder()
    x = g.input(F64)
    query = g.query([(g.fcmp("olt", g.fmul(x, x), g.const(F64, 0)), True)])
    solution = Ariadne().solve(query, 5.0)
    assert solution.answer is Answer.NO_REALS


def test_the_bounds_are_kept() -> None:
    """Without bindings nothing is bound, and one concretization asks the intervals once."""
    g = GraphBuilder()
    x, y = g.input(F64), g.input(F64)
    query = g.query([(g.fcmp("oeq", g.sin(x), y), True)])
    assert Ariadne(max_bindings=0).solve(query, 5.0).reason == "no binding was found"
    assert Ariadne(max_concretizations=0).solve(query, 5.0).answer is Answer.UNKNOWN


def test_the_same_query_has_the_same_answer() -> None:
    def ask() -> Model | None:
        g = GraphBuilder()
        x, y, z = g.input(F64), g.input(F64), g.input(F64)
        value = g.fmul(g.fmul(x, y), g.cos(z))
        return Ariadne().solve(g.query([(g.fcmp("ogt", value, g.const(F64, 1e10)), True)]), 20.0).model

    assert ask() == ask() is not None


def test_time_is_kept_on_large_formulas() -> None:
    g = GraphBuilder()
    x = g.input(F64)
    term = x
    for n in range(400):
        term = g.fadd(g.fmul(term, x), g.const(F64, 0.1 * n))
    solution = Ariadne().solve(g.query([(g.fcmp("oeq", term, g.const(F64, 1)), True)]), 1.0)
    assert solution.seconds < 10
    assert solution.answer is not Answer.UNSAT
