"""Reads reports back: from JSON, the inverse of json_report, and from the store of a project's run.

What is not as the schema says is an error that names the file and the entry; nothing is guessed.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from orchestrator.core.errors import UserError
from orchestrator.core.model import (
    Condition,
    Consequence,
    Crash,
    Domain,
    Event,
    ExactResult,
    ExactRun,
    Exploration,
    Finding,
    Function,
    FunctionReport,
    Judgement,
    Kind,
    Lead,
    Parameter,
    Place,
    Report,
    Scalar,
    Site,
    Status,
    Suppressed,
    Value,
    Verdict,
    VerdictKind,
    XflowClass,
)
from orchestrator.numbers import floats
from orchestrator.numbers.values import input_buffer
from orchestrator.reports.entry import DamageError, Entry, integer, real, text, within
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
    document = Entry(_document(path))
    try:
        return _report(document)
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


def _kind(content: object) -> Kind:
    return Kind(text(content))


def _report(document: Entry) -> Report:
    sites = document.entries("sites", _site)
    sources = document.texts("sources")
    functions = document.entries("functions", lambda e: _function_report(e, sources))
    count = len(functions)
    findings: list[list[Finding]] = [[] for _ in functions]
    accepted: list[list[Suppressed]] = [[] for _ in functions]
    verdicts: list[list[Verdict]] = [[] for _ in functions]
    leads: list[list[Lead]] = [[] for _ in functions]
    for entry, finding, suppressed in document.entries(
        "findings",
        lambda e: (e.natural("entry", count), _finding(e, sites), e.optional("suppressed", _suppressed)),
    ):
        if suppressed:
            accepted[entry].append(Suppressed(finding, *suppressed))
        else:
            findings[entry].append(finding)
    for entry, verdict in document.entries(
        "verdicts", lambda e: (e.natural("entry", count), _verdict(e, sites))
    ):
        verdicts[entry].append(verdict)
    unconfirmed = document.object(
        "unconfirmed",
        lambda e: e.entries("leads", lambda lead: (lead.natural("entry", count), _lead(lead, sites))),
    )
    for entry, lead in unconfirmed:
        leads[entry].append(lead)
    report = Report(
        tool_version=document.object("tool", lambda tool: tool.text("version")),
        command=document.texts("command"),
        seed=document.integer("seed"),
        machine=document.text("machine"),
        sources=sources,
        flags=document.texts("flags"),
        settings=document.object("settings", lambda settings: dict(settings.content)),
        started=document.text("started"),
        seconds=document.number("seconds"),
        fast_math=document.flag("fast_math"),
        functions=tuple(
            replace(
                f,
                findings=tuple(found),
                verdicts=tuple(judged),
                unconfirmed=tuple(claimed),
                suppressed=tuple(known),
            )
            for f, found, judged, claimed, known in zip(
                functions, findings, verdicts, leads, accepted, strict=True
            )
        ),
        interrupted=document.flag("interrupted"),
        notes=document.texts("notes"),
    )
    mentioned = {id(site) for function in report.functions for site in function.mentioned}
    return replace(report, undecided=tuple(site for site in sites if id(site) not in mentioned))


def _site(entry: Entry) -> Site:
    function, _, index = entry.text("site").rpartition("#")
    return Site(
        number=entry.natural("number"),
        function=function,
        index=int(index),
        opcode=entry.text("opcode"),
        type=entry.text("type"),
        arity=entry.natural("arity"),
        kinds=entry.items("kinds", _kind),
        place=_place(entry),
        inlined_at=entry.entries("inlined_at", _place),
        ruled_out=entry.items("ruled_out", _kind),
        evidence=entry.text("evidence"),
    )


def _place(entry: Entry) -> Place:
    return Place(entry.text("file"), entry.natural("line"), entry.natural("column"))


def _function_report(entry: Entry, sources: tuple[str, ...]) -> FunctionReport:
    return FunctionReport(
        function=_function(entry, sources),
        status=entry.choice("status", Status),
        reason=entry.text("reason"),
        seconds=entry.number("seconds"),
        runs=entry.natural("runs"),
        crashes=entry.entries("crashes", _crash),
        unknown=entry.natural("unknown"),
        exploration=entry.optional("exploration", _exploration),
    )


def _exploration(entry: Entry) -> Exploration:
    def queries(inner: Entry) -> Exploration:
        return Exploration(
            sat=inner.natural("sat"),
            unsat=inner.natural("unsat"),
            unknown=inner.natural("unknown"),
            deciders=inner.entries("deciders", lambda e: (e.text("solver"), e.natural("queries"))),
            left_by_z3=inner.natural("left_by_z3"),
            solved_by_ariadne=inner.natural("solved_by_ariadne"),
        )

    return replace(
        entry.object("queries", queries),
        paths=entry.natural("paths"),
        outcomes=_two(entry, "outcomes"),
        blocks=_two(entry, "blocks"),
        statements=_two(entry, "statements"),
        full=entry.flag("full"),
        cut=entry.texts("cut"),
    )


def _two(entry: Entry, key: str) -> tuple[int, int]:
    numbers = entry.items(key, integer)
    if len(numbers) != 2:
        raise DamageError(f"{key}: two numbers are expected")
    return numbers[0], numbers[1]


def _function(entry: Entry, sources: tuple[str, ...]) -> Function:
    return Function(
        name=entry.text("name"),
        symbol=entry.text("symbol"),
        place=_place(entry),
        signature=entry.text("signature"),
        parameters=entry.entries("parameters", _parameter),
        result=entry.optional("result", _scalar),
        input_size=entry.natural("input_size"),
        output_size=entry.natural("output_size"),
        sites=entry.items("reaches", integer),
        externals=entry.texts("externals"),
        constants=entry.items("constants", real),
        sources=entry.texts("sources") or sources,
        unsupported=entry.optional_text("unsupported"),
        domain=entry.object("domain", _domain),
        closure=entry.text("closure"),
        static=entry.flag("static"),
    )


def _scalar(entry: Entry) -> Scalar:
    return Scalar(entry.text("name"), entry.text("type"), entry.text("class"), entry.natural("offset"))


def _parameter(entry: Entry) -> Parameter:
    scalar = _scalar(entry)
    leaves = entry.entries("leaves", _scalar)
    return Parameter(scalar.name, scalar.type, scalar.cls, scalar.offset, leaves)


def _domain(entry: Entry) -> Domain:
    def condition(inner: Entry) -> Condition:
        return Condition(inner.text("expression"), inner.text("file"), inner.natural("line"))

    return Domain(entry.items("ranges", _range), entry.entries("conditions", condition))


def _range(content: object) -> tuple[float, float] | None:
    if content is None:
        return None
    if not isinstance(content, list) or len(content) != 2:
        raise ValueError("a pair of numbers is expected here")
    return real(content[0]), real(content[1])


def _crash(entry: Entry) -> Crash:
    return Crash(entry.text("reason"), entry.entries("inputs", _value), entry.natural("count"))


def _value(entry: Entry) -> Value:
    value = Value(
        entry.text("name"), entry.text("type"), entry.text("class"), bytes.fromhex(entry.text("raw"))
    )
    if len(value.raw) != _size(value.cls):
        raise ValueError(f"{len(value.raw)} bytes are none of {value.cls}")
    return value


def _size(cls: str) -> int:
    try:
        return floats.size(cls)
    except KeyError:
        raise ValueError(f"there is no class {cls}") from None


def _finding(entry: Entry, sites: tuple[Site, ...]) -> Finding:
    site = sites[entry.natural("row", len(sites))]
    operation = entry.text("operation")
    return Finding(
        id=entry.text("id"),
        function=entry.text("function"),
        site=site,
        kind=entry.choice("kind", Kind),
        text="" if operation == site.opcode else operation,
        first=entry.flag("first"),
        exact=entry.flag("exact"),
        inputs=entry.entries("inputs", _value),
        results=entry.entries("results", _value),
        ended=entry.text("ended"),
        operation_result=entry.object("operation_result", _value),
        operands=entry.entries("operands", _value),
        trace=entry.entries("trace", lambda event: _event(event, sites)),
        errno=entry.integer("errno"),
        judgement=entry.optional("judgement", _judgement),
    )


def _suppressed(entry: Entry) -> tuple[str, str]:
    return entry.text("reason"), entry.text("where")


def _event(entry: Entry, sites: tuple[Site, ...]) -> Event:
    site = sites[entry.natural("row", len(sites))]

    def number(name: str, text: str) -> Value:
        return Value(name, "", site.type, _parsed(site.type, text))

    texts = entry.texts("operands")
    with within("operands"):
        operands = tuple(number(name, text) for name, text in zip("xy"[: len(texts)], texts, strict=True))
    return Event(
        site=site,
        kind=entry.choice("kind", Kind),
        exact=entry.flag("exact"),
        result=number("result", entry.text("result")),
        operands=operands,
    )


def _parsed(cls: str, text: str) -> bytes:
    _size(cls)
    try:
        return floats.parse(cls, text)
    except UserError as error:
        raise ValueError(error.message) from error


def _judgement(entry: Entry) -> Judgement:
    exact = ExactRun(
        results=entry.entries("results", _exact_result),
        undetermined=entry.optional_text("undetermined"),
        precision=entry.natural("precision"),
        marks=entry.texts("marks"),
        diverged=entry.optional("diverged", _place),
    )
    xflow = None if entry.optional_text("class") is None else entry.choice("class", XflowClass)
    consequence = entry.choice("consequence", Consequence)
    return Judgement(xflow, entry.text("reason"), consequence, exact, entry.text("reported"))


def _exact_result(entry: Entry) -> ExactResult:
    lower, upper = entry.object("exact", lambda e: (e.optional_text("lower"), e.optional_text("upper")))
    return ExactResult(
        value=entry.object("float", _value),
        kind=entry.text("kind"),
        range=entry.optional_text("range"),
        lower=lower,
        upper=upper,
        ulps=entry.optional_number("ulps"),
        differs=entry.flag("differs"),
    )


def _verdict(entry: Entry, sites: tuple[Site, ...]) -> Verdict:
    return Verdict(
        function=entry.text("function"),
        site=sites[entry.natural("row", len(sites))],
        kind=entry.choice("kind", Kind),
        verdict=entry.choice("verdict", VerdictKind),
        reason=entry.text("reason"),
        by=entry.text("by"),
    )


def _lead(entry: Entry, sites: tuple[Site, ...]) -> Lead:
    return Lead(
        site=sites[entry.natural("row", len(sites))],
        kind=entry.choice("kind", Kind),
        input=input_buffer([value.raw for value in entry.entries("inputs", _value)]),
        first=entry.flag("first"),
    )
