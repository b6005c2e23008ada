"""The exception table, row by row: tiny functions of one operation, inputs that raise a kind or nearly do.

The numbers come from the formats (largest, smallest normal, neighbours) wherever they can.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from orchestrator.core.model import Kind
from orchestrator.numbers import floats
from orchestrator.numbers.formats import FloatFormat

Number = int | float | Fraction
Inputs = tuple[Number, ...]

PRELUDE = "#define _GNU_SOURCE\n#include <math.h>\n"
INTEGERS = {
    "i8": "signed char",
    "i16": "short",
    "i32": "int",
    "i64": "long",
    "u8": "unsigned char",
    "u16": "unsigned short",
    "u32": "unsigned",
    "u64": "unsigned long",
}


@dataclass(frozen=True)
class Type:
    """A format with its landmarks, as exact numbers."""

    cls: str
    c: str
    suffix: str  # of libm's functions

    @property
    def form(self) -> FloatFormat:
        return floats.FLOATS[self.cls]

    @property
    def max(self) -> Fraction:
        return self.form.value(self.form.infinity - 1)

    @property
    def normal(self) -> Fraction:
        """lambda, the smallest normal number."""
        return self.form.value(1 << self.form.fraction_bits)

    @property
    def least(self) -> Fraction:
        """The smallest subnormal number."""
        return self.form.value(1)

    @property
    def half_ulp(self) -> Fraction:
        """Of the largest number: adding it is a tie that goes to infinity."""
        return (self.max - self.down(self.max)) / 2

    def up(self, value: Number) -> Fraction:
        return self._step(value, 1)

    def down(self, value: Number) -> Fraction:
        return self._step(value, -1)

    def pick(self, f32: Number, f64: Number, f80: Number) -> Number:
        return {"f32": f32, "f64": f64, "f80": f80}[self.cls]

    def _step(self, value: Number, steps: int) -> Fraction:
        raw = floats.neighbour(self.cls, floats.encode(self.cls, value), steps)
        return Fraction(floats.decode(self.cls, raw))


FLOAT = Type("f32", "float", "f")
DOUBLE = Type("f64", "double", "")
EXTENDED = Type("f80", "long double", "l")
TYPES = (FLOAT, DOUBLE, EXTENDED)


@dataclass(frozen=True)
class Raise:
    inputs: Inputs
    kind: Kind
    exact: bool | None = None  # of an underflow; None: not said


@dataclass(frozen=True)
class Case:
    """A function of one site."""

    name: str
    source: str
    raises: tuple[Raise, ...]
    quiet: tuple[Inputs, ...]

    @property
    def kinds(self) -> set[Kind]:
        return {entry.kind for entry in self.raises}


def case(
    type_: Type,
    name: str,
    expression: str,
    parameters: str = "x",
    *,
    result: str | None = None,
    overflow: Sequence[Inputs] = (),
    underflow: Sequence[Inputs] = (),  # bits are lost
    exact: Sequence[Inputs] = (),  # underflows that lose none
    tiny: Sequence[Inputs] = (),  # underflows of which either may be said
    divbyzero: Sequence[Inputs] = (),
    invalid: Sequence[Inputs] = (),
    quiet: Sequence[Inputs] = (),
) -> Case:
    """`F` in the expression stands for the type's suffix; parameters are x y z, the int n, the long l."""
    symbol = f"{name}_{type_.cls}"
    types = {"n": "int", "l": "long"}
    declared = ", ".join(f"{types.get(letter, type_.c)} {letter}" for letter in parameters)
    body = expression.replace("F(", f"{type_.suffix}(")
    returned = body if "return" in body else f"return {body};"
    raises = [
        *(Raise(inputs, Kind.OVERFLOW) for inputs in overflow),
        *(Raise(inputs, Kind.UNDERFLOW, False) for inputs in underflow),
        *(Raise(inputs, Kind.UNDERFLOW, True) for inputs in exact),
        *(Raise(inputs, Kind.UNDERFLOW) for inputs in tiny),
        *(Raise(inputs, Kind.DIVBYZERO) for inputs in divbyzero),
        *(Raise(inputs, Kind.INVALID) for inputs in invalid),
    ]
    source = f"{result or type_.c} {symbol}({declared}) {{ {returned} }}"
    return Case(symbol, source, tuple(raises), tuple(quiet))


