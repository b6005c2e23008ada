"""SMT-LIB's functions of floats as operations of the graph. Rounding is to nearest even; other modes only
where the graph has an operation for them."""

from __future__ import annotations

from collections.abc import Sequence

from orchestrator.numbers import floats
from orchestrator.solvers.smt.terms import FORMATS, Sort, bitvector
from orchestrator.solvers.smtlib.literals import float_value
from orchestrator.solvers.smtlib.operators import Build, need, same_sort, sign, truth, vectors
from orchestrator.solvers.smtlib.values import MODE, REAL, Value, fills, shown, signed, type_of
from orchestrator.symbolic.builder import FLOATS, GraphBuilder
from orchestrator.symbolic.graph import BITS, Op, Type

_INTEGRAL = {"RNE": Op.RINT, "RNA": Op.ROUND, "RTP": Op.CEIL, "RTN": Op.FLOOR, "RTZ": Op.TRUNC}
_PATTERN = {Type.F32: Type.I32, Type.F64: Type.I64}


def rounding(values: Sequence[Value]) -> tuple[str, Sequence[Value]]:
    need(len(values) > 0 and values[0].sort == MODE, "a rounding mode comes first")
    return values[0].mode, values[1:]


def to_nearest(values: Sequence[Value]) -> Sequence[Value]:
    mode, rest = rounding(values)
    need(mode == "RNE", f"unsupported rounding mode {mode}: only RNE is")
    return rest


def floating(values: Sequence[Value], count: int) -> Sort:
    need(len(values) == count, f"{count} operands are needed, beside a rounding mode if it rounds")
    sort = same_sort(values)
    need(sort.is_float, f"an operand is of sort {shown(sort)}, not a float")
    return sort


def _plain(op: int, count: int, rounds: bool = False) -> Build:
    def build(g: GraphBuilder, values: Sequence[Value], _: Sequence[int]) -> Value:
        operands = to_nearest(values) if rounds else values
        sort = floating(operands, count)
        return Value(sort, g.node(op, type_of(sort), *(value.node for value in operands)))

    return build


def _round_to_integral(g: GraphBuilder, values: Sequence[Value], _: Sequence[int]) -> Value:
    mode, operands = rounding(values)
    sort = floating(operands, 1)
    return Value(sort, g.node(_INTEGRAL[mode], type_of(sort), operands[0].node))


def _class(name: str) -> Build:
    """isNormal and the like."""

    def build(g: GraphBuilder, values: Sequence[Value], _: Sequence[int]) -> Value:
        sort = floating(values, 1)
        x, type_ = values[0].node, type_of(sort)
        magnitude = g.fabs(x)
        infinity, zero = g.const(type_, float("inf")), g.const(type_, 0.0)
        leading = FORMATS_LEAST[type_]
        least = g.bits(type_, leading)
        match name:
            case "NaN":
                return truth(g.fcmp("uno", x, x))
            case "Infinite":
                return truth(g.fcmp("oeq", magnitude, infinity))
            case "Zero":
                return truth(g.fcmp("oeq", x, zero))
            case "Normal":
                return truth(g.and_(g.fcmp("oge", magnitude, least), g.fcmp("olt", magnitude, infinity)))
            case "Subnormal":
                return truth(g.and_(g.fcmp("ogt", magnitude, zero), g.fcmp("olt", magnitude, least)))
        negative = sign(g, values[0])
        wanted = negative if name == "Negative" else g.not_(negative)
        return truth(g.and_(g.fcmp("ord", x, x), wanted))

    return build


def _least(type_: int) -> int:
    """The bits of the smallest normal number."""
    cls = FLOATS[type_]
    return floats.bits(cls, floats.from_ordinal(cls, 1 << floats.FLOATS[cls].fraction_bits))


FORMATS_LEAST = {type_: _least(type_) for type_ in FLOATS}


