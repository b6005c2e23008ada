"""Rational functions of one variable, and the sign of them: LINEARIZE, the paper's Algorithm 4.

With R = P * Q the sign of P / Q is that of R wherever Q is not zero (Lemma 3.1): between the real roots of R
it does not change, so that a comparison with zero becomes a union of intervals.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import flint

from orchestrator.solvers.reals.ariadne.pieces import Pieces, cut, merge, sample
from orchestrator.solvers.reals.ariadne.roots import (
    MAX_BITS,
    MAX_DEGREE,
    Root,
    TooHard,
    compare,
    real_roots,
    sign_at,
)


@dataclass(frozen=True, eq=False)
class Rational:
    numerator: Any  # fmpq_poly
    denominator: Any  # not zero

    @cached_property
    def points(self) -> tuple[Root, ...]:
        """Where the sign may change, zeros and poles."""
        return merge(tuple(real_roots(self.numerator)), tuple(real_roots(self.denominator)))

    @cached_property
    def product(self) -> Any:
        return self.numerator * self.denominator

    @cached_property
    def zeros(self) -> tuple[Root, ...]:
        return tuple(real_roots(self.numerator))

    @cached_property
    def poles(self) -> tuple[Root, ...]:
        return tuple(real_roots(self.denominator))


def constant(value: Fraction | int) -> Rational:
    exact = Fraction(value)
    return Rational(flint.fmpq_poly([flint.fmpq(exact.numerator, exact.denominator)]), flint.fmpq_poly([1]))


def variable() -> Rational:
    return Rational(flint.fmpq_poly([0, 1]), flint.fmpq_poly([1]))


def add(a: Rational, b: Rational) -> Rational:
    if a.denominator == b.denominator:
        return _reduced(a.numerator + b.numerator, a.denominator)
    top = a.numerator * b.denominator + b.numerator * a.denominator
    return _reduced(top, a.denominator * b.denominator)


def negate(a: Rational) -> Rational:
    return Rational(-a.numerator, a.denominator)


def multiply(a: Rational, b: Rational) -> Rational:
    return _reduced(a.numerator * b.numerator, a.denominator * b.denominator)


def divide(a: Rational, b: Rational) -> Rational | None:
    """None if the divisor is zero everywhere."""
    if not b.numerator:
        return None
    return _reduced(a.numerator * b.denominator, a.denominator * b.numerator)


def _reduced(top: Any, bottom: Any) -> Rational:
    if bottom.degree() > 0:
        common = top.gcd(bottom)
        if common.degree() > 0:
            top, bottom = top // common, bottom // common
    for part in (top, bottom):
        if part.degree() > MAX_DEGREE or part.degree() * part.numer().height_bits() > MAX_BITS:
            raise TooHard("a polynomial of too high a degree")
    return Rational(top, bottom)


def linearize(part: Pieces[Rational | None]) -> Pieces[int | None]:
    """The sign of a function that is rational in each cell; None where it has no value."""
    functions = {id(value): value for value in part.values if value is not None}
    points = merge(part.points, *(value.points for value in functions.values()))
    fine = cut(part, points)
    signs: list[int | None] = []
    for index, value in enumerate(fine.values):
        low, high = fine.cell(index)
        if value is None:
            signs.append(None)
        elif index % 2:
            assert low is not None
            signs.append(_sign_at_root(value, low))
        else:
            signs.append(sign_at(value.product, sample(low, high)))
    return Pieces(points, tuple(signs))


def _sign_at_root(value: Rational, root: Root) -> int | None:
    if any(compare(root, pole) == 0 for pole in value.poles):
        return None
    if any(compare(root, zero) == 0 for zero in value.zeros):
        return 0
    return sign_at(value.product, root.low)  # comparing has parted the root's interval from all of these