def arithmetic(t: Type) -> Iterator[Case]:
    big, small, least = t.max, t.normal, t.least
    third = small / 3  # encoded, it is rounded: still no power of two
    sums: list[Inputs] = [(big, 0), (small, 0), (0, 0), (1, t.up(-1))]
    yield case(
        t,
        "add",
        "x + y",
        "xy",
        overflow=[(big, t.half_ulp), (big, big), (-big, -t.half_ulp)],
        exact=[(small, -least), (least, 0), (2 * small, -t.up(small))],
        quiet=[(big, t.down(t.half_ulp)), (big, -big), (least, -least), *sums, (least, small)],
    )
    yield case(
        t,
        "sub",
        "x - y",
        "xy",
        overflow=[(big, -t.half_ulp), (-big, t.half_ulp)],
        exact=[(small, least), (0, least), (t.up(small), small)],
        quiet=[(big, -t.down(t.half_ulp)), (big, big), (least, least), *sums, (2 * small, small)],
    )
    yield case(
        t,
        "mul",
        "x * y",
        "xy",
        overflow=[(big, t.up(1)), (-big, big)],
        underflow=[(t.up(small), 0.5), (least, 0.25), (-small, small), (third, t.up(0.5))],
        exact=[(small, 0.5), (small, t.down(t.down(1))), (least, 1)],
        quiet=[(big, 1), (small, 1), (small, -1), (0, big), (0, least), (least, 1 / t.normal), (big, least)],
    )
    yield case(
        t,
        "div",
        "x / y",
        "xy",
        overflow=[(big, t.down(1)), (big, least), (1, least)],
        underflow=[(small, 3), (least, 4), (least, -big), (t.up(small), 2)],
        exact=[(small, 2), (-small, 4), (least, 1)],
        divbyzero=[(1, 0), (1, -0.0), (least, 0), (-big, 0)],
        invalid=[(0, 0), (-0.0, 0), (0, -0.0)],
        quiet=[(big, 1), (big, big), (small, 1), (0, least), (0, big), (least, least), (1, small)],
    )


def corners(t: Type) -> Iterator[Case]:
    """Products and quotients that round up to the smallest normal number do not count (docs/design.md)."""
    yield case(t, "mul_to_normal", "x * y", "xy", quiet=[(t.normal, t.down(1)), (t.normal, 1)])
    yield case(t, "div_to_normal", "x / y", "xy", quiet=[(t.down(2 * t.normal), 2), (2 * t.normal, 2)])


def conversions(t: Type) -> Iterator[Case]:
    for cls, name in INTEGERS.items():
        low, high = floats.limits(cls)
        above = Fraction(high + 1)  # a power of two: every format has it
        below = Fraction(floats.decode(t.cls, floats.encode(t.cls, low - 1)))
        if below > low - 1:
            below = t.down(below)
        yield case(
            t,
            f"to_{cls}",
            f"({name})x",
            result=name,
            invalid=[(above,), (below,), (t.max,), (-t.max,)],
            quiet=[(t.down(above),), (t.up(below),), (low,), (0,), (-0.0,), (t.least,), (-t.least,)],
        )


def truncations(t: Type, to: Type) -> Iterator[Case]:
    name = f"to_{to.cls}"
    tie = to.max + to.half_ulp
    middle = to.normal - to.least / 2
    yield case(
        t,
        name,
        f"({to.c})x",
        result=to.c,
        overflow=[(tie,), (-tie,), (t.max,)],
        underflow=[(to.normal / 3,), (to.least / 4,), (t.normal,)],
        exact=[(to.normal / 2,), (to.least,), (-to.normal + to.least,)],
        quiet=[(t.down(tie),), (to.max,), (to.normal,), (t.up(to.normal),), (0,), (-0.0,), (1,)],
    )
    yield case(
        t,
        f"{name}_normal",
        f"({to.c})x",
        result=to.c,
        underflow=[(middle,)],
        quiet=[(to.normal,), (t.up(1),)],
    )


