"""Numbers as bytes: every scalar class is a bijection between bytes, bits, ordinals and text.

Classes are f32, f64, f80 (x87, the first 10 bytes of a 16-byte slot), i8..i64, u8..u64 and bool.
`raw` is always little-endian; longer buffers (padded slots) are accepted and cut to the class's size.

The ordinal of a float is its rank among all values of its class: -0.0 is -1, 0.0 is 0, the smallest
subnormal is 1; NaNs lie beyond the infinities. x87 also has encodings that no operation produces:
pseudo-denormals are read as the value the processor gives them, unnormals as NaN, which it treats them as.
"""

from __future__ import annotations

import math
import re
from decimal import Decimal
from fractions import Fraction

from orchestrator.core.errors import UserError
from orchestrator.numbers.formats import FloatFormat, scale

Number = int | float | Fraction

FLOATS = {
    "f32": FloatFormat("float", 4, 24, 8),
    "f64": FloatFormat("double", 8, 53, 11),
    "f80": FloatFormat("long double", 10, 64, 15),
}
INTEGERS = {f"{sign}{width}": (sign == "i", width) for sign in "iu" for width in (8, 16, 32, 64)}
INTEGERS["bool"] = (False, 1)
CLASSES = (*FLOATS, *INTEGERS)


def size(cls: str) -> int:
    """Bytes that hold a value of the class."""
    return FLOATS[cls].size if cls in FLOATS else (INTEGERS[cls][1] + 7) // 8


def is_float(cls: str) -> bool:
    return cls in FLOATS


def bits(cls: str, raw: bytes) -> int:
    """The encoding as an unsigned integer."""
    if len(raw) < size(cls):
        raise ValueError(f"{len(raw)} bytes are too few for {cls}")
    return int.from_bytes(raw[: size(cls)], "little")


def from_bits(cls: str, pattern: int) -> bytes:
    return pattern.to_bytes(size(cls), "little")


def limits(cls: str) -> tuple[int, int]:
    """Least and greatest ordinal of the class; for integers these are the values themselves."""
    if cls in FLOATS:
        return -FLOATS[cls].last - 1, FLOATS[cls].last
    signed, width = INTEGERS[cls]
    return (-(1 << (width - 1)), (1 << (width - 1)) - 1) if signed else (0, (1 << width) - 1)


def ordinal(cls: str, raw: bytes) -> int:
    """The rank of a value in its class, increasing with it."""
    if cls in FLOATS:
        negative, magnitude = _split(cls, raw)
        return -magnitude - 1 if negative else magnitude
    pattern = bits(cls, raw)
    if cls == "bool":
        return int(pattern != 0)
    signed, width = INTEGERS[cls]
    return pattern - (1 << width) if signed and pattern >> (width - 1) else pattern


def from_ordinal(cls: str, rank: int) -> bytes:
    low, high = limits(cls)
    if not low <= rank <= high:
        raise ValueError(f"{rank} is no ordinal of {cls}")
    if cls in FLOATS:
        return _join(cls, rank < 0, -rank - 1 if rank < 0 else rank)
    return (rank % (1 << (8 * size(cls)))).to_bytes(size(cls), "little")


def neighbour(cls: str, raw: bytes, steps: int = 1) -> bytes:
    """The value so many steps above (below, when negative); stops at the infinities or the limits."""
    if is_nan(cls, raw):
        return raw[: size(cls)]
    low, high = limits(cls)
    if cls in FLOATS:
        low, high = -FLOATS[cls].infinity - 1, FLOATS[cls].infinity
    return from_ordinal(cls, max(low, min(high, ordinal(cls, raw) + steps)))


def is_nan(cls: str, raw: bytes) -> bool:
    return cls in FLOATS and _split(cls, raw)[1] > FLOATS[cls].infinity


def is_finite(cls: str, raw: bytes) -> bool:
    return cls not in FLOATS or _split(cls, raw)[1] < FLOATS[cls].infinity


