"""Known numbers: what a reader of a report, or somebody who types an input, meets."""

from __future__ import annotations

import math
import struct
from fractions import Fraction

import pytest

from orchestrator.core.errors import UserError
from orchestrator.numbers import floats

F32_TINY = struct.pack("<I", 1)
F64_TINY = struct.pack("<Q", 1)
F80_TINY = (1).to_bytes(10, "little")
F80_ONE = bytes.fromhex("0000000000000080ff3f")
F80_MAX = bytes.fromhex("fffffffffffffffffe7f")
F80_INFINITY = bytes.fromhex("0000000000000080ff7f")


@pytest.mark.parametrize(
    ("cls", "raw", "decimal", "hexadecimal"),
    [
        ("f64", struct.pack("<d", 1e200), "1e+200", "0x1.4e718d7d7625ap+664"),
        ("f64", struct.pack("<d", 12.0), "12.0", "0x1.8p+3"),
        ("f64", struct.pack("<d", 0.5), "0.5", "0x1p-1"),
        ("f64", struct.pack("<d", -0.0), "-0.0", "-0x0p+0"),
        ("f64", struct.pack("<d", math.inf), "inf", "inf"),
        ("f64", struct.pack("<d", -math.inf), "-inf", "-inf"),
        ("f64", struct.pack("<d", math.nan), "nan", "nan"),
        ("f64", F64_TINY, "5e-324", "0x1p-1074"),
        ("f64", struct.pack("<d", 2.0**-44), "5.684341886080802e-14", "0x1p-44"),
        ("f32", struct.pack("<f", 0.1), "0.1", "0x1.99999ap-4"),
        ("f32", F32_TINY, "1e-45", "0x1p-149"),
        ("f32", struct.pack("<f", 16777216.0), "16777216.0", "0x1p+24"),
        ("f32", struct.pack("<f", 3.4028235e38), "3.4028235e+38", "0x1.fffffep+127"),
        ("f32", struct.pack("<f", 1e16), "1e+16", "0x1.1c3794p+53"),
        ("f32", struct.pack("<f", 1e-4), "0.0001", "0x1.a36e2ep-14"),
        ("f80", F80_ONE, "1.0", "0x1p+0"),
        ("f80", F80_ONE + b"\xaa" * 6, "1.0", "0x1p+0"),  # a padded slot
        ("f80", F80_MAX, "1.189731495357231765e+4932", "0x1.fffffffffffffffep+16383"),
        ("f80", F80_TINY, "4e-4951", "0x1p-16445"),
        ("f80", bytes.fromhex("0000000000000080ffbf"), "-1.0", "-0x1p+0"),
        ("f80", bytes.fromhex("00d0ccccccccccccfb3f"), "0.10000000000000000555", "0x1.999999999999ap-4"),
        ("f80", F80_INFINITY, "inf", "inf"),
        ("f80", bytes.fromhex("00000000000000c0ffff"), "nan", "nan"),
        ("i32", struct.pack("<i", -1), "-1", "-0x1"),
        ("i64", struct.pack("<q", -(2**63)), "-9223372036854775808", "-0x8000000000000000"),
        ("u64", struct.pack("<Q", 2**64 - 1), "18446744073709551615", "0xffffffffffffffff"),
        ("u8", b"\x80", "128", "0x80"),
        ("i8", b"\x80", "-128", "-0x80"),
        ("bool", b"\x01", "1", "0x1"),
    ],
)
def test_text_of_a_number(cls: str, raw: bytes, decimal: str, hexadecimal: str) -> None:
    assert floats.decimal(cls, raw) == decimal
    assert floats.hexadecimal(cls, raw) == hexadecimal


def test_x87_encodings_that_no_operation_produces() -> None:
    pseudo_denormal = bytes.fromhex("00000000000000800000")
    unnormal = bytes.fromhex("0000000000000000ff3f")
    assert floats.decode("f80", pseudo_denormal) == Fraction(1, 2**16382)
    assert floats.is_nan("f80", unnormal)
    assert floats.decimal("f80", unnormal) == "nan"


@pytest.mark.parametrize(
    ("cls", "text", "same"),
    [
        ("f64", "1", "1.0"),
        ("f64", " -0 ", "-0.0"),
        ("f64", "+.5e1", "5.0"),
        ("f64", "0x1.8p+3", "12.0"),
        ("f64", "0X.8", "0.5"),
        ("f64", "0x10", "16.0"),
        ("f64", "-Infinity", "-inf"),
        ("f64", "007.5", "7.5"),
        ("f64", "1" + "0" * 6000 + "e-6000", "1.0"),  # int() refuses so many digits
        ("f64", "0." + "0" * 6000 + "1e6001", "1.0"),
        ("f32", "16777217", "16777216.0"),  # halfway: to even
        ("f32", "16777219", "16777220.0"),
        ("f32", "0x1.000001p0", "1.0"),
        ("f32", "0x1.0000010000001p0", "1.0000001"),
        ("f32", "1e-45", "1e-45"),
        ("f80", "0x1.00000000000000010p0", "1.0"),
        ("f80", "0x1.00000000000000011p0", "1.0000000000000000001"),
        ("i32", "1e3", "1000"),
        ("i32", "-2.50e1", "-25"),
        ("i32", "0x1p4", "16"),
        ("i32", "-0x10", "-16"),
        ("i32", "0b101", "5"),
        ("i32", "0o17", "15"),
        ("u8", "255", "255"),
        ("i8", "-128", "-128"),
        ("u64", "0xFFFFFFFFFFFFFFFF", "18446744073709551615"),
        ("bool", "true", "1"),
        ("bool", "0", "0"),
    ],
)
def test_parse(cls: str, text: str, same: str) -> None:
    assert floats.decimal(cls, floats.parse(cls, text)) == same


