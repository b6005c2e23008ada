"""What an encoder needs of a solver: sorts, values and SMT-LIB's operators by their names.

The encoder speaks SMT-LIB; a solver (or a file) that offers these few methods gets every operation of the
expression graph from it. Operators that round do so to nearest even, unless a mode is named.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from orchestrator.symbolic.graph import BITS, Type

Term = Any  # the solver's own


@dataclass(frozen=True)
class Sort:
    """Bool, a bit-vector of `width` bits, or floats with so many bits of exponent and significand."""

    width: int = 0
    exponent: int = 0
    significand: int = 0  # with the leading one

    @property
    def is_float(self) -> bool:
        return self.exponent > 0

    @property
    def bits(self) -> int:
        """Of SMT-LIB's encoding, where the leading one is implied."""
        return self.exponent + self.significand if self.is_float else self.width


BOOL = Sort()
FORMATS = {Type.F32: Sort(0, 8, 24), Type.F64: Sort(0, 11, 53), Type.F80: Sort(0, 15, 64)}
_FRACTION = 63  # bits of an x87 number below the leading one, which it stores


def bitvector(width: int) -> Sort:
    return Sort(width)


def sort_of(type: int) -> Sort:
    return FORMATS.get(Type(type)) or (BOOL if type == Type.I1 else bitvector(BITS[type]))


def implied(type: int, pattern: int) -> int:
    """The machine's encoding of a value as SMT-LIB's: without the leading one that x87 stores."""
    if type != Type.F80:
        return pattern
    return pattern >> (_FRACTION + 1) << _FRACTION | pattern & ((1 << _FRACTION) - 1)


def stored(type: int, pattern: int) -> int:
    """SMT-LIB's encoding of a value as the machine's."""
    if type != Type.F80:
        return pattern
    top, fraction = pattern >> _FRACTION, pattern & ((1 << _FRACTION) - 1)
    leading = 1 if top & 0x7FFF else 0
    return top << (_FRACTION + 1) | leading << _FRACTION | fraction


class Terms(Protocol):
    """A builder of terms."""

    def supports(self, sort: Sort) -> bool: ...

    def constant(self, sort: Sort, value: int) -> Term:
        """The value of the sort with SMT-LIB's encoding `value`."""
        ...

    def fresh(self, sort: Sort, name: str) -> Term: ...

    def apply(
        self, operator: str, *terms: Term, indices: tuple[int, ...] = (), mode: str = "RNE"
    ) -> Term: ...
