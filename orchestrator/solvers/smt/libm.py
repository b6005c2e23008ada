"""What is known of the functions that solvers have no theory of: facts that hold whatever libm computes.

A function's value is within SLACK floats of the true one (glibc's own bound is the column `ulps` of
tables/functions.toml, where domains, ranges and pieces stand, too), and of its range
where the ends are floats (no sine exceeds 1). That makes a monotone function, known at one point, known to
both sides of it; points are added where a model is wrong (`lemmas`), so that the facts close in on the query.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from orchestrator.numbers import floats
from orchestrator.solvers.machine import evaluator
from orchestrator.solvers.smt.encoder import Encoder, Node
from orchestrator.solvers.smt.terms import Term, implied, sort_of
from orchestrator.symbolic.builder import FLOATS, GraphBuilder
from orchestrator.symbolic.graph import FUNCTION, Op

SLACK = 64
INF = math.inf
_MOST_CONSTANTS = 16

_KNOTS = (0.0, 2.0**-60, 2.0**-20, 0.5, 1.0, 4.0, 2.0**7, 2.0**9, 2.0**10, 2.0**15, INF)

INCREASING = frozenset(op for op, function in FUNCTION.items() if function.monotone == "increasing")
DECREASING = frozenset(op for op, function in FUNCTION.items() if function.monotone == "decreasing")
EVEN = frozenset(op for op, function in FUNCTION.items() if function.monotone == "even")
MONOTONE = INCREASING | DECREASING | EVEN


def value(node: Node, types: Sequence[int], operands: Sequence[int]) -> int:
    """The bits that the operation natively gives for operands of these bits."""
    g = GraphBuilder()
    made = g.node(node.op, node.type, *map(g.bits, types, operands), aux=node.aux)
    result = evaluator.evaluate(g.graph(), ())[made]
    return int(result["lo"]) | int(result["hi"]) << 64


def facts(e: Encoder, node: Node) -> Iterator[Term]:
    """What holds of an abstract node's value, whatever its operands."""
    if node.op == Op.FREM:
        yield from _remainder(e, node)
    elif node.op == Op.LDEXP:
        yield from _scaled(e, node)
    elif node.op in FUNCTION and FUNCTION[node.op].is_unary:
        yield from _unary(e, node)
    elif node.op in FUNCTION and FUNCTION[node.op].is_binary:
        yield from _binary(e, node)


def lemmas(e: Encoder, node: Node, operands: Sequence[int]) -> Iterator[Term]:
    """What the value at one point tells: the value there, and bounds to both sides if it is monotone."""
    types = [e.nodes[each].type for each in node.operands]
    result = value(node, types, operands)
    same = [
        e.apply("=", term, e.terms.constant(sort_of(type_), implied(type_, bits)))
        for term, type_, bits in zip(e.operands(node), types, operands, strict=True)
    ]
    there = e.apply("and", *same) if len(same) > 1 else same[0]
    known = e.terms.constant(sort_of(node.type), implied(node.type, result))
    if not (node.type in FLOATS and _is_nan(node.type, result)):
        yield e.apply("=>", there, e.apply("=", e.values[node.id], known))
    elif not any(
        type_ in FLOATS and _is_nan(type_, bits) for type_, bits in zip(types, operands, strict=True)
    ):
        yield e.apply("=>", there, e.apply("fp.isNaN", e.values[node.id]))
    if len(operands) == 1 and node.op in MONOTONE:
        yield from _monotone(e, node, operands[0], result)


