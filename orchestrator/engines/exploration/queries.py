"""A flip as a question to solvers, and their answer as an input."""

from __future__ import annotations

from orchestrator.core.model import Function
from orchestrator.engines.exploration.assumptions import Literal, assume
from orchestrator.engines.exploration.paths import Choice, Path
from orchestrator.engines.exploration.tree import Flip
from orchestrator.numbers import floats
from orchestrator.numbers.values import input_buffer, raw_of
from orchestrator.solvers import Model
from orchestrator.symbolic.extension import Extension
from orchestrator.symbolic.graph import Graph, Op, Query, Type

_TYPES = {"f32": Type.F32, "f64": Type.F64, "f80": Type.F80, "bool": Type.I8}
_TYPES |= {f"{sign}{bits}": Type[f"I{bits}"] for sign in "iu" for bits in (8, 16, 32, 64)}


class Questions:
    """All questions about one run. What happened at guards before is no part of them: runs go on."""

    def __init__(self, path: Path, function: Function) -> None:
        self.path = path
        self._graph, self._assumed = assume(path.graph, function)
        self._inputs = _types(path.graph, function)

    def query(self, flip: Flip) -> Query:
        extension = Extension(self._graph)
        literals = [*self._assumed]
        for choice in self.path.choices[: flip.after]:
            literals.append(_decided(extension, choice))
        if flip.is_guard:
            guards = (g for g in self.path.guards if g.after == flip.after and g.pair == flip.pair)
            wanted = {key for key, known in flip.junction.guards.items() if known is flip}
            node = next(g.node for g in guards if (g.pair, g.name) in wanted)
            literals.append((node, True))
        else:
            choice = self.path.choices[flip.after]
            for outcome in flip.junction.children:
                literals.append(_other(extension, choice, outcome))
        return Query(extension.graph(), tuple(literals), self._inputs)


def _decided(extension: Extension, choice: Choice) -> Literal:
    if choice.is_branch:
        return choice.subject, bool(choice.outcome)
    return extension.equals(choice.subject, choice.outcome), True


def _other(extension: Extension, choice: Choice, outcome: int) -> Literal:
    if choice.is_branch:
        return choice.subject, not outcome
    return extension.equals(choice.subject, outcome), False


def _types(graph: Graph, function: Function) -> tuple[int, ...]:
    """Of the inputs: as the run's graph has them, where it has them."""
    types = [int(_TYPES[leaf.cls]) for leaf in function.inputs]
    inputs = graph.nodes[graph.nodes["op"] == Op.INPUT]
    for index, kind in zip(inputs["aux"], inputs["type"], strict=True):
        types[int(index)] = int(kind)
    return tuple(types)


def model_of(function: Function, data: bytes) -> Model:
    """The bits of each input in a buffer."""
    return tuple(int.from_bytes(raw_of(leaf, data), "little") for leaf in function.inputs)


def buffer_of(function: Function, model: Model) -> bytes:
    raws = []
    for leaf, bits in zip(function.inputs, model, strict=True):
        size = floats.size(leaf.cls)
        raws.append((bits & ((1 << 8 * size) - 1)).to_bytes(size, "little"))
    return input_buffer(function, raws)