def domains(t: Type) -> Iterator[Case]:
    """Functions whose exceptions are told by their arguments."""
    least, big = t.least, t.max
    yield case(t, "sqrt", "sqrtF(x)", invalid=[(-least,), (-big,)], quiet=[(0,), (-0.0,), (least,), (big,)])
    for name in ("log", "log2", "log10"):
        yield case(
            t,
            name,
            f"{name}F(x)",
            divbyzero=[(0,), (-0.0,)],
            invalid=[(-least,), (-big,)],
            quiet=[(least,), (1,), (big,)],
        )
    yield case(
        t,
        "log1p",
        "log1pF(x)",
        divbyzero=[(-1,)],
        invalid=[(t.down(-1),), (-big,)],
        underflow=[(least,), (-t.normal / 4,)],
        quiet=[(t.up(-1),), (0,), (2 * t.normal,), (big,)],
    )
    yield case(t, "logb", "logbF(x)", divbyzero=[(0,), (-0.0,)], quiet=[(least,), (-least,), (big,)])
    yield case(
        t, "ilogb", "ilogbF(x)", result="int", invalid=[(0,), (-0.0,)], quiet=[(least,), (-least,), (big,)]
    )
    yield case(
        t, "acosh", "acoshF(x)", invalid=[(t.down(1),), (0,), (-big,)], quiet=[(1,), (t.up(1),), (big,)]
    )
    yield case(
        t,
        "atanh",
        "atanhF(x)",
        divbyzero=[(1,), (-1,)],
        invalid=[(t.up(1),), (t.down(-1),), (big,)],
        underflow=[(least,), (-t.normal / 4,)],
        quiet=[(t.down(1),), (t.up(-1),), (0,), (2 * t.normal,)],
    )
    yield case(
        t, "acos", "acosF(x)", invalid=[(t.up(1),), (t.down(-1),)], quiet=[(1,), (-1,), (0,), (least,)]
    )
    zeros: list[Inputs] = [(1, 0), (0, 0), (big, -0.0)]
    nonzero: list[Inputs] = [(1, least), (big, least), (0, 1), (least, big)]
    yield case(t, "fmod", "fmodF(x, y)", "xy", invalid=zeros, quiet=nonzero)
    yield case(t, "remainder", "remainderF(x, y)", "xy", invalid=zeros, quiet=nonzero)
    yield case(t, "remquo", "int q; return remquoF(x, y, &q);", "xy", invalid=zeros, quiet=nonzero)
    limit = Fraction(2**63)
    inside = t.down(limit) if t is not EXTENDED else limit - 1  # half a unit below rounds to the limit
    for name in ("lrint", "llrint", "lround", "llround"):
        yield case(
            t,
            name,
            f"{name}F(x)",
            result="long long" if name.startswith("ll") else "long",
            invalid=[(limit,), (t.down(-limit),), (big,)],
            quiet=[(inside,), (-limit,), (0.5,), (-1.5,), (0,)],
        )


def rounding_out_of_range(t: Type) -> Iterator[Case]:
    """Below the limit of long, and rounded to it."""
    for name in ("lrint", "lround"):
        yield case(
            t,
            f"{name}_up",
            f"{name}F(x)",
            result="long",
            invalid=[(Fraction(2**63) - Fraction(1, 2),)],
            quiet=[(2**63 - 1,)],
        )


