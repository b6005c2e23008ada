"""The form of the JSON report: where its objects depart from the rule that a record has a key for each field.

json_report.py writes by it and load.py reads by it, so they cannot disagree. schema.json and docs/report.md
describe the same form for others, and a test compares them with this one. A new field of a record needs
nothing here, but to be `added`: files that were written before it shall still be read.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from orchestrator.core.damage import WRONG, WrongSortError, inside, within
from orchestrator.core.errors import UserError
from orchestrator.core.model import (
    Event,
    ExactResult,
    Exploration,
    Finding,
    Function,
    FunctionReport,
    Judgement,
    Lead,
    Parameter,
    Report,
    Scalar,
    Site,
    Suppressed,
    Value,
    Verdict,
)
from orchestrator.core.records import INTEGER, NATURAL, Form, Forms, Shape, read_integer, read_text
from orchestrator.numbers import floats


@dataclass(frozen=True)
class FindingRow:
    """A finding in the report's list, which holds those of all functions."""

    entry: int  # index of the function
    symbol: str  # unlike the name, it belongs to one function only
    finding: Finding
    suppressed: Suppressed | None


@dataclass(frozen=True)
class VerdictRow:
    entry: int
    verdict: Verdict


@dataclass(frozen=True)
class LeadRow:
    entry: int
    function: str
    lead: Lead
    inputs: tuple[Value, ...]


@dataclass(frozen=True)
class Unconfirmed:
    count: int
    leads: tuple[LeadRow, ...]


@dataclass(frozen=True)
class Decider:
    """How many queries a solver decided."""

    solver: str
    queries: int


@dataclass(frozen=True)
class Tool:
    name: str
    version: str


class Sites:
    """The operations of a report, each written once; what else speaks of them refers to their rows."""

    def __init__(self, sites: Sequence[Site] = ()) -> None:
        self.list: list[Site] = []
        self._rows: dict[tuple[int, str, str], int] = {}
        self._references: list[dict[str, Any]] = []
        self._texts: dict[int, str] = {}
        for site in sites:
            self.add(site)

    def add(self, site: Site, text: str = "") -> None:
        # Programs analysed side by side number their sites each from 0.
        identity = site.number, site.place.file, site.id
        row = self._rows.setdefault(identity, len(self.list))
        if row == len(self.list):
            place = site.place
            where = {"file": place.file, "line": place.line, "column": place.column}
            self.list.append(site)
            self._references.append({"site": site.id, "row": row, **where})
        if text:
            self._texts.setdefault(row, text)

    def reference(self, site: Site) -> Mapping[str, Any]:
        """The row, and what readers in a hurry want to know."""
        return self._references[self._rows[site.number, site.place.file, site.id]]

    def text(self, site: Site) -> str:
        return self._texts.get(self.reference(site)["row"]) or site.opcode


def forms(sites: Sites, known: Sequence[Site] = (), sources: tuple[str, ...] = ()) -> Forms:
    """For a report with these sites and sources: `sites` for writing, `known` for reading."""

    def referred(content: Mapping[str, Any]) -> Site:
        row = content["row"]
        if type(row) is int and 0 <= row < len(known):
            return known[row]
        with within("row"):
            raise ValueError(f"{read_integer(row)} is out of range")

    def read_source_text(content: Mapping[str, Any]) -> str:
        text = read_text(content["operation"])
        return "" if text == referred(content).opcode else text

    def read_result(content: Mapping[str, Any]) -> Value:
        cls = referred(content).type
        try:
            return _short_value("result", cls, content["result"])
        except WRONG as error:
            raise inside("result", error) from error

    def read_operands(content: Mapping[str, Any]) -> tuple[Value, ...]:
        cls = referred(content).type
        texts = content["operands"]
        try:
            if type(texts) is not list:
                raise WrongSortError("a list", texts)
            named = zip("xy"[: len(texts)], texts, strict=True)
            return tuple([_short_value(name, cls, text) for name, text in named])
        except WRONG as error:
            raise inside("operands", error) from error

    reference = Form(sites.reference, referred)
    by_site = {"site": reference}
    site = frozenset({"site"})
    opcode = {"opcode": lambda record: record.site.opcode}
    shapes = {
        **_SHAPES,
        Function: Shape(
            names={"sites": "reaches"},
            spread=frozenset({"place"}),
            forms={
                "sources": Form(
                    lambda own: [] if own == sources else list(own),
                    lambda content: _PLAIN.of(tuple[str, ...]).read(content) or sources,
                )
            },
            shown={"sites": lambda function: len(function.sites)},
        ),
        Finding: Shape(
            names={"text": "operation"},
            forms={**by_site, "errno": INTEGER},
            spread=site,
            whole={"text": Form(lambda finding: finding.text or finding.site.opcode, read_source_text)},
            shown={
                **opcode,
                "type": lambda finding: finding.site.type,
                "evidence": lambda finding: finding.site.evidence.value,
            },
        ),
        Event: Shape(
            forms=by_site,
            spread=site,
            # Of the operation's own class, and short: a run may raise hundreds.
            whole={
                "result": Form(lambda event: _hexadecimal(event.result), read_result),
                "operands": Form(lambda event: [_hexadecimal(x) for x in event.operands], read_operands),
            },
            shown={"operation": lambda event: sites.text(event.site)},
        ),
        Verdict: Shape(forms=by_site, spread=site, shown=opcode, added=frozenset({"assumes"})),
        Lead: Shape(forms=by_site, spread=site, elsewhere={"input": b""}, shown=opcode),
    }
    return Forms(shapes, {int: NATURAL})


