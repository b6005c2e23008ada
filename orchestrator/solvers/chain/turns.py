"""One solver after another, each with its share of the time that is left."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from orchestrator.solvers import Answer, Model, Solution, Solver
from orchestrator.symbolic.graph import Query

# If nobody decides, the first of these that was said: where more time may help, then where it may not.
_UNDECIDED = (Answer.TIMEOUT, Answer.UNKNOWN, Answer.NO_REALS, Answer.ERROR, Answer.SKIPPED)


@dataclass(frozen=True)
class Turn:
    solver: Solver
    share: float
    asks: Callable[[Query], bool]  # whether it is this solver's turn at all


@dataclass(frozen=True)
class InTurn:
    """What a solver leaves behind without deciding, such as a solution over the reals that is none in
    floating point, is a seed for those that follow."""

    name: str
    turns: Sequence[Turn]

    def solve(self, query: Query, seconds: float, seeds: Sequence[Model] = ()) -> Solution:
        deadline = time.monotonic() + seconds
        near: list[Model] = []
        said: list[Solution] = []
        for turn in self.turns:
            if not turn.asks(query):
                continue
            left = deadline - time.monotonic()
            if left <= 0:
                said.append(Solution(Answer.TIMEOUT, self.name, 0.0, reason="no time left"))
                break
            solution = turn.solver.solve(query, turn.share * left, [*near, *seeds])
            if solution.answer.decides:
                return solution
            if solution.model is not None:
                near.append(solution.model)
            said.append(solution)
        return self._undecided(said)

    def _undecided(self, said: Sequence[Solution]) -> Solution:
        answers = [solution.answer for solution in said] or [Answer.SKIPPED]
        reasons = [f"{solution.solver}: {solution.reason}" for solution in said]
        answer = min(answers, key=_UNDECIDED.index)
        return Solution(answer, self.name, 0.0, reason="; ".join(reasons) or "nobody to ask")
