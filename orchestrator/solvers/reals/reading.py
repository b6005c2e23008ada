"""A query read over the real numbers, as the Ariadne paper reads programs: every operation is exact, every
float input a real number in its format's range, every integer an integer in its type's.

Nothing is proved this way and no answer is more than a candidate, so the reading may be generous: what has no
meaning over the reals (the bits of a float, a NaN) is a gap, and a literal with a gap is left out. Infinity
reads as the least magnitude that rounds to it: that is how overflow can be asked for.

Written for z3's Python interface and for cvc5's, which has the same names; `api` is one of these modules.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from orchestrator.numbers import floats
from orchestrator.symbolic.builder import FLOATS
from orchestrator.symbolic.graph import ARITY, BITS, FUNCTION, Op, Query, Type

Term = Any  # of the solver's interface
_POWERS = 16  # exponents up to which a power is a product


@dataclass(frozen=True)
class Gap:
    """Why an expression cannot be read."""

    reason: str


class Reading:
    """Terms for the literals of a query. `functions` are the elementary functions that the solver knows;
    others are variables of their own (the paper's dependent variables), with what is easily said about their
    range."""

    def __init__(self, api: Any, query: Query, functions: Mapping[int, Callable[..., Term]]) -> None:
        self.api = api
        self.functions = functions
        self.inputs: dict[int, Term] = {}
        self.facts: list[Term] = []  # that hold of inputs and variables
        self.gaps: dict[int, str] = {}  # by position of the literal that is left out
        self.literals: dict[int, Term] = {}  # by position
        self.free = False  # some function is a variable only
        self._query = query
        self._terms: list[Term] = [Gap("nothing")]
        for node in range(1, len(query.graph)):
            self._terms.append(self._read(node))
        for position, (node, wanted) in enumerate(query.literals):
            term = self._terms[node]
            if isinstance(term, Gap):
                self.gaps[position] = term.reason
            else:
                self.literals[position] = term if wanted else api.Not(term)

    def number(self, value: Fraction | int) -> Term:
        return self.api.RealVal(str(Fraction(value)))

    def _read(self, node: int) -> Term:
        row = self._query.graph.nodes[node]
        op, kind, aux = int(row["op"]), int(row["type"]), int(row["aux"])
        if op == Op.CONSTANT:
            return self._constant(node, kind, int(row["lo"]) | int(row["hi"]) << 64)
        if op == Op.INPUT:
            return self._input(aux, kind)
        operands = [int(row[name]) for name in "abc"[: ARITY[op]]]
        terms = [self._terms[operand] for operand in operands]
        for term in terms:
            if isinstance(term, Gap):
                return term
        types = [int(self._query.graph.nodes["type"][operand]) for operand in operands]
        if op == Op.FCMP:
            return self._compare(aux, terms, operands, types[0])
        if op in self.functions:
            return self.functions[op](self, *terms)
        if op in (Op.AND, Op.OR, Op.XOR) and kind == Type.I1:
            return {Op.AND: self.api.And, Op.OR: self.api.Or, Op.XOR: self.api.Xor}[Op(op)](*terms)
        rule = _RULES.get(op)
        if rule is not None:
            return rule(self, terms, types, kind, aux)
        if op in FUNCTION and FUNCTION[op].result == "T":
            return self._dependent(op, terms)
        if op in _WHOLE:
            return self._whole(op, terms, operands, types, kind)
        return Gap(f"{Op(op).name} has no meaning over the reals")

    def _constant(self, node: int, kind: int, bits: int) -> Term:
        if kind == Type.REAL:
            return self.number(self._query.graph.rationals[node])
        if kind == Type.I1:
            return self.api.BoolVal(bool(bits))
        if kind not in FLOATS:
            return self.api.IntVal(_signed(bits, BITS[kind]))
        cls = FLOATS[kind]
        raw = floats.from_bits(cls, bits)
        if floats.is_nan(cls, raw):
            return Gap("a NaN is no real number")
        if not floats.is_finite(cls, raw):
            return self.number(overflow(kind) * (-1 if floats.ordinal(cls, raw) < 0 else 1))
        return self.number(Fraction(floats.decode(cls, raw)))

    def _input(self, index: int, kind: int) -> Term:
        if index in self.inputs:
            return self.inputs[index]
        api = self.api
        if kind == Type.I1:
            term = api.Bool(f"x{index}")
        elif kind in FLOATS or kind == Type.REAL:
            term = api.Real(f"x{index}")
        else:
            term = api.Int(f"x{index}")
        self.inputs[index] = term
        if kind in FLOATS:
            top = self.number(greatest(kind))
            self.facts += [term <= top, term >= -top]
        elif kind not in (Type.I1, Type.REAL):
            self._in_range(term, kind)
        return term

    def _in_range(self, term: Term, kind: int) -> Term:
        """Integers do not wrap: that is a fact of the paths looked for here."""
        half = 1 << (BITS[kind] - 1)
        self.facts += [term >= self.api.IntVal(-half), term < self.api.IntVal(half)]
        return term

    def _compare(self, predicate: int, terms: list[Term], operands: list[int], kind: int) -> Term:
        """Without NaNs the ordered and the unordered predicates are the same."""
        a, b = terms
        greater, equal, less = predicate >> 1 & 1, predicate & 1, predicate >> 2 & 1
        if greater and equal and less:
            return self.api.BoolVal(True)
        if not (greater or equal or less):
            return self.api.BoolVal(False)
        if infinite := [at for at in (0, 1) if self._infinity(operands[at])]:
            return self._against_infinity(infinite[0], a, b, greater, equal, less)
        if greater and less:
            return a != b
        if greater:
            return a >= b if equal else a > b
        if less:
            return a <= b if equal else a < b
        return a == b

    def _infinity(self, node: int) -> bool:
        row = self._query.graph.nodes[node]
        cls = FLOATS.get(int(row["type"]))
        if cls is None or int(row["op"]) != Op.CONSTANT:
            return False
        return not floats.is_finite(cls, floats.from_bits(cls, int(row["lo"]) | int(row["hi"]) << 64))

    def _against_infinity(self, side: int, a: Term, b: Term, greater: int, equal: int, less: int) -> Term:
        """Equal to an infinity is whatever lies at or beyond it."""
        value, bound = (b, a) if side == 0 else (a, b)
        above = self.api.And(bound > 0, value >= bound)
        below = self.api.And(bound < 0, value <= bound)
        at = self.api.Or(above, below)
        if side == 0:
            greater, less = less, greater
        cases = []
        if equal:
            cases.append(at)
        if less:
            cases.append(self.api.And(bound > 0, value < bound))
        if greater:
            cases.append(self.api.And(bound < 0, value > bound))
        return self.api.Or(*cases) if len(cases) > 1 else cases[0]

    def fresh(self, *facts: Callable[[Term], Term]) -> Term:
        term = self.api.FreshReal()
        self.facts += [fact(term) for fact in facts]
        return term

    def root(self, a: Term, degree: int = 2) -> Term:
        """A root is the variable whose power is the operand (Figure 5 of the paper)."""
        zero = self.number(0)
        if degree == 2:
            self.facts.append(a >= zero)
            return self.fresh(lambda d: d >= zero, lambda d: d * d == a)
        return self.fresh(lambda d: d * d * d == a)

    def _dependent(self, op: int, terms: list[Term]) -> Term:
        a = terms[0]
        if op == Op.POW and (exponent := constant_value(terms[1])) is not None:
            power = self.power(a, exponent)
            if power is not None:
                return power
        self.free = True
        term = self.fresh()
        function = FUNCTION[op]
        if function.is_unary:
            self.facts += self._bounds(a, function.domain, open_low=function.ends == "-inf")
        self.facts += self._bounds(term, function.range)
        if function.monotone == "increasing":
            for x, y in function.exact_at:  # it passes through these points, upwards
                here, there = self.number(Fraction(x)), self.number(Fraction(y))
                self.facts += [(term > there) == (a > here), (term == there) == (a == here)]
        if op == Op.POW:
            self.facts += [self.api.Implies(a > self.number(0), term > self.number(0))]
        return term

    def _bounds(self, term: Term, within: tuple[float, float] | None, open_low: bool = False) -> list[Term]:
        low, high = within or (-math.inf, math.inf)
        bounds = []
        if low > -math.inf:
            bound = self.number(Fraction(low))
            bounds.append(term > bound if open_low else term >= bound)
        if high < math.inf:
            bounds.append(term <= self.number(Fraction(high)))
        return bounds

    def power(self, a: Term, exponent: Fraction) -> Term | None:
        if exponent.denominator == 2 and abs(exponent) <= _POWERS:
            root = self.root(a)
            return self.power(root, 2 * exponent)
        if exponent.denominator != 1 or abs(exponent) > _POWERS:
            return None
        product = self.number(1)
        for _ in range(abs(exponent.numerator)):
            product = product * a
        return product if exponent >= 0 else self.quotient(self.number(1), product)

    def quotient(self, a: Term, b: Term) -> Term:
        self.facts.append(b != self.number(0))
        return a / b

    def _whole(self, op: int, terms: list[Term], operands: list[int], types: list[int], kind: int) -> Term:
        """Shifts and masks by constants; others work on bits."""
        value = constant_value(terms[1])
        if value is None:
            return Gap(f"{Op(op).name} works on bits")
        amount, api = int(value), self.api
        if op == Op.SHL and 0 <= amount < BITS[kind]:
            return self._in_range(terms[0] * api.IntVal(1 << amount), kind)
        if op == Op.ASHR and 0 <= amount < BITS[kind]:
            return terms[0] / api.IntVal(1 << amount)
        if op == Op.LSHR and 0 <= amount < BITS[kind]:
            return _signed_term(api, self.unsigned(terms[0], kind) / api.IntVal(1 << amount), kind)
        if op == Op.AND and amount >= 0 and (amount + 1) & amount == 0:
            return terms[0] % api.IntVal(amount + 1)
        return Gap(f"{Op(op).name} works on bits")

    def unsigned(self, term: Term, kind: int) -> Term:
        api = self.api
        return api.If(term < api.IntVal(0), term + api.IntVal(1 << BITS[kind]), term)


_WHOLE = (Op.SHL, Op.ASHR, Op.LSHR, Op.AND)


def constant_value(term: Term) -> Fraction | None:
    """Of a term that is a plain number."""
    if hasattr(term, "as_fraction"):
        return Fraction(term.as_fraction())
    if hasattr(term, "as_long"):
        return Fraction(term.as_long())
    return None


def greatest(kind: int) -> Fraction:
    """The greatest finite number of a float type."""
    form = floats.FLOATS[FLOATS[kind]]
    return form.value(form.infinity - 1)


def overflow(kind: int) -> Fraction:
    """The least number that rounds to infinity."""
    form = floats.FLOATS[FLOATS[kind]]
    return (3 * form.value(form.infinity - 1) - form.value(form.infinity - 2)) / 2


def _signed(bits: int, width: int) -> int:
    return bits - (1 << width) if bits >> (width - 1) else bits


def _signed_term(api: Any, term: Term, kind: int) -> Term:
    half = api.IntVal(1 << (BITS[kind] - 1))
    return (term + half) % api.IntVal(1 << BITS[kind]) - half


def _magnitude(r: Reading, a: Term) -> Term:
    return r.api.If(a >= r.number(0), a, -a)


def _towards_zero(r: Reading, a: Term) -> Term:
    return r.api.If(a >= r.number(0), r.api.ToInt(a), -r.api.ToInt(-a))


def _to_integer(r: Reading, t: list[Term], types: list[int], kind: int, aux: int) -> Term:
    if kind == Type.I1:
        return Gap("a truth value made of a float")
    return r._in_range(_towards_zero(r, t[0]), kind)


def _from_integer(r: Reading, t: list[Term], types: list[int], kind: int, aux: int) -> Term:
    if types[0] == Type.I1:
        return r.api.If(t[0], r.number(1), r.number(0))
    return r.api.ToReal(t[0])


def _widened(r: Reading, t: list[Term], types: list[int], kind: int, aux: int) -> Term:
    if types[0] == Type.I1:
        return r.api.If(t[0], r.api.IntVal(1), r.api.IntVal(0))
    return r.unsigned(t[0], types[0])


def _narrowed(r: Reading, t: list[Term], types: list[int], kind: int, aux: int) -> Term:
    if kind == Type.I1:
        return t[0] % r.api.IntVal(2) == r.api.IntVal(1)
    return _signed_term(r.api, t[0], kind)


def _compared(r: Reading, t: list[Term], types: list[int], kind: int, aux: int) -> Term:
    a, b = t
    if types[0] == Type.I1:
        return {32: a == b, 33: a != b}.get(aux, Gap("an order of truth values"))
    if 34 <= aux <= 37:
        a, b = r.unsigned(a, types[0]), r.unsigned(b, types[0])
        aux += 4
    match aux:
        case 32:
            return a == b
        case 33:
            return a != b
        case 38:
            return a > b
        case 39:
            return a >= b
        case 40:
            return a < b
        case _:
            return a <= b


def _divided(r: Reading, t: list[Term], remainder: bool) -> Term:
    """C's division: towards zero."""
    zero = r.api.IntVal(0)
    a, b = t
    r.facts.append(b != zero)
    size = r.api.If(a >= zero, a, -a) / r.api.If(b >= zero, b, -b)
    whole = r.api.If((a >= zero) == (b >= zero), size, -size)
    return a - whole * b if remainder else whole


def _scaled(r: Reading, t: list[Term], types: list[int], kind: int, aux: int) -> Term:
    power = constant_value(t[1])
    if power is None or abs(power) > 20000:
        return Gap("LDEXP by a power that is not known")
    return t[0] * r.number(Fraction(2) ** int(power))


def _sign_of(r: Reading, t: list[Term]) -> Term:
    size = _magnitude(r, t[0])
    return r.api.If(t[1] >= r.number(0), size, -size)


def _remainder(r: Reading, t: list[Term]) -> Term:
    return t[0] - t[1] * r.api.ToReal(_towards_zero(r, r.quotient(*t)))


_Rule = Callable[[Reading, list[Term], list[int], int, int], Term]
_RULES: dict[int, _Rule] = {
    Op.FADD: lambda r, t, *_: t[0] + t[1],
    Op.FSUB: lambda r, t, *_: t[0] - t[1],
    Op.FMUL: lambda r, t, *_: t[0] * t[1],
    Op.FDIV: lambda r, t, *_: r.quotient(*t),
    Op.FREM: lambda r, t, *_: _remainder(r, t),
    Op.FMA: lambda r, t, *_: t[0] * t[1] + t[2],
    Op.FNEG: lambda r, t, *_: -t[0],
    Op.FABS: lambda r, t, *_: _magnitude(r, t[0]),
    Op.COPYSIGN: lambda r, t, *_: _sign_of(r, t),
    Op.FMIN: lambda r, t, *_: r.api.If(t[0] <= t[1], t[0], t[1]),
    Op.FMAX: lambda r, t, *_: r.api.If(t[0] >= t[1], t[0], t[1]),
    Op.SQRT: lambda r, t, *_: r.root(t[0]),
    Op.CBRT: lambda r, t, *_: r.root(t[0], 3),
    Op.HYPOT: lambda r, t, *_: r.root(t[0] * t[0] + t[1] * t[1]),
    Op.FDIM: lambda r, t, *_: r.api.If(t[0] <= t[1], r.number(0), t[0] - t[1]),
    Op.FLOOR: lambda r, t, *_: r.api.ToReal(r.api.ToInt(t[0])),
    Op.CEIL: lambda r, t, *_: r.api.ToReal(-r.api.ToInt(-t[0])),
    Op.TRUNC: lambda r, t, *_: r.api.ToReal(_towards_zero(r, t[0])),
    Op.ROUND: lambda r, t, *_: r.api.ToReal(r.api.ToInt(t[0] + r.number(Fraction(1, 2)))),
    Op.RINT: lambda r, t, *_: r.api.ToReal(r.api.ToInt(t[0] + r.number(Fraction(1, 2)))),
    Op.FPTRUNC: lambda r, t, *_: t[0],
    Op.FPEXT: lambda r, t, *_: t[0],
    Op.FPTOSI: _to_integer,
    Op.FPTOUI: _to_integer,
    Op.SITOFP: _from_integer,
    Op.UITOFP: lambda r, t, types, *_: r.api.ToReal(_widened(r, t, types, 0, 0)),
    Op.ADD: lambda r, t, types, kind, _: r._in_range(t[0] + t[1], kind),
    Op.SUB: lambda r, t, types, kind, _: r._in_range(t[0] - t[1], kind),
    Op.MUL: lambda r, t, types, kind, _: r._in_range(t[0] * t[1], kind),
    Op.SDIV: lambda r, t, *_: _divided(r, t, remainder=False),
    Op.SREM: lambda r, t, *_: _divided(r, t, remainder=True),
    Op.ICMP: _compared,
    Op.ITRUNC: _narrowed,
    Op.ZEXT: _widened,
    Op.SEXT: lambda r, t, types, *_: t[0] if types[0] != Type.I1 else -_widened(r, t, types, 0, 0),
    Op.SELECT: lambda r, t, *_: r.api.If(*t),
    Op.LDEXP: _scaled,
}
