"""Which literals of a query are simple in the sense of the FuSE study: no function of libm, and of floating-
point operations only linear ones. Integers may do as they like."""

from __future__ import annotations

import numpy as np

from orchestrator.symbolic.graph import Group, Op, Query, Type, of_group
from orchestrator.symbolic.structure import cone

_FUNCTIONS = of_group(Group.ELEMENTARY)
_NONLINEAR = (*_FUNCTIONS, Op.FREM, Op.FMA, Op.SQRT, Op.LDEXP)


def has_functions(query: Query) -> bool:
    kept = cone(query.graph, [node for node, _ in query.literals])
    return bool(np.isin(query.graph.nodes["op"][kept], _FUNCTIONS).any())


def has_x87(query: Query) -> bool:
    """Numbers of a format that is not one of IEEE 754's."""
    kept = cone(query.graph, [node for node, _ in query.literals])
    return bool((query.graph.nodes["type"][kept] == Type.F80).any())


def simple(query: Query) -> tuple[int, ...]:
    """Positions of the simple literals."""
    nodes = query.graph.nodes
    constant = nodes["op"] == Op.CONSTANT
    # A product with a constant is linear, and so is a quotient by one.
    bends = np.isin(nodes["op"], _NONLINEAR)
    bends |= (nodes["op"] == Op.FMUL) & ~constant[nodes["a"]] & ~constant[nodes["b"]]
    bends |= (nodes["op"] == Op.FDIV) & ~constant[nodes["b"]]
    return tuple(
        at for at, (node, _) in enumerate(query.literals) if not bends[cone(query.graph, [node])].any()
    )


def only_reals(query: Query) -> bool:
    """The query is about real numbers, by operations that are defined everywhere: theirs is the answer."""
    nodes = query.graph.nodes[cone(query.graph, [node for node, _ in query.literals])]
    total = ~np.isin(nodes["op"], (*_FUNCTIONS, Op.FDIV, Op.SQRT, Op.FREM))
    return bool((np.isin(nodes["type"], (Type.REAL, Type.I1)) & total).all())
