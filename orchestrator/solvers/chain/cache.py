"""What the queries about one function have taught: sets of literals that cannot hold together, inputs that
made others hold, and what nobody could decide. Literals are known by their structure, so that a later run's
count."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from orchestrator.solvers import Answer, Holds, Model, Solution, Solver
from orchestrator.symbolic.graph import Query
from orchestrator.symbolic.structure import Name, structure

Literal = tuple[Name, bool]
Key = frozenset[Literal]

_MODELS = 32  # that are tried again: the latest
_AS_MUCH = 0.8  # of the time that is there now: with so much, asking again is no use
NAME = "cache"


def literals(query: Query) -> tuple[Literal, ...]:
    names = structure(query.graph)
    return tuple((names.name(node), wanted) for node, wanted in query.literals)


class Cached:
    """A solver that is asked only what is not known yet."""

    def __init__(self, solver: Solver, holds: Holds) -> None:
        self.name = solver.name
        self._solver = solver
        self._holds = holds
        self._lessons = Lessons()

    def solve(self, query: Query, seconds: float, seeds: Sequence[Model] = ()) -> Solution:
        """The first seed is known not to solve it."""
        names = literals(query)
        key: Key = frozenset(names)
        core = self._lessons.core(key)
        if core is not None:
            positions = tuple(at for at, name in enumerate(names) if name in core)
            reason = "these literals were refuted before"
            return Solution(Answer.UNSAT, NAME, 0.0, reason=reason, core=positions)
        for model in [*seeds[1:], *self._lessons.models()]:
            if len(model) == len(query.inputs) and self._holds(query, model):
                return Solution(Answer.SAT, NAME, 0.0, model)
        before = self._lessons.undecided(key, seconds)
        if before is not None:
            return Solution(before.answer, NAME, 0.0, reason=before.reason)
        solution = self._solver.solve(query, seconds, seeds)
        self._learn(names, seconds, solution)
        return solution

    def _learn(self, names: Sequence[Literal], seconds: float, solution: Solution) -> None:
        if solution.answer is Answer.UNSAT:
            positions = range(len(names)) if solution.core is None else solution.core
            self._lessons.refuted(names[at] for at in positions)
        elif solution.answer is Answer.SAT:
            assert solution.model is not None
            self._lessons.solved(solution.model)
        else:
            self._lessons.gave_up(frozenset(names), seconds, solution)


class Lessons:
    def __init__(self) -> None:
        # Each core under one of its literals: a query that has this literal is compared with it.
        self._cores: dict[Literal, list[Key]] = {}
        self._models: dict[Model, None] = {}
        self._undecided: dict[Key, tuple[float, Solution]] = {}

    def core(self, key: Key) -> Key | None:
        """A part of these literals that is known to be contradictory."""
        found = (core for literal in key for core in self._cores.get(literal, ()) if core <= key)
        return next(found, None)

    def refuted(self, core: Iterable[Literal]) -> None:
        core = frozenset(core)
        if core and self.core(core) is None:
            self._cores.setdefault(min(core), []).append(core)

    def models(self) -> Iterator[Model]:
        """The latest first."""
        return reversed(list(self._models))

    def solved(self, model: Model) -> None:
        self._models.pop(model, None)
        self._models[model] = None
        if len(self._models) > _MODELS:
            del self._models[next(iter(self._models))]

    def undecided(self, key: Key, seconds: float) -> Solution | None:
        """What was said when nobody could tell, if they had about as much time as there is now."""
        spent, solution = self._undecided.get(key, (0.0, None))
        return solution if spent >= _AS_MUCH * seconds else None

    def gave_up(self, key: Key, seconds: float, solution: Solution) -> None:
        self._undecided[key] = seconds, solution
