"""Which flip is next. Flips wait in a heap; how urgent one is may fall while others go before it."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import count

from orchestrator.engines.exploration.tree import Flip, State

Goal = tuple[str, int, int]  # what a flip is after: an exception, or an outcome of a branch
Urgency = tuple[float, ...]  # the smallest is next


def goal_of(flip: Flip) -> Goal:
    if flip.pair is not None:
        return "exception", flip.pair, 0
    key = flip.junction.key
    assert key is not None
    seen = next(iter(flip.junction.children))
    return "outcome", key[1], 1 - seen if key[0] == 0 else -1


class Agenda:
    def __init__(self, strategy: str, is_covered: Callable[[Goal], bool]) -> None:
        self._rank = {
            "default": self._by_turns,
            "dfs": lambda flip: (flip.asked, -flip.after, not flip.is_guard),
            "bfs": lambda flip: (flip.asked, flip.after, not flip.is_guard),
            "coverage": self._by_coverage,
        }[strategy]
        self._is_covered = is_covered
        self._tried: Counter[Goal] = Counter()
        self._heap: list[tuple[Urgency, int, Flip]] = []
        self._order = count()

    def add(self, flips: Iterable[Flip]) -> None:
        for flip in flips:
            heapq.heappush(self._heap, (self._rank(flip), next(self._order), flip))

    def next(self, is_wanted: Callable[[Flip], bool]) -> Flip | None:
        """The most urgent one that is open and wanted; those that are not wanted are dropped."""
        while self._heap:
            urgency, order, flip = heapq.heappop(self._heap)
            if flip.state not in (State.OPEN, State.UNKNOWN) or not is_wanted(flip):
                continue
            now = self._rank(flip)
            if now > urgency:
                heapq.heappush(self._heap, (now, order, flip))
                continue
            self._tried[goal_of(flip)] += 1
            return flip
        return None

    def _by_turns(self, flip: Flip) -> Urgency:
        """Every goal has its turn: exceptions first, then outcomes that nobody has seen, each where the way
        is shortest; what was tried often without success waits for what was not."""
        goal = goal_of(flip)
        late = self._tried[goal] + (1 if not flip.is_guard and self._is_covered(goal) else 0)
        return (flip.asked, late, not flip.is_guard, flip.after)

    def _by_coverage(self, flip: Flip) -> Urgency:
        """Outcomes that nobody has seen, then exceptions, then the rest."""
        goal = goal_of(flip)
        sort = 1 if flip.is_guard else 2 if self._is_covered(goal) else 0
        return (flip.asked, self._tried[goal], sort, flip.after)
