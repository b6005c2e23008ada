"""The solver `search`: a query as a weak distance, zero where all literals hold, minimised natively.

It answers sat or unknown, never unsat. The minimiser and the distances are C++ (solvers_native/). The values
that are compared are interpreted at first, because most queries that this can solve are solved sooner than a
compiler is done, and then computed by compiled code (`compiled`), several times as fast. The same seed and
number of evaluations give the same search.
"""

from __future__ import annotations

import ctypes
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np

from orchestrator.core.errors import InternalError
from orchestrator.solvers import Answer, Model, Solution
from orchestrator.solvers.machine.compiled import STEP, Compiled
from orchestrator.solvers.machine.evaluator import Arguments, address, first_failure, library, values
from orchestrator.solvers.reals import rationals
from orchestrator.symbolic.graph import Query

_FOUND, _EVALUATIONS, _TIME = range(3)
_INTERPRETED = 3_000  # evaluations before anything is compiled
_MAX_COMPILED = 5_000  # steps; beyond, compiling takes seconds
_SLICE = 200_000  # evaluations between looks at what else happens: an interrupt


@dataclass(frozen=True)
class WeakDistance:
    """Deterministic for a seed, but for the end of time."""

    name: str = "search"
    seed: int = 1
    evaluations: int | None = None  # at most about so many
    compiling: bool = True

    def solve(self, query: Query, seconds: float, seeds: Sequence[Model] = ()) -> Solution:
        start = time.monotonic()

        def answer(kind: Answer, model: Model | None = None, reason: str = "") -> Solution:
            return Solution(kind, self.name, time.monotonic() - start, model, reason)

        if rationals.concerns(query):
            return answer(Answer.SKIPPED, reason="the query is about reals")
        if any(len(each) != len(query.inputs) for each in seeds):
            raise InternalError("a seed is no model of its query")
        model = values(seeds[0] if seeds else [0] * len(query.inputs))
        with _solver(query, self.seed) as solver:
            for each in seeds:
                library().ariadne_solver_seed(solver, address(values(each)))
            found = self._search(solver, start + seconds, address(model))
            evaluations = library().ariadne_solver_evaluations(solver)
            nearest = library().ariadne_solver_nearest(solver)
        if not found:
            nearness = f"{evaluations:,} inputs tried, the nearest {nearest:.3g} floats away"
            late = time.monotonic() - start >= seconds
            return answer(Answer.TIMEOUT if late else Answer.UNKNOWN, reason=nearness)
        bits = tuple(int(each["lo"]) | int(each["hi"]) << 64 for each in model)
        if (wrong := first_failure(query, bits)) is not None:
            return answer(Answer.UNKNOWN, reason=f"literal {wrong} holds in compiled code only")
        return answer(Answer.SAT, bits)

    def _search(self, solver: int, end: float, model: int) -> bool:
        """Whether a model was found, and written to where it is wanted."""
        left = self.evaluations
        code: Compiled | None = None
        size = _INTERPRETED
        while True:
            share = size if left is None else min(size, left)
            entry = code.entry if code else None
            outcome = library().ariadne_solver_run(solver, entry, share, end - time.monotonic(), model)
            if outcome != _EVALUATIONS:
                return bool(outcome == _FOUND)
            if left is not None and (left := left - share) <= 0:
                return False
            if size == _INTERPRETED:
                code = _compile(solver) if self.compiling else None
                size = _SLICE


@contextmanager
def _solver(query: Query, seed: int) -> Iterator[int]:
    arguments = Arguments(query)
    solver = library().ariadne_solver_new(*arguments.pointers, len(query.inputs), seed)
    if not solver:
        raise InternalError("a query is malformed")
    try:
        yield solver
    finally:
        library().ariadne_solver_free(solver)


def _compile(solver: int) -> Compiled | None:
    """Code for the values that distances compare; none, if it would take too long to make."""
    pointer = ctypes.c_void_p()
    count = library().ariadne_solver_steps(solver, ctypes.addressof(pointer))
    if count > _MAX_COMPILED or pointer.value is None:
        return None
    buffer = (ctypes.c_char * (count * STEP.itemsize)).from_address(pointer.value)
    stored = np.zeros(count, dtype=np.uint8)
    library().ariadne_solver_compared(solver, address(stored))
    return Compiled(np.frombuffer(buffer, dtype=STEP), stored, pointer.value)
