"""The solvers of the registry, ready to be asked, and chains made of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from orchestrator.solvers import Solver
from orchestrator.solvers.chain.chain import Chain
from orchestrator.solvers.chain.worker import Isolated, Named
from orchestrator.solvers.machine import evaluator
from orchestrator.solvers.registry import ORDERS, SOLVERS, Row, Stage, require


def solver(row: Row, limits: Mapping[str, int] | None = None) -> Solver:
    """Whoever lacks its Python package is told so, here and in the process that imports it."""
    require(row)
    given = {**row.limits, **(limits or {})}
    make = Named(f"orchestrator.solvers.{row.module}", row.maker, tuple(given[name] for name in row.limits))
    return Isolated(row, make) if row.own_process else make()


def solvers(
    names: Iterable[str] = tuple(SOLVERS), limits: Mapping[str, int] | None = None
) -> dict[str, Solver]:
    """By name. `limits`: other values for what rows have as limits."""
    return {name: solver(SOLVERS[name], limits) for name in dict.fromkeys(names)}


def chain_of(stages: Sequence[Stage], limits: Mapping[str, int] | None = None) -> Chain:
    return Chain(solvers((stage.solver for stage in stages), limits), stages, evaluator.holds)


def chain(order: str = "default") -> Chain:
    """A new one knows nothing: one for each function."""
    return chain_of(ORDERS[order])