def _fp(g: GraphBuilder, values: Sequence[Value], _: Sequence[int]) -> Value:
    """A float from sign, exponent and fraction."""
    vectors(values, 3)
    widths = [value.sort.width for value in values]
    need(widths[0] == 1, "the sign is one bit")
    sort = Sort(0, widths[1], widths[2] + 1)
    need(sort in FORMATS.values(), f"floats of sort {shown(sort)} are not supported")
    parts = [g.known(value.node) for value in values]
    if None not in parts:
        pattern = 0
        for part, width in zip(parts, widths, strict=True):
            pattern = pattern << width | int(part or 0)
        return float_value(g, sort, pattern)
    type_ = type_of(sort)
    need(type_ in _PATTERN, "x87's floats can only be made of constant bits")
    whole, node = _PATTERN[type_], 0
    for value, shift in zip(values, (widths[1] + widths[2], widths[2], 0), strict=True):
        part = g.zext(whole, value.node) if BITS[g.type_of(value.node)] < BITS[whole] else value.node
        part = g.shl(part, g.const(whole, shift)) if shift else part
        node = g.or_(node, part) if node else part
    return Value(sort, g.bitcast(type_, node))


def _format(indices: Sequence[int]) -> Sort:
    need(len(indices) == 2, "a format is two numbers")
    sort = Sort(0, *indices)
    need(sort in FORMATS.values(), f"floats of sort {shown(sort)} are not supported")
    return sort


def _to_fp(g: GraphBuilder, values: Sequence[Value], indices: Sequence[int]) -> Value:
    sort = _format(indices)
    type_ = type_of(sort)
    if len(values) == 1:
        vectors(values)
        need(values[0].sort.width == sort.bits, f"{sort.bits} bits are needed")
        known = g.known(values[0].node)
        if known is not None:
            return float_value(g, sort, known)
        need(type_ in _PATTERN, "x87's floats can only be made of constant bits")
        return Value(sort, g.bitcast(type_, values[0].node))
    (value,) = to_nearest(values) if len(values) == 2 else (values[0],)
    need(len(values) == 2, "a rounding mode and a term are needed")
    if value.sort == REAL:
        need(value.number is not None, "only constant reals can be rounded")
        return Value(sort, g.const(type_, value.number or 0))
    if value.sort.is_float:
        if value.sort == sort:
            return value
        op = Op.FPEXT if BITS[type_] > BITS[type_of(value.sort)] else Op.FPTRUNC
        return Value(sort, g.node(op, type_, value.node))
    vectors([value])
    return Value(sort, g.sitofp(type_, signed(g, value)))


def _to_fp_unsigned(g: GraphBuilder, values: Sequence[Value], indices: Sequence[int]) -> Value:
    sort = _format(indices)
    operands = to_nearest(values)
    vectors(operands, 1)
    return Value(sort, g.uitofp(type_of(sort), operands[0].node))


def _to_bv(op: int) -> Build:
    def build(g: GraphBuilder, values: Sequence[Value], indices: Sequence[int]) -> Value:
        mode, operands = rounding(values)
        need(
            mode == "RTZ", f"unsupported rounding mode {mode}: conversions to integers are towards zero, RTZ"
        )
        floating(operands, 1)
        need(len(indices) == 1 and 0 < indices[0] <= 128, "of how many bits?")
        sort = bitvector(indices[0])
        need(fills(sort), "floats are converted to 8, 16, 32, 64 or 128 bits here")
        return Value(sort, g.node(op, type_of(sort), operands[0].node))

    return build


FLOATING: dict[str, Build] = {
    "fp": _fp,
    "fp.abs": _plain(Op.FABS, 1),
    "fp.neg": _plain(Op.FNEG, 1),
    "fp.add": _plain(Op.FADD, 2, rounds=True),
    "fp.sub": _plain(Op.FSUB, 2, rounds=True),
    "fp.mul": _plain(Op.FMUL, 2, rounds=True),
    "fp.div": _plain(Op.FDIV, 2, rounds=True),
    "fp.fma": _plain(Op.FMA, 3, rounds=True),
    "fp.sqrt": _plain(Op.SQRT, 1, rounds=True),
    "fp.min": _plain(Op.FMIN, 2),
    "fp.max": _plain(Op.FMAX, 2),
    "fp.roundToIntegral": _round_to_integral,
    **{
        f"fp.is{name}": _class(name)
        for name in "NaN Infinite Zero Normal Subnormal Negative Positive".split()
    },
    "to_fp": _to_fp,
    "to_fp_unsigned": _to_fp_unsigned,
    "fp.to_sbv": _to_bv(Op.FPTOSI),
    "fp.to_ubv": _to_bv(Op.FPTOUI),
}
