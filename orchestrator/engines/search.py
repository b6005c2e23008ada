"""The native search over the probe variant (passes/runtime/search.cpp)."""

from __future__ import annotations

import struct
import time
from collections.abc import Sequence

from orchestrator import runner
from orchestrator.build import Variants
from orchestrator.config import Settings
from orchestrator.engines import EngineResult, Progress
from orchestrator.model import Crash, Function, Kind, Lead, Module, Status
from orchestrator.runner import Json, SpecValue, Stop
from orchestrator.values import input_values

_ENDINGS = {
    "nothing left": (Status.COMPLETE, "every kind that a run came near to is triggered"),
    "stalled": (Status.COMPLETE, "nothing moved for long"),
    "runs": (Status.COMPLETE, "made the runs that were asked for"),
    "budget": (Status.BUDGET, "the budget ran out"),
    "initialisers": (Status.CRASHED, "the program's initialisers did not return"),
    "crashed": (Status.CRASHED, "the code ended its process too often"),
}


class Search:
    name = "search"

    def run(
        self,
        module: Module,
        variants: Variants,
        function: Function,
        settings: Settings,
        stop: Stop,
        progress: Progress,
        seeds: Sequence[bytes] = (),
    ) -> EngineResult:
        started = time.monotonic()
        leads: dict[tuple[int, int], Lead] = {}
        crashes: list[Crash] = []
        runs = 0
        status, reason = Status.INTERRUPTED, "stopped by the user"
        for line in runner.run("search", search_spec(module, variants, function, settings), stop):
            if "lead" in line:
                # A later line for the same pair has a better or nicer input.
                leads[line["lead"]["site"], line["lead"]["kind"]] = lead_of(module, line["lead"])
            elif "progress" in line:
                runs = line["progress"]["runs"]
                progress(runs)
            elif "crash" in line:
                crashes.append(_crash(function, line["crash"]))
            elif "done" in line:
                runs = line["done"]["runs"]
                progress(runs)
                status, reason = _ENDINGS[line["done"]["stop"]]
        seconds = time.monotonic() - started
        return EngineResult(tuple(leads.values()), tuple(crashes), runs, seconds, status, reason)


def search_spec(
    module: Module, variants: Variants, function: Function, settings: Settings
) -> dict[str, SpecValue]:
    sites = [module.sites[number] for number in function.sites]
    return {
        "library": str(variants.probe),
        "symbol": function.symbol,
        "input_size": function.input_size,
        "output_size": function.output_size,
        "seconds": settings.run_seconds,
        "memory_mb": settings.memory_mb,
        "params": [parameter.cls for parameter in function.inputs],
        "sites": [site.number for site in sites],
        "kinds": [sum(kind.bit for kind in site.kinds) for site in sites],
        "constants": [struct.pack(">d", constant).hex() for constant in function.constants],
        "seed": settings.seed,
        "runs": settings.runs,
        "budget": settings.budget,
    }


def lead_of(module: Module, entry: Json) -> Lead:
    kind = next(kind for kind in Kind if kind.bit == entry["kind"])
    return Lead(module.sites[entry["site"]], kind, bytes.fromhex(entry["input"]), entry["first"])


def _crash(function: Function, entry: Json) -> Crash:
    values = input_values(function, bytes.fromhex(entry["input"]))
    return Crash(entry["reason"], values, entry["count"])
