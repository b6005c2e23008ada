"""Who decided how many queries, and in what time: the numbers of the Ariadne paper's Table 5."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from orchestrator.solvers import Answer, Model, Solution, Solver
from orchestrator.symbolic.graph import Query


@dataclass(frozen=True)
class Tally:
    """Of a solver, or of all together."""

    sat: int = 0
    unsat: int = 0
    unknown: int = 0  # whatever decided nothing
    over_reals: int = 0  # of the unknown: no real numbers solve them
    seconds: float = 0.0

    @property
    def asked(self) -> int:
        return self.sat + self.unsat + self.unknown

    def plus(self, other: Tally) -> Tally:
        return Tally(
            self.sat + other.sat,
            self.unsat + other.unsat,
            self.unknown + other.unknown,
            self.over_reals + other.over_reals,
            self.seconds + other.seconds,
        )


def tally(solution: Solution) -> Tally:
    return Tally(
        sat=int(solution.answer is Answer.SAT),
        unsat=int(solution.answer is Answer.UNSAT),
        unknown=int(not solution.answer.decides),
        over_reals=int(solution.answer is Answer.NO_REALS),
        seconds=solution.seconds,
    )


@dataclass(frozen=True)
class Statistics:
    queries: Tally = Tally()
    decided_by: Mapping[str, int] = field(
        default_factory=dict
    )  # queries, by solver; also "cache" and "seeds"
    solvers: Mapping[str, Tally] = field(
        default_factory=dict
    )  # what each was asked, parts of queries included

    def plus(self, other: Statistics) -> Statistics:
        names = dict.fromkeys([*self.solvers, *other.solvers])
        return Statistics(
            self.queries.plus(other.queries),
            dict(Counter(self.decided_by) + Counter(other.decided_by)),
            {name: self.solvers.get(name, Tally()).plus(other.solvers.get(name, Tally())) for name in names},
        )

    @property
    def ariadne_ratio(self) -> float | None:
        """What Ariadne's own algorithm decided of what Z3 left unknown; it is asked nothing else. As in the
        paper, a refutation over the reals is a decision, of the abandoned path, though no proof."""
        own = self.solvers.get("ariadne", Tally())
        return (own.sat + own.unsat + own.over_reals) / own.asked if own.asked else None


class Counts:
    """The statistics of a chain while it works."""

    def __init__(self) -> None:
        self.statistics = Statistics()

    def query(self, solution: Solution) -> None:
        decided = {solution.solver: 1} if solution.answer.decides else {}
        self.statistics = self.statistics.plus(Statistics(tally(solution), decided))

    def asked(self, solution: Solution) -> None:
        self.statistics = self.statistics.plus(Statistics(solvers={solution.solver: tally(solution)}))


@dataclass(frozen=True)
class Counted:
    """A solver whose answers are counted, with the time that they took."""

    solver: Solver
    count: Callable[[Solution], None]

    @property
    def name(self) -> str:
        return self.solver.name

    def solve(self, query: Query, seconds: float, seeds: Sequence[Model] = ()) -> Solution:
        began = time.monotonic()
        solution = replace(self.solver.solve(query, seconds, seeds), seconds=time.monotonic() - began)
        self.count(solution)
        return solution