def growing(t: Type) -> Iterator[Case]:
    """Functions whose exceptions are told by their results."""
    big, small, least = t.max, t.normal, t.least
    top = t.pick(128, 1024, 16384)  # exponents: 2^top is too large
    bottom = t.pick(-126, -1022, -16382)  # 2^bottom is the smallest normal number
    far = t.pick(-400, -3000, -40000)  # 2^far is 0
    yield case(
        t,
        "exp",
        "expF(x)",
        overflow=[(t.pick(88.73, 709.79, 11357),), (big,)],
        underflow=[(t.pick(-87.4, -708.4, -11356),), (-big,)],
        quiet=[(t.pick(88.72, 709.78, 11356),), (t.pick(-87.3, -708.39, -11355),), (0,), (least,)],
    )
    yield case(
        t,
        "exp2",
        "exp2F(x)",
        overflow=[(top,), (big,)],
        underflow=[(bottom - 0.5,), (far,)],
        tiny=[(bottom - 1,)],
        quiet=[(t.down(top),), (bottom,), (0,), (least,)],
    )
    yield case(
        t,
        "exp10",
        "exp10F(x)",
        overflow=[(t.pick(39, 309, 4933),)],
        underflow=[(t.pick(-38, -308, -4932),), (far,)],
        quiet=[(t.pick(38, 308, 4932),), (t.pick(-37, -307, -4931),), (0,)],
    )
    yield case(
        t,
        "expm1",
        "expm1F(x)",
        overflow=[(t.pick(89, 710, 11357),)],
        underflow=[(least,), (-small / 4,)],
        quiet=[(t.pick(88, 709, 11356),), (-big,), (0,), (1,), (2 * small,)],
    )
    for name in ("sinh", "cosh"):
        inputs = t.pick(90, 711, 11358)
        yield case(
            t,
            name,
            f"{name}F(x)",
            overflow=[(inputs,), (-inputs,), (big,)],
            underflow=[(least,), (-small / 4,)] if name == "sinh" else [],
            quiet=[(inputs - 1,), (1 - inputs,), (0,), (1,), (2 * small,)],
        )
    yield case(
        t,
        "pow",
        "powF(x, y)",
        "xy",
        overflow=[(2, top), (-2, top + 1), (big, 2), (least, -2)],
        underflow=[(2, far), (3, bottom), (least, 2), (-2, far + 1)],
        tiny=[(2, bottom - 1)],
        divbyzero=[(0, -1), (-0.0, -3), (0, -0.5), (0, -big)],
        invalid=[(-1, 0.5), (-least, t.up(1)), (-big, -1.5)],
        quiet=[(2, top - 1), (2, bottom), (0, 1), (0, 0), (0, least), (-1, 2), (-8, 3), (-1, big), (big, 1)],
    )
    yield case(
        t,
        "tgamma",
        "tgammaF(x)",
        overflow=[(t.pick(36, 172, 1756),), (least,), (-least,), (big,)],
        underflow=[(t.pick(-40.5, -180.5, -1762.5),)],
        divbyzero=[(0,), (-0.0,)],
        invalid=[(-1,), (-2,), (-big,)],
        quiet=[(t.pick(35, 171, 1755),), (t.pick(-30.5, -100.5, -1000.5),), (4 * small,), (1,), (-0.5,)],
    )
    yield case(
        t,
        "lgamma",
        "lgammaF(x)",
        overflow=[(t.pick(5e36, 1e306, Fraction(11 * 10**4927)),), (big,)],
        divbyzero=[(0,), (-0.0,), (-1,), (-3,)],
        quiet=[(t.pick(1e36, 1e305, Fraction(10**4927)),), (1,), (2,), (-0.5,), (least,), (t.up(1),)],
    )
    yield case(
        t,
        "hypot",
        "hypotF(x, y)",
        "xy",
        overflow=[(big, big), (big, big / 2)],
        tiny=[(least, 0), (0, -least), (least, least)],
        quiet=[(big, 1), (big, 0), (small, 0), (small, least), (0, 0)],
    )
    yield case(
        t,
        "fma",
        "fmaF(x, y, z)",
        "xyz",
        overflow=[(big, 2, 0), (big, 1, big), (big, big, -big)],
        tiny=[
            (small, 0.5, 0),
            (least, 0.25, 0),
            (least, 0.25, least),
            (1, small, -least),
            (small, -small, 0),
            (0.75, least, -least),  # a quarter of the least number is left, and rounds to 0
        ],
        quiet=[
            (1, least, -least),
            (0.5, 2 * least, -least),
            (big, 2, -big),
            (small, 1, 0),
            (1, 1, -1),
            (0, big, 0),
            (0, 0, 1),
            (least, least, 1),
        ],
    )
    yield case(
        t,
        "fdim",
        "fdimF(x, y)",
        "xy",
        overflow=[(big, -big), (big, -t.half_ulp)],
        tiny=[(small, t.down(small)), (least, 0)],
        quiet=[(big, 0), (1, 2), (-big, big), (small, 0), (1, 1)],
    )
    for name, parameters in (("ldexp", "xn"), ("scalbn", "xn"), ("scalbln", "xl")):
        yield case(
            t,
            name,
            f"{name}F(x, {parameters[1]})",
            parameters,
            overflow=[(1, top), (big, 1), (least, 100000)],
            underflow=[(1, far), (t.up(small), -1)],
            tiny=[(1, bottom - 1), (small, -1)],
            quiet=[(1, top - 1), (1, bottom), (0, top), (0, far), (-0.0, far), (big, 0)],
        )
    yield case(
        t,
        "nextafter",
        "nextafterF(x, y)",
        "xy",
        tiny=[(small, 0), (0, 1), (least, 0), (-least, -1)],
        quiet=[(small, 1), (0, 0), (big, 0), (1, 2), (0, -0.0)],
    )