def halfway(type_: int, points: Sequence[int], at: int) -> list[int]:
    """Points between `at` and its neighbours among the others, on both sides, counted in floats."""
    cls = FLOATS[type_]
    ranks = sorted(floats.ordinal(cls, floats.from_bits(cls, each)) for each in points)
    here = floats.ordinal(cls, floats.from_bits(cls, at))
    around = [
        max((r for r in ranks if r < here), default=here),
        min((r for r in ranks if r > here), default=here),
    ]
    return [floats.bits(cls, floats.from_ordinal(cls, (here + other) // 2)) for other in around]


def _monotone(e: Encoder, node: Node, at: int, result: int) -> Iterator[Term]:
    """Bounds from the value at one point, with room for what libm may be off."""
    if _is_nan(node.type, at) or _is_nan(node.type, result):
        return
    x, r = e.values[node.operands[0]], e.values[node.id]
    if node.op in EVEN:
        x, at = e.apply("fp.abs", x), at & ~(1 << (floats.size(FLOATS[node.type]) * 8 - 1))
    point = _bits(e, node.type, at)
    least, most = (_bits(e, node.type, _moved(node.type, result, steps)) for steps in (-SLACK, SLACK))
    if node.op in DECREASING:
        least, most = most, least
    before, after = e.apply("fp.leq", x, point), e.apply("fp.leq", point, x)
    within = FUNCTION[node.op].domain
    assert within, f"{FUNCTION[node.op].name} is monotone, and has no domain"
    if within[0] > -INF:
        before = e.apply("and", before, e.apply("fp.leq", _number(e, node.type, within[0]), x))
    if within[1] < INF:
        after = e.apply("and", after, e.apply("fp.leq", x, _number(e, node.type, within[1])))
    yield e.apply("=>", before, _ordered(e, r, most, node.op in DECREASING))
    yield e.apply("=>", after, _ordered(e, least, r, node.op in DECREASING))


def _ordered(e: Encoder, a: Term, b: Term, swapped: bool) -> Term:
    return e.apply("fp.leq", b, a) if swapped else e.apply("fp.leq", a, b)


def _moved(type_: int, bits: int, steps: int) -> int:
    """So many floats further; zeros stay, a function is exact there."""
    cls = FLOATS[type_]
    raw = floats.from_bits(cls, bits)
    return bits if floats.decode(cls, raw) == 0 else floats.bits(cls, floats.neighbour(cls, raw, steps))


def _unary(e: Encoder, node: Node) -> Iterator[Term]:
    function = FUNCTION[node.op]
    x, r = e.values[node.operands[0]], e.values[node.id]
    nan = e.apply("fp.isNaN", r)
    if function.domain:
        low, high = function.domain
        yield e.apply("=", nan, e.apply("not", _between(e, node.type, low, x, high)))
    elif function.finite:
        finite = e.apply("not", e.apply("or", e.apply("fp.isNaN", x), e.apply("fp.isInfinite", x)))
        yield e.apply("=", nan, e.apply("not", finite))
    else:
        yield e.apply("=>", e.apply("fp.isNaN", x), nan)
    yield from _in_range(e, node)
    for start, end, low, high in function.pieces:
        inside = _between(e, node.type, start, x, end)
        yield e.apply("=>", inside, _between(e, node.type, low, r, high))
    if node.op in MONOTONE:
        for knot in sorted({*_knots(node.type), *_constants(e, node.type)}):
            yield from _monotone(e, node, knot, value(node, [node.type], [knot]))


def _in_range(e: Encoder, node: Node) -> Iterator[Term]:
    if within := FUNCTION[node.op].range:
        r = e.values[node.id]
        yield e.apply("or", e.apply("fp.isNaN", r), _between(e, node.type, within[0], r, within[1]))


def _constants(e: Encoder, type_: int) -> list[int]:
    """Numbers that the query mentions: its bounds are among them, often."""
    found = [each.pattern for each in e.nodes.values() if each.op == Op.CONSTANT and each.type == type_]
    return found[:_MOST_CONSTANTS]


def _knots(type_: int) -> Iterator[int]:
    cls = FLOATS[type_]
    sign = 1 << (floats.size(cls) * 8 - 1)
    largest = floats.bits(cls, floats.neighbour(cls, floats.encode(cls, INF), -1))
    smallest = floats.bits(cls, floats.neighbour(cls, floats.encode(cls, 0.0), 1))
    for magnitude in [floats.bits(cls, floats.encode(cls, knot)) for knot in _KNOTS] + [largest, smallest]:
        yield magnitude
        yield magnitude | sign


def _binary(e: Encoder, node: Node) -> Iterator[Term]:
    x, y = e.operands(node)
    r = e.values[node.id]
    nan = e.apply("fp.isNaN", r)
    either = e.apply("or", e.apply("fp.isNaN", x), e.apply("fp.isNaN", y))
    if node.op == Op.POW:
        negative = e.apply("fp.lt", x, _number(e, node.type, 0.0))
        yield e.apply("=>", nan, e.apply("or", either, negative))
        yield e.apply("=>", e.apply("fp.isZero", y), e.apply("fp.eq", r, _number(e, node.type, 1.0)))
        unsigned = e.apply("not", e.apply("or", either, negative))
        yield e.apply("=>", unsigned, e.apply("fp.leq", _number(e, node.type, 0.0), e.apply("fp.abs", r)))
        positive = e.apply("fp.lt", _number(e, node.type, 0.0), x)
        numbers = e.apply("and", positive, e.apply("not", either))
        yield e.apply("=>", numbers, e.apply("fp.leq", _number(e, node.type, 0.0), r))
        return
    yield from _in_range(e, node)
    if node.op == Op.HYPOT:
        infinite = e.apply("or", e.apply("fp.isInfinite", x), e.apply("fp.isInfinite", y))
        yield e.apply("=", nan, e.apply("and", either, e.apply("not", infinite)))
        for side in (x, y):  # not less than either, but for a factor that no error of libm exceeds
            reduced = e.apply("fp.mul", e.apply("fp.abs", side), _number(e, node.type, 1 - 2.0**-12))
            yield e.apply("or", nan, e.apply("fp.isNaN", side), e.apply("fp.leq", reduced, r))
    elif node.op == Op.REMAINDER:
        undefined = e.apply("or", either, e.apply("fp.isInfinite", x), e.apply("fp.isZero", y))
        yield e.apply("=", nan, undefined)
        smaller = [e.apply("fp.leq", e.apply("fp.abs", r), e.apply("fp.abs", each)) for each in (x, y)]
        yield e.apply("or", nan, e.apply("and", *smaller))
    elif node.op in (Op.ATAN2, Op.NEXTAFTER):
        yield e.apply("=", nan, either)
    else:
        yield e.apply("=>", either, nan)


def _remainder(e: Encoder, node: Node) -> Iterator[Term]:
    """fmod: exact, smaller than both, with the sign of the first; up to twice the second, a difference."""
    x, y = e.operands(node)
    r = e.values[node.id]
    nans = e.apply("or", e.apply("fp.isNaN", x), e.apply("fp.isNaN", y))
    undefined = e.apply("or", nans, e.apply("fp.isInfinite", x), e.apply("fp.isZero", y))
    defined = e.apply("not", undefined)
    whole, part, result = (e.apply("fp.abs", term) for term in (y, x, r))
    yield e.apply("=", e.apply("fp.isNaN", r), undefined)
    smaller = e.apply("and", e.apply("fp.lt", result, whole), e.apply("fp.leq", result, part))
    yield e.apply("=>", defined, smaller)
    signs = e.apply("=", e.apply("fp.isNegative", r), e.apply("fp.isNegative", x))
    yield e.apply("=>", defined, signs)
    below = e.apply("fp.lt", part, whole)
    yield e.apply("=>", e.apply("and", defined, below), e.apply("=", r, x))
    rest = e.apply("fp.sub", part, whole)  # exact, by Sterbenz, where it is below the second
    once = e.apply("and", e.apply("fp.leq", whole, part), e.apply("fp.lt", rest, whole))
    yield e.apply("=>", e.apply("and", defined, once), e.apply("fp.eq", result, rest))


def _scaled(e: Encoder, node: Node) -> Iterator[Term]:
    """ldexp keeps signs, zeros, infinities and NaNs."""
    x, r = e.values[node.operands[0]], e.values[node.id]
    special = e.apply("or", e.apply("fp.isNaN", x), e.apply("fp.isInfinite", x), e.apply("fp.isZero", x))
    yield e.apply("=>", special, e.apply("=", r, x))
    signs = e.apply("=", e.apply("fp.isNegative", r), e.apply("fp.isNegative", x))
    yield e.apply("or", e.apply("fp.isNaN", x), e.apply("and", signs, e.apply("not", e.apply("fp.isNaN", r))))


def _between(e: Encoder, type_: int, low: float, term: Term, high: float) -> Term:
    """Not for NaNs."""
    above = e.apply("fp.leq", _number(e, type_, low), term)
    return e.apply("and", above, e.apply("fp.leq", term, _number(e, type_, high)))


def _number(e: Encoder, type_: int, number: float) -> Term:
    return _bits(e, type_, floats.bits(FLOATS[type_], floats.encode(FLOATS[type_], number)))


def _bits(e: Encoder, type_: int, bits: int) -> Term:
    return e.terms.constant(sort_of(type_), implied(type_, bits))


def _is_nan(type_: int, bits: int) -> bool:
    return floats.is_nan(FLOATS[type_], floats.from_bits(FLOATS[type_], bits))
