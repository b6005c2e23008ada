"""What solvers over the reals have in common: read the query, ask, and look for floats near the answer.

"No real numbers" is no refutation: rounding makes floats solve what the reals do not, and the reverse.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from orchestrator.solvers import Answer, Model, Solution
from orchestrator.solvers.machine.evaluator import holds
from orchestrator.solvers.reals.nearby import Values, models
from orchestrator.solvers.reals.reading import Reading, Term
from orchestrator.symbolic.builder import FLOATS
from orchestrator.symbolic.graph import Query, Type
from orchestrator.symbolic.simple import only_reals
from orchestrator.symbolic.structure import compact

_ROUNDS = 4  # solutions over the reals that are looked at


class OverReals(ABC):
    """A solver whose answers are candidates."""

    name: str
    functions: Mapping[int, Callable[..., Term]] = {}

    def __init__(self, holds: Callable[[Query, Model], bool] = holds) -> None:
        self._holds = holds

    @property
    @abstractmethod
    def api(self) -> Any: ...

    @abstractmethod
    def ask(
        self, constraints: list[Term], inputs: Mapping[int, Term], seconds: float
    ) -> tuple[Answer, Values]:
        """With UNKNOWN the values may be what the solver last tried, or nothing."""

    def solve(self, query: Query, seconds: float, seeds: Sequence[Model] = ()) -> Solution:
        began = time.monotonic()

        def spent() -> float:
            return time.monotonic() - began

        def undecided(answer: Answer, reason: str, near: Model | None = None) -> Solution:
            return Solution(answer, self.name, spent(), near, reason)

        query = compact(query)
        reading = Reading(self.api, query, self.functions)
        if not reading.literals:
            gaps = "; ".join(dict.fromkeys(reading.gaps.values()))
            return undecided(Answer.SKIPPED, gaps or "nothing is asked")
        constraints = [*reading.facts, *reading.literals.values()]
        base = tuple(seeds[0]) if seeds else None
        near: Model | None = None
        for _ in range(_ROUNDS):
            if seconds - spent() <= 0:
                return undecided(Answer.TIMEOUT, "out of time", near)
            answer, values = self.ask(constraints, reading.inputs, seconds - spent())
            if answer is Answer.UNSAT:
                if near is None and only_reals(query) and not reading.gaps and not reading.free:
                    return Solution(Answer.UNSAT, self.name, spent(), reason="no real numbers")
                if near is None:
                    return undecided(Answer.NO_REALS, "unsat over the reals")
                return undecided(Answer.UNKNOWN, "no floats near the real solutions", near)
            for model in models(query, values, base) if values else ():
                if self._holds(query, model):
                    return Solution(Answer.SAT, self.name, spent(), model)
                near = near or model
            if answer is Answer.UNKNOWN:
                late = spent() >= seconds
                return undecided(Answer.TIMEOUT if late else Answer.UNKNOWN, "undecided", near)
            constraints.append(self._elsewhere(query, reading, values))
        return undecided(Answer.UNKNOWN, "no floats near the real solutions", near)

    def _elsewhere(self, query: Query, reading: Reading, values: Values) -> Term:
        """Not this solution, nor one that rounds to the same floats (line 9 of the paper's Algorithm 5)."""
        cases = []
        for index, value in values.items():
            term, kind = reading.inputs[index], query.inputs[index]
            if kind == Type.I1:
                cases.append(term != self.api.BoolVal(bool(value)))
            elif kind in FLOATS:
                margin = reading.number(abs(value) / (1 << 20) + (1 if value == 0 else 0))
                cases += [term < reading.number(value) - margin, term > reading.number(value) + margin]
            elif kind == Type.REAL:
                cases.append(term != reading.number(value))
            else:
                cases.append(term != self.api.IntVal(int(value)))
        return self.api.Or(*cases) if len(cases) > 1 else cases[0]
