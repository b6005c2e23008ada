"""The native search over the probe variant (passes/runtime/search/search.cpp)."""

from __future__ import annotations

import time
from collections.abc import Sequence

from orchestrator.build.prepared import StaticProofs
from orchestrator.core import log
from orchestrator.core.errors import DamagedAnswer
from orchestrator.core.model import Crash, Function, Lead, Module, Status, Target
from orchestrator.engines import EngineResult, Job
from orchestrator.native import runner
from orchestrator.native.runner import Json
from orchestrator.native.specification import for_search
from orchestrator.numbers.values import input_values

_ENDINGS = {
    "nothing left": (Status.COMPLETE, "every kind that a run came near to is triggered"),
    "stalled": (Status.COMPLETE, "nothing moved for long"),
    "runs": (Status.COMPLETE, "made the runs that were asked for"),
    "budget": (Status.BUDGET, "the budget ran out"),
    "initialisers": (Status.CRASHED, "the program's initialisers did not return"),
    "crashed": (Status.CRASHED, "the code ended its process too often"),
    "no input": (Status.UNSUPPORTED, "no input was found that satisfies the assumptions"),
}


class Search:
    name = "search"

    def __init__(self, proofs: StaticProofs | None = None) -> None:
        """`proofs`: of each function, what needs no search."""
        self._proofs = proofs or {}

    def run(self, job: Job) -> EngineResult:
        module, function = job.module, job.function
        started = time.monotonic()
        leads: dict[Target, Lead] = {}
        crashes: list[Crash] = []
        runs = 0
        corpus: list[bytes] = []
        status, reason = Status.INTERRUPTED, "stopped by the user"
        proofs = self._proofs.get(function.symbol, {})
        targets = module.targets(function, proofs)
        spec = for_search(job.variants.probe, module, function, job.settings, targets, job.seeds)
        for line in runner.run("search", spec, job.stop):
            if "lead" in line:
                # A later line for the same target has a better or nicer input.
                lead = lead_of(module, targets, line["lead"])
                leads[lead.target] = lead
            elif "progress" in line:
                runs = line["progress"]["runs"]
                job.progress(runs)
            elif "crash" in line:
                crashes.append(_crash(function, line["crash"]))
            elif "corpus" in line:
                corpus.append(bytes.fromhex(line["corpus"]))
            elif "done" in line:
                runs = line["done"]["runs"]
                job.progress(runs)
                status, reason = _ENDINGS[line["done"]["stop"]]
        if not corpus:  # it was stopped before it could tell
            corpus = [lead.input for lead in leads.values()]
        seconds = time.monotonic() - started
        log.took(seconds, "search", function.name, f"({runs:,} runs, {reason})")
        found = tuple(leads.values())
        return EngineResult(found, tuple(crashes), runs, seconds, status, reason, tuple(corpus), proofs)


def lead_of(module: Module, targets: Sequence[Target], entry: Json) -> Lead:
    """What a line of the runner says, which was given these targets."""
    if not 0 <= entry["target"] < len(targets):
        raise DamagedAnswer(f"a lead to target {entry['target']} of {len(targets)}")
    site, kind = targets[entry["target"]]
    return Lead(module.site(site), kind, bytes.fromhex(entry["input"]), entry["first"])


def _crash(function: Function, entry: Json) -> Crash:
    values = input_values(function, bytes.fromhex(entry["input"]))
    return Crash(entry["reason"], values, entry["count"])
