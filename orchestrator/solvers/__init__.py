"""Solvers answer queries about symbolic expressions; only this package imports one.

What they share is here; which ones there are says `registry.py`. Every `sat` comes with numbers that were
evaluated in real floating point; `unsat` is an exact refutation; every other answer decides nothing, and the
reason that comes with it is for people.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from orchestrator.symbolic.graph import Query

Model = tuple[int, ...]  # the bits of each input, by index
Holds = Callable[[Query, Model], bool]  # whether all literals of a query hold for these inputs


class Answer(Enum):
    """What a solver says of a query. Only the first two decide it."""

    SAT = "sat", "these inputs make it hold"
    UNSAT = "unsat", "no inputs make it hold"
    NO_REALS = "no reals", "no real numbers make it hold, but floats still might"
    UNKNOWN = "unknown", "the solver gave up before its time was over"
    TIMEOUT = "timeout", "the time for it ran out"
    ERROR = "error", "the solver failed"
    SKIPPED = "skipped", "it is not for this solver: something in it has no meaning there"

    sentence: str

    def __new__(cls, word: str, sentence: str) -> Answer:
        answer = object.__new__(cls)
        answer._value_ = word
        answer.sentence = sentence
        return answer

    @property
    def decides(self) -> bool:
        return self in (Answer.SAT, Answer.UNSAT)

    @property
    def smtlib(self) -> str:
        """In the words of check-sat, which has three."""
        return self.value if self.decides else "unknown"


@dataclass(frozen=True)
class Solution:
    """What a solver says of a query."""

    answer: Answer
    solver: str  # who decided, or was asked last
    seconds: float
    model: Model | None = None  # with SAT; if nothing is decided perhaps a near miss, as a seed for others
    reason: str = ""  # if nothing is decided: why; with UNSAT: what refuted it, where that can be told
    core: tuple[int, ...] | None = (
        None  # with UNSAT: positions of literals that cannot hold together, if known
    )


class Solver(Protocol):
    @property
    def name(self) -> str: ...

    def solve(self, query: Query, seconds: float, seeds: Sequence[Model] = ()) -> Solution:
        """Decide within about so many seconds. Seeds are inputs near which a solution may lie. The chain
        checks models, with `solvers.machine.evaluator.holds`, so that no solver needs to."""
        ...
