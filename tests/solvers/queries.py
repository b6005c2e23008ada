"""Values and small queries that the tests of solvers share."""

from __future__ import annotations

import struct

from orchestrator.numbers import floats
from orchestrator.symbolic.builder import FLOATS
from orchestrator.symbolic.graph import BITS, Type

F32, F64, F80, REAL = Type.F32, Type.F64, Type.F80, Type.REAL
I1, I8, I16, I32, I64, I128 = Type.I1, Type.I8, Type.I16, Type.I32, Type.I64, Type.I128


def f64(value: float) -> int:
    return int(struct.unpack("<Q", struct.pack("<d", value))[0])


def number(type: int, bits: int) -> floats.Number:
    """What the bits mean."""
    cls = FLOATS[type]
    return floats.decode(cls, floats.from_bits(cls, bits))


def special_values(type: int) -> list[int]:
    """Bits at which operations change: zeros, subnormals, limits, infinities, NaNs, halves, integers."""
    if type not in FLOATS:
        width = BITS[type]
        top = 1 << width
        wanted = {0, 1, 2, 3, 7, 31, 32, 63, 64, 100, top // 2 - 1, top // 2, top // 2 + 1, top - 2, top - 1}
        return sorted({value % top for value in wanted})
    form, cls = FLOATS_FORMAT[type], FLOATS[type]
    normal = 1 << form.fraction_bits
    magnitudes = [0, 1, normal - 1, normal, normal + 1, form.infinity - 1, form.infinity]
    quiet = form.nan
    magnitudes += [quiet, quiet | 5, form.infinity | 3]  # the last one signals
    bits = [floats.bits(cls, floats.from_ordinal(cls, rank)) for m in magnitudes for rank in (m, -m - 1)]
    for value in (0.5, 1, 1.5, 2, 2.5, 3, 10, 0.1, 1e10, 127.5, 128, 255, 32768, 2**31, 2**32, 2**53, 2**63):
        for signed in (float(value), -float(value)):
            bits.append(floats.bits(cls, floats.encode(cls, signed)))
    return bits


FLOATS_FORMAT = {type: floats.FLOATS[cls] for type, cls in FLOATS.items()}
