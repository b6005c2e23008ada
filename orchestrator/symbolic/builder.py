"""Expression graphs by hand: for tests, for queries that people write, for whoever adds to a graph.

There is a method for each operation of expressions.def, by its name in small letters: `g.fadd(x, y)`,
`g.sin(x)`, `g.and_(p, q)`. Where the type of the result does not follow from the operands, it comes first:
`g.fptosi(Type.I32, x)`. The same operation on the same operands is the same node. Operands are checked: what
solvers could read differently cannot be made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import partial

import numpy as np

from orchestrator.numbers import floats
from orchestrator.symbolic.graph import ARITY, BITS, FUNCTION, GROUP, NODE, Graph, Group, Op, Query, Type

FCMP = tuple("false oeq ogt oge olt ole one ord uno ueq ugt uge ult ule une true".split())
ICMP = dict(zip("eq ne ugt uge ult ule sgt sge slt sle".split(), range(32, 42), strict=True))

FLOATS = {Type.F32: "f32", Type.F64: "f64", Type.F80: "f80"}  # their classes in `floats`
INTEGERS = frozenset((Type.I1, Type.I8, Type.I16, Type.I32, Type.I64, Type.I128))
_FLOATING = frozenset((*FLOATS, Type.REAL))


class GraphBuilder:
    def __init__(self) -> None:
        self._rows: list[tuple[int, ...]] = [(0,) * len(NODE.names or ())]
        self._known: dict[tuple[object, ...], int] = {}
        self._rationals: dict[int, Fraction] = {}
        self._inputs: dict[int, int] = {}

    def type_of(self, node: int) -> int:
        return self._rows[node][1]

    def input(self, type: int, index: int | None = None) -> int:
        """One of the function's inputs; the next one, if none is named."""
        index = len(self._inputs) if index is None else index
        if self._inputs.setdefault(index, type) != type:
            raise TypeError(f"input {index} is of type {Type(self._inputs[index]).name}")
        return self._add(Op.INPUT, type, index)

    def const(self, type: int, value: int | float | Fraction) -> int:
        """The value of the type that is nearest to a number; integers wrap."""
        if type == Type.REAL:
            return self._rational(Fraction(value))
        if type in FLOATS:
            return self.bits(type, floats.bits(FLOATS[type], floats.encode(FLOATS[type], value)))
        if value != int(value):
            raise TypeError(f"{value} is not an integer")
        return self.bits(type, int(value) % (1 << BITS[type]))

    def bits(self, type: int, pattern: int) -> int:
        """The value of the type with this encoding."""
        if type == Type.REAL or not 0 <= pattern < 1 << BITS[type]:
            raise TypeError(f"{pattern:#x} is no value of type {Type(type).name}")
        return self._add(Op.CONSTANT, type, lo=pattern % (1 << 64), hi=pattern >> 64)

    def known(self, node: int) -> int | None:
        """The bits of a constant; None of other nodes."""
        row = dict(zip(NODE.names or (), self._rows[node], strict=True))
        return row["lo"] | row["hi"] << 64 if row["op"] == Op.CONSTANT else None

    def fcmp(self, predicate: str, a: int, b: int) -> int:
        return self.node(Op.FCMP, Type.I1, a, b, aux=FCMP.index(predicate))

    def icmp(self, predicate: str, a: int, b: int) -> int:
        return self.node(Op.ICMP, Type.I1, a, b, aux=ICMP[predicate])

    def extract(self, type: int, a: int, first: int) -> int:
        return self.node(Op.EXTRACT, type, a, aux=first)

    def concat(self, low: int, high: int) -> int:
        width = BITS[self.type_of(low)] + BITS[self.type_of(high)]
        types = [type for type in INTEGERS if BITS[type] == width]
        if not types:
            raise TypeError(f"there is no integer of {width} bits")
        return self.node(Op.CONCAT, types[0], low, high)

    def select(self, condition: int, a: int, b: int) -> int:
        return self.node(Op.SELECT, self.type_of(a), condition, a, b)

    def not_(self, a: int) -> int:
        """All bits flipped; the negation of a truth value."""
        return self.node(Op.XOR, self.type_of(a), a, self.const(self.type_of(a), -1))

    def __getattr__(self, name: str) -> Callable[..., int]:
        try:
            op = Op[name.removesuffix("_").upper()]
        except KeyError:
            raise AttributeError(f"there is no operation {name}") from None
        return partial(self._typed if GROUP[op] is Group.BETWEEN else self._plain, op)

    def _plain(self, op: int, *operands: int) -> int:
        return self.node(op, self.type_of(operands[0]), *operands)

    def _typed(self, op: int, type: int, operand: int) -> int:
        return self.node(op, type, operand)

    def node(self, op: int, type: int, *operands: int, aux: int = 0) -> int:
        """Any operation, its operands checked."""
        types = [self.type_of(operand) for operand in operands]
        if len(operands) != ARITY[op] or 0 in operands or not _fits(op, type, types, aux):
            shown = ", ".join(Type(each).name for each in types)
            raise TypeError(f"{Op(op).name} of {shown} does not give {Type(type).name}")
        return self._add(op, type, aux, *operands)

    def _rational(self, value: Fraction) -> int:
        node = self._add(Op.CONSTANT, Type.REAL, key=value)
        self._rationals[node] = value
        return node

    def _add(
        self, op: int, type: int, aux: int = 0, *operands: int, lo: int = 0, hi: int = 0, key: object = None
    ) -> int:
        identity = (op, type, aux, operands, lo, hi, key)
        if identity not in self._known:
            a, b, c = (*operands, 0, 0, 0)[:3]
            self._known[identity] = len(self._rows)
            self._rows.append((op, type, 0, aux, a, b, c, 0, lo, hi))
        return self._known[identity]

    def graph(self) -> Graph:
        """All nodes so far."""
        return Graph(np.array(self._rows, dtype=NODE), dict(self._rationals))

    def query(self, literals: Iterable[tuple[int, bool]]) -> Query:
        wanted = tuple(literals)
        if any(self.type_of(node) != Type.I1 for node, _ in wanted):
            raise TypeError("only truth values can be asked for")
        count = max(self._inputs, default=-1) + 1
        inputs = tuple(self._inputs.get(index, int(Type.F64)) for index in range(count))
        return Query(self.graph(), wanted, inputs)


