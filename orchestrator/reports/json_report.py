"""The report for programs, in the form that schema.json and docs/report.md describe.

Numbers of the analysed program are strings, since JSON has neither infinities nor 80-bit floats; `raw` holds
their bytes, so that a finding can be run again exactly.
"""

from __future__ import annotations

import contextlib
import difflib
import json
import math
import os
import stat
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from orchestrator import floats
from orchestrator.errors import UserError
from orchestrator.model import (
    Crash,
    Event,
    ExactResult,
    Finding,
    FunctionReport,
    Judgement,
    Lead,
    Report,
    Site,
    Value,
    Verdict,
)
from orchestrator.sourcetext import site_text
from orchestrator.values import input_values

SCHEMA = "ariadne-report/1"
SCHEMA_FILE = Path(__file__).with_name("schema.json")

Json = dict[str, Any]


def to_json(report: Report) -> Json:
    """The report as plain dictionaries, lists, strings, numbers and booleans."""
    leads = [_lead(function, lead) for function in report.functions for lead in function.unconfirmed]
    return {
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
        "functions": [_function(function) for function in report.functions],
        "findings": [_finding(f, finding) for f in report.functions for finding in f.findings],
        "verdicts": [_verdict(verdict) for f in report.functions for verdict in f.verdicts],
        "unconfirmed": {"count": len(leads), "leads": leads},
    }


def write(report: Report, path: str) -> None:
    """Write to a file, or to standard output for "-". A reader never sees half a file."""
    text = json.dumps(to_json(report), indent=2, allow_nan=False) + "\n"
    try:
        if path == "-":
            sys.stdout.write(text)
            sys.stdout.flush()
        else:
            _replace(path, text)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        hint = None
        folder = os.path.dirname(path) or "."
        if isinstance(error, FileNotFoundError) and not os.path.isdir(folder):
            hint = f"there is no folder {folder}"
        place = "standard output" if path == "-" else path
        raise UserError(f"cannot write the report to {place}: {reason}", hint) from error


@dataclass(frozen=True)
class Replay:
    """What it takes to run a finding's input again."""

    id: str
    sources: tuple[str, ...]
    flags: tuple[str, ...]
    function: str
    symbol: str
    site: str
    kind: str
    inputs: tuple[Value, ...]
    settings: Mapping[str, object]


def load_finding(path: str, finding_id: str) -> Replay:
    """Look up a finding in a report that was written before."""
    report = _load(path)
    try:
        findings = {str(finding["id"]): finding for finding in report["findings"]}
        if finding_id not in findings:
            raise _no_such_finding(path, finding_id, list(findings))
        finding = findings[finding_id]
        return Replay(
            id=finding_id,
            sources=tuple(_found(str(source), path) for source in finding["sources"]),
            flags=tuple(str(flag) for flag in report["flags"]),
            function=str(finding["function"]),
            symbol=str(finding["symbol"]),
            site=str(finding["site"]),
            kind=str(finding["kind"]),
            inputs=tuple(_value_from(entry) for entry in finding["inputs"]),
            settings=dict(report["settings"]),
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        hint = "it was changed or cut; analyse the sources again"
        raise UserError(f"{path} is damaged: {type(error).__name__} {error}", hint) from error


def _function(report: FunctionReport) -> Json:
    function = report.function
    return {
        "name": function.name,
        "symbol": function.symbol,
        "file": function.place.file,
        "line": function.place.line,
        "signature": function.signature,
        "sites": len(function.sites),
        "seconds": round(report.seconds, 3),
        "runs": report.runs,
        "status": report.status.value,
        "reason": report.reason,
        "crashes": [_crash(crash) for crash in report.crashes],
    }


def _crash(crash: Crash) -> Json:
    return {"reason": crash.reason, "count": crash.count, "inputs": [_value(value) for value in crash.inputs]}


def _finding(report: FunctionReport, finding: Finding) -> Json:
    site = finding.site
    return {
        "id": finding.id,
        "function": report.function.name,
        "symbol": report.function.symbol,  # unlike the name, it belongs to one function only
        "sources": list(report.function.sources),
        **_place(site),
        "operation": finding.text or site.operation,
        "opcode": site.operation,
        "type": site.type,
        "kind": finding.kind.value,
        "first": finding.first,
        "exact": finding.exact,
        "evidence": site.evidence,
        "inputs": [_value(value) for value in finding.inputs],
        "results": [_value(value) for value in finding.results],
        "ended": finding.ended,
        "operation_result": _value(finding.operation_result),
        "operands": [_value(value) for value in finding.operands],
        "trace": [_event(event) for event in finding.trace],
        "errno": finding.errno,
        "judgement": judgement_to_json(finding.judgement) if finding.judgement else None,
    }


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
        "diverged": asdict(exact.diverged) if exact.diverged else None,
        "results": [exact_result_to_json(result) for result in exact.results],
    }


