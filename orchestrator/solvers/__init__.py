"""Solvers answer queries about symbolic expressions; only this package imports one.

What they share is here. Every `sat` comes with numbers that were evaluated in real floating point; `unsat` is
an exact refutation; everything else, a timeout or a gap in an encoding too, is `unknown` with the reason.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from orchestrator.symbolic.graph import Query

Model = tuple[int, ...]  # the bits of each input, by index


class Answer(Enum):
    SAT = "sat"
    UNSAT = "unsat"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Solution:
    """What a solver says of a query."""

    answer: Answer
    solver: str  # who decided, or was asked last
    seconds: float
    model: Model | None = None  # with SAT; with UNKNOWN perhaps a near miss, as a seed for others
    reason: str = ""  # with UNKNOWN: why; with UNSAT: what refuted it, where that can be told
    core: tuple[int, ...] | None = (
        None  # with UNSAT: positions of literals that cannot hold together, if known
    )


class Solver(Protocol):
    name: str

    def solve(self, query: Query, seconds: float, seeds: Sequence[Model] = ()) -> Solution:
        """Decide within about so many seconds. Seeds are inputs near which a solution may lie. The chain
        checks models, with `solvers.evaluator.holds`, so that no solver needs to."""
        ...
