"""Time to every pair that can be triggered, beside plain random sampling of inputs for the same time."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.programs import TRIGGERABLE, Built, Pair, built
from orchestrator.core.model import Function, Lead
from orchestrator.core.settings import Settings
from orchestrator.engines.search import lead_of
from orchestrator.judge.confirm import confirm
from orchestrator.native import runner
from orchestrator.native.specification import for_search

MAX_SECONDS = 3.0


@dataclass(frozen=True)
class Race:
    function: str
    triggerable: set[Pair]
    ours: dict[Pair, float]  # seconds after which the confirmed pair was first reported
    sampling: dict[Pair, float]

    @property
    def complete(self) -> bool:
        return set(self.ours) == self.triggerable and max(self.ours.values()) <= MAX_SECONDS


def measure() -> list[Race]:
    races = []
    for source in dict.fromkeys(source for source, _ in TRIGGERABLE.values()):
        with built(source) as program:
            for name, (where, triggerable) in TRIGGERABLE.items():
                if where == source:
                    races.append(_race(program, program.function(name), triggerable))
    return races


def _race(program: Built, function: Function, triggerable: set[Pair]) -> Race:
    ours = _found(program, function)
    sampling = _found(program, function, sampling=True)
    return Race(function.name, triggerable, ours, sampling)


def _found(program: Built, function: Function, sampling: bool = False) -> dict[Pair, float]:
    settings = Settings(budget=MAX_SECONDS)
    targets = program.module.targets(function)
    spec = for_search(program.variants.probe, program.module, function, settings, targets)
    seen: dict[Pair, float] = {}
    leads: dict[Pair, Lead] = {}
    started = time.monotonic()
    for line in runner.run("search", replace(spec, sampling=sampling)):
        if "lead" in line:
            lead = lead_of(program.module, targets, line["lead"])
            pair = lead.site.function, lead.site.index, lead.kind.value
            seen.setdefault(pair, time.monotonic() - started)
            leads[pair] = lead
    findings, _ = confirm(program.module, program.variants, function, list(leads.values()), settings)
    confirmed = {(f.site.function, f.site.index, f.kind.value) for f in findings}
    return {pair: seconds for pair, seconds in seen.items() if pair in confirmed}


def whole_command(source: Path, budget: float) -> float:
    """Seconds that `ariadne analyze` takes beyond the time that its searches had."""
    import json
    import subprocess
    import sys
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        started = time.monotonic()
        command = [sys.executable, "-m", "orchestrator.cli", "analyze", str(source), "--json", str(report)]
        subprocess.run([*command, "--jobs", "1", "--budget", str(budget)], check=True, capture_output=True)
        took = time.monotonic() - started
        functions = json.loads(report.read_text())["functions"]
        return took - sum(min(budget, function["seconds"]) for function in functions)
