"""cvc5 over the reals: it knows the exponential function and those of trigonometry, and others follow from
them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from cvc5 import Kind
from cvc5 import pythonic as api

from orchestrator.solvers import Answer
from orchestrator.solvers.reals.nearby import Values
from orchestrator.solvers.reals.overreals import OverReals
from orchestrator.solvers.reals.reading import Reading, Term, constant_value
from orchestrator.symbolic.graph import Op

# Natural logarithms, near enough for candidates.
_LOG_2 = Fraction("0.693147180559945309417232121458176568075500134360255")
_LOG_10 = Fraction("2.302585092994045684017991454684364207601101488628772")

_TRANSCENDENTAL = {Kind.EXPONENTIAL, Kind.SINE, Kind.COSINE, Kind.TANGENT}
_TRANSCENDENTAL |= {Kind.ARCSINE, Kind.ARCCOSINE, Kind.ARCTANGENT}


def _log(r: Reading, a: Term) -> Term:
    r.facts.append(a > r.number(0))
    return r.fresh(lambda d: api.Exponential(d) == a)


def _pow(r: Reading, a: Term, b: Term) -> Term:
    exponent = constant_value(b)
    power = r.power(a, exponent) if exponent is not None else None
    return api.Exponential(b * _log(r, a)) if power is None else power


def _sinh(r: Reading, a: Term, sign: int) -> Term:
    return (api.Exponential(a) + r.number(sign) * api.Exponential(-a)) / r.number(2)


def _tanh(r: Reading, a: Term) -> Term:
    square = api.Exponential(r.number(2) * a)
    return r.quotient(square - r.number(1), square + r.number(1))


_FUNCTIONS: dict[int, Callable[..., Term]] = {
    Op.SIN: lambda r, a: api.Sine(a),
    Op.COS: lambda r, a: api.Cosine(a),
    Op.TAN: lambda r, a: api.Tangent(a),
    Op.ASIN: lambda r, a: api.Arcsine(a),
    Op.ACOS: lambda r, a: api.Arccosine(a),
    Op.ATAN: lambda r, a: api.Arctangent(a),
    Op.EXP: lambda r, a: api.Exponential(a),
    Op.EXP2: lambda r, a: api.Exponential(a * r.number(_LOG_2)),
    Op.EXPM1: lambda r, a: api.Exponential(a) - r.number(1),
    Op.SINH: lambda r, a: _sinh(r, a, -1),
    Op.COSH: lambda r, a: _sinh(r, a, 1),
    Op.TANH: _tanh,
    Op.LOG: _log,
    Op.LOG2: lambda r, a: _log(r, a) / r.number(_LOG_2),
    Op.LOG10: lambda r, a: _log(r, a) / r.number(_LOG_10),
    Op.LOG1P: lambda r, a: _log(r, a + r.number(1)),
    Op.ASINH: lambda r, a: _log(r, a + r.root(a * a + r.number(1))),
    Op.ACOSH: lambda r, a: _log(r, a + r.root(a * a - r.number(1))),
    Op.ATANH: lambda r, a: _log(r, r.quotient(r.number(1) + a, r.number(1) - a)) / r.number(2),
    Op.POW: _pow,
}


class Cvc5Reals(OverReals):
    name = "cvc5"
    functions = _FUNCTIONS

    @property
    def api(self) -> Any:
        return api

    def ask(
        self, constraints: list[Term], inputs: Mapping[int, Term], seconds: float
    ) -> tuple[Answer, Values]:
        solver = api.Solver()
        solver.setOption("tlimit-per", str(max(1, int(1000 * seconds))))
        if not _mentions(constraints, _TRANSCENDENTAL):
            solver.setOption("nl-cov", "true")  # decides polynomials, and knows nothing else
        solver.add(*constraints)
        answer = solver.check()
        if answer == api.unsat:
            return Answer.UNSAT, {}
        if answer != api.sat:
            return Answer.UNKNOWN, {}
        model = solver.model()
        values = {index: _value(model.eval(term, model_completion=True)) for index, term in inputs.items()}
        known = {index: value for index, value in values.items() if value is not None}
        return Answer.SAT if len(known) == len(values) else Answer.UNKNOWN, known


def _value(term: Term) -> Fraction | None:
    """None for a root that is no fraction: cvc5 gives no digits of it."""
    if api.is_true(term) or api.is_false(term):
        return Fraction(api.is_true(term))
    return constant_value(term)


def _mentions(terms: list[Term], kinds: set[Kind]) -> bool:
    waiting, seen = [term.ast for term in terms], set()
    while waiting:
        term = waiting.pop()
        if term.getId() in seen:
            continue
        seen.add(term.getId())
        if term.getKind() in kinds:
            return True
        waiting += list(term)
    return False