def near_identity(t: Type) -> Iterator[Case]:
    """f(x) = x near 0: subnormal arguments give subnormal results."""
    subnormal, ordinary = t.normal / 4, 2 * t.normal
    for name in ("sin", "tan", "atan", "tanh", "asinh", "erf"):
        yield case(
            t,
            name,
            f"{name}F(x)",
            underflow=[(subnormal,), (-subnormal,)],
            quiet=[(ordinary,), (0,), (-0.0,), (1,), (t.max,)],
        )
    yield case(
        t,
        "asin",
        "asinF(x)",
        underflow=[(subnormal,)],
        invalid=[(t.up(1),), (t.down(-1),), (t.max,)],
        quiet=[(ordinary,), (0,), (1,), (-1,)],
    )
    yield case(
        t,
        "atan2",
        "atan2F(x, y)",
        "xy",
        underflow=[(subnormal, 1), (t.least, t.max), (-t.normal, 3)],
        quiet=[(ordinary, 1), (0, 1), (0, -1), (subnormal, -1), (subnormal, 0), (0, 0), (1, 1)],
    )
    yield case(
        t,
        "erfc",
        "erfcF(x)",
        underflow=[(t.pick(9.5, 27, 107),), (t.max,)],
        quiet=[(t.pick(9, 26, 100),), (-t.max,), (0,), (subnormal,)],
    )


def bessel(t: Type) -> Iterator[Case]:
    close: Number = t.pick(1e-30, 1e-200, Fraction(1, 10**3000))
    apart: Number = t.pick(1e-10, 1e-100, Fraction(1, 10**1000))
    yield case(t, "j0", "j0F(x)", quiet=[(0,), (t.least,), (1,), (100,)])
    yield case(t, "j1", "j1F(x)", underflow=[(t.normal / 4,)], quiet=[(4 * t.normal,), (0,), (1,)])
    yield case(t, "jn", "jnF(2, x)", underflow=[(close,)], quiet=[(apart,), (0,), (1,)])
    yield case(t, "y0", "y0F(x)", divbyzero=[(0,)], invalid=[(-t.least,), (-1,)], quiet=[(t.least,), (1,)])
    yield case(
        t,
        "y1",
        "y1F(x)",
        overflow=[(t.normal / 16,)],
        divbyzero=[(0,)],
        invalid=[(-t.least,), (-1,)],
        quiet=[(4 * t.normal,), (1,)],
    )
    yield case(
        t,
        "yn",
        "ynF(2, x)",
        overflow=[(close,)],
        divbyzero=[(0,)],
        invalid=[(-t.least,), (-1,)],
        quiet=[(apart,), (1,)],
    )


def silent(t: Type) -> Iterator[Case]:
    """What raises nothing, whatever the argument."""
    inputs: list[Inputs] = [(0,), (-0.0,), (t.least,), (t.normal,), (1,), (0.5,), (t.max,), (-t.max,)]
    for name in ("cos", "cbrt", "floor", "rint", "fabs"):
        yield case(t, name, f"{name}F(x)", quiet=inputs)
    yield case(t, "negated", "-x", quiet=inputs)
    yield case(t, "truth", "x < 1 || x == 3", result="int", quiet=inputs)


def fused_to_zero(t: Type) -> Iterator[Case]:
    """A product that is not 0 and rounds to 0. (With z != 0 such a sum looks like any other exact zero.)"""
    yield case(
        t,
        "fma_to_zero",
        "fmaF(x, y, z)",
        "xyz",
        tiny=[(0.25, t.least, 0)],
        quiet=[(1, t.least, -t.least)],
    )


def all_cases() -> list[Case]:
    groups = (arithmetic, conversions, domains, growing, near_identity, bessel, silent)
    corner_groups = (corners, fused_to_zero)
    cases = [entry for t in TYPES for group in groups + corner_groups for entry in group(t)]
    for t, to in ((DOUBLE, FLOAT), (EXTENDED, FLOAT), (EXTENDED, DOUBLE)):
        cases += truncations(t, to)
    return [*cases, *rounding_out_of_range(EXTENDED)]


def source(cases: Sequence[Case]) -> str:
    return PRELUDE + "\n".join(entry.source for entry in cases) + "\n"