def exact_result_to_json(result: ExactResult) -> Json:
    return {
        "name": result.value.name,
        "type": result.value.type,
        "float": _value(result.value),
        "kind": result.kind,
        "range": result.range,
        "exact": {"lower": result.lower, "upper": result.upper},
        "ulps": result.ulps,
    }


def _event(event: Event) -> Json:
    site = event.site
    operation = site_text(site) or site.operation
    return {**_place(site), "operation": operation, "kind": event.kind.value, "exact": event.exact}


def _verdict(verdict: Verdict) -> Json:
    return {
        "function": verdict.function,
        **_place(verdict.site),
        "opcode": verdict.site.operation,
        "kind": verdict.kind.value,
        "verdict": verdict.verdict.value,
        "reason": verdict.reason,
    }


def _lead(report: FunctionReport, lead: Lead) -> Json:
    site = lead.site
    return {
        "function": report.function.name,
        **_place(site),
        "opcode": site.operation,
        "kind": lead.kind.value,
        "first": lead.first,
        "inputs": [_value(value) for value in input_values(report.function, lead.input)],
    }


def _place(site: Site) -> Json:
    return {"site": site.id, "file": site.place.file, "line": site.place.line, "column": site.place.column}


def _value(value: Value) -> Json:
    return {
        "name": value.name,
        "type": value.type,
        "class": value.cls,
        "value": floats.decimal(value.cls, value.raw),
        "hex": floats.hexadecimal(value.cls, value.raw),
        "raw": value.raw[: floats.size(value.cls)].hex(),
    }


def _value_from(entry: Json) -> Value:
    value = Value(str(entry["name"]), str(entry["type"]), str(entry["class"]), bytes.fromhex(entry["raw"]))
    if len(value.raw) != floats.size(value.cls):
        raise ValueError(f"{value.name} has {len(value.raw)} bytes")
    return value


def _plain(value: object) -> object:
    """Settings may hold anything; JSON must stay JSON."""
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [_plain(item) for item in value]
    exact = value is None or isinstance(value, (bool, int, str))
    return value if exact or (isinstance(value, float) and math.isfinite(value)) else str(value)


def _replace(path: str, text: str) -> None:
    target = os.path.realpath(path)
    with contextlib.suppress(FileNotFoundError):
        if not stat.S_ISREG(os.stat(target).st_mode):  # /dev/null, a pipe: nothing that could be replaced
            with open(target, "w", encoding="utf-8") as file:
                file.write(text)
            return
    part = f"{target}.{os.getpid()}.part"
    try:
        with open(part, "x", encoding="utf-8") as file:
            file.write(text)
        os.replace(part, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(part)
        raise


def _load(path: str) -> Json:
    try:
        with open(path, encoding="utf-8") as file:
            report = json.load(file)
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror or error}") from error
    except (ValueError, RecursionError) as error:
        raise UserError(f"{path} is not JSON: {error}", "give a file written by --json") from error
    schema = report.get("schema") if isinstance(report, dict) else None
    if not isinstance(schema, str) or not schema.startswith("ariadne-report/"):
        raise UserError(f"{path} is not an Ariadne report", "give a file written by --json")
    if schema != SCHEMA:
        hint = "analyse the sources again, or use the version that wrote it"
        raise UserError(f"{path} has the format {schema}; this version reads {SCHEMA}", hint)
    return dict(report)


def _no_such_finding(path: str, finding_id: str, ids: list[str]) -> UserError:
    near = difflib.get_close_matches(finding_id, ids, n=3, cutoff=0.4) or ids[:3]
    hint = f"nearest: {', '.join(near)}" if near else "the report has no findings"
    return UserError(f"{path} has no finding '{finding_id}'", hint)


def _found(source: str, report: str) -> str:
    """A source as the report names it; from elsewhere, the same name beside the report may be it."""
    beside = os.path.join(os.path.dirname(report), source)
    return beside if not os.path.exists(source) and os.path.exists(beside) else source
