"""What the queries about one function have taught: sets of literals that cannot hold together, inputs that
made others hold, and what nobody could decide. Literals are known by their structure, so that a later run's
count."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from orchestrator.solvers import Model
from orchestrator.symbolic.graph import Query
from orchestrator.symbolic.structure import Name, structure

Literal = tuple[Name, bool]
Key = frozenset[Literal]

_MODELS = 32  # that are tried again: the latest


def literals(query: Query) -> tuple[Literal, ...]:
    names = structure(query.graph)
    return tuple((names.name(node), wanted) for node, wanted in query.literals)


class Known:
    def __init__(self) -> None:
        self._cores: dict[
            Literal, list[Key]
        ] = {}  # each under one of its literals: whatever holds it is asked
        self._models: dict[Model, None] = {}
        self._undecided: dict[Key, tuple[float, str]] = {}

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

    def undecided(self, key: Key, seconds: float) -> str | None:
        """Why nobody could tell, if they had about as much time as there is now."""
        spent, reason = self._undecided.get(key, (-1.0, ""))
        return reason if spent >= 0.8 * seconds else None

    def gave_up(self, key: Key, seconds: float, reason: str) -> None:
        self._undecided[key] = seconds, reason
