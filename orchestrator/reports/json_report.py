"""The report for programs, in the form that form.py, schema.json and docs/report.md describe.

Numbers of the analysed program are strings, since JSON has neither infinities nor 80-bit floats; `raw` holds
their bytes, so that a finding can be run again exactly.
"""

from __future__ import annotations

import contextlib
import json
import os
import stat
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from orchestrator.core.bulk import without_garbage
from orchestrator.core.errors import UserError
from orchestrator.core.model import Finding, FunctionReport, Report, Site, Suppressed
from orchestrator.numbers.values import input_values
from orchestrator.reports.form import FindingRow, LeadRow, Sites, Unconfirmed, VerdictRow, forms

SCHEMA = "ariadne-report/3"
SCHEMA_FILE = Path(__file__).with_name("schema.json")

Json = dict[str, Any]


def to_json(report: Report) -> Json:
    """The report as plain dictionaries, lists, strings, numbers and booleans."""
    return {key: list(value) if isinstance(value, Iterator) else value for key, value in _parts(report)}


def _parts(report: Report) -> Iterator[tuple[str, Any]]:
    """The fields in order; long lists as iterators: a library's report need not be in memory twice."""
    sites = _sites_of(report)
    form = forms(sites, sources=report.sources)
    entries = list(enumerate(report.functions))
    leads = tuple(
        LeadRow(entry, f.function.name, lead, input_values(f.function, lead.input))
        for entry, f in entries
        for lead in f.unconfirmed
    )
    yield "schema", SCHEMA
    yield from form.write(report).items()
    yield "sites", map(form.of(Site).write, sites.list)
    yield "functions", map(form.of(FunctionReport).write, report.functions)
    findings = (
        FindingRow(entry, f.function.symbol, finding, suppressed)
        for entry, f in entries
        for finding, suppressed in _all_findings(f)
    )
    yield "findings", map(form.of(FindingRow).write, findings)
    verdicts = (VerdictRow(entry, verdict) for entry, f in entries for verdict in f.verdicts)
    yield "verdicts", map(form.of(VerdictRow).write, verdicts)
    yield "unconfirmed", form.write(Unconfirmed(len(leads), leads))


def _sites_of(report: Report) -> Sites:
    """All that the report speaks of, and the texts that its findings know."""
    sites = Sites()
    for function in report.functions:
        for site in function.mentioned:
            sites.add(site)
        for finding, _ in _all_findings(function):
            sites.add(finding.site, finding.text)
    for site in report.undecided:
        sites.add(site)
    return sites


def _all_findings(report: FunctionReport) -> Iterator[tuple[Finding, Suppressed | None]]:
    for finding in report.findings:
        yield finding, None
    for suppressed in report.suppressed:
        yield suppressed.finding, suppressed


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
        with without_garbage():
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
