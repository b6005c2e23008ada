"""What a graph's values are, natively: every solver's models are checked here before they count.

A small interpreter in C++ (solvers_native/) walks the flat array. Compiling costs milliseconds per query, for
something that is asked once: the interpreter answers in the time that handing over the arguments takes, and
needs some 10 ns per node. Where one query is evaluated millions of times, `weakdistance` compiles it.

Elementary functions are the machine's libm; conversions to integers out of range give what x86 gives; where
LLVM promises nothing (a shift by more than the width, an integer divided by zero), SMT-LIB's result counts.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from orchestrator.core.errors import InternalError
from orchestrator.native.toolchain import native
from orchestrator.solvers.reals import rationals
from orchestrator.symbolic.graph import Graph, Query

VALUE = np.dtype([("lo", "<u8"), ("hi", "<u8")])  # the bits of a node of any type


def holds(query: Query, model: Sequence[int | Fraction]) -> bool:
    """Do all literals have the wanted truth for inputs of these bits? Reals are fractions, and what cannot be
    decided exactly about them does not hold."""
    if rationals.concerns(query):
        return rationals.holds(query, model)
    return first_failure(query, [int(value) for value in model]) is None


def first_failure(query: Query, model: Sequence[int]) -> int | None:
    """The first literal that is not as wanted, by its position."""
    given = Arguments(query)
    inputs = values(model)
    good = library().ariadne_literals_hold(*given.pointers, address(inputs), len(inputs))
    if good < 0:
        raise InternalError("a query is malformed, or about reals")
    return None if good == len(query.literals) else int(good)


class Arguments:
    """A query as the native code takes it; the arrays live as long as this does."""

    def __init__(self, query: Query) -> None:
        self._nodes = np.ascontiguousarray(query.graph.nodes)
        self._literals = np.array([node for node, _ in query.literals], dtype=np.uint32)
        self._wanted = np.array([truth for _, truth in query.literals], dtype=np.uint8)
        self.pointers = (
            address(self._nodes),
            len(self._nodes),
            address(self._literals),
            address(self._wanted),
            len(self._literals),
        )


def evaluate(graph: Graph, inputs: Sequence[int]) -> NDArray[np.void]:
    """The bits of every node (`lo`, `hi`), for inputs of these bits."""
    nodes, given = np.ascontiguousarray(graph.nodes), values(inputs)
    result = np.zeros(len(nodes), dtype=VALUE)
    if len(nodes) and not library().ariadne_evaluate_graph(
        address(nodes), len(nodes), address(given), len(given), address(result)
    ):
        raise InternalError("a graph is malformed, or about reals")
    return result


def values(bits: Sequence[int]) -> NDArray[np.void]:
    """Bits of inputs as the native code takes them."""
    return np.array([(each & (1 << 64) - 1, each >> 64) for each in bits], dtype=VALUE)


@cache
def library() -> ctypes.CDLL:
    """The native part, with its functions' types."""
    loaded = ctypes.CDLL(native("lib/libariadne_queries.so"))
    pointer: Any = ctypes.c_void_p
    size: Any = ctypes.c_uint64
    loaded.ariadne_evaluate_graph.argtypes = [pointer, size, pointer, size, pointer]
    loaded.ariadne_literals_hold.argtypes = [pointer, size, pointer, pointer, size, pointer, size]
    loaded.ariadne_literals_hold.restype = ctypes.c_int64
    query = [pointer, size, pointer, pointer, size, size]
    loaded.ariadne_solver_new.argtypes = [*query, size]
    loaded.ariadne_solver_new.restype = pointer
    loaded.ariadne_solver_free.argtypes = [pointer]
    loaded.ariadne_solver_steps.argtypes = [pointer, pointer]
    loaded.ariadne_solver_steps.restype = size
    loaded.ariadne_solver_compared.argtypes = [pointer, pointer]
    loaded.ariadne_solver_seed.argtypes = [pointer, pointer]
    loaded.ariadne_solver_run.argtypes = [pointer, pointer, size, ctypes.c_double, pointer]
    loaded.ariadne_solver_evaluations.argtypes = [pointer]
    loaded.ariadne_solver_evaluations.restype = size
    loaded.ariadne_solver_nearest.argtypes = [pointer]
    loaded.ariadne_solver_nearest.restype = ctypes.c_double
    return loaded


def address(array: NDArray[np.generic]) -> int:
    return int(array.ctypes.data)
