"""Every class is a bijection between bytes, ordinals and text; libc agrees about rounding."""

from __future__ import annotations

import ctypes
import math
import struct
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orchestrator.numbers import floats

LIBC = ctypes.CDLL(None)
SCAN = {"f32": b"%f", "f64": b"%lf", "f80": b"%Lf"}


def landmarks(cls: str) -> list[int]:
    """Ordinals around zeros, the smallest normal, one, the largest finite, infinity and the limits."""
    low, high = floats.limits(cls)
    if cls not in floats.FLOATS:
        return sorted({r for c in (low, 0, high) for r in range(c - 3, c + 4) if low <= r <= high})
    form = floats.FLOATS[cls]
    one = form.round(Fraction(1))
    centres = (0, 1 << form.fraction_bits, one, form.infinity - 1)
    near = {c + d for c in centres for d in range(-3, 4) if 0 <= c + d <= form.infinity}
    return sorted(near | {-rank - 1 for rank in near})


def ordinals(cls: str) -> st.SearchStrategy[int]:
    """Also powers of two, where the distance to the neighbours differs, and ordinals of any size."""
    low, high = floats.limits(cls)
    if cls in floats.FLOATS:
        form = floats.FLOATS[cls]
        low, high = -form.infinity - 1, form.infinity
        powers = st.integers(0, (1 << form.exponent_bits) - 1).map(lambda e: e << form.fraction_bits)
        powers = st.tuples(powers, st.integers(-1, 1)).map(lambda pair: max(low, min(high, sum(pair))))
        return st.sampled_from(landmarks(cls)) | powers | st.integers(low, high)
    return st.sampled_from(landmarks(cls)) | st.integers(low, high)


@st.composite
def numbers(draw: st.DrawFn, classes: tuple[str, ...] = floats.CLASSES) -> tuple[str, bytes]:
    """A class and any value of it but NaN."""
    cls = draw(st.sampled_from(classes))
    return cls, floats.from_ordinal(cls, draw(ordinals(cls)))


def reads_as(cls: str, text: str) -> bytes:
    """What libc makes of a decimal: its conversions round correctly."""
    buffer = ctypes.create_string_buffer(16)
    assert LIBC.sscanf(text.encode(), SCAN[cls], buffer) == 1
    return buffer.raw[: floats.size(cls)]


@pytest.mark.parametrize("cls", floats.CLASSES)
def test_ordinals_at_the_landmarks(cls: str) -> None:
    for rank in landmarks(cls):
        raw = floats.from_ordinal(cls, rank)
        assert floats.ordinal(cls, raw) == rank
        assert floats.parse(cls, floats.decimal(cls, raw)) == raw
        assert floats.parse(cls, floats.hexadecimal(cls, raw)) == raw
    low, high = floats.limits(cls)
    for outside in (low - 1, high + 1):
        with pytest.raises(ValueError):
            floats.from_ordinal(cls, outside)


@pytest.mark.parametrize(("cls", "stride"), [("f32", 1), ("f64", 1), ("f80", 61)])
def test_powers_of_two_whose_lower_neighbour_is_nearer(cls: str, stride: int) -> None:
    form = floats.FLOATS[cls]
    for exponent in range(1, (1 << form.exponent_bits) - 1, stride):
        raw = floats.from_ordinal(cls, exponent << form.fraction_bits)
        assert reads_as(cls, floats.decimal(cls, raw)) == raw


@given(st.sampled_from(floats.CLASSES), st.data())
def test_bits_are_the_bytes(cls: str, data: st.DataObject) -> None:
    raw = data.draw(st.binary(min_size=floats.size(cls), max_size=floats.size(cls)))
    assert floats.from_bits(cls, floats.bits(cls, raw)) == raw


@given(st.sampled_from(floats.CLASSES), st.data())
def test_ordinal_is_a_bijection_also_on_nans(cls: str, data: st.DataObject) -> None:
    rank = data.draw(st.integers(*floats.limits(cls)))
    assert floats.ordinal(cls, floats.from_ordinal(cls, rank)) == rank


@given(numbers())
def test_bytes_survive_ordinal_value_decimal_and_hexadecimal(number: tuple[str, bytes]) -> None:
    cls, raw = number
    assert floats.from_ordinal(cls, floats.ordinal(cls, raw)) == raw
    assert floats.encode(cls, floats.decode(cls, raw)) == raw
    assert floats.parse(cls, floats.decimal(cls, raw)) == raw
    assert floats.parse(cls, floats.hexadecimal(cls, raw)) == raw


@given(st.sampled_from(floats.CLASSES), st.data())
def test_ordinals_are_ordered_like_the_values(cls: str, data: st.DataObject) -> None:
    a, b = data.draw(ordinals(cls)), data.draw(ordinals(cls))
    x, y = (floats.decode(cls, floats.from_ordinal(cls, rank)) for rank in (a, b))
    if a < b:
        assert x < y or (x == y == 0 and (a, b) == (-1, 0))


