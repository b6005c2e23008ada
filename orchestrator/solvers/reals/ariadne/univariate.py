"""A formula in which one variable is left, as a set of real numbers: LINEARIZE on every constraint in it.

Whatever does not depend on the variable has its value in real floating point; what does is a rational
function, or several of them in pieces of the line. Truth values are sets, and `and`, `or` and `not` those of
sets.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from orchestrator.numbers import floats
from orchestrator.solvers.reals.ariadne import rational
from orchestrator.solvers.reals.ariadne.formula import Formula
from orchestrator.solvers.reals.ariadne.pieces import Pieces, combine, everywhere
from orchestrator.solvers.reals.ariadne.rational import Rational, linearize
from orchestrator.solvers.reals.ariadne.roots import TooHard
from orchestrator.solvers.reals.reading import overflow
from orchestrator.symbolic.builder import FLOATS
from orchestrator.symbolic.graph import ARITY, Op, Type

Number = Pieces[Rational | None]  # None: no value there
Truth = Pieces[bool]


@dataclass(frozen=True)
class Infinite:
    """A value of the program at hand that is infinite."""

    sign: int
    kind: int


class Univariate:
    """Reads nodes of a formula as functions of one input; `bits` are the values of all nodes for some inputs,
    right for those that do not depend on it. `check` raises when time is over."""

    def __init__(self, formula: Formula, variable: int, bits: Any, check: Callable[[], None]) -> None:
        self._formula = formula
        self._nodes = formula.query.graph.nodes
        self._variable = variable  # index of the input
        self._bits = bits
        self._check = check
        self._known: dict[int, Any] = {}

    def literal(self, position: int) -> Truth:
        node, wanted = self._formula.query.literals[position]
        truth: Truth = self._read(node)
        return truth if wanted else combine(lambda value: not value, truth)

    def _read(self, root: int) -> Any:
        waiting = [root]
        while waiting:
            node = waiting[-1]
            if node in self._known:
                waiting.pop()
                continue
            missing = [each for each in self._operands(node) if each not in self._known]
            if missing:
                waiting += missing
                continue
            self._check()
            self._known[node] = self._value(node)
            waiting.pop()
        return self._known[root]

    def _moves(self, node: int) -> bool:
        return self._variable in self._formula.independent[node]

    def _operands(self, node: int) -> list[int]:
        if not self._moves(node):
            return []
        row = self._nodes[node]
        return [int(row[name]) for name in "abc"[: ARITY[int(row["op"])]]]

    def _ground(self, node: int) -> Any:
        kind = int(self._nodes["type"][node])
        bits = int(self._bits["lo"][node]) | int(self._bits["hi"][node]) << 64
        if kind == Type.I1:
            return everywhere(bool(bits & 1))
        if kind not in FLOATS:
            raise TooHard("an integer among floats")
        cls = FLOATS[kind]
        raw = floats.from_bits(cls, bits)
        if floats.is_nan(cls, raw):
            return everywhere(None)
        if not floats.is_finite(cls, raw):
            return Infinite(-1 if floats.ordinal(cls, raw) < 0 else 1, kind)
        return everywhere(rational.constant(Fraction(floats.decode(cls, raw))))

    def _value(self, node: int) -> Any:
        if not self._moves(node):
            return self._ground(node)
        row = self._nodes[node]
        op, kind = int(row["op"]), int(row["type"])
        if op == Op.INPUT:
            if kind not in FLOATS and kind != Type.REAL:
                raise TooHard("an integer is not a real variable")
            return everywhere(rational.variable())
        operands = [self._known[each] for each in self._operands(node)]
        if op == Op.FCMP:
            return _compare(int(row["aux"]), *operands)
        if op == Op.SELECT:
            operands[1:] = [_finite(each) for each in operands[1:]]
            return combine(lambda condition, a, b: a if condition else b, *operands)
        if kind == Type.I1:
            return combine(_LOGIC[op], *operands)
        rule = _RULES.get(op)
        if rule is None:
            raise TooHard(f"{Op(op).name} of the variable")
        return rule(*(_finite(each) for each in operands))


def _finite(value: Any) -> Number:
    """An infinity that is computed with, instead of compared, ends what is known here."""
    if isinstance(value, Infinite):
        return everywhere(None)
    number: Number = value
    return number


def _lift(function: Callable[..., Rational | None]) -> Callable[..., Number]:
    """Pointwise, without a value where an operand has none."""

    def lifted(*operands: Number) -> Number:
        return combine(lambda *each: None if None in each else function(*each), *operands)

    return lifted


_add, _multiply, _divide = _lift(rational.add), _lift(rational.multiply), _lift(rational.divide)
_negate = _lift(rational.negate)


def _choose(sign: Number, positive: Number, negative: Number) -> Number:
    """The one where a sign is at least zero, the other elsewhere."""
    return combine(
        lambda s, a, b: None if s is None else (a if s >= 0 else b), linearize(sign), positive, negative
    )


def _subtract(a: Number, b: Number) -> Number:
    return _add(a, _negate(b))


def _magnitude(a: Number) -> Number:
    return _choose(a, a, _negate(a))


_RULES: dict[int, Callable[..., Number]] = {
    Op.FADD: _add,
    Op.FSUB: _subtract,
    Op.FMUL: _multiply,
    Op.FDIV: _divide,
    Op.FMA: lambda a, b, c: _add(_multiply(a, b), c),
    Op.FNEG: _negate,
    Op.FPTRUNC: lambda a: a,
    Op.FPEXT: lambda a: a,
    Op.FABS: _magnitude,
    Op.FMIN: lambda a, b: _choose(_subtract(b, a), a, b),
    Op.FMAX: lambda a, b: _choose(_subtract(a, b), a, b),
    Op.COPYSIGN: lambda a, b: _choose(b, _magnitude(a), _negate(_magnitude(a))),
}
_LOGIC: dict[int, Callable[[bool, bool], bool]] = {
    Op.AND: lambda a, b: a and b,
    Op.OR: lambda a, b: a or b,
    Op.XOR: lambda a, b: a != b,
}


def _compare(predicate: int, a: Number | Infinite, b: Number | Infinite) -> Truth:
    """Nothing is equal to an infinity but what lies at or beyond the numbers that round to it."""
    greater, equal, less = predicate >> 1 & 1, predicate & 1, predicate >> 2 & 1
    beyond = 0  # the sign of a - b that means equal too
    if isinstance(b, Infinite):
        beyond, b = b.sign, everywhere(rational.constant(b.sign * overflow(b.kind)))
    elif isinstance(a, Infinite):
        beyond, a = -a.sign, everywhere(rational.constant(a.sign * overflow(a.kind)))
    assert isinstance(a, Pieces)
    unordered = bool(predicate >> 3)

    def truth(sign: int | None) -> bool:
        if sign is None:
            return unordered
        if sign == 0 or sign == beyond:
            return bool(equal)
        return bool(greater if sign > 0 else less)

    return combine(truth, linearize(_subtract(a, b)))