def test_parse_keeps_the_sign_of_zero_and_makes_a_quiet_nan() -> None:
    assert floats.parse("f64", "-0") == struct.pack("<d", -0.0)
    assert floats.parse("f64", "nan") == struct.pack("<Q", 0x7FF8 << 48)
    assert floats.parse("f64", "-nan") == struct.pack("<Q", 0xFFF8 << 48)
    assert floats.parse("f80", "nan") == bytes.fromhex("00000000000000c0ff7f")


@pytest.mark.parametrize("cls", ["f32", "f64", "f80", "i32", "u8", "bool"])
@pytest.mark.parametrize(
    "text", ["", " ", "x", "1.2.3", "0x", "0x.p1", "1e", "--1", "1_0", "1.0f", "e5", ".", "１"]
)
def test_garbage_is_named(cls: str, text: str) -> None:
    with pytest.raises(UserError) as caught:
        floats.parse(cls, text)
    assert f"'{text}'" in caught.value.message


@pytest.mark.parametrize(
    ("cls", "text"),
    [
        ("f64", "1e309"),
        ("f64", "-1e309"),
        ("f64", "0x1p1024"),
        ("f64", "1e-400"),
        ("f64", "0x1p-1075"),  # halfway between zero and the smallest: would silently become zero
        ("f32", "3.5e38"),
        ("f32", "340282356779733661637539395458142568448"),  # exactly halfway to the next power
        ("f80", "1.2e4932"),
        ("f64", "1e999999999999"),
        ("f64", "-1e-999999999999"),
        ("f64", "0x1p99999999999999999999"),
        ("i8", "128"),
        ("i8", "-129"),
        ("u8", "-1"),
        ("u64", "18446744073709551616"),
        ("bool", "2"),
        ("i32", "0.5"),
        ("i32", "1e99999999999"),
        ("i32", "1e-99999999999"),
        ("i32", "inf"),
        ("i32", "nan"),
        ("i32", "017"),  # octal in C, decimal elsewhere
    ],
)
def test_what_the_class_cannot_hold_is_refused(cls: str, text: str) -> None:
    with pytest.raises(UserError) as caught:
        floats.parse(cls, text)
    assert f"'{text}'" in caught.value.message


def test_a_very_long_text_is_refused_and_not_repeated() -> None:
    with pytest.raises(UserError) as caught:
        floats.parse("f64", "1" * 100_000)
    assert len(caught.value.message) < 100


def test_the_largest_number_below_the_halfway_point_is_accepted() -> None:
    assert floats.parse("f32", "340282356779733661637539395458142568447") == struct.pack("<I", 0x7F7FFFFF)


def test_decode_gives_something_to_compute_with() -> None:
    assert floats.decode("f32", struct.pack("<f", 0.1)) == struct.unpack("<f", struct.pack("<f", 0.1))[0]
    assert floats.decode("f80", F80_ONE) == 1.0
    assert isinstance(floats.decode("f80", F80_ONE), float)
    assert floats.decode("f80", F80_MAX) == (2**64 - 1) * 2 ** (16383 - 63)
    assert floats.decode("f80", F80_INFINITY) == math.inf
    assert floats.decode("bool", b"\x02") is True
    assert floats.decode("i16", b"\xff\xff") == -1


def test_encode_rounds_as_a_conversion_does() -> None:
    assert floats.encode("f32", 1e300) == struct.pack("<f", math.inf)
    assert floats.encode("f32", Fraction(1, 3)) == struct.pack("<f", 1 / 3)
    assert floats.encode("f32", -1e-300) == struct.pack("<f", -0.0)
    assert floats.encode("f80", -math.inf) == bytes.fromhex("0000000000000080ffff")
    assert floats.encode("i16", -2.0) == b"\xfe\xff"
    for value in (0.5, math.nan, math.inf, 40000):
        with pytest.raises(ValueError):
            floats.encode("i16", value)


def test_neighbour_stops_at_the_ends() -> None:
    infinity = struct.pack("<d", math.inf)
    assert floats.neighbour("f64", infinity) == infinity
    assert floats.neighbour("f64", infinity, -1) == struct.pack("<d", 1.7976931348623157e308)
    assert floats.neighbour("f64", struct.pack("<d", -0.0)) == struct.pack("<d", 0.0)
    assert floats.neighbour("f80", F80_MAX) == F80_INFINITY
    assert floats.neighbour("u8", b"\xff") == b"\xff"
    assert floats.neighbour("u8", b"\xff", -300) == b"\x00"
    nan = struct.pack("<d", math.nan)
    assert floats.neighbour("f64", nan, 5) == nan


def test_too_few_bytes_are_not_guessed_at() -> None:
    with pytest.raises(ValueError, match="too few"):
        floats.decimal("f80", b"\x00" * 8)
