"""Literals that share no input, even by way of others, are solved apart."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from orchestrator.solvers import Answer, Holds, Model, Solution, Solver
from orchestrator.solvers.chain import cache
from orchestrator.symbolic.graph import Query
from orchestrator.symbolic.structure import compact, structure

SEEDS = "seeds"
_FREE = (SEEDS, cache.NAME)  # what decides without a solver


@dataclass(frozen=True)
class Component:
    positions: tuple[int, ...]  # in the query's literals
    support: int  # inputs as bits, see Structure

    def query(self, whole: Query) -> Query:
        return Query(whole.graph, tuple(whole.literals[at] for at in self.positions), whole.inputs)

    def put(self, model: Model, into: Model) -> Model:
        """`into` with this component's inputs taken from the model."""
        return tuple(
            new if self.support >> (index % 64) & 1 else old
            for index, (new, old) in enumerate(zip(model, into, strict=True))
        )

    def at(self, refutation: Solution) -> Solution:
        """A refutation of the component as one of the whole query."""
        core = range(len(self.positions)) if refutation.core is None else refutation.core
        return replace(refutation, core=tuple(self.positions[at] for at in core))


def components(query: Query) -> list[Component]:
    """In the order of their first literals. One without inputs stands alone."""
    support = structure(query.graph).support
    parts: list[tuple[list[int], int]] = []
    for position, (node, _) in enumerate(query.literals):
        positions, inputs = [position], int(support[node])
        apart = []
        for part in parts:
            if part[1] & inputs:
                positions, inputs = part[0] + positions, part[1] | inputs
            else:
                apart.append(part)
        parts = [*apart, (positions, inputs)]
    found = [Component(tuple(sorted(positions)), inputs) for positions, inputs in parts]
    return sorted(found, key=lambda component: component.positions)


@dataclass(frozen=True)
class Split:
    """A solver that is given one component after another. What holds for the first seed is left as it is."""

    solver: Solver
    holds: Holds

    @property
    def name(self) -> str:
        return self.solver.name

    def solve(self, query: Query, seconds: float, seeds: Sequence[Model] = ()) -> Solution:
        deadline = time.monotonic() + seconds
        model = tuple(seeds[0]) if seeds else (0,) * len(query.inputs)
        decider, undecided = SEEDS, None
        for component in components(query):
            part = component.query(query)
            if self.holds(part, model):
                continue
            left = deadline - time.monotonic()
            solution = self.solver.solve(compact(part), left, [model, *seeds[1:]])
            if solution.answer is Answer.UNSAT:
                return component.at(solution)
            if solution.answer is not Answer.SAT:
                undecided = undecided or solution
                continue
            assert solution.model is not None
            model = component.put(solution.model, model)
            if decider in _FREE:
                decider = solution.solver
        if undecided:
            return undecided
        if not self.holds(query, model):  # parts that hold one by one hold together, or splitting is wrong
            return Solution(Answer.ERROR, decider, 0.0, reason="the parts' models do not fit together")
        return Solution(Answer.SAT, decider, 0.0, model)
