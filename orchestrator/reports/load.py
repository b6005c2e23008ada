"""Reads reports back: from JSON, by the form that json_report writes, and from the store of a project's run.

What is not as the schema says is an error that names the file and the entry; nothing is guessed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from orchestrator.core.bulk import without_garbage
from orchestrator.core.damage import WRONG, DamageError, WrongSortError, inside
from orchestrator.core.errors import UserError
from orchestrator.core.model import Finding, FunctionReport, Lead, Report, Site, Suppressed, Verdict
from orchestrator.core.records import Form
from orchestrator.numbers.values import input_buffer
from orchestrator.reports.form import FindingRow, Sites, Unconfirmed, VerdictRow, forms
from orchestrator.reports.json_report import SCHEMA
from orchestrator.store import Store

_SQLITE = b"SQLite format 3\0"


def load_report(path: str) -> Report:
    """The report of a run: of a project's store, or written to a file by --json."""
    if is_store(path):
        store = Store.open(Path(path))
        try:
            return store.report()
        finally:
            store.close()
    try:
        with without_garbage():
            return _report(_document(path))
    except DamageError as damage:
        hint = "it was changed or cut; analyse the sources again"
        raise UserError(f"{path} is damaged: {damage}", hint) from damage


def is_store(path: str) -> bool:
    try:
        with open(path, "rb") as file:
            return file.read(len(_SQLITE)) == _SQLITE
    except OSError:
        return False  # whoever opens it next says why


def _document(path: str) -> dict[str, Any]:
    try:
        with open(path, encoding="utf-8") as file:
            document = json.load(file)
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror or error}") from error
    except (ValueError, RecursionError) as error:
        raise UserError(f"{path} is not JSON: {error}", "give a file written by --json") from error
    schema = document.get("schema") if isinstance(document, dict) else None
    if not isinstance(schema, str) or not schema.startswith("ariadne-report/"):
        raise UserError(f"{path} is not an Ariadne report", "give a file written by --json")
    if schema != SCHEMA:
        hint = "analyse the sources again, or use the version that wrote it"
        raise UserError(f"{path} has the format {schema}; this version reads {SCHEMA}", hint)
    return dict(document)


def _report(document: dict[str, Any]) -> Report:
    first = forms(Sites())
    sites = _list(document, "sites", first.of(tuple[Site, ...]))
    sources = _list(document, "sources", first.of(tuple[str, ...]))
    form = forms(Sites(), sites, sources)
    functions = _list(document, "functions", form.of(tuple[FunctionReport, ...]))
    lists = [_Lists() for _ in functions]
    findings = _list(document, "findings", form.of(tuple[FindingRow, ...]))
    for of, row in _by_function(findings, lists, "findings"):
        if row.suppressed:
            of.suppressed.append(replace(row.suppressed, finding=row.finding))
        else:
            of.findings.append(row.finding)
    verdicts = _list(document, "verdicts", form.of(tuple[VerdictRow, ...]))
    for of, row in _by_function(verdicts, lists, "verdicts"):
        of.verdicts.append(row.verdict)
    leads = _list(document, "unconfirmed", form.of(Unconfirmed)).leads
    for of, row in _by_function(leads, lists, "unconfirmed.leads"):
        function, raws = functions[row.entry].function, [value.raw for value in row.inputs]
        if len(raws) != len(function.inputs):
            raise DamageError(f"unconfirmed.leads: {function.name} takes {len(function.inputs)} inputs")
        of.unconfirmed.append(replace(row.lead, input=input_buffer(function, raws)))
    report = replace(
        form.read(Report, document),
        functions=tuple(
            replace(function, **{name: tuple(items) for name, items in vars(of).items()})
            for function, of in zip(functions, lists, strict=True)
        ),
    )
    mentioned = {id(site) for function in report.functions for site in function.mentioned}
    return replace(report, undecided=tuple(site for site in sites if id(site) not in mentioned))


@dataclass
class _Lists:
    """What the report lists of a function: fields of its FunctionReport."""

    findings: list[Finding] = field(default_factory=list)
    verdicts: list[Verdict] = field(default_factory=list)
    unconfirmed: list[Lead] = field(default_factory=list)
    suppressed: list[Suppressed] = field(default_factory=list)


def _list(document: dict[str, Any], key: str, form: Form) -> Any:
    if key not in document:
        raise DamageError(f"{key} is missing")
    try:
        return form.read(document[key])
    except WrongSortError as error:
        raise DamageError(f"{key}: not {error.found}") from error
    except WRONG as error:
        raise inside(key, error) from error


def _by_function(rows: Sequence[Any], lists: Sequence[_Lists], key: str) -> Iterator[tuple[_Lists, Any]]:
    for number, row in enumerate(rows):
        if row.entry >= len(lists):
            raise DamageError(f"{key}[{number}].entry: {row.entry} is out of range")
        yield lists[row.entry], row
