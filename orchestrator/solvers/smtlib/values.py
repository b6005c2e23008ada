"""What terms of a file are in the graph: a sort and a node.

Bit-vectors of any width live in the next wider integer type, their other bits zero.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from orchestrator.solvers.smt.terms import BOOL, FORMATS, Sort, bitvector
from orchestrator.solvers.smtlib.sexpr import Atom, Expression, Place
from orchestrator.symbolic.builder import GraphBuilder
from orchestrator.symbolic.graph import BITS, Type

REAL = Sort(-1)
MODE = Sort(-2)  # of rounding
_WIDEST = 128
_INTEGERS = (Type.I1, Type.I8, Type.I16, Type.I32, Type.I64, Type.I128)
_NAMED = {
    "Bool": BOOL,
    "Real": REAL,
    "RoundingMode": MODE,
    "Float32": FORMATS[Type.F32],
    "Float64": FORMATS[Type.F64],
}
_FLOATS = {sort: type_ for type_, sort in FORMATS.items()}


@dataclass(frozen=True)
class Value:
    sort: Sort
    node: int = 0
    mode: str = ""  # of a rounding mode
    number: Fraction | None = None  # of a real that is a constant: it has no node yet


def type_of(sort: Sort) -> int:
    """The type of the graph in which values of a sort live."""
    if sort == REAL:
        return int(Type.REAL)
    if sort == BOOL:
        return int(Type.I1)
    if sort.is_float:
        return int(_FLOATS[sort])
    return int(next(type_ for type_ in _INTEGERS if BITS[type_] >= sort.width))


def fills(sort: Sort) -> bool:
    """Whether a bit-vector has all bits of its type."""
    return BITS[type_of(sort)] == sort.width


def shown(sort: Sort) -> str:
    if sort in (BOOL, REAL, MODE):
        return next(name for name, named in _NAMED.items() if named == sort)
    if sort.is_float:
        return f"(_ FloatingPoint {sort.exponent} {sort.significand})"
    return f"(_ BitVec {sort.width})"


def read_sort(expression: Expression) -> Sort:
    place = expression.place
    if isinstance(expression, Atom):
        if expression.text in _NAMED:
            return _NAMED[expression.text]
        place.fail(f"sort {expression.text} is not supported")
    words = [item.text if isinstance(item, Atom) else "" for item in expression.items]
    match words:
        case ["_", "BitVec", width] if width.isdigit() and 0 < int(width) <= _WIDEST:
            return bitvector(int(width))
        case ["_", "BitVec", _]:
            place.fail(f"bit-vectors have from 1 to {_WIDEST} bits here")
        case ["_", "FloatingPoint", exponent, significand] if exponent.isdigit() and significand.isdigit():
            return float_sort(int(exponent), int(significand), place)
    place.fail("this sort is not supported")


def float_sort(exponent: int, significand: int, place: Place) -> Sort:
    sort = Sort(0, exponent, significand)
    if sort not in _FLOATS:
        place.fail(
            f"floats with {exponent} bits of exponent and {significand} of significand are not supported",
            "Float32, Float64, and x87's (_ FloatingPoint 15 64) are",
        )
    return sort


def masked(g: GraphBuilder, sort: Sort, node: int) -> Value:
    """A bit-vector from a node whose other bits may be anything."""
    if not fills(sort):
        node = g.and_(node, g.const(type_of(sort), (1 << sort.width) - 1))
    return Value(sort, node)


def signed(g: GraphBuilder, value: Value) -> int:
    """A bit-vector's node with its sign in the other bits."""
    if fills(value.sort):
        return value.node
    type_ = type_of(value.sort)
    by = g.const(type_, BITS[type_] - value.sort.width)
    return g.ashr(g.shl(value.node, by), by)


def resized(g: GraphBuilder, node: int, type_: int) -> int:
    """The same number in another integer type; what does not fit is cut."""
    before = g.type_of(node)
    if BITS[before] == BITS[type_]:
        return node
    return g.zext(type_, node) if BITS[before] < BITS[type_] else g.itrunc(type_, node)