@given(numbers(), st.integers(-5, 5))
def test_neighbour_there_and_back(number: tuple[str, bytes], steps: int) -> None:
    cls, raw = number
    moved = floats.neighbour(cls, raw, steps)
    if floats.ordinal(cls, moved) == floats.ordinal(cls, raw) + steps:
        assert floats.neighbour(cls, moved, -steps) == raw
    else:
        assert floats.neighbour(cls, moved, 1 if steps > 0 else -1) == moved, "stopped, but not at the end"


@given(st.floats(allow_nan=False))
def test_python_agrees_about_f64(value: float) -> None:
    raw = struct.pack("<d", value)
    assert floats.decode("f64", raw) == value
    assert floats.encode("f64", value) == raw
    assert floats.decimal("f64", raw) == repr(value)
    # The general algorithm, which f64 itself does not need, is the one the other formats rely on.
    form = floats.FLOATS["f64"]
    magnitude = floats.bits("f64", struct.pack("<d", abs(value)))
    if 0 < magnitude < form.infinity:
        digits, exponent = form._shortest_digits(magnitude)
        assert float(f"{digits[0]}.{digits[1:]}e{exponent}") == abs(value)
        assert len(digits) == len(repr(value).split("e")[0].strip("-0.").replace(".", "").strip("0"))


@given(st.floats(width=32, allow_nan=False))
def test_python_agrees_about_f32(value: float) -> None:
    raw = struct.pack("<f", value)
    assert floats.decode("f32", raw) == value
    assert floats.encode("f32", value) == raw


@given(numbers(("f32", "f64", "f80")))
def test_libc_reads_what_is_written(number: tuple[str, bytes]) -> None:
    cls, raw = number
    assert reads_as(cls, floats.decimal(cls, raw)) == raw
    assert reads_as(cls, floats.hexadecimal(cls, raw)) == raw


@given(numbers(("f32", "f80")))
def test_nothing_shorter_reads_back(number: tuple[str, bytes]) -> None:
    cls, raw = number
    value = floats.decode(cls, raw)
    if not floats.is_finite(cls, raw) or value == 0:
        return
    digits, _, exponent = floats.decimal(cls, raw).lower().lstrip("-").partition("e")
    significant = digits.replace(".", "").strip("0")
    assert len(significant) <= {"f32": 9, "f80": 21}[cls]
    if len(significant) == 1:
        return
    # The two decimals with one digit less that enclose the value.
    whole, _, fraction = digits.partition(".")
    last = int(exponent or 0) - len(fraction.rstrip("0"))
    if not fraction.rstrip("0"):
        last = int(exponent or 0) + len(whole) - len(whole.rstrip("0"))
    unit = Fraction(10) ** (last + 1)
    floor = abs(Fraction(value)) // unit * unit
    for shorter in (floor, floor + unit):
        assert floats.encode(cls, shorter) != floats.encode(cls, abs(Fraction(value)))


@settings(max_examples=200)
@given(
    st.sampled_from(["f32", "f64", "f80"]),
    st.integers(0, 10**25),
    st.integers(-4990, 4950) | st.integers(-360, 310) | st.integers(-60, 40),
)
def test_libc_agrees_about_the_rounding_of_any_decimal(cls: str, digits: int, power: int) -> None:
    text = f"{digits}e{power}"
    value = Fraction(digits) * Fraction(10) ** power
    assert floats.encode(cls, value) == reads_as(cls, text)


@given(numbers(("f32", "f64", "f80")))
def test_halfway_rounds_to_even(number: tuple[str, bytes]) -> None:
    cls, raw = number
    above = floats.neighbour(cls, raw)
    if not (floats.is_finite(cls, raw) and floats.is_finite(cls, above)) or floats.decode(cls, raw) == 0:
        return
    low, high = (Fraction(floats.decode(cls, r)) for r in (raw, above))
    even = raw if floats.bits(cls, raw) % 2 == 0 else above
    middle = (low + high) / 2
    assert Fraction(floats.decode(cls, floats.encode(cls, middle))) == Fraction(floats.decode(cls, even))
    assert floats.encode(cls, middle + (high - low) / 1000) == above


@given(st.sampled_from(["f32", "f64", "f80"]), st.data())
def test_every_nan_is_one(cls: str, data: st.DataObject) -> None:
    form = floats.FLOATS[cls]
    rank = data.draw(st.integers(form.infinity + 1, form.last))
    for raw in (floats.from_ordinal(cls, rank), floats.from_ordinal(cls, -rank - 1)):
        value = floats.decode(cls, raw)
        assert isinstance(value, float) and math.isnan(value)
        assert floats.decimal(cls, raw) == floats.hexadecimal(cls, raw) == "nan"
        assert floats.is_nan(cls, floats.parse(cls, "nan")) and not floats.is_finite(cls, raw)
