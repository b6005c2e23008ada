"""How many projections a second the solver `intervals` makes."""

from __future__ import annotations

from orchestrator.solvers.machine.intervals import propagate
from orchestrator.symbolic.builder import GraphBuilder
from orchestrator.symbolic.graph import Type

MIN_PER_SECOND = 100_000
_ROUNDS = 350  # as many as the longest path of the FPSE paper has


def measure() -> float:
    g = GraphBuilder()
    y, zero, one = g.input(Type.F64), g.const(Type.F64, 0.0), g.const(Type.F64, 1.0)
    w = g.fsub(zero, y)
    literals = [(g.fcmp("olt", y, zero), True)]
    for _ in range(_ROUNDS):
        literals.append((g.fcmp("ogt", w, zero), True))
        w = g.fsub(w, one)
    query = g.query([*literals, (g.fcmp("ole", w, zero), True)])
    made, seconds = 0, 0.0
    while seconds < 0.3:
        done = propagate(query)
        made, seconds = made + done.projections, seconds + done.seconds
    return made / seconds


def run() -> list[str]:
    rate = measure()
    print(f"The solver intervals makes {rate:,.0f} projections a second of a core\n")
    return [f"fewer than {MIN_PER_SECOND:,} projections a second"] if rate < MIN_PER_SECOND else []
