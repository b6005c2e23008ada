"""Two wrappers of a single solver: the literals that it is given, and what counts of its answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from orchestrator.solvers import Answer, Holds, Model, Solution, Solver
from orchestrator.symbolic.graph import Query
from orchestrator.symbolic.structure import compact


@dataclass(frozen=True)
class Part:
    """Some of the literals. A refutation of them is one of all; a model of them is a candidate."""

    solver: Solver
    positions: Callable[[Query], tuple[int, ...]]

    @property
    def name(self) -> str:
        return self.solver.name

    def solve(self, query: Query, seconds: float, seeds: Sequence[Model] = ()) -> Solution:
        positions = self.positions(query)
        kept = tuple(query.literals[at] for at in positions)
        asked = compact(Query(query.graph, kept, query.inputs)) if len(kept) < len(query.literals) else query
        solution = self.solver.solve(asked, seconds, seeds)
        if solution.answer is not Answer.UNSAT:
            return solution
        core = positions if solution.core is None else tuple(positions[at] for at in solution.core)
        return replace(solution, core=core)


@dataclass(frozen=True)
class Checked:
    """Inputs count when they hold in real floating point, a refutation when it is exact."""

    solver: Solver
    refutes: Callable[[Query], bool]
    holds: Holds

    @property
    def name(self) -> str:
        return self.solver.name

    def solve(self, query: Query, seconds: float, seeds: Sequence[Model] = ()) -> Solution:
        solution = replace(self.solver.solve(query, seconds, seeds), solver=self.name)
        if not solution.answer.decides or self._counts(query, solution):
            return solution
        reason = f"its {solution.answer.value} did not count"
        return replace(solution, answer=Answer.UNKNOWN, reason=reason, core=None)

    def _counts(self, query: Query, solution: Solution) -> bool:
        if solution.answer is Answer.UNSAT:
            return self.refutes(query)
        return solution.model is not None and self.holds(query, solution.model)
