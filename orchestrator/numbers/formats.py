"""The arithmetic of a binary floating-point format, exact and the same for all of them.

A magnitude is the encoding without its sign, the leading one implied: as integers, magnitudes are ordered
like the values they stand for, from zero over the infinity to the NaNs. Python's float is only one of the
formats, so rounding and shortest decimals go through integers and fractions.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class FloatFormat:
    name: str
    size: int  # bytes
    precision: int  # bits, with the leading one
    exponent_bits: int

    @property
    def fraction_bits(self) -> int:
        return self.precision - 1

    @property
    def tiny(self) -> int:
        """The exponent of the smallest subnormal: the weight of the last bit down there."""
        return 3 - (1 << (self.exponent_bits - 1)) - self.precision

    @property
    def infinity(self) -> int:
        return ((1 << self.exponent_bits) - 1) << self.fraction_bits

    @property
    def nan(self) -> int:
        return self.infinity | 1 << (self.fraction_bits - 1)

    @property
    def last(self) -> int:
        """The greatest magnitude: the NaN with all bits set."""
        return self.infinity | ((1 << self.fraction_bits) - 1)

    def mantissa(self, magnitude: int) -> tuple[int, int]:
        """A finite magnitude as an integer and the power of two it is multiplied by."""
        exponent, fraction = divmod(magnitude, 1 << self.fraction_bits)
        return (fraction | (exponent > 0) << self.fraction_bits, self.tiny + max(exponent, 1) - 1)

    def value(self, magnitude: int) -> Fraction:
        mantissa, exponent = self.mantissa(magnitude)
        return scale(Fraction(mantissa), exponent)

    def round(self, value: Fraction) -> int:
        """The magnitude nearest to a value >= 0; ties go to even, what is too large to infinity."""
        if value == 0:
            return 0
        # The difference of the lengths is the exponent of the leading bit, or one above it.
        top = value.numerator.bit_length() - value.denominator.bit_length()
        if scale(value, -top) < 1:
            top -= 1
        exponent = max(top - self.fraction_bits, self.tiny)
        mantissa = round(scale(value, -exponent))  # of a Fraction: half to even
        # The leading one adds itself to the exponent field; so does a carry out of the mantissa.
        return min(mantissa + ((exponent - self.tiny) << self.fraction_bits), self.infinity)

    def shortest(self, magnitude: int) -> str:
        """The shortest decimal that rounds to the magnitude; of several the nearest. Not for NaNs."""
        if magnitude == self.infinity:
            return "inf"
        if magnitude == 0:
            return "0.0"
        if self.precision == 53:  # Python's own format: the same text, much sooner
            return repr(float(self.value(magnitude)))
        return _layout(*self._shortest_digits(magnitude))

    def _shortest_digits(self, magnitude: int) -> tuple[str, int]:
        """Digits, and the decimal exponent of the first of them.

        Whatever lies between the midpoints to both neighbours rounds to the magnitude; if it is even, the
        midpoints do too. Above the largest value the next step of the same size takes the neighbour's place.
        """
        value = self.value(magnitude)
        below = (self.value(magnitude - 1) + value) / 2
        above = value + scale(Fraction(1), self.mantissa(magnitude)[1] - 1)
        even = magnitude % 2 == 0
        # An estimate from below of the exponent of the first digit, off by one or two.
        binary = value.numerator.bit_length() - value.denominator.bit_length() - 1
        lead = math.floor(binary * math.log10(2)) - 1
        while Fraction(10) ** (lead + 1) <= value:
            lead += 1
        # No format needs more decimal digits than it has bits; f80 needs 21 of 64.
        for count in range(1, self.precision):
            unit = Fraction(10) ** (lead + 1 - count)
            floor = value // unit
            candidates = {digits: digits * unit for digits in (floor, floor + 1)}
            fits = {
                digits: abs(number - value)
                for digits, number in candidates.items()
                if below < number < above or (even and number in (below, above))
            }
            if fits:
                text = str(min(fits, key=lambda digits: (fits[digits], digits % 2)))
                return text.rstrip("0"), lead + len(text) - count
        raise AssertionError(f"no decimal for {self.name} {magnitude:#x}")


def scale(value: Fraction, power: int) -> Fraction:
    """value * 2**power."""
    return value * (1 << power) if power >= 0 else value / (1 << -power)


def _layout(digits: str, exponent: int) -> str:
    """As Python's repr: positional from 1e-4 to 1e16, else scientific."""
    if not -4 <= exponent < 16:
        point = "." if len(digits) > 1 else ""
        return f"{digits[0]}{point}{digits[1:]}e{'-' if exponent < 0 else '+'}{abs(exponent):02d}"
    if exponent < 0:
        return "0." + "0" * (-exponent - 1) + digits
    return digits[: exponent + 1].ljust(exponent + 1, "0") + "." + (digits[exponent + 1 :] or "0")
