"""Who gets the next slices, and how long: short first ones for all, then more for those that still move.
These are searches; when they are over, the executor has a slice for each function. Or each function has all
of its budget at once, and the engine divides it between search and executor.

A pure function of what was done so far. With a number of runs given it does not look at any clock, so that
the same seed gives the same run on any number of workers.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace

from orchestrator.core.model import Status
from orchestrator.core.settings import Settings
from orchestrator.store import History, Planned

_FIRST_SHARE = 0.2  # of what a function gets on average
_AT_LEAST = 2  # slices: the second one starts from what related functions found, too
_ENOUGH = 0.02  # of the whole budget: not worth another round
_MOST = 10  # times the average for one function's slice
_EXECUTOR = 0.25  # of the budget is for the executor: more if the searches leave more
_OF_ITS_SLICE = 0.85  # is the executor's own; the rest is for searches before and between


@dataclass(frozen=True)
class Budget:
    """What a function gets on average: seconds, or runs if these are given."""

    seconds: float
    runs: int = 0
    executor: float = 0.0  # share of the seconds that is for the executor
    at_once: bool = False  # each function has its budget in one slice

    @property
    def amount(self) -> float:
        return float(self.runs or self.seconds)

    @property
    def searched(self) -> float:
        """What is for searches."""
        return self.amount * (1 - self.executor)

    def spent(self, history: History) -> float:
        """By searches."""
        return float(history.runs if self.runs else history.seconds - history.executor_seconds)

    def planned(self, history: History, amount: float) -> Planned:
        runs = max(1, int(amount)) if self.runs else 0
        return Planned(history.function.symbol, 0.0 if self.runs else amount, runs)


def budget_of(settings: Settings, at_once: bool, traced: bool) -> Budget:
    """What the settings give to each function of a program that can be traced, or cannot."""
    explores = settings.engine == "auto" and traced and not at_once
    return Budget(settings.budget, settings.runs, _EXECUTOR if explores else 0.0, at_once)


def next_slices(histories: Sequence[History], budget: Budget) -> list[Planned]:
    """The next round; empty when the budget is spent, or nothing moves any more."""
    if budget.at_once:
        return [budget.planned(h, budget.amount) for h in histories if _is_unfinished(h)]
    return _searches(histories, budget) or _explorations(histories, budget)


def slice_settings(settings: Settings, row: Planned, budget: Budget, number: int) -> Settings:
    """Of a function's n-th slice."""
    if budget.at_once:
        return settings
    return replace(
        settings,
        budget=row.seconds or settings.budget,
        runs=row.runs,
        # Long loops take exact arithmetic seconds each: they must not eat up what the search has.
        classify_seconds=0.0 if row.runs else max(1.0, 2 * row.seconds),
        executor_share=row.executor,
        seed=_slice_seed(settings.seed, row.symbol, number),
    )


def _slice_seed(seed: int, symbol: str, number: int) -> int:
    """Another for each slice, the same in every run with this seed."""
    return int.from_bytes(hashlib.sha256(f"{seed}/{symbol}/{number}".encode()).digest()[:7], "big")


def _is_unfinished(history: History) -> bool:
    return not history.slices or history.status is Status.INTERRUPTED


def _searches(histories: Sequence[History], budget: Budget) -> list[Planned]:
    first = _FIRST_SHARE * budget.searched
    fresh = [h for h in histories if not h.slices]
    if fresh:
        return [budget.planned(h, first) for h in fresh]
    total = budget.searched * len(histories)
    left = total - sum(budget.spent(h) for h in histories)
    moving = sorted((h for h in histories if _moves(h)), key=lambda h: (-h.last_found, h.function.symbol))
    if not moving or left < _ENOUGH * total:
        return []
    pot = left / 2 if left > first * len(histories) else left
    moving = moving[: max(1, int(pot / first))]
    weights = [1 + min(h.last_found, _MOST) for h in moving]
    unit = pot / sum(weights)
    return [
        budget.planned(h, min(_MOST * budget.searched, max(first, unit * weight)))
        for h, weight in zip(moving, weights, strict=True)
    ]


def _explorations(histories: Sequence[History], budget: Budget) -> list[Planned]:
    """One slice for each function that has not had its share: the tree of paths does not outlive a slice, so
    it is better not to cut them short."""
    share = budget.seconds * budget.executor
    waiting = [h for h in histories if _goes_on(h) and h.executor_granted < share]
    if budget.runs or not waiting:
        return []
    left = budget.seconds * len(histories) - sum(h.seconds for h in histories)
    seconds = min(max(share, left / len(waiting)), _MOST * share)
    return [Planned(h.function.symbol, seconds, 0, _OF_ITS_SLICE) for h in waiting]


def _goes_on(history: History) -> bool:
    return history.status in (Status.COMPLETE, Status.BUDGET)


def _moves(history: History) -> bool:
    if not _goes_on(history):
        return False
    return history.slices < _AT_LEAST or history.last_found > 0 or history.status is Status.BUDGET
