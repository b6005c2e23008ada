"""The chain: wrappers around solvers, each a small class with the interface of a solver. From the outside in:

    Counted    what was asked, and who decided it
    Split      literals that share no input are solved apart
    Cached     what was found out before is not asked again
    InTurn     one solver after another, each with its share of the time
      Counted  ... of each solver
      Checked  nothing that it says is taken on trust
      Part     it may be given some of the literals only

The orders of solvers are in `solvers/registry.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from orchestrator.solvers import Holds, Model, Solution, Solver
from orchestrator.solvers.chain.cache import Cached
from orchestrator.solvers.chain.check import Checked, Part
from orchestrator.solvers.chain.split import Split
from orchestrator.solvers.chain.statistics import Counted, Counts, Statistics
from orchestrator.solvers.chain.turns import InTurn, Turn
from orchestrator.solvers.registry import Stage
from orchestrator.symbolic.graph import Query


class Chain:
    """Solves the queries about one function, and learns from each. Not for several threads at a time."""

    name = "chain"

    def __init__(self, solvers: Mapping[str, Solver], order: Sequence[Stage], holds: Holds) -> None:
        self._counts = Counts()

        def turn(stage: Stage) -> Turn:
            solver = Part(solvers[stage.solver], stage.part) if stage.part else solvers[stage.solver]
            checked = Checked(solver, stage.refutes, holds)
            return Turn(Counted(checked, self._counts.asked), stage.share, stage.asks)

        in_turn = InTurn(self.name, [turn(stage) for stage in order])
        self._first = Counted(Split(Cached(in_turn, holds), holds), self._counts.query)

    @property
    def statistics(self) -> Statistics:
        return self._counts.statistics

    def solve(self, query: Query, seconds: float, seeds: Sequence[Model] = ()) -> Solution:
        """The first seed is the input whose run gave the query: what holds for it is left as it is."""
        return self._first.solve(query, seconds, seeds)
