"""Literals that share no input, even by way of others, are solved apart."""

from __future__ import annotations

from dataclasses import dataclass

from orchestrator.solvers import Model
from orchestrator.symbolic.graph import Query
from orchestrator.symbolic.structure import structure


@dataclass(frozen=True)
class Component:
    positions: tuple[int, ...]  # in the query's literals
    support: int  # inputs as bits, see Structure

    def query(self, whole: Query) -> Query:
        return Query(whole.graph, tuple(whole.literals[at] for at in self.positions), whole.inputs)

    def put(self, model: Model, into: Model) -> Model:
        """`into` with this component's inputs taken from the model."""
        return tuple(
            new if self.support >> (index % 64) & 1 else old
            for index, (new, old) in enumerate(zip(model, into, strict=True))
        )


def components(query: Query) -> list[Component]:
    """In the order of their first literals. One without inputs stands alone."""
    support = structure(query.graph).support
    parts: list[tuple[list[int], int]] = []
    for position, (node, _) in enumerate(query.literals):
        positions, inputs = [position], int(support[node])
        apart = []
        for part in parts:
            if part[1] & inputs:
                positions, inputs = part[0] + positions, part[1] | inputs
            else:
                apart.append(part)
        parts = [*apart, (positions, inputs)]
    found = [Component(tuple(sorted(positions)), inputs) for positions, inputs in parts]
    return sorted(found, key=lambda component: component.positions)
