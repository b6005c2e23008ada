"""Numbers as SMT-LIB writes them, read and written."""

from __future__ import annotations

import re
from fractions import Fraction

from orchestrator.numbers import floats
from orchestrator.solvers.smt.terms import BOOL, Sort, bitvector, implied, stored
from orchestrator.solvers.smtlib.sexpr import Atom, Group
from orchestrator.solvers.smtlib.values import MODE, REAL, Value, float_sort, type_of
from orchestrator.symbolic.builder import FLOATS, GraphBuilder

_MODES = {
    "RNE": "roundNearestTiesToEven",
    "RNA": "roundNearestTiesToAway",
    "RTP": "roundTowardPositive",
    "RTN": "roundTowardNegative",
    "RTZ": "roundTowardZero",
}
_MODE = {name: short for short, long in _MODES.items() for name in (short, long)}
_NUMBER = re.compile(r"\d+(\.\d+)?")


def read_atom(g: GraphBuilder, atom: Atom) -> Value | None:
    """A literal; None for a name."""
    text, place = atom.text, atom.place
    if text in ("true", "false"):
        return Value(BOOL, g.const(type_of(BOOL), text == "true"))
    if text in _MODE:
        return Value(MODE, mode=_MODE[text])
    if _NUMBER.fullmatch(text):
        return Value(REAL, number=Fraction(text))
    if text.startswith("#"):
        base, digits = {"#x": (16, 4), "#b": (2, 1)}.get(text[:2], (0, 0))
        if not base or not re.fullmatch("[0-9a-fA-F]+" if base == 16 else "[01]+", text[2:]):
            place.fail(f"{text} is no literal")
        return vector(g, digits * len(text[2:]), int(text[2:], base), atom)
    if text[0].isdigit():
        place.fail(f"{text} is no number")
    return None


def vector(g: GraphBuilder, width: int, value: int, at: Atom | Group) -> Value:
    if not 0 < width <= 128:
        at.place.fail("bit-vectors have from 1 to 128 bits here")
    sort = bitvector(width)
    return Value(sort, g.const(type_of(sort), value % (1 << width)))


def read_indexed(g: GraphBuilder, group: Group) -> Value | None:
    """(_ bv5 32), (_ +oo 11 53), ...; None for others."""
    words = [item.text if isinstance(item, Atom) else "" for item in group.items]
    if len(words) == 3 and words[1].startswith("bv") and words[1][2:].isdigit() and words[2].isdigit():
        return vector(g, int(words[2]), int(words[1][2:]), group)
    if len(words) == 4 and words[1] in ("+oo", "-oo", "+zero", "-zero", "NaN"):
        if not (words[2].isdigit() and words[3].isdigit()):
            group.place.fail("a format is two numbers")
        sort = float_sort(int(words[2]), int(words[3]), group.place)
        magnitude = 0 if words[1].endswith("zero") else ((1 << sort.exponent) - 1) << (sort.significand - 1)
        if words[1] == "NaN":
            magnitude |= 1 << (sort.significand - 2)
        return float_value(g, sort, words[1].startswith("-") << (sort.bits - 1) | magnitude)
    return None


def float_value(g: GraphBuilder, sort: Sort, pattern: int) -> Value:
    """From SMT-LIB's encoding."""
    return Value(sort, g.bits(type_of(sort), stored(type_of(sort), pattern)))


def write(sort: Sort, bits: int | Fraction) -> str:
    """A value of a model, exactly. The bits of floats are the machine's."""
    if sort == REAL:
        value = Fraction(bits)
        text = f"{abs(value.numerator)}.0"
        if value.denominator != 1:
            text = f"(/ {text} {value.denominator}.0)"
        return f"(- {text})" if value < 0 else text
    if sort == BOOL:
        return "true" if bits else "false"
    pattern = int(bits)
    if not sort.is_float:
        return write_vector(sort.width, pattern % (1 << sort.width))
    return write_float(sort, implied(type_of(sort), pattern))


def write_vector(width: int, value: int) -> str:
    return f"#x{value:0{width // 4}x}" if width % 4 == 0 else f"#b{value:0{width}b}"


def write_float(sort: Sort, pattern: int) -> str:
    """From SMT-LIB's encoding."""
    fraction = sort.significand - 1
    exponent = pattern >> fraction & ((1 << sort.exponent) - 1)
    rest = pattern & ((1 << fraction) - 1)
    if exponent == (1 << sort.exponent) - 1 and rest:
        return f"(_ NaN {sort.exponent} {sort.significand})"
    return (
        f"(fp #b{pattern >> (sort.bits - 1):b} {write_vector(sort.exponent, exponent)} "
        f"{write_vector(fraction, rest)})"
    )


def comment(sort: Sort, bits: int | Fraction) -> str:
    """What people read beside a float's bits."""
    if not sort.is_float:
        return ""
    cls = FLOATS[type_of(sort)]
    return floats.decimal(cls, floats.from_bits(cls, int(bits)))
