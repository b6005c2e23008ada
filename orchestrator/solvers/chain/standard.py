"""The solvers that there are, and chains made of them."""

from __future__ import annotations

from importlib.util import find_spec

from orchestrator.solvers import Solver
from orchestrator.solvers.chain.chain import ORDERS, Chain
from orchestrator.solvers.chain.limits import MAX_BINDINGS, MAX_CONCRETIZATIONS
from orchestrator.solvers.chain.worker import Isolated, Named
from orchestrator.solvers.machine import evaluator

_HERE = "orchestrator.solvers"

# Foreign native code, or much memory: in a process of their own.
_ISOLATED = {
    "bitwuzla": Named(f"{_HERE}.bitwuzla", "Bitwuzla"),
    "z3-fp": Named(f"{_HERE}.z3fp", "Z3FP"),
    "z3-real": Named(f"{_HERE}.reals", "Z3Reals"),
    "cvc5": Named(f"{_HERE}.cvc5reals", "Cvc5Reals"),
}
_OURS = {
    "intervals": Named(f"{_HERE}.intervals", "Intervals"),
    "search": Named(f"{_HERE}.weakdistance", "WeakDistance"),
}


def solvers(concretizations: int = MAX_CONCRETIZATIONS, bindings: int = MAX_BINDINGS) -> dict[str, Solver]:
    """By name, each ready to be asked. The limits are those of the paper's algorithm."""
    isolated = _ISOLATED | {"ariadne": Named(f"{_HERE}.ariadne", "Ariadne", (concretizations, bindings))}
    found: dict[str, Solver] = {
        name: Isolated(name, make) for name, make in isolated.items() if find_spec(make.module)
    }
    return found | {name: make() for name, make in _OURS.items() if find_spec(make.module)}


def chain(strategy: str = "default") -> Chain:
    """A new one knows nothing: one for each function."""
    return Chain(solvers(), ORDERS[strategy], evaluator.holds)
