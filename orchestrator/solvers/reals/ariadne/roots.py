"""Real roots of polynomials, exactly: isolated by FLINT, narrowed as far as a comparison needs.

The paper's `polysolver`. A root is known by a polynomial without multiple roots and an interval that holds
one of its roots and no other; fractions are roots of their own.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import flint

MAX_DEGREE = 80
MAX_BITS = 200_000  # of all coefficients together
_PRECISION = 128


class TooHard(Exception):
    """A polynomial beyond what this solver takes on."""


class Root:
    """One real root; the interval shrinks over time, the number stays the same."""

    __slots__ = ("high", "low", "polynomial")

    def __init__(self, low: Fraction, high: Fraction, polynomial: Any = None) -> None:
        self.low, self.high, self.polynomial = low, high, polynomial

    def halve(self) -> None:
        """No change of sign in the lower half: then the root is in the upper one, or in the middle."""
        middle = (self.low + self.high) / 2
        at = sign_at(self.polynomial, middle)
        if at == 0:
            self.low = self.high = middle
        elif at == sign_at(self.polynomial, self.low):
            self.low = middle
        else:
            self.high = middle

    def narrow(self, width: Fraction) -> None:
        while self.high - self.low > width:
            self.halve()


def compare(a: Root, b: Root) -> int:
    """-1, 0 or 1."""
    if a is b:
        return 0
    common: Any = None
    while True:
        if a.high < b.low:
            return -1
        if b.high < a.low:
            return 1
        if a.low == a.high and b.low == b.high:
            return 0  # the intervals meet, and are points
        low, high = max(a.low, b.low), min(a.high, b.high)
        if a.low == a.high or b.low == b.high:
            point, other = (a.low, b) if a.low == a.high else (b.low, a)
            if sign_at(other.polynomial, point) == 0:
                return 0  # its interval holds one root only
        else:
            common = a.polynomial.gcd(b.polynomial) if common is None else common
            if common.degree() > 0 and sign_at(common, low) * sign_at(common, high) <= 0:
                return 0
        for root in (a, b):
            if root.low < root.high:
                root.halve()


def real_roots(polynomial: Any) -> list[Root]:
    """The distinct real roots of a `fmpq_poly`, in ascending order."""
    if polynomial.degree() < 1:
        return []
    if polynomial.degree() == 1:
        value = -_fraction(polynomial[0]) / _fraction(polynomial[1])
        return [Root(value, value)]
    whole = polynomial.numer()  # times a positive number: the same roots
    if polynomial.degree() > MAX_DEGREE or sum(_bits(each) for each in whole.coeffs()) > MAX_BITS:
        raise TooHard("a polynomial of too high a degree")
    whole = whole // whole.gcd(whole.derivative())
    before, flint.ctx.prec = flint.ctx.prec, _PRECISION
    try:
        found = [root for root, _ in whole.complex_roots() if root.imag == 0]
    finally:
        flint.ctx.prec = before
    return sorted((_isolated(whole, root.real) for root in found), key=lambda root: root.low)


def _isolated(polynomial: Any, ball: Any) -> Root:
    """FLINT's intervals are certain to hold one root each; one whose ends are roots is a point."""
    middle, radius = _dyadic(ball.mid()), _dyadic(ball.rad())
    low, high = middle - radius, middle + radius
    for point in (low, middle, high):
        if sign_at(polynomial, point) == 0:
            return Root(point, point)
    return Root(low, high, flint.fmpq_poly(polynomial))


def sign_at(polynomial: Any, point: Fraction) -> int:
    value = polynomial(flint.fmpq(point.numerator, point.denominator))
    return int(value > 0) - int(value < 0)


def _dyadic(exact: Any) -> Fraction:
    mantissa, exponent = exact.man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


def _fraction(value: Any) -> Fraction:
    return Fraction(int(value.p), int(value.q))


def _bits(value: Any) -> int:
    return int(abs(int(value))).bit_length()
