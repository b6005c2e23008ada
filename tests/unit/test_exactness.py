"""Dyadic numbers and their decimal digits."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orchestrator.numbers.dyadic import decimal, scientific, to_fraction


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0x0p+0", Fraction(0)),
        ("0x1p+0", Fraction(1)),
        ("-0x3p-1", Fraction(-3, 2)),
        ("0xfFp+4", Fraction(255 * 16)),
        ("0x1p-1074", Fraction(1, 2**1074)),
        ("0x1p5", Fraction(32)),
    ],
)
def test_to_fraction(text: str, value: Fraction) -> None:
    assert to_fraction(text) == value


@pytest.mark.parametrize(
    "text", ["", "1", "0x1", "0x1p", "inf", "nan", "0x1.8p+0", "0x1p+200000", "0x1p-200000"]
)
def test_no_fraction(text: str) -> None:
    assert to_fraction(text) is None


@given(st.integers(), st.integers(-2000, 2000))
def test_round_trip(mantissa: int, exponent: int) -> None:
    sign = "-" if mantissa < 0 else ""
    value = Fraction(mantissa) * Fraction(2) ** exponent
    assert to_fraction(f"{sign}{abs(mantissa):#x}p{exponent:+d}") == value


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (Fraction(0), 5, "0"),
        (Fraction(1), 5, "1"),
        (Fraction(10), 5, "1e+1"),
        (Fraction(-1, 8), 5, "-1.25e-1"),
        (Fraction(1, 3), 4, "3.333e-1"),
        (Fraction(2, 3), 4, "6.667e-1"),
        (Fraction(99999), 4, "1e+5"),
        (Fraction(99994), 4, "9.999e+4"),
        (Fraction(10**400), 3, "1e+400"),
        (Fraction(1, 10**400), 3, "1e-400"),
        (Fraction(10**400 - 1, 10**800), 3, "1e-400"),
        (Fraction(5), 1, "5"),
        (Fraction(96), 1, "1e+2"),
    ],
)
def test_scientific(value: Fraction, digits: int, text: str) -> None:
    assert scientific(value, digits) == text


@pytest.mark.parametrize("exponent", [4299, 4300, 4301, 6000, 30000])
def test_scientific_of_huge_numbers(exponent: int) -> None:
    """Python converts integers of at most 4300 digits by default."""
    assert scientific(Fraction(10**exponent * 3), 5) == f"3e+{exponent}"
    assert scientific(Fraction(3, 10**exponent), 5) == f"3e-{exponent}"
    assert scientific(Fraction(10**exponent - 1), 5) == f"1e+{exponent}"


@given(st.fractions().filter(bool), st.integers(1, 60))
def test_scientific_is_the_nearest(value: Fraction, digits: int) -> None:
    text = scientific(value, digits)
    mantissa, _, exponent = text.lstrip("-").partition("e")
    assert len(mantissa.replace(".", "")) <= digits
    assert mantissa[0] in "123456789" and not ("." in mantissa and mantissa.endswith("0"))
    last_place = Fraction(10) ** (int(exponent or 0) - digits + 1)
    assert abs(Fraction(text) - value) <= last_place / 2


def test_decimal_shows_what_is_certain() -> None:
    assert decimal("0x0p+0", "0x0p+0", 20) == "0"
    assert decimal("0x1p-2", "0x1p-2", 20) == "2.5e-1"
    assert decimal("0x5p-4", "0x16p-6", 20) == "3e-1"  # 0.3125 and 0.34375
    assert decimal("0x1p+0", "0x3p+0", 20) == "between 1 and 3"
    assert decimal("-0x1p-20", "0x1p-20", 20) == "between -9.54e-7 and 9.54e-7"
    assert decimal("0x1p+200000", "0x1p+200000", 20) == "between 0x1p+200000 and 0x1p+200000"
    assert decimal(None, None, 20) == "not finite"


@given(st.fractions(), st.integers(2, 40))
def test_digits_are_those_of_both_ends(value: Fraction, digits: int) -> None:
    """Enclosures of a number, ever narrower, show ever more of its digits."""
    bits = 4 * digits + 64
    scaled = value * 2**bits
    low, high = scaled.numerator // scaled.denominator, -(-scaled.numerator // scaled.denominator)
    texts = [f"{'-' if n < 0 else ''}{abs(n):#x}p-{bits}" for n in (low, high)]
    ends = [to_fraction(text) for text in texts]
    assert ends[0] is not None and ends[1] is not None and ends[0] <= value <= ends[1]
    shown = decimal(*texts, digits)
    if not shown.startswith("between"):
        accuracy = abs(Fraction(shown) - value)
        assert accuracy <= abs(value) / 10 ** (len(shown.split("e")[0].strip("-").replace(".", "")) - 1)
