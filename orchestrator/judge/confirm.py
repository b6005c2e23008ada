"""Decides what really happened: runs the original machine code with hardware traps.

Two runs of every input. One of the original, uninstrumented code with the floating-point traps unmasked:
which instruction raised what. One of the reified program: which operations had finite operands and raised
what by the exception table, with the values. A finding needs both. Only where the hardware has no trap for a
kind (conversions to narrow or unsigned integers) do the values alone decide; such sites say so (`evidence`).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from orchestrator.build.variants import Variants
from orchestrator.core.errors import DamagedAnswer
from orchestrator.core.model import (
    RETURNED,
    Event,
    Evidence,
    Finding,
    Function,
    Kind,
    Lead,
    Module,
    Site,
    Value,
)
from orchestrator.core.settings import Settings
from orchestrator.languages.sourcetext import site_text
from orchestrator.native import runner, toolchain
from orchestrator.native.runner import Json
from orchestrator.native.specification import call_of, for_trap
from orchestrator.numbers import floats
from orchestrator.numbers.values import input_values, result_values

_SITE_LINE_BASE = 2  # passes/sites/SiteLines.h


@dataclass(frozen=True)
class Run:
    """One run of the original program on one input."""

    input: bytes
    ended: str
    results: tuple[Value, ...]  # empty unless it returned
    events: tuple[Event, ...]  # confirmed exceptions in order of their first occurrence
    errno: int


def confirm(
    module: Module, variants: Variants, function: Function, leads: Sequence[Lead], settings: Settings
) -> tuple[tuple[Finding, ...], tuple[Lead, ...]]:
    """The findings that the leads turn out to be, and the leads that turn out to be none."""
    inputs = list(dict.fromkeys(lead.input for lead in leads))
    runs = dict(zip(inputs, observe(module, variants, function, inputs, settings), strict=True))
    findings, unconfirmed = [], []
    for lead in leads:
        finding = _finding(function, lead.site, lead.kind, runs[lead.input])
        if finding:
            findings.append(finding)
        else:
            unconfirmed.append(lead)
    return tuple(findings), tuple(unconfirmed)


def observe(
    module: Module, variants: Variants, function: Function, inputs: Sequence[bytes], settings: Settings
) -> list[Run]:
    """Run the original program on each input."""
    if not inputs:
        return []
    with ThreadPoolExecutor(2) as pool:  # they mostly wait for forks
        both = [
            pool.submit(
                runner.answers, "trap", for_trap(variants.original, module, function, inputs, settings)
            ),
            pool.submit(runner.answers, "record", call_of(variants.reified, function, inputs, settings)),
        ]
        trapped, recorded = (future.result() for future in both)
    for line in recorded:
        _check_events(module, line)
    addresses = {event["address"] for line in trapped for event in line["events"]}
    sites = _sites_at(variants.original, addresses)
    return [
        _merge(module, function, data, trap, record, sites)
        for data, trap, record in zip(inputs, trapped, recorded, strict=True)
    ]


def _check_events(module: Module, line: Json) -> None:
    """What a child says was written by code that may be hostile: nothing is looked up by it unchecked."""
    for entry in line["events"]:
        if not 0 <= entry["site"] < len(module.sites):
            raise DamagedAnswer(f"an exception at operation {entry['site']} of {len(module.sites)}")
        site = module.sites[entry["site"]]
        if entry["kind"] not in {kind.bit for kind in Kind}:
            raise DamagedAnswer(f"an exception of kind {entry['kind']}")
        if any(len(entry[name]) < 2 * floats.size(site.type) for name in ("a", "b", "r")):
            raise DamagedAnswer(f"an operand of {len(entry['a']) // 2} bytes")


def finding_id(function: Function, site: Site, kind: Kind) -> str:
    entry = "" if site.function == function.name else f"{function.name}/"
    return f"{entry}{site.id}:{kind.value}"


def _sites_at(library: Path, addresses: set[int]) -> dict[int, int]:
    """The numbers of the sites to which addresses of the original's code belong, by its line table."""
    if not addresses:
        return {}
    ordered = sorted(addresses)
    printed = toolchain.must_run(
        [toolchain.tool("llvm-symbolizer"), f"--obj={library}", "--output-style=JSON", "--no-inlines"],
        stdin="".join(f"{address:#x}\n" for address in ordered),
    )
    numbers = {}
    for address, line in zip(ordered, printed.splitlines(), strict=True):
        symbols = json.loads(line).get("Symbol") or [{}]
        number = symbols[0].get("Line", 0) - _SITE_LINE_BASE
        if number >= 0:
            numbers[address] = number
    return numbers


def _merge(
    module: Module, function: Function, data: bytes, trap: Json, record: Json, sites: dict[int, int]
) -> Run:
    raised = {
        (sites[event["address"]], kind)
        for event in trap["events"]
        if event["address"] in sites
        for kind in Kind
        if event["kinds"] & kind.bit
    }
    events = []
    for entry in record["events"]:
        site = module.sites[entry["site"]]
        kind = Kind.of_bit(entry["kind"])
        witnessed = (site.number, kind) in raised or site.evidence is Evidence.VALUE
        if kind in site.kinds and witnessed:
            events.append(_event(site, kind, entry))
    ended = trap["ended"]
    results = result_values(function, bytes.fromhex(trap["output"])) if ended == RETURNED else ()
    return Run(data, ended, results, tuple(events), trap["errno"])


def _event(site: Site, kind: Kind, entry: Json) -> Event:
    def value(name: str, text: str) -> Value:
        return Value(name, "", site.type, bytes.fromhex(text)[: floats.size(site.type)])

    operands = [value("x", entry["a"])]
    if site.arity > 1:
        operands.append(value("y", entry["b"]))
    return Event(site, kind, entry["exact"], value("result", entry["r"]), tuple(operands))


def _finding(function: Function, site: Site, kind: Kind, run: Run) -> Finding | None:
    found = (f for f in findings_of(function, run) if (f.site.number, f.kind) == (site.number, kind))
    return next(found, None)


def findings_of(function: Function, run: Run) -> list[Finding]:
    """Every exception of a run, in order."""
    findings = []
    for position, event in enumerate(run.events):
        site, kind = event.site, event.kind
        findings.append(
            Finding(
                id=finding_id(function, site, kind),
                function=function.name,
                site=site,
                kind=kind,
                text=site_text(site),
                first=position == 0,
                exact=event.exact,
                inputs=input_values(function, run.input),
                results=run.results,
                ended=run.ended,
                operation_result=event.result,
                operands=event.operands,
                trace=run.events[:position],
                errno=run.errno,
            )
        )
    return findings
