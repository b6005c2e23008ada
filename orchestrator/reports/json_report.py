"""The report for programs, in the form that schema.json and docs/report.md describe; load.py reads it back.

Numbers of the analysed program are strings, since JSON has neither infinities nor 80-bit floats; `raw` holds
their bytes, so that a finding can be run again exactly.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import stat
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from orchestrator.core.errors import UserError
from orchestrator.core.model import (
    Crash,
    Domain,
    Event,
    ExactResult,
    Exploration,
    Finding,
    FunctionReport,
    Judgement,
    Lead,
    Parameter,
    Place,
    Report,
    Scalar,
    Site,
    Suppressed,
    Value,
    Verdict,
)
from orchestrator.numbers import floats
from orchestrator.numbers.values import input_values

SCHEMA = "ariadne-report/3"
SCHEMA_FILE = Path(__file__).with_name("schema.json")

Json = dict[str, Any]


def to_json(report: Report) -> Json:
    """The report as plain dictionaries, lists, strings, numbers and booleans."""
    return {key: list(value) if isinstance(value, Iterator) else value for key, value in _parts(report)}


def _parts(report: Report) -> Iterator[tuple[str, Any]]:
    """The fields in order; long lists as iterators: a library's report need not be in memory twice."""
    index = _Index(report)
    entries = list(enumerate(report.functions))
    leads = [index.lead(entry, f, lead) for entry, f in entries for lead in f.unconfirmed]
    yield from {
        "schema": SCHEMA,
        "tool": {"name": "ariadne", "version": report.tool_version},
        "command": list(report.command),
        "seed": report.seed,
        "machine": report.machine,
        "sources": list(report.sources),
        "flags": list(report.flags),
        "settings": _plain(report.settings),
        "started": report.started,
        "seconds": round(report.seconds, 3),
        "fast_math": report.fast_math,
        "interrupted": report.interrupted,
        "notes": list(report.notes),
        "sites": (_site(site) for site in index.sites),
        "functions": (_function(function, report.sources) for function in report.functions),
        "findings": (
            index.finding(entry, f, finding, suppressed)
            for entry, f in entries
            for finding, suppressed in _all_findings(f)
        ),
        "verdicts": (index.verdict(entry, verdict) for entry, f in entries for verdict in f.verdicts),
        "unconfirmed": {"count": len(leads), "leads": leads},
    }.items()


def _lines(report: Report) -> Iterator[str]:
    """The text; a line for each site, function, finding and verdict."""
    opening = "{\n"
    for key, value in _parts(report):
        yield f"{opening}  {json.dumps(key)}: "
        opening = ",\n"
        if isinstance(value, Iterator):
            between = "[\n    "
            for item in value:
                yield between + json.dumps(item, allow_nan=False)
                between = ",\n    "
            yield "[]" if between.startswith("[") else "\n  ]"
        else:
            yield json.dumps(value, allow_nan=False)
    yield "\n}\n"


def write(report: Report, path: str) -> None:
    """Write to a file, or to standard output for "-". A reader never sees half a file."""
    lines = _lines(report)
    try:
        if path == "-":
            sys.stdout.writelines(lines)
            sys.stdout.flush()
        else:
            _replace(path, lines)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        hint = None
        folder = os.path.dirname(path) or "."
        if isinstance(error, FileNotFoundError) and not os.path.isdir(folder):
            hint = f"there is no folder {folder}"
        place = "standard output" if path == "-" else path
        raise UserError(f"cannot write the report to {place}: {reason}", hint) from error


def _function(report: FunctionReport, sources: tuple[str, ...]) -> Json:
    function = report.function
    return {
        "name": function.name,
        "symbol": function.symbol,
        "file": function.place.file,
        "line": function.place.line,
        "column": function.place.column,
        "signature": function.signature,
        "parameters": [_parameter(parameter) for parameter in function.parameters],
        "result": _scalar(function.result) if function.result else None,
        "input_size": function.input_size,
        "output_size": function.output_size,
        "sites": len(function.sites),
        "reaches": list(function.sites),
        "externals": list(function.externals),
        "constants": [_real(constant) for constant in function.constants],
        "sources": [] if function.sources == sources else list(function.sources),
        "unsupported": function.unsupported,
        "domain": _domain(function.domain),
        "closure": function.closure,
        "static": function.static,
        "seconds": round(report.seconds, 3),
        "runs": report.runs,
        "status": report.status.value,
        "reason": report.reason,
        "unknown": report.unknown,
        "crashes": [_crash(crash) for crash in report.crashes],
        "exploration": _exploration(report.exploration) if report.exploration else None,
    }


