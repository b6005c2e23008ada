"""The chain: a query is split into what is independent, looked up, and then given to one solver after
another.

Nothing a solver says is taken on trust: inputs count when they hold in real floating point, and a refutation
counts only from those that are exact. The orders are below, in one place. What a solver leaves behind without
deciding, such as a solution over the reals that is none in floating point, is a seed for those that follow.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from orchestrator.solvers import Answer, Model, Solution, Solver
from orchestrator.solvers.chain.known import Key, Known, Literal, literals
from orchestrator.solvers.chain.split import Component, components
from orchestrator.solvers.chain.statistics import Statistics, tally
from orchestrator.symbolic.graph import NODE, Graph, Query
from orchestrator.symbolic.simple import has_functions, has_x87, only_reals, simple
from orchestrator.symbolic.structure import compact, structure

Holds = Callable[[Query, Model], bool]


def _always(query: Query) -> bool:
    return True


def _never(query: Query) -> bool:
    return False


@dataclass(frozen=True)
class Stage:
    solver: str
    share: float  # of the time that is left to the query
    refutes: Callable[[Query], bool]  # whether its `unsat` is exact
    applies: Callable[[Query], bool] = _always
    part: Callable[[Query], tuple[int, ...]] | None = None  # positions of literals; None: all of them


_INTERVALS = Stage("intervals", 0.1, _always)
_X87 = Stage("z3-fp", 0.5, _always, applies=has_x87)  # a format that Bitwuzla does not have
_REAL = (
    Stage("z3-real", 0.4, only_reals),
    Stage("ariadne", 0.5, _never),
    Stage("cvc5", 0.3, only_reals, applies=has_functions),
)
_GLANCE = Stage("search", 0.1, _never)
_SEARCH = Stage("search", 1.0, _never)

ORDERS: Mapping[str, tuple[Stage, ...]] = {
    # What a short search finds need not be encoded; then most of the time goes to who can also refute.
    "default": (_INTERVALS, _GLANCE, Stage("bitwuzla", 0.75, _always), _X87, *_REAL, _SEARCH),
    # Algorithm 2 of the FuSE study: what exact solvers are good at, then the reals, then a search from there.
    "synergy": (Stage("bitwuzla", 0.5, _always, part=simple), *_REAL, _SEARCH),
}


_FREE = ("seeds", "cache")  # what decides without a solver


class Chain:
    """Solves the queries about one function, and learns from each. Not for several threads at a time."""

    name = "chain"

    def __init__(self, solvers: Mapping[str, Solver], order: Sequence[Stage], holds: Holds) -> None:
        self._stages = [(stage, solvers[stage.solver]) for stage in order if stage.solver in solvers]
        self._holds = holds
        self._known = Known()
        structure(Graph(np.zeros(1, NODE)))  # its code is compiled now, not in the time of a query
        self.statistics = Statistics()

    def solve(self, query: Query, seconds: float, seeds: Sequence[Model] = ()) -> Solution:
        """The first seed is the input whose run gave the query: what holds for it is left as it is."""
        began = time.monotonic()
        solution = self._solve(query, began + seconds, seeds)
        took = Solution(
            solution.answer,
            solution.solver,
            time.monotonic() - began,
            solution.model,
            solution.reason,
            solution.core,
        )
        decided = {} if solution.answer is Answer.UNKNOWN else {solution.solver: 1}
        self.statistics = self.statistics.plus(Statistics(tally(took), decided))
        return took

    def _solve(self, query: Query, deadline: float, seeds: Sequence[Model]) -> Solution:
        model = tuple(seeds[0]) if seeds else (0,) * len(query.inputs)
        decider, unknown = "seeds", None
        for component in components(query):
            part = component.query(query)
            if self._holds(part, model):
                continue
            solution = self._component(compact(part), deadline, [model, *seeds[1:]])
            if solution.answer is Answer.UNSAT:
                return _at(solution, component)
            if solution.answer is Answer.UNKNOWN:
                unknown = unknown or solution
                continue
            assert solution.model is not None
            model = component.put(solution.model, model)
            if decider in _FREE:
                decider = solution.solver
        if unknown:
            return unknown
        if not self._holds(query, model):  # parts that hold one by one hold together, or splitting is wrong
            return Solution(Answer.UNKNOWN, decider, 0.0, reason="the parts' models do not fit together")
        return Solution(Answer.SAT, decider, 0.0, model)

    def _component(self, query: Query, deadline: float, seeds: Sequence[Model]) -> Solution:
        names = literals(query)
        key: Key = frozenset(names)
        core = self._known.core(key)
        if core is not None:
            return _unsat("cache", "these literals were refuted before", _positions(names, core))
        for model in [*seeds[1:], *self._known.models()]:
            if len(model) == len(query.inputs) and self._holds(query, model):
                return Solution(Answer.SAT, "cache", 0.0, model)
        given = deadline - time.monotonic()
        before = self._known.undecided(key, given)
        if before is not None:
            return Solution(Answer.UNKNOWN, "cache", 0.0, reason=before)
        solution = self._ask(query, deadline, seeds)
        if solution.answer is Answer.UNSAT:
            positions = range(len(names)) if solution.core is None else solution.core
            self._known.refuted(names[at] for at in positions)
        elif solution.answer is Answer.SAT:
            assert solution.model is not None
            self._known.solved(solution.model)
        else:
            self._known.gave_up(key, given, solution.reason)
        return solution

    def _ask(self, query: Query, deadline: float, seeds: Sequence[Model]) -> Solution:
        """One solver after another, each with its share of the time that is left."""
        near: list[Model] = []
        reasons: list[str] = []
        for stage, solver in self._stages:
            positions = stage.part(query) if stage.part else tuple(range(len(query.literals)))
            if not positions or not stage.applies(query):
                continue
            left = deadline - time.monotonic()
            if left <= 0:
                reasons.append("no time left")
                break
            asked = query
            if len(positions) < len(query.literals):
                kept = tuple(query.literals[at] for at in positions)
                asked = compact(Query(query.graph, kept, query.inputs))
            solution = solver.solve(asked, stage.share * left, [*near, *seeds])
            found = solution.answer is Answer.SAT and solution.model is not None
            holds = found and self._holds(query, solution.model or ())
            if solution.answer is Answer.UNSAT and stage.refutes(asked):
                self._count(solver, solution)
                core = positions if solution.core is None else tuple(positions[at] for at in solution.core)
                return _unsat(solver.name, solution.reason, core)
            if holds:
                self._count(solver, solution)
                return Solution(Answer.SAT, solver.name, 0.0, solution.model)
            if solution.model is not None:
                near.append(solution.model)
            reason = solution.reason
            if solution.answer is not Answer.UNKNOWN:
                reason = f"its {solution.answer.value} did not count"
            self._count(solver, Solution(Answer.UNKNOWN, solver.name, solution.seconds, reason=reason))
            reasons.append(f"{solver.name}: {reason}")
        return Solution(Answer.UNKNOWN, self.name, 0.0, reason="; ".join(reasons) or "nobody to ask")

    def _count(self, solver: Solver, solution: Solution) -> None:
        self.statistics = self.statistics.plus(Statistics(solvers={solver.name: tally(solution)}))


def _unsat(solver: str, reason: str, core: tuple[int, ...]) -> Solution:
    return Solution(Answer.UNSAT, solver, 0.0, reason=reason, core=core)


def _positions(names: Sequence[Literal], core: Key) -> tuple[int, ...]:
    return tuple(at for at, name in enumerate(names) if name in core)


def _at(solution: Solution, component: Component) -> Solution:
    """A component's refutation as one of the whole query."""
    core = solution.core or ()
    return _unsat(solution.solver, solution.reason, tuple(component.positions[at] for at in core))
