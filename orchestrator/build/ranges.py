"""Proofs by intervals, of the pass `fp-ranges`: which exceptions can no input raise?"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from orchestrator.build.program import Bitcode
from orchestrator.core import log
from orchestrator.core.model import Function, Kind, Raise
from orchestrator.core.scratch import scratch_folder
from orchestrator.native import toolchain


def static_proofs(
    bitcode: Bitcode, functions: Iterable[Function], setup: Sequence[str] = ()
) -> dict[str, dict[Raise, str]]:
    """By the symbol of an entry: why (site id, kind) cannot be raised by any call of it inside its domain,
    after calls of the functions `setup`. What is not in it is not proved."""
    sites = {site.number: site.id for site in bitcode.module.sites}
    proofs = {}
    with (
        log.stage("proofs by intervals"),
        scratch_folder("ranges", "what the pass fp-ranges reads") as folder,
    ):
        wanted = folder / "domains"
        lines = [f"setup:{name}\n" for name in setup]
        lines += (line for function in functions for line in _domain(function))
        wanted.write_text("".join(lines))
        printed = toolchain.opt(f"print<fp-ranges;{wanted}>", bitcode.path, "-disable-output")
    for line in printed.splitlines():
        entry = json.loads(line)
        reasons = entry["reasons"]
        proofs[entry["symbol"]] = {
            Raise(sites[number], Kind.of_bit(bit)): reasons[reason] for number, bit, reason in entry["proved"]
        }
    return proofs


def _domain(function: Function) -> Iterable[str]:
    """The lines that the pass reads: the function is wanted, and these of its parameters have a range."""
    if function.unsupported:
        return
    yield f"{function.symbol}\n"
    for leaf in function.inputs:
        if leaf.range:
            low, high = leaf.range
            yield f"{function.symbol} {leaf.parameter} {_number(low)} {_number(high)}\n"


def _number(value: float) -> str:
    return float(value).hex()