def _exploration(exploration: Exploration) -> Json:
    return {
        "paths": exploration.paths,
        "full": exploration.full,
        "cut": list(exploration.cut),
        "queries": {
            "sat": exploration.sat,
            "unsat": exploration.unsat,
            "unknown": exploration.unknown,
            "deciders": [{"solver": name, "queries": n} for name, n in exploration.deciders],
            "left_by_z3": exploration.left_by_z3,
            "solved_by_ariadne": exploration.solved_by_ariadne,
        },
        "outcomes": list(exploration.outcomes),
        "blocks": list(exploration.blocks),
        "statements": list(exploration.statements),
    }


def _crash(crash: Crash) -> Json:
    return {
        "reason": crash.reason,
        "count": crash.count,
        "inputs": [value_to_json(value) for value in crash.inputs],
    }


class _Index:
    """What findings, verdicts and leads refer to: the sites of the report, and their texts."""

    def __init__(self, report: Report) -> None:
        self.sites: list[Site] = []
        self._rows: dict[tuple[int, str, str], int] = {}
        self._texts: dict[int, str] = {}
        for function in report.functions:
            for site in function.mentioned:
                self._add(site)
            for finding, _ in _all_findings(function):
                self._texts.setdefault(self._add(finding.site), finding.text)
        for site in report.undecided:
            self._add(site)

    def _add(self, site: Site) -> int:
        row = self._rows.setdefault(_identity(site), len(self.sites))
        if row == len(self.sites):
            self.sites.append(site)
        return row

    def _place(self, site: Site) -> Json:
        return {"site": site.id, "row": self._rows[_identity(site)], **_position(site.place)}

    def finding(
        self, entry: int, report: FunctionReport, finding: Finding, suppressed: Suppressed | None
    ) -> Json:
        site = finding.site
        return {
            "id": finding.id,
            "entry": entry,
            "function": report.function.name,
            "symbol": report.function.symbol,  # unlike the name, it belongs to one function only
            **self._place(site),
            "operation": finding.text or site.opcode,
            "opcode": site.opcode,
            "type": site.type,
            "kind": finding.kind.value,
            "first": finding.first,
            "exact": finding.exact,
            "evidence": site.evidence,
            "inputs": [value_to_json(value) for value in finding.inputs],
            "results": [value_to_json(value) for value in finding.results],
            "ended": finding.ended,
            "operation_result": value_to_json(finding.operation_result),
            "operands": [value_to_json(value) for value in finding.operands],
            "trace": [self._event(event) for event in finding.trace],
            "errno": finding.errno,
            "judgement": judgement_to_json(finding.judgement) if finding.judgement else None,
            "suppressed": {"reason": suppressed.reason, "where": suppressed.where} if suppressed else None,
        }

    def _event(self, event: Event) -> Json:
        site = event.site
        place = self._place(site)
        return {
            **place,
            "operation": self._texts.get(place["row"]) or site.opcode,
            "kind": event.kind.value,
            "exact": event.exact,
            # Of the operation's own class, and short: a run may raise hundreds.
            "result": floats.hexadecimal(event.result.cls, event.result.raw),
            "operands": [floats.hexadecimal(value.cls, value.raw) for value in event.operands],
        }

    def verdict(self, entry: int, verdict: Verdict) -> Json:
        return {
            "entry": entry,
            "function": verdict.function,
            **self._place(verdict.site),
            "opcode": verdict.site.opcode,
            "kind": verdict.kind.value,
            "verdict": verdict.verdict.value,
            "reason": verdict.reason,
            "by": verdict.by,
        }

    def lead(self, entry: int, report: FunctionReport, lead: Lead) -> Json:
        return {
            "entry": entry,
            "function": report.function.name,
            **self._place(lead.site),
            "opcode": lead.site.opcode,
            "kind": lead.kind.value,
            "first": lead.first,
            "inputs": [value_to_json(value) for value in input_values(report.function, lead.input)],
        }


