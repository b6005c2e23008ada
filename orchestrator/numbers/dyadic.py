"""Dyadic numbers as the exact runs print them, and their decimal digits."""

from __future__ import annotations

import math
import re
from fractions import Fraction

_DYADIC = re.compile(r"(-?)0x([0-9a-fA-F]+)p([+-]?\d+)")
_LARGEST_EXPONENT = 100_000  # beyond it a number is shown as a power of two


def to_fraction(text: str) -> Fraction | None:
    """The number, or None when it is far too large or small to write down."""
    match = _DYADIC.fullmatch(text)
    if not match:
        return None
    sign, digits, exponent = match[1], int(match[2], 16), int(match[3])
    if abs(exponent) > _LARGEST_EXPONENT:
        return None
    value = Fraction(digits << exponent) if exponent >= 0 else Fraction(digits, 1 << -exponent)
    return -value if sign else value


def decimal(lower: str | None, upper: str | None, digits: int) -> str:
    """The digits, at most so many, that the enclosure is certain of."""
    if lower is None or upper is None:
        return "not finite"
    low, high = to_fraction(lower), to_fraction(upper)
    if low is None or high is None:
        return f"between {lower} and {upper}"
    if low == high == 0:
        return "0"
    for count in range(digits, 0, -1):
        shown = scientific(low, count)
        if shown == scientific(high, count):
            return shown
    return f"between {scientific(low, 3)} and {scientific(high, 3)}"


def ratio(a: Fraction, b: Fraction) -> float:
    """a / b >= 0 as a float; infinite where that is too large."""
    try:
        return float(a / b)
    except OverflowError:
        return math.inf


def scientific(value: Fraction, digits: int) -> str:
    """Rounded to so many significant digits, in the form 1.25e-7."""
    if value == 0:
        return "0"
    sign, value = ("-", -value) if value < 0 else ("", value)
    # Not by the length of str(): Python refuses to write numbers of many thousand digits.
    exponent = math.floor((value.numerator.bit_length() - value.denominator.bit_length()) * math.log10(2))
    while value < Fraction(10) ** exponent:
        exponent -= 1
    while value >= Fraction(10) ** (exponent + 1):
        exponent += 1
    scaled = value / Fraction(10) ** (exponent - digits + 1)
    rounded = round(scaled)
    if rounded >= 10**digits:
        exponent += 1
        rounded = round(value / Fraction(10) ** (exponent - digits + 1))
    text = str(rounded)
    fraction = text[1:].rstrip("0")
    mantissa = text[0] + ("." + fraction if fraction else "")
    return f"{sign}{mantissa}e{exponent:+d}" if exponent else f"{sign}{mantissa}"