def _fits(op: int, type: int, types: list[int], aux: int) -> bool:
    """Whether the operation takes operands of these types and gives the type."""
    first = types[0] if types else 0
    width, before = BITS[type], BITS[first]
    whole, integral = type in INTEGERS, first in INTEGERS
    match op:
        case Op.FCMP:
            return type == Type.I1 and first in _FLOATING and types[1] == first and aux < len(FCMP)
        case Op.ICMP:
            return type == Type.I1 and integral and types[1] == first and aux in ICMP.values()
        case Op.FPTRUNC:
            return type in FLOATS and first in FLOATS and width < before
        case Op.FPEXT:
            return type in FLOATS and first in FLOATS and width > before
        case Op.FPTOSI | Op.FPTOUI:
            return whole and first in FLOATS
        case Op.SITOFP | Op.UITOFP:
            return type in FLOATS and integral
        case Op.BITCAST:
            return width == before != 0
        case Op.ITRUNC:
            return whole and integral and width < before
        case Op.ZEXT | Op.SEXT:
            return whole and integral and width > before
        case Op.SELECT:
            return first == Type.I1 and types[1] == types[2] == type
        case Op.EXTRACT:
            return whole and before != 0 and aux + width <= before
        case Op.CONCAT:
            return whole and all(each in INTEGERS for each in types) and sum(map(_bits, types)) == width
        case Op.LDEXP:
            return type in FLOATS and first == type and types[1] in INTEGERS
        case _ if op in FUNCTION and FUNCTION[op].result == "int":
            return type == Type.I32 and first in FLOATS
        case _ if GROUP[op] is Group.INTEGER:
            return whole and all(each == type for each in types)
        case _:
            return GROUP[op] is not Group.LEAF and type in _FLOATING and all(each == type for each in types)


def _bits(type: int) -> int:
    return BITS[type]