def _all_findings(report: FunctionReport) -> Iterator[tuple[Finding, Suppressed | None]]:
    for finding in report.findings:
        yield finding, None
    for suppressed in report.suppressed:
        yield suppressed.finding, suppressed


def _identity(site: Site) -> tuple[int, str, str]:
    """Programs analysed side by side number their sites each from 0."""
    return site.number, site.place.file, site.id


def _site(site: Site) -> Json:
    return {
        "site": site.id,
        "number": site.number,
        **_position(site.place),
        "opcode": site.opcode,
        "type": site.type,
        "arity": site.arity,
        "kinds": [kind.value for kind in site.kinds],
        "ruled_out": [kind.value for kind in site.ruled_out],
        "evidence": site.evidence,
        "inlined_at": [_position(place) for place in site.inlined_at],
    }


def _position(place: Place) -> Json:
    return {"file": place.file, "line": place.line, "column": place.column}


def _scalar(scalar: Scalar) -> Json:
    return {"name": scalar.name, "type": scalar.type, "class": scalar.cls, "offset": scalar.offset}


def _parameter(parameter: Parameter) -> Json:
    return {
        "name": parameter.name,
        "type": parameter.type,
        "class": parameter.cls,
        "offset": parameter.offset,
        "leaves": [_scalar(leaf) for leaf in parameter.leaves],
    }


def _domain(domain: Domain) -> Json:
    return {
        "ranges": [None if ends is None else [_real(end) for end in ends] for ends in domain.ranges],
        "conditions": [asdict(condition) for condition in domain.conditions],
    }


def _real(number: float) -> float | str:
    """JSON has no infinities."""
    return float(number) if math.isfinite(number) else str(number)


def judgement_to_json(judgement: Judgement) -> Json:
    exact = judgement.exact
    return {
        "class": judgement.xflow.value if judgement.xflow else None,
        "reason": judgement.reason,
        "consequence": judgement.consequence.value,
        "reported": judgement.reported,
        "precision": exact.precision,
        "undetermined": exact.undetermined,
        "marks": list(exact.marks),
        "diverged": _position(exact.diverged) if exact.diverged else None,
        "results": [exact_result_to_json(result) for result in exact.results],
    }


def exact_result_to_json(result: ExactResult) -> Json:
    return {
        "name": result.value.name,
        "type": result.value.type,
        "float": value_to_json(result.value),
        "kind": result.kind,
        "range": result.range,
        "exact": {"lower": result.lower, "upper": result.upper},
        "ulps": result.ulps,
        "differs": result.differs,
    }


def value_to_json(value: Value) -> Json:
    return {
        "name": value.name,
        "type": value.type,
        "class": value.cls,
        "value": floats.decimal(value.cls, value.raw),
        "hex": floats.hexadecimal(value.cls, value.raw),
        "raw": value.raw[: floats.size(value.cls)].hex(),
    }


def _plain(value: object) -> object:
    """Settings may hold anything; JSON must stay JSON."""
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [_plain(item) for item in value]
    exact = value is None or isinstance(value, (bool, int, str))
    return value if exact or (isinstance(value, float) and math.isfinite(value)) else str(value)


def _replace(path: str, lines: Iterable[str]) -> None:
    target = os.path.realpath(path)
    with contextlib.suppress(FileNotFoundError):
        if not stat.S_ISREG(os.stat(target).st_mode):  # /dev/null, a pipe: nothing that could be replaced
            with open(target, "w", encoding="utf-8") as file:
                file.writelines(lines)
            return
    part = f"{target}.{os.getpid()}.part"
    try:
        with open(part, "x", encoding="utf-8") as file:
            file.writelines(lines)
        os.replace(part, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(part)
        raise
