"""The solvers that there are, and chains made of them."""

from __future__ import annotations

from orchestrator.solvers import Solver
from orchestrator.solvers.chain.chain import ORDERS, Chain
from orchestrator.solvers.chain.limits import MAX_BINDINGS, MAX_CONCRETIZATIONS
from orchestrator.solvers.chain.worker import Isolated, Named
from orchestrator.solvers.machine import evaluator

_HERE = "orchestrator.solvers"

# Foreign native code, or much memory: in a process of their own.
_ISOLATED = {
    "bitwuzla": Named(f"{_HERE}.smt.bitwuzla", "Bitwuzla"),
    "z3-fp": Named(f"{_HERE}.smt.z3fp", "Z3FP"),
    "z3-real": Named(f"{_HERE}.reals.z3reals", "Z3Reals"),
    "cvc5": Named(f"{_HERE}.reals.cvc5reals", "Cvc5Reals"),
}
_OURS = {
    "intervals": Named(f"{_HERE}.machine.intervals", "Intervals"),
    "search": Named(f"{_HERE}.machine.weakdistance", "WeakDistance"),
}


def solvers(concretizations: int = MAX_CONCRETIZATIONS, bindings: int = MAX_BINDINGS) -> dict[str, Solver]:
    """By name, each ready to be asked. The limits are those of the paper's algorithm."""
    isolated = _ISOLATED | {
        "ariadne": Named(f"{_HERE}.reals.ariadne", "Ariadne", (concretizations, bindings))
    }
    apart: dict[str, Solver] = {name: Isolated(name, make) for name, make in isolated.items()}
    return apart | {name: make() for name, make in _OURS.items()}


def chain(strategy: str = "default") -> Chain:
    """A new one knows nothing: one for each function."""
    return Chain(solvers(), ORDERS[strategy], evaluator.holds)
