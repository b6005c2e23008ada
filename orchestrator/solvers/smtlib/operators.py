"""SMT-LIB's functions as operations of the graph: a row each. What has none is reported with its place."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import reduce

from orchestrator.solvers.smt.terms import BOOL, FORMATS, Sort, bitvector
from orchestrator.solvers.smtlib.values import MODE, REAL, Value, masked, resized, shown, signed, type_of
from orchestrator.symbolic.builder import GraphBuilder
from orchestrator.symbolic.graph import BITS, Group, Op, Type, of_group


class Misuse(Exception):
    """An operator with operands it does not take; the message says what is wrong."""


Build = Callable[[GraphBuilder, Sequence[Value], Sequence[int]], Value]


def need(good: bool, message: str) -> None:
    if not good:
        raise Misuse(message)


def same_sort(values: Sequence[Value]) -> Sort:
    need(len(values) > 0, "operands are missing")
    first = values[0].sort
    for value in values:
        need(value.sort == first, f"operands are of different sorts: {shown(first)} and {shown(value.sort)}")
    need(first != MODE, "rounding modes cannot be computed with")
    return first


def equal(g: GraphBuilder, a: Value, b: Value) -> int:
    """Identity: zeros of both signs differ, and all NaNs are one."""
    if a.sort == REAL:
        return g.fcmp("oeq", a.node, b.node)
    if not a.sort.is_float:
        return g.icmp("eq", a.node, b.node)
    nans = g.and_(g.fcmp("uno", a.node, a.node), g.fcmp("uno", b.node, b.node))
    not_zero = g.fcmp("une", a.node, g.const(type_of(a.sort), 0.0))
    signs = g.icmp("eq", sign(g, a), sign(g, b))
    return g.or_(nans, g.and_(g.fcmp("oeq", a.node, b.node), g.or_(not_zero, signs)))


def sign(g: GraphBuilder, value: Value) -> int:
    """The sign bit of a float."""
    return g.extract(Type.I1, value.node, BITS[type_of(value.sort)] - 1)


def truth(node: int) -> Value:
    return Value(BOOL, node)


def _all(g: GraphBuilder, nodes: Sequence[int]) -> Value:
    return truth(reduce(g.and_, nodes))


def _booleans(name: str) -> Build:
    def build(g: GraphBuilder, values: Sequence[Value], _: Sequence[int]) -> Value:
        need(same_sort(values) == BOOL, "operands must be Bool")
        return truth(reduce(getattr(g, name), [value.node for value in values]))

    return build


def _not(g: GraphBuilder, values: Sequence[Value], _: Sequence[int]) -> Value:
    need(len(values) == 1 and values[0].sort == BOOL, "not takes one Bool")
    return truth(g.not_(values[0].node))


def _implies(g: GraphBuilder, values: Sequence[Value], _: Sequence[int]) -> Value:
    need(same_sort(values) == BOOL, "operands must be Bool")
    *premises, result = [value.node for value in values]
    for premise in reversed(premises):
        result = g.or_(g.not_(premise), result)
    return truth(result)


def _equals(g: GraphBuilder, values: Sequence[Value], _: Sequence[int]) -> Value:
    same_sort(values)
    need(len(values) > 1, "= takes two operands or more")
    return _all(g, [equal(g, a, b) for a, b in zip(values, values[1:], strict=False)])


def _distinct(g: GraphBuilder, values: Sequence[Value], _: Sequence[int]) -> Value:
    same_sort(values)
    need(len(values) > 1, "distinct takes two operands or more")
    return _all(g, [g.not_(equal(g, a, b)) for i, a in enumerate(values) for b in values[:i]])


def _ite(g: GraphBuilder, values: Sequence[Value], _: Sequence[int]) -> Value:
    need(len(values) == 3 and values[0].sort == BOOL, "ite takes a Bool and two terms")
    sort = same_sort(values[1:])
    return Value(sort, g.select(*(value.node for value in values)))


# Reals.


def materialised(g: GraphBuilder, value: Value) -> Value:
    """With a node, also if it is a number. Those that are only rounded to floats get none: one real in a
    graph makes it a query about reals."""
    if value.number is None:
        return value
    return Value(value.sort, g.const(Type.REAL, value.number), number=value.number)


def _arithmetic(name: str, fold: Callable[[Fraction, Fraction], Fraction]) -> Build:
    def build(g: GraphBuilder, values: Sequence[Value], _: Sequence[int]) -> Value:
        need(same_sort(values) == REAL, "operands must be Real")
        if name == "fsub" and len(values) == 1:
            number = values[0].number
            return Value(REAL, number=-number) if number is not None else Value(REAL, g.fneg(values[0].node))
        need(len(values) > 1, "two operands or more are needed")
        numbers = [value.number for value in values if value.number is not None]
        if len(numbers) == len(values) and not (name == "fdiv" and 0 in numbers[1:]):
            return Value(REAL, number=reduce(fold, numbers))
        return Value(REAL, reduce(getattr(g, name), [materialised(g, value).node for value in values]))

    return build


def _chain(predicate: str, of_reals: bool) -> Build:
    def build(g: GraphBuilder, values: Sequence[Value], _: Sequence[int]) -> Value:
        sort = same_sort(values)
        need(sort == REAL if of_reals else sort.is_float, f"operands are of sort {shown(sort)}")
        need(len(values) > 1, "two operands or more are needed")
        pairs = zip(values, values[1:], strict=False)
        return _all(g, [g.fcmp(predicate, a.node, b.node) for a, b in pairs])

    return build


# Bit-vectors.


def vectors(values: Sequence[Value], count: int | None = None) -> None:
    need(count is None or len(values) == count, f"{count} operands are needed")
    for value in values:
        need(value.sort.width > 0, f"an operand is of sort {shown(value.sort)}, not a bit-vector")


def _vector(name: str, extended: bool = False, flip: bool = False) -> Build:
    """An operation of the graph; `extended` if it looks at the sign, `flip` to negate the result."""

    def build(g: GraphBuilder, values: Sequence[Value], _: Sequence[int]) -> Value:
        vectors(values)
        sort = same_sort(values)
        need(len(values) > 1, "two operands or more are needed")
        nodes = [signed(g, value) if extended else value.node for value in values]
        if name == "ashr":  # by how much is not signed
            nodes[1:] = [value.node for value in values[1:]]
        result = reduce(getattr(g, name), nodes)
        return masked(g, sort, g.not_(result) if flip else result)

    return build


def _bvneg(g: GraphBuilder, values: Sequence[Value], _: Sequence[int]) -> Value:
    vectors(values, 1)
    sort = values[0].sort
    return masked(g, sort, g.sub(g.const(type_of(sort), 0), values[0].node))


def _bvnot(g: GraphBuilder, values: Sequence[Value], _: Sequence[int]) -> Value:
    vectors(values, 1)
    return masked(g, values[0].sort, g.not_(values[0].node))


def _bvcomp(g: GraphBuilder, values: Sequence[Value], _: Sequence[int]) -> Value:
    vectors(values, 2)
    same_sort(values)
    return Value(bitvector(1), g.icmp("eq", values[0].node, values[1].node))


def _bvcompare(predicate: str) -> Build:
    def build(g: GraphBuilder, values: Sequence[Value], _: Sequence[int]) -> Value:
        vectors(values, 2)
        same_sort(values)
        nodes = [signed(g, value) if predicate[0] == "s" else value.node for value in values]
        return truth(g.icmp(predicate, *nodes))

    return build


def _concat(g: GraphBuilder, values: Sequence[Value], _: Sequence[int]) -> Value:
    vectors(values)
    need(len(values) > 1, "two operands or more are needed")
    result = values[0]
    for low in values[1:]:
        sort = _wide(result.sort.width + low.sort.width)
        type_ = type_of(sort)
        high = g.shl(resized(g, result.node, type_), g.const(type_, low.sort.width))
        result = Value(sort, g.or_(high, resized(g, low.node, type_)))
    return result


def _wide(width: int) -> Sort:
    need(0 < width <= 128, "bit-vectors have from 1 to 128 bits here")
    return bitvector(width)


def _extract(g: GraphBuilder, values: Sequence[Value], indices: Sequence[int]) -> Value:
    vectors(values, 1)
    need(len(indices) == 2 and 0 <= indices[1] <= indices[0] < values[0].sort.width, "no such bits")
    sort = bitvector(indices[0] - indices[1] + 1)
    node = values[0].node
    if indices[1]:
        node = g.lshr(node, g.const(g.type_of(node), indices[1]))
    return masked(g, sort, resized(g, node, type_of(sort)))


def _extension(is_signed: bool) -> Build:
    def build(g: GraphBuilder, values: Sequence[Value], indices: Sequence[int]) -> Value:
        vectors(values, 1)
        need(len(indices) == 1, "by how many bits?")
        sort = _wide(values[0].sort.width + indices[0])
        type_ = type_of(sort)
        if not is_signed:
            return Value(sort, resized(g, values[0].node, type_))
        node = signed(g, values[0])
        return masked(g, sort, g.sext(type_, node) if BITS[type_] > BITS[g.type_of(node)] else node)

    return build


OPERATORS: dict[str, Build] = {
    "not": _not,
    "and": _booleans("and_"),
    "or": _booleans("or_"),
    "xor": _booleans("xor"),
    "=>": _implies,
    "=": _equals,
    "distinct": _distinct,
    "ite": _ite,
    "+": _arithmetic("fadd", operator.add),
    "-": _arithmetic("fsub", operator.sub),
    "*": _arithmetic("fmul", operator.mul),
    "/": _arithmetic("fdiv", operator.truediv),
    "<": _chain("olt", True),
    "<=": _chain("ole", True),
    ">": _chain("ogt", True),
    ">=": _chain("oge", True),
    "fp.lt": _chain("olt", False),
    "fp.leq": _chain("ole", False),
    "fp.gt": _chain("ogt", False),
    "fp.geq": _chain("oge", False),
    "fp.eq": _chain("oeq", False),
    "bvadd": _vector("add"),
    "bvsub": _vector("sub"),
    "bvmul": _vector("mul"),
    "bvand": _vector("and_"),
    "bvor": _vector("or_"),
    "bvxor": _vector("xor"),
    "bvnand": _vector("and_", flip=True),
    "bvnor": _vector("or_", flip=True),
    "bvxnor": _vector("xor", flip=True),
    "bvudiv": _vector("udiv"),  # by zero it is all ones: the mask sees to how many
    "bvurem": _vector("urem"),
    "bvsdiv": _vector("sdiv", extended=True),
    "bvsrem": _vector("srem", extended=True),
    "bvshl": _vector("shl"),
    "bvlshr": _vector("lshr"),
    "bvashr": _vector("ashr", extended=True),
    "bvneg": _bvneg,
    "bvnot": _bvnot,
    "bvcomp": _bvcomp,
    **{f"bv{name}": _bvcompare(name) for name in "ult ule ugt uge slt sle sgt sge".split()},
    "concat": _concat,
    "extract": _extract,
    "zero_extend": _extension(False),
    "sign_extend": _extension(True),
}

NUMERIC = frozenset(("+", "-", "*", "/", "to_fp"))  # what takes reals as numbers

SUFFIXES = {"f32": Type.F32, "f64": Type.F64, "f80": Type.F80}


def elementary(name: str, parameters: Sequence[Sort], result: Sort) -> int | None:
    """The operation that a declared function stands for, by its name and its sorts: sin of reals, sin_f64."""
    base, _, suffix = name.partition("_")
    sort = FORMATS[SUFFIXES[suffix]] if suffix in SUFFIXES else REAL if not suffix else None
    if base == "fmod":
        base = "frem"
    if base.upper() not in Op.__members__ or sort is None or result != sort:
        return None
    op = int(Op[base.upper()])
    if op not in (*of_group(Group.ELEMENTARY), Op.FREM, Op.LDEXP) and not (op == Op.SQRT and sort == REAL):
        return None
    wanted = [sort, bitvector(32)] if op == Op.LDEXP else [sort] * len(parameters)
    return op if list(parameters) == wanted else None