def ulp(cls: str, magnitude: Fraction) -> Fraction:
    """The distance of neighbouring floats at a magnitude, as if the exponent had no upper end."""
    form = FLOATS[cls]
    least = form.value(1)
    if magnitude < least:
        return least
    exponent = magnitude.numerator.bit_length() - magnitude.denominator.bit_length()
    if Fraction(2) ** exponent > magnitude:
        exponent -= 1
    return max(least, Fraction(2) ** (exponent - form.fraction_bits))


def decode(cls: str, raw: bytes) -> Number:
    """The value to compute with: int, bool or float; a Fraction for an f80 that no Python float holds."""
    if cls == "bool":
        return bool(ordinal(cls, raw))
    if cls not in FLOATS:
        return ordinal(cls, raw)
    negative, magnitude = _split(cls, raw)
    sign = -1.0 if negative else 1.0
    if magnitude >= FLOATS[cls].infinity:
        return math.nan if magnitude > FLOATS[cls].infinity else sign * math.inf
    exact = FLOATS[cls].value(magnitude)
    try:
        near = float(exact)
    except OverflowError:
        near = math.inf
    return sign * near if near == exact else int(sign) * exact


def encode(cls: str, value: Number) -> bytes:
    """The nearest value of the class (ties to even, too large becomes infinite). Integers must fit."""
    if cls not in FLOATS:
        return _encode_integer(cls, value)
    form = FLOATS[cls]
    if isinstance(value, float) and not math.isfinite(value):
        return _join(cls, math.copysign(1, value) < 0, form.nan if math.isnan(value) else form.infinity)
    negative = math.copysign(1, value) < 0 if isinstance(value, float) else value < 0
    return _join(cls, negative, form.round(abs(Fraction(value))))


def decimal(cls: str, raw: bytes) -> str:
    """The shortest decimal text that reads back as the same bits (any NaN is 'nan')."""
    if cls not in FLOATS:
        return str(ordinal(cls, raw))
    negative, magnitude = _split(cls, raw)
    if magnitude > FLOATS[cls].infinity:
        return "nan"
    return ("-" if negative else "") + FLOATS[cls].shortest(magnitude)


def hexadecimal(cls: str, raw: bytes) -> str:
    """C's %a with a leading 1, also for subnormals: 0x1.8p+3. Integers: 0x1f, -0x1."""
    if cls not in FLOATS:
        return hex(ordinal(cls, raw))
    form = FLOATS[cls]
    negative, magnitude = _split(cls, raw)
    sign = "-" if negative else ""
    if magnitude >= form.infinity:
        return "nan" if magnitude > form.infinity else sign + "inf"
    mantissa, exponent = form.mantissa(magnitude)
    if mantissa == 0:
        return sign + "0x0p+0"
    width = mantissa.bit_length() - 1
    padding = -width % 4  # so that the digits after the point start at the point
    digits = f"{(mantissa ^ 1 << width) << padding:0{(width + padding) // 4}x}".rstrip("0") if width else ""
    return f"{sign}0x1{'.' if digits else ''}{digits}p{exponent + width:+d}"


def parse(cls: str, text: str) -> bytes:
    """Read a number as a user writes it. Anything that the class cannot hold is the user's mistake."""
    word = text.strip().lower()
    if cls == "bool" and word in ("true", "false"):
        return from_ordinal(cls, int(word == "true"))
    if cls in FLOATS and (special := _SPECIAL.fullmatch(word)):
        form = FLOATS[cls]
        return _join(cls, special[1] == "-", form.infinity if special[2].startswith("inf") else form.nan)
    negative, value = _read(word, text, cls)
    if cls not in FLOATS:
        return _parse_integer(cls, -value if negative else value, text)
    magnitude = FLOATS[cls].round(value)
    if magnitude == FLOATS[cls].infinity or (magnitude == 0 and value != 0):
        bound = decimal(cls, _join(cls, False, FLOATS[cls].infinity - 1 if magnitude else 1))
        fault = "large" if magnitude else "small"
        extreme = "largest" if magnitude else "smallest positive"
        name = FLOATS[cls].name
        raise UserError(f"{_quote(text)} is too {fault} for {name}", f"the {extreme} {name} is {bound}")
    return _join(cls, negative, magnitude)


# Encoding: sign and magnitude to bytes. Only f80 writes its leading one.


