"""What an expression is made of, for all nodes of a graph at once: a name that does not depend on the run
that made it, and the inputs it depends on. The loops are native (solvers_native/structure.cpp), for graphs
have up to millions of nodes.

Names are 128 bits wide, so that two expressions of one name are the same expression in all that can happen.
"""

from __future__ import annotations

import ctypes
import hashlib
import weakref
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from orchestrator.core.errors import InternalError
from orchestrator.core.places import built
from orchestrator.symbolic.graph import NODE, Graph, Query

Name = tuple[int, int]


@dataclass(frozen=True)
class Structure:
    """By node. `support` is a set of inputs as bits; the n-th input is bit n mod 64, so that two expressions
    without a common bit have no common input."""

    first: NDArray[np.uint64]
    second: NDArray[np.uint64]
    support: NDArray[np.uint64]

    def name(self, node: int) -> Name:
        return int(self.first[node]), int(self.second[node])


_known: dict[int, tuple[weakref.ref[Graph], Structure]] = {}


def structure(graph: Graph) -> Structure:
    """Computed once for a graph; it may not change afterwards."""
    entry = _known.get(id(graph))
    if entry and entry[0]() is graph and len(entry[1].support) == len(graph):
        return entry[1]
    nodes = np.ascontiguousarray(graph.nodes)
    if graph.rationals:  # their values are not in the array
        nodes = nodes.copy()
        for node, value in graph.rationals.items():
            digest = hashlib.blake2b(str(value).encode(), digest_size=16).digest()
            nodes["lo"][node], nodes["hi"][node] = np.frombuffer(digest, "<u8")
    arrays = [np.zeros(len(nodes), np.uint64) for _ in range(3)]
    if not _native().ariadne_structure(nodes.ctypes.data, len(nodes), *(each.ctypes.data for each in arrays)):
        raise InternalError("a graph is malformed")
    result = Structure(*arrays)
    key = id(graph)
    _known[key] = weakref.ref(graph, lambda _: _known.pop(key, None)), result
    return result


def cone(graph: Graph, roots: Iterable[int]) -> NDArray[np.intp]:
    """The nodes that these depend on, and themselves, operands first."""
    nodes = np.ascontiguousarray(graph.nodes)
    marks = np.zeros(len(nodes), np.uint8)
    marks[list(roots)] = 1
    if not _native().ariadne_cone(nodes.ctypes.data, len(nodes), marks.ctypes.data):
        raise InternalError("a graph is malformed")
    marks[0] = 0
    return np.flatnonzero(marks)


def compact(query: Query) -> Query:
    """The same query over a graph of what its literals depend on, and nothing else."""
    kept = cone(query.graph, [node for node, _ in query.literals])
    renumbered = np.zeros(len(query.graph), np.uint32)
    renumbered[kept] = np.arange(1, len(kept) + 1)
    nodes = np.zeros(len(kept) + 1, NODE)
    nodes[1:] = query.graph.nodes[kept]
    for operand in ("a", "b", "c"):
        nodes[operand] = renumbered[nodes[operand]]
    rationals = {
        int(renumbered[node]): value for node, value in query.graph.rationals.items() if renumbered[node]
    }
    literals = tuple((int(renumbered[node]), wanted) for node, wanted in query.literals)
    return Query(Graph(nodes, rationals), literals, query.inputs)


@cache
def _native() -> ctypes.CDLL:
    loaded = ctypes.CDLL(built("lib/libariadne_queries.so"))
    pointer, word = ctypes.c_void_p, ctypes.c_uint64
    loaded.ariadne_structure.argtypes = [pointer, word, pointer, pointer, pointer]
    loaded.ariadne_cone.argtypes = [pointer, word, pointer]
    return loaded