def _short_value(name: str, cls: str, content: object) -> Value:
    text = read_text(content)
    return Value(name, "", cls, _parsed(cls, text))


@lru_cache(1 << 16)
def _parsed(cls: str, text: str) -> bytes:
    _size(cls)
    try:
        return floats.parse(cls, text)
    except UserError as error:
        raise ValueError(error.message) from error


def _size(cls: str) -> int:
    try:
        return floats.size(cls)
    except KeyError:
        raise ValueError(f"there is no class {cls}") from None


@lru_cache(1 << 16)
def _texts(cls: str, raw: bytes) -> tuple[str, str]:
    """Decimal and hexadecimal; the findings of a run share their numbers."""
    return floats.decimal(cls, raw), floats.hexadecimal(cls, raw)


def _hexadecimal(value: Value) -> str:
    return _texts(value.cls, value.raw)[1]


def _write_raw(value: Value) -> str:
    return value.raw[: floats.size(value.cls)].hex()


def _read_raw(content: Mapping[str, Any]) -> bytes:
    cls, raw = read_text(content["class"]), bytes.fromhex(read_text(content["raw"]))
    if len(raw) != _size(cls):
        raise ValueError(f"{len(raw)} bytes are none of {cls}")
    return raw


def _plain(value: object) -> object:
    """Settings may hold anything; JSON must stay JSON."""
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [_plain(item) for item in value]
    exact = value is None or isinstance(value, (bool, int, str))
    return value if exact or (isinstance(value, float) and math.isfinite(value)) else str(value)


def _read_settings(content: Any) -> dict[str, object]:
    if type(content) is not dict:
        raise WrongSortError("an object", content)
    return content


_PLAIN = Forms({}, {int: NATURAL})
_DECIDERS = _PLAIN.of(tuple[Decider, ...])
_TOOL = _PLAIN.of(Tool)
_SECONDS = Form(lambda seconds: round(seconds, 3), _PLAIN.of(float).read)
_CLASS = {"cls": "class"}
_QUERIES = ("sat", "unsat", "unknown", "deciders", "left_by_z3", "solved_by_ariadne")

# What does not depend on the report's sites.
_SHAPES = {
    Site: Shape(
        spread=frozenset({"place"}),
        names={"function": "site"},
        whole={
            "function": Form(
                lambda site: site.id, lambda content: read_text(content["site"]).rpartition("#")[0]
            ),
            "index": Form(
                lambda site: site.index, lambda content: int(read_text(content["site"]).rpartition("#")[2])
            ),
        },
        unwritten=frozenset({"index"}),
    ),
    Scalar: Shape(names=_CLASS),
    Parameter: Shape(names=_CLASS),
    Value: Shape(
        names=_CLASS,
        whole={"raw": Form(_write_raw, _read_raw)},
        shown={
            "value": lambda value: _texts(value.cls, value.raw)[0],
            "hex": lambda value: _texts(value.cls, value.raw)[1],
        },
    ),
    ExactResult: Shape(
        names={"value": "float"},
        inner={"exact": ("lower", "upper")},
        shown={"name": lambda result: result.value.name, "type": lambda result: result.value.type},
    ),
    Judgement: Shape(names={"xflow": "class"}, spread=frozenset({"exact"})),
    Exploration: Shape(
        inner={"queries": _QUERIES},
        forms={
            "deciders": Form(
                lambda pairs: _DECIDERS.write([Decider(*pair) for pair in pairs]),
                lambda content: tuple((each.solver, each.queries) for each in _DECIDERS.read(content)),
            )
        },
    ),
    Suppressed: Shape(elsewhere={"finding": None}),
    FunctionReport: Shape(
        spread=frozenset({"function"}),
        forms={"seconds": _SECONDS},
        elsewhere={"findings": (), "verdicts": (), "unconfirmed": (), "suppressed": ()},
    ),
    Report: Shape(
        names={"tool_version": "tool"},
        forms={
            "tool_version": Form(
                lambda version: _TOOL.write(Tool("ariadne", version)),
                lambda content: _TOOL.read(content).version,
            ),
            "seed": INTEGER,
            "settings": Form(_plain, _read_settings),
            "seconds": _SECONDS,
        },
        elsewhere={"functions": (), "undecided": ()},
    ),
    FindingRow: Shape(spread=frozenset({"finding"})),
    VerdictRow: Shape(spread=frozenset({"verdict"})),
    LeadRow: Shape(spread=frozenset({"lead"})),
}

_SELF_CONTAINED = Forms(_SHAPES, {int: NATURAL})

value_to_json = _SELF_CONTAINED.of(Value).write
judgement_to_json = _SELF_CONTAINED.of(Judgement).write
exact_result_to_json = _SELF_CONTAINED.of(ExactResult).write
