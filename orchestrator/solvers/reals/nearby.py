"""From real numbers to inputs: the floats around a solution over the reals, the nearest ones first."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from fractions import Fraction

from orchestrator.numbers import floats
from orchestrator.solvers import Model
from orchestrator.symbolic.builder import FLOATS
from orchestrator.symbolic.graph import BITS, Query, Type

Values = Mapping[int, Fraction]  # of inputs, by index; truth values are 0 and 1

_ALL = 3  # inputs of which every combination of neighbours is tried


def encode(kind: int, value: Fraction) -> int:
    """The nearest value of a type, as bits; integers wrap. A real stays what it is."""
    if kind == Type.REAL:
        return value  # type: ignore[return-value]  # models of queries about reals hold fractions
    if kind in FLOATS:
        return floats.bits(FLOATS[kind], floats.encode(FLOATS[kind], value))
    return round(value) % (1 << BITS[kind])


def step(kind: int, bits: int, steps: int) -> int:
    """The value so many steps away; for integers and reals there is none but itself."""
    if kind not in FLOATS or not steps:
        return bits
    cls = FLOATS[kind]
    return floats.bits(cls, floats.neighbour(cls, floats.from_bits(cls, bits), steps))


def models(query: Query, values: Values, base: Model | None = None) -> Iterator[Model]:
    """Inputs near real values; inputs without one are as in the base, or zero."""
    start = list(base) if base is not None and len(base) == len(query.inputs) else [0] * len(query.inputs)
    for index, value in values.items():
        start[index] = encode(query.inputs[index], value)
    moving = [index for index in values if query.inputs[index] in FLOATS]
    yield tuple(start)
    if len(moving) <= _ALL:
        moves = [
            dict(zip(moving, each, strict=True)) for each in itertools.product((0, 1, -1), repeat=len(moving))
        ]
    else:
        moves = [{index: steps} for index in moving for steps in (1, -1)]
    for move in moves:
        if any(move.values()):
            yield tuple(
                step(query.inputs[index], bits, move.get(index, 0)) for index, bits in enumerate(start)
            )
