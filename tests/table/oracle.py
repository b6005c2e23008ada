"""What a function's value is: MPFR's, rounded to the format once, with the exceptions that docs/design.md
defines, for finite operands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import gmpy2
from gmpy2 import mpfr

from orchestrator.core.functions import KINDS, LibraryFunction
from orchestrator.numbers import floats

Number = Any  # mpfr

BITS = {name: 1 << at for at, name in enumerate(KINDS)}


@dataclass(frozen=True)
class Truth:
    value: bytes | None  # rounded to the format; None if it is no number of it (integers)
    kinds: int  # mask
    exact: bool  # no bit was lost
    wide: Number  # with an unbounded exponent


def contexts(cls: str) -> tuple[Any, Any]:
    """Of the format's precision: with its range, and with an unbounded exponent."""
    form = floats.FLOATS[cls]
    digits, most = form.precision, 1 << (form.exponent_bits - 1)
    narrow = gmpy2.context(
        precision=digits, emax=most, emin=4 - most - digits, subnormalize=True, round=gmpy2.RoundToNearest
    )
    wide = gmpy2.context(precision=digits, emax=gmpy2.get_emax_max(), emin=gmpy2.get_emin_min())
    return narrow, wide


def number(cls: str, raw: bytes) -> Number:
    """Exactly: all formats fit into 64 digits."""
    with gmpy2.context(precision=64, emax=gmpy2.get_emax_max(), emin=gmpy2.get_emin_min()):
        value = floats.decode(cls, raw)
        if value == 0:
            return mpfr("-0") if floats.ordinal(cls, raw) < 0 else mpfr(0)
        if isinstance(value, float):
            return mpfr(value)
        fraction = Fraction(value)
        return mpfr(gmpy2.mpq(fraction.numerator, fraction.denominator))


def encoded(cls: str, value: Number) -> bytes:
    if gmpy2.is_nan(value):
        return floats.encode(cls, float("nan"))
    if gmpy2.is_infinite(value):
        return floats.encode(cls, float("inf") if value > 0 else float("-inf"))
    if value == 0:
        return floats.encode(cls, -0.0 if gmpy2.is_signed(value) else 0.0)
    top, bottom = value.as_integer_ratio()
    return floats.encode(cls, Fraction(int(top), int(bottom)))


def truth(function: LibraryFunction, cls: str, operands: tuple[bytes, ...], order: int) -> Truth:
    numbers = [number(cls, raw) for raw in operands]
    evaluate = _FUNCTIONS[function.name]
    narrow, wide = contexts(cls)
    with wide as context:
        context.clear_flags()
        broad = evaluate(*numbers, *([order] if function.integers else []))
        invalid, pole, lost = context.invalid, context.divzero, context.inexact
        vanished = context.underflow
    if broad is None:  # the row of a function to integers: only whether it fits
        return Truth(None, 0, True, None)
    with narrow as context:
        context.clear_flags()
        value = evaluate(*numbers, *([order] if function.integers else []))
        exact = not context.inexact and not lost
    kinds = 0
    if invalid or gmpy2.is_nan(broad):
        kinds = BITS["invalid"]
    elif pole:
        kinds = BITS["divbyzero"]
    elif gmpy2.is_infinite(value):
        kinds = BITS["overflow"]
    else:
        with wide:
            smallest = gmpy2.mul_2exp(mpfr(1), narrow.emin + narrow.precision - 2)
            if abs(value) < smallest and (broad != 0 or vanished):
                kinds = BITS["underflow"]
    return Truth(encoded(cls, value), kinds, exact, broad)


def _lgamma(x: Number) -> Number:
    return gmpy2.lgamma(x)[0]


def _power(x: Number, y: Number) -> Number:
    return x**y


def _fdim(x: Number, y: Number) -> Number:
    return gmpy2.sub(x, y) if x > y else mpfr(0)


def _scaled(x: Number, n: int) -> Number:
    if x == 0:
        return x
    return gmpy2.mul_2exp(x, n) if n >= 0 else gmpy2.div_2exp(x, -n)


def _logb(x: Number) -> Number:
    if x == 0:
        gmpy2.get_context().divzero = True
        return mpfr("-inf")
    return mpfr(gmpy2.frexp(abs(x))[0] - 1)


_FUNCTIONS: dict[str, Callable[..., Number]] = {
    name: getattr(gmpy2, name)
    for name in """sqrt cbrt hypot exp exp2 exp10 expm1 log log2 log10 log1p sin cos tan asin acos atan atan2
    sinh cosh tanh asinh acosh atanh erf erfc j0 j1 y0 y1 fmod remainder fma""".split()
}
_FUNCTIONS |= {
    "pow": _power,
    "tgamma": gmpy2.gamma,
    "lgamma": _lgamma,
    "lgamma_r": _lgamma,
    "jn": lambda x, n: gmpy2.jn(n, x),
    "yn": lambda x, n: gmpy2.yn(n, x),
    "ldexp": _scaled,
    "scalbn": _scaled,
    "scalbln": _scaled,
    "remquo": gmpy2.remainder,
    "fdim": _fdim,
    "logb": _logb,
}
KNOWN = frozenset(_FUNCTIONS)
