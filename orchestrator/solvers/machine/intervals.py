"""The solver `intervals`: projections over float intervals (FPSE), then splitting and labelling, natively.

Its refutations are exact, because projections never lose a solution. What it finds is evaluated before it
counts.
"""

from __future__ import annotations

import ctypes
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from orchestrator.core.errors import InternalError
from orchestrator.native import toolchain
from orchestrator.solvers import Answer, Model, Solution
from orchestrator.solvers.machine.evaluator import first_failure
from orchestrator.solvers.reals import rationals
from orchestrator.symbolic.graph import Query

_UNSAT, _SAT = 0, 1
_LITERAL = np.dtype([("node", "<u4"), ("wanted", "<u4")])
_BOUND = np.dtype(
    [("lo", "<f8"), ("hi", "<f8"), ("nan", "?"), ("zero", "?"), ("empty", "?"), ("pad", "u1", 5)]
)


@dataclass(frozen=True)
class Range:
    """What a node may be: numbers from lo to hi, perhaps a NaN; `zero` is whether a zero is among them."""

    lo: float
    hi: float
    nan: bool = False
    zero: bool = True


@dataclass(frozen=True)
class Propagated:
    """What propagation leaves of each node; of none of them, if that is nothing for one."""

    feasible: bool
    ranges: Mapping[int, Range]
    projections: int
    seconds: float  # of the processor, for the propagation itself


@dataclass(frozen=True)
class Intervals:
    name: str = "intervals"

    def solve(self, query: Query, seconds: float, seeds: Sequence[Model] = ()) -> Solution:
        start = time.monotonic()

        def answer(kind: Answer, model: Model | None = None, reason: str = "") -> Solution:
            return Solution(kind, self.name, time.monotonic() - start, model, reason)

        if rationals.concerns(query):
            return answer(Answer.SKIPPED, reason="the query is about reals")
        count = len(query.inputs)
        if any(len(each) != count for each in seeds):
            raise InternalError("a seed is no model of its query")
        nodes, literals = _arrays(query)
        model = np.zeros((count, 2), dtype=np.uint64)
        near = np.array([_halves(bits) for each in seeds for bits in each], dtype=np.uint64)
        counts = np.zeros(2, dtype=np.uint64)
        found = _library().ariadne_intervals_solve(
            nodes.ctypes.data,
            len(nodes),
            literals.ctypes.data,
            len(literals),
            seconds,
            near.ctypes.data,
            len(seeds),
            model.ctypes.data,
            count,
            counts.ctypes.data,
        )
        effort = f"{int(counts[1]):,} boxes, {int(counts[0]):,} projections"
        if found == _UNSAT:
            return answer(Answer.UNSAT, reason=effort)
        if found != _SAT:
            late = time.monotonic() - start >= seconds
            return answer(Answer.TIMEOUT if late else Answer.UNKNOWN, reason=f"not decided after {effort}")
        bits = tuple(int(low) | int(high) << 64 for low, high in model)
        if (wrong := first_failure(query, bits)) is not None:
            return answer(Answer.UNKNOWN, reason=f"the best candidate misses literal {wrong} ({effort})")
        return answer(Answer.SAT, bits)


def propagate(query: Query, given: Mapping[int, Range] | None = None) -> Propagated:
    """Propagation alone, from the ranges given for some nodes (float or double)."""
    nodes, literals = _arrays(query)
    bounds = np.zeros(len(nodes), dtype=_BOUND)
    bounds["empty"] = True  # nothing given
    for node, range in (given or {}).items():
        bounds[node] = (range.lo, range.hi, range.nan, range.zero, False, 0)
    counts = np.zeros(2, dtype=np.uint64)
    start = time.thread_time()
    feasible = _library().ariadne_intervals_propagate(
        nodes.ctypes.data,
        len(nodes),
        literals.ctypes.data,
        len(literals),
        bounds.ctypes.data,
        counts.ctypes.data,
    )
    seconds = time.thread_time() - start
    left = {
        node: Range(float(row["lo"]), float(row["hi"]), bool(row["nan"]), bool(row["zero"]))
        for node, row in enumerate(bounds)
        if node and not row["empty"]
    }
    return Propagated(bool(feasible), left if feasible else {}, int(counts[0]), seconds)


def _arrays(query: Query) -> tuple[NDArray[np.void], NDArray[np.void]]:
    nodes = np.ascontiguousarray(query.graph.nodes)
    return nodes, np.array([(node, wanted) for node, wanted in query.literals], dtype=_LITERAL)


def _halves(bits: int) -> tuple[int, int]:
    return bits % (1 << 64), bits >> 64


@cache
def _library() -> ctypes.CDLL:
    library = ctypes.CDLL(toolchain.native("lib/libariadne_intervals.so"))
    pointer, number = ctypes.c_void_p, ctypes.c_uint32
    library.ariadne_intervals_solve.argtypes = [
        *(pointer, number, pointer, number, ctypes.c_double),
        *(pointer, number, pointer, number, pointer),
    ]
    library.ariadne_intervals_propagate.argtypes = [pointer, number, pointer, number, pointer, pointer]
    return library
