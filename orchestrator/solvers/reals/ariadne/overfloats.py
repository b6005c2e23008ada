"""SOLVEOVERF, the paper's Algorithm 5: floats in a set of real numbers.

Interval by interval: a float at or below a real solution, the next one above, then the interval is done with.
Where a solution over the reals is none in floating point, those a little further inside often are: the ends
and the middle of an interval are looked at, the middle in the sense of the floats too, which are dense near
zero.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from orchestrator.numbers import floats
from orchestrator.solvers.reals.ariadne.pieces import Pieces, where
from orchestrator.solvers.reals.ariadne.roots import Root
from orchestrator.symbolic.builder import FLOATS

_AROUND = 3  # floats to each side of a root
_INSIDE = (1, 2, 3, 64, 1 << 20)  # steps from an interval's end


def solve_over_floats(truth: Pieces[bool], kind: int) -> Iterator[int]:
    """Bits of floats of a type that may solve it, the likely ones of all intervals first."""
    cells = [list(_floats(low, high, FLOATS[kind])) for low, high in where(truth)]
    seen = set()
    for turn in range(max(map(len, cells), default=0)):
        for cell in cells:
            if turn < len(cell) and cell[turn] not in seen:
                seen.add(cell[turn])
                yield floats.bits(FLOATS[kind], floats.from_ordinal(FLOATS[kind], cell[turn]))


def _floats(low: Root | None, high: Root | None, cls: str) -> Iterator[int]:
    """Ordinals."""
    top = floats.FLOATS[cls].infinity - 1
    if low is not None and low is high:
        nearest = _nearest(low, cls)
        for steps in sorted(range(-_AROUND, _AROUND + 1), key=abs):
            if -top - 1 <= nearest + steps <= top:
                yield nearest + steps
        return
    first = -top - 1 if low is None else _nearest(low, cls)
    last = top if high is None else _nearest(high, cls)
    inside = [(first + last) // 2]
    for steps in _INSIDE:
        inside += [first + steps, last - steps]
    middle = (
        (low.low if low else -floats.FLOATS[cls].value(top))
        + (high.low if high else floats.FLOATS[cls].value(top))
    ) / 2
    inside.insert(1, _ordinal(middle, cls))
    if first <= 0 <= last:
        inside += [0, _ordinal(Fraction(1), cls), _ordinal(Fraction(-1), cls)]
    yield from (each for each in [*inside, first, last] if first <= each <= last and -top - 1 <= each <= top)


def _nearest(root: Root, cls: str) -> int:
    """The ordinal of the float nearest to a root, or next to it."""
    size = max(abs(root.low), abs(root.high))
    least = floats.FLOATS[cls].value(1)
    if root.low < root.high:
        root.narrow(max(size / (1 << floats.FLOATS[cls].precision + 3), least / 4))
    return _ordinal((root.low + root.high) / 2, cls)


def _ordinal(value: Fraction, cls: str) -> int:
    """The greatest finite float stands for all beyond it."""
    top = floats.FLOATS[cls].infinity - 1
    return max(-top - 1, min(top, floats.ordinal(cls, floats.encode(cls, value))))
