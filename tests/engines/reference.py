"""Tiny functions of bytes in C, what each of them does said once more in Python, and an engine that tries
every input: what an engine is measured by."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from itertools import product

from orchestrator.core.model import Crash, Function, Kind, Lead, Proof, Raise, Status
from orchestrator.engines import EngineResult, Job
from orchestrator.numbers.values import input_buffer, input_values

TEXT = """
#include <stdlib.h>
double once(signed char x) { return 1.0 / (x - 7); }
double guarded(signed char x, signed char y) {
  if (x > 10) return 1.0 / (x - 7);
  if (x == -100 && y == 2 * x + 201) return 1.0 / (x + 100);
  return y < 0 ? 1.0 / (x + y - 60) : 1.0;
}
double crashing(signed char x) { if (x == 5) abort(); return 1.0 / (x - 9); }
double hanging(signed char x) { volatile int on = x == 5; while (on) ; return 1.0 / (x - 9); }
double dying(signed char x) { if (x < 200) abort(); return 1.0 / (x - 9); }
double refused(signed char x) { return 1.0 / (x - 9); }
"""
REFUSED = "x > 3 && x < 3"  # the assumption about `refused`

Raised = list[int]  # which divisions of the function, in the order of the source
Truth = Callable[..., Raised]


class Ended(Exception):
    """The function does not return."""


def once(x: int) -> Raised:
    return [0] if x == 7 else []


def guarded(x: int, y: int) -> Raised:
    return [1] if x == -100 and y == 1 else []


def crashing(x: int) -> Raised:
    if x == 5:
        raise Ended("abort")
    return [0] if x == 9 else []


def dying(x: int) -> Raised:
    raise Ended("abort")


TRUTH: dict[str, Truth] = {
    "once": once,
    "guarded": guarded,
    "crashing": crashing,
    "hanging": crashing,
    "dying": dying,
}
SOUND = ("once", "guarded")  # those that always return


def of_bytes(function: Function, *numbers: int) -> bytes:
    return input_buffer(function, [bytes([number & 0xFF]) for number in numbers])


def raised(function: Function, data: bytes) -> set[Raise]:
    """What a run raises; nothing, if it does not return."""
    numbers = [int.from_bytes(value.raw, "little", signed=True) for value in input_values(function, data)]
    try:
        return {Raise(f"{function.name}#{n}", Kind.DIVBYZERO) for n in TRUTH[function.name](*numbers)}
    except Ended:
        return set()


def every_input(function: Function) -> Iterator[bytes]:
    for numbers in product(range(-128, 128), repeat=len(function.inputs)):
        yield of_bytes(function, *numbers)


def everything(function: Function) -> set[Raise]:
    return {target for data in every_input(function) for target in raised(function, data)}


class Everything:
    """Knows the functions above, and nothing else."""

    name = "everything"

    def run(self, job: Job) -> EngineResult:
        began, function = time.monotonic(), job.function
        asked = set(job.module.targets(function))
        leads: dict[Raise, Lead] = {}
        crash: Crash | None = None
        runs, status, reason = 0, Status.COMPLETE, "every input was run"
        inputs = [] if function.domain.conditions else [*job.seeds, *every_input(function)]
        if not inputs:
            status, reason = Status.UNSUPPORTED, "no input satisfies the assumptions"
        for data in inputs:
            if job.stop.requested:
                status, reason = Status.INTERRUPTED, "stopped by the user"
            elif job.settings.runs and runs >= job.settings.runs:
                reason = "made the runs that were asked for"
            elif time.monotonic() - began > job.settings.budget:
                status, reason = Status.BUDGET, "the budget ran out"
            else:
                runs += 1
                try:
                    TRUTH[function.name](*_numbers(function, data))
                except Ended as ended:
                    count = crash.count + 1 if crash else 1
                    crash = Crash(str(ended), input_values(function, data), count)
                for target in raised(function, data) & asked - set(leads):
                    leads[target] = Lead(job.module.site(target.site), target.kind, data, True)
                continue
            break
        job.progress(runs)
        whole = status is Status.COMPLETE and not crash and not job.settings.runs
        proofs = {target: Proof(self.name, reason) for target in asked - set(leads) if whole}
        crashes = (crash,) if crash else ()
        seconds = time.monotonic() - began
        return EngineResult(tuple(leads.values()), crashes, runs, seconds, status, reason, proofs=proofs)


def _numbers(function: Function, data: bytes) -> list[int]:
    return [int.from_bytes(value.raw, "little", signed=True) for value in input_values(function, data)]
