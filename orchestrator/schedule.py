"""Who gets the next slices, and how long: short first ones for all, then more for those that still move.

A pure function of what was done so far. With a number of runs given it does not look at any clock, so that
the same seed gives the same run on any number of workers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from orchestrator.model import Status
from orchestrator.store import History, Planned

_FIRST_SHARE = 0.2  # of what a function gets on average
_AT_LEAST = 2  # slices: the second one starts from what related functions found, too
_ENOUGH = 0.02  # of the whole budget: not worth another round
_MOST = 10  # times the average for one function's slice


@dataclass(frozen=True)
class Budget:
    """What a function gets on average: seconds, or runs if these are given."""

    seconds: float
    runs: int = 0

    @property
    def amount(self) -> float:
        return float(self.runs or self.seconds)

    def spent(self, history: History) -> float:
        return float(history.runs if self.runs else history.seconds)

    def planned(self, history: History, amount: float) -> Planned:
        runs = max(1, int(amount)) if self.runs else 0
        return Planned(history.function.symbol, 0.0 if self.runs else amount, runs)


def next_slices(histories: Sequence[History], budget: Budget) -> list[Planned]:
    """The next round; empty when the budget is spent, or nothing moves any more."""
    first = _FIRST_SHARE * budget.amount
    fresh = [h for h in histories if not h.slices]
    if fresh:
        return [budget.planned(h, first) for h in fresh]
    total = budget.amount * len(histories)
    left = total - sum(budget.spent(h) for h in histories)
    moving = sorted((h for h in histories if _moves(h)), key=lambda h: (-h.last_found, h.function.symbol))
    if not moving or left < _ENOUGH * total:
        return []
    pot = left / 2 if left > first * len(histories) else left
    moving = moving[: max(1, int(pot / first))]
    weights = [1 + min(h.last_found, _MOST) for h in moving]
    unit = pot / sum(weights)
    return [
        budget.planned(h, min(_MOST * budget.amount, max(first, unit * weight)))
        for h, weight in zip(moving, weights, strict=True)
    ]


def _moves(history: History) -> bool:
    if history.status not in (Status.COMPLETE, Status.BUDGET):
        return False
    return history.slices < _AT_LEAST or history.last_found > 0 or history.status is Status.BUDGET