def _split(cls: str, raw: bytes) -> tuple[bool, int]:
    pattern = bits(cls, raw)
    form = FLOATS[cls]
    negative = bool(pattern >> (8 * form.size - 1))
    if cls != "f80":
        return negative, pattern & ((1 << (8 * form.size - 1)) - 1)
    exponent, mantissa = pattern >> 64 & 0x7FFF, pattern & ((1 << 64) - 1)
    leading = mantissa >> 63
    if exponent and not leading:
        return negative, form.nan
    return negative, (max(exponent, leading) << 63) | (mantissa & ((1 << 63) - 1))


def _join(cls: str, negative: bool, magnitude: int) -> bytes:
    form = FLOATS[cls]
    if cls == "f80":
        exponent = magnitude >> 63
        magnitude = exponent << 64 | (exponent != 0) << 63 | magnitude & ((1 << 63) - 1)
    return from_bits(cls, negative << (8 * form.size - 1) | magnitude)


_SPECIAL = re.compile(r"([+-]?)(inf(?:inity)?|nan)")
_INTEGER = re.compile(r"([+-]?)(0x[0-9a-f]+|0b[01]+|0o[0-7]+|0|[1-9][0-9]*)")
_DECIMAL = re.compile(r"([+-]?)((?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]+)?)", re.ASCII)
_HEX = re.compile(r"([+-]?)0x([0-9a-f]*)\.?([0-9a-f]*)(?:p([+-]?[0-9]+))?", re.ASCII)
_LONGEST = 20_000  # characters of a number, and the powers beyond which everything is zero or infinite


def _read(word: str, text: str, cls: str) -> tuple[bool, Fraction]:
    """Sign and exact magnitude of what was written: -0 has a sign too."""
    if len(word) > _LONGEST:
        raise UserError(f"{_quote(text)} is too long for a number")
    if cls not in FLOATS and re.fullmatch(r"[+-]?0[0-9]+", word):
        plain = word.lstrip("+-").lstrip("0") or "0"
        raise UserError(f"{_quote(text)} could be octal or decimal", f"write {plain}, or 0o{plain} for octal")
    if found := _INTEGER.fullmatch(word):
        digits = found[2]
        # Decimal reads digits of any number; int() has a limit for those in base ten.
        return found[1] == "-", Fraction(int(digits, 0) if digits[1:2].isalpha() else Decimal(digits))
    if found := _HEX.fullmatch(word):
        if found[2] or found[3]:
            power = _clamp(found[4] or "0") - 4 * len(found[3])
            return found[1] == "-", scale(Fraction(int(found[2] + found[3], 16)), power)
    elif found := _DECIMAL.fullmatch(word):
        base, _, power_text = found[2].partition("e")
        return found[1] == "-", Fraction(Decimal(base)) * Fraction(10) ** _clamp(power_text or "0")
    wanted = FLOATS[cls].name if cls in FLOATS else "an integer" if cls != "bool" else "true or false"
    raise UserError(f"{_quote(text)} is not a number", f"{wanted} was expected")


def _quote(text: str) -> str:
    return f"'{text}'" if len(text) <= 60 else f"'{text[:50]}...'"


def _clamp(power: str) -> int:
    """A power as written, but no larger than makes a difference: 1e999999999 must not fill the memory."""
    digits = power.lstrip("+-").lstrip("0")
    amount = int(digits or "0") if len(digits) < 9 else 10**9
    return max(-3 * _LONGEST, min(3 * _LONGEST, -amount if power.startswith("-") else amount))


def _parse_integer(cls: str, value: Fraction, text: str) -> bytes:
    low, high = limits(cls)
    if value.denominator != 1:
        raise UserError(f"{_quote(text)} is not an integer", "this parameter takes whole numbers")
    if not low <= value <= high:
        raise UserError(f"{_quote(text)} is out of range for {cls}", f"{cls} goes from {low} to {high}")
    return from_ordinal(cls, int(value))


def _encode_integer(cls: str, value: Number) -> bytes:
    if value != value or value in (math.inf, -math.inf) or value != int(value):
        raise ValueError(f"{value} is not an integer")
    return from_ordinal(cls, int(value))
