"""Programs that chance does not solve in a minute: the executor has 10 s for each.

    python -m benchmarks.chance

Each program divides by zero on few inputs of very many, drawn with a seed (generated.py). Beside it:
random sampling of inputs, and our own search, which is guided by distances.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from benchmarks.generated import FAMILIES, program
from benchmarks.programs import Built, built
from orchestrator.build.prepared import prepare
from orchestrator.core.model import Kind, Lead
from orchestrator.core.settings import Settings
from orchestrator.engines import Job
from orchestrator.engines.executor import ExecutorAlone
from orchestrator.engines.search import lead_of
from orchestrator.judge.confirm import confirm
from orchestrator.native import runner
from orchestrator.native.specification import for_search

EVERY = [(family, seed) for family in FAMILIES for seed in range(4)]
SECONDS = 10.0
CHANCE_SECONDS = 60.0

Race = Callable[[Built], float | None]


def race(family: str, seed: int, way: Race) -> float | None:
    """Seconds until the program divided by zero in a confirmed run; None: it did not."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "program.c"
        source.write_text(program(family, seed))
        with built(source) as made:
            return way(made)


def by_executor(made: Built) -> float | None:
    (function,) = made.module.functions
    prepared = prepare(made.bitcode, made.module.functions, made.folder, traced=True)
    began = time.monotonic()
    settings = Settings(budget=SECONDS)
    result = ExecutorAlone(prepared).run(Job(made.module, made.variants, function, settings))
    took = time.monotonic() - began
    return took if _divides(made, result.leads) else None


def by_search(made: Built) -> float | None:
    return _natively(made, SECONDS)


def by_chance(made: Built) -> float | None:
    return _natively(made, CHANCE_SECONDS, sampling=True)


def _natively(made: Built, seconds: float, sampling: bool = False) -> float | None:
    (function,) = made.module.functions
    targets = made.module.targets(function)
    spec = for_search(made.variants.probe, made.module, function, Settings(budget=seconds), targets)
    began = time.monotonic()
    for line in runner.run("search", replace(spec, sampling=sampling)):
        if "lead" in line and _divides(made, [lead_of(made.module, targets, line["lead"])]):
            return time.monotonic() - began
    return None


def _divides(made: Built, leads: tuple[Lead, ...] | list[Lead]) -> bool:
    (function,) = made.module.functions
    divisions = [lead for lead in leads if lead.kind is Kind.DIVBYZERO]
    return bool(divisions and confirm(made.module, made.variants, function, divisions, Settings())[0])


def run() -> list[str]:
    print(f"Seconds to a division by zero that chance does not hit ({CHANCE_SECONDS:g} s for chance):")
    print(f"  {'program':10} {'executor':>9} {'search':>9} {'chance':>9}")
    ours = {each: race(*each, by_executor) for each in EVERY}  # alone: these times count
    searched = {each: race(*each, by_search) for each in EVERY}
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        chance = dict(zip(EVERY, pool.map(lambda each: race(*each, by_chance), EVERY), strict=True))
    failures = []
    for family, seed in EVERY:
        each = family, seed
        name = f"{family} {seed}"
        print(f"  {name:10} {_shown(ours[each])} {_shown(searched[each])} {_shown(chance[each])}")
        if ours[each] is None:
            failures.append(f"{name}: the executor does not solve it in {SECONDS:g} s")
        if chance[each] is not None:
            failures.append(f"{name}: chance solves it")
    counts = [sum(found[each] is not None for each in EVERY) for found in (ours, searched, chance)]
    print(f"  {'solved':10} {counts[0]:9} {counts[1]:9} {counts[2]:9}   of {len(EVERY)}\n")
    return failures


def _shown(seconds: float | None) -> str:
    return f"{'-' if seconds is None else f'{seconds:.2f}':>9}"


if __name__ == "__main__":
    sys.exit(1 if run() else 0)
