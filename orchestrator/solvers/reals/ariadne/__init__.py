"""Ariadne's own solver over the reals (section 3.3 of the paper), for what Z3 leaves unknown.

ARIADNESOLVE (Algorithm 1) makes the formula univariate in ever new ways, SOLVEUNIVARIATE (Algorithm 2) turns
what is left into intervals and looks for floats in them. That a float solves the query is decided by
evaluating it.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence

from orchestrator.solvers import Answer, Model, Solution
from orchestrator.solvers.machine.evaluator import evaluate, holds
from orchestrator.solvers.reals.ariadne.concretize import Concretize, Concretized, Holds
from orchestrator.solvers.reals.ariadne.formula import Formula, formula
from orchestrator.solvers.reals.ariadne.overfloats import solve_over_floats
from orchestrator.solvers.reals.ariadne.pieces import combine, everywhere
from orchestrator.solvers.reals.ariadne.roots import TooHard
from orchestrator.solvers.reals.ariadne.univariate import Univariate
from orchestrator.solvers.registry import SOLVERS
from orchestrator.symbolic.builder import FLOATS
from orchestrator.symbolic.graph import Query, Type
from orchestrator.symbolic.structure import compact

_LIMITS = SOLVERS["ariadne"].limits


class _OutOfTime(Exception):
    pass


class _NoRealSolution(Exception):
    """The intervals are empty."""


class Ariadne:
    name = "ariadne"

    def __init__(
        self,
        max_concretizations: int = _LIMITS["concretizations"],
        max_bindings: int = _LIMITS["bindings"],
        holds: Holds = holds,
    ) -> None:
        self._max_concretizations = max_concretizations
        self._max_bindings = max_bindings
        self._holds = holds

    def solve(self, query: Query, seconds: float, seeds: Sequence[Model] = ()) -> Solution:
        began = time.monotonic()

        def check() -> None:
            if time.monotonic() - began > seconds:
                raise _OutOfTime

        try:
            answer, model, reason = self._ariadne_solve(compact(query), seeds, check)
        except _OutOfTime:
            answer, model, reason = Answer.TIMEOUT, None, "out of time"
        return Solution(answer, self.name, time.monotonic() - began, model, reason)

    def _ariadne_solve(
        self, query: Query, seeds: Sequence[Model], check: Callable[[], None]
    ) -> tuple[Answer, Model | None, str]:
        """Algorithm 1. The same query and seeds give the same answer, time permitting."""
        if Type.REAL in query.inputs:
            return Answer.SKIPPED, None, "it looks for floats"
        phi = formula(query)
        concretize = Concretize(phi, self._holds, self._max_bindings)
        rng = random.Random(len(query.graph))
        bases = [list(seed) for seed in seeds if len(seed) == len(query.inputs)] or [[0] * len(query.inputs)]
        answer, reason = Answer.UNKNOWN, "no binding was found"
        multivariate = concretize.multivariate()
        for attempt in range(self._max_concretizations if multivariate else 1):
            check()
            bindings = concretize(bases[attempt % len(bases)], rng, keep_base=attempt % 2 == 0)
            if bindings is None:
                continue
            try:
                model = self._solve_univariate(phi, bindings, check)
            except _NoRealSolution:
                reason = "no concretization has a solution"
                if not multivariate:
                    answer, reason = Answer.NO_REALS, "unsat over the reals"
                continue
            except TooHard as problem:
                reason = str(problem)
                continue
            if model is not None:
                return Answer.SAT, model, ""
            reason = "no float near the real solutions solves it"
        return answer, None, reason

    def _solve_univariate(
        self, phi: Formula, bindings: Concretized, check: Callable[[], None]
    ) -> Model | None:
        """Algorithm 2, for each variable that is left: no constraint has two of them."""
        model = bindings.model
        query = phi.query
        bits = evaluate(query.graph, model)
        for index in bindings.free:
            positions = [at for at in range(len(query.literals)) if index in phi.needs(at)]
            part = Query(query.graph, tuple(query.literals[at] for at in positions), query.inputs)
            if query.inputs[index] not in FLOATS:
                raise TooHard("an integer is not a real variable")
            read = Univariate(phi, index, bits, check)
            truth = everywhere(True)
            for at in positions:
                truth = combine(lambda a, b: a and b, truth, read.literal(at))
            if not any(truth.values):
                raise _NoRealSolution
            for value in solve_over_floats(truth, query.inputs[index]):
                check()
                candidate = (*model[:index], value, *model[index + 1 :])
                if self._holds(part, candidate):
                    model = candidate
                    break
            else:
                return None
        return model if self._holds(query, model) else None
