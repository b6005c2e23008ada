"""SARIF 2.1.0, for code scanning: a rule for each kind and class, a level for each consequence.

The exceptions of a finding's run are its code flow, in order. Its fingerprint is its identity, so that moved
lines do not make it a new one.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from orchestrator.core.model import (
    Consequence,
    Event,
    Finding,
    Function,
    Kind,
    Place,
    Report,
    Site,
    Value,
    XflowClass,
)
from orchestrator.languages.sourcetext import character_columns
from orchestrator.reports.artifacts import Artifacts
from orchestrator.reports.form import value_to_json
from orchestrator.reports.identity import Identified, identify
from orchestrator.reports.story import exact_lines, headline, hex_call, urgency
from orchestrator.reports.wording import counted, number, printable

SCHEMA_URL = "https://json.schemastore.org/sarif-2.1.0.json"

_LONGEST_FLOW = 12  # steps that are listed; a run may raise thousands of exceptions

_LEVELS = {
    Consequence.WRONG: "error",
    Consequence.POISONED: "error",
    Consequence.UNKNOWN: "warning",
    Consequence.REPORTED: "note",
    Consequence.BENIGN: "none",
}
_CLASSES = {
    XflowClass.AVOIDABLE: "Every exact result fits its type: another order of evaluation may avoid it.",
    XflowClass.UNAVOIDABLE: "Some exact result does not fit its type: it can only be reported or excluded.",
    XflowClass.UNDETERMINED: "The exact rerun could not tell whether another order of evaluation avoids it.",
    None: "It was not rerun in exact arithmetic.",
}

Json = dict[str, Any]


def render(
    report: Report,
    root: str | None = None,
    new: Collection[str] | None = None,
    most: int | None = None,
) -> str:
    """The whole document. `root` is the folder that paths are relative to; `new` are the fingerprints of what
    a baseline does not have; of more findings than `most` it has the most urgent ones, and says so."""
    found = sorted(identify(report), key=lambda each: urgency(each.finding))
    if most is not None and len(found) > most:
        note = f"{len(found) - most} less urgent findings are left out of {len(found)}"
        report, found = replace(report, notes=(*report.notes, note)), found[:most]
    log = _Log(report, found, Artifacts(_files(found), root), new)
    return json.dumps(log.document(), separators=(",", ":"), allow_nan=False) + "\n"


class _Log:
    def __init__(
        self,
        report: Report,
        found: Sequence[Identified],
        artifacts: Artifacts,
        new: Collection[str] | None,
    ) -> None:
        self.report = report
        self.found = found
        self.artifacts = artifacts
        self.new = new
        self.rules = {(kind, xflow): n for n, (kind, xflow) in enumerate(_rules())}

    def document(self) -> Json:
        return {"$schema": SCHEMA_URL, "version": "2.1.0", "runs": [self._run()]}

    def _run(self) -> Json:
        report = self.report
        return {
            "tool": {
                "driver": {
                    "name": "Ariadne",
                    "semanticVersion": report.tool_version,
                    "rules": [_rule(kind, xflow) for kind, xflow in self.rules],
                }
            },
            "invocations": [
                {
                    "executionSuccessful": not report.interrupted,
                    "commandLine": printable(shlex.join(report.command)),
                    "toolExecutionNotifications": [
                        {"level": "note", "message": _message(note)} for note in report.notes
                    ],
                    "properties": {"started": report.started, "seconds": round(report.seconds, 3)},
                }
            ],
            "columnKind": "unicodeCodePoints",
            "originalUriBaseIds": self.artifacts.bases(),
            "results": [self._result(each) for each in self.found],
            "properties": {
                "seed": report.seed,
                "machine": report.machine,
                "flags": [printable(flag) for flag in report.flags],
                "fastMath": report.fast_math,
            },
        }

    def _result(self, each: Identified) -> Json:
        function, finding = each.function, each.finding
        level = _LEVELS[_consequence(finding)]
        rule = _rule_of(finding)
        fingerprint = each.identity.fingerprint
        result = {
            "ruleId": _rule_id(*rule),
            "ruleIndex": self.rules[rule],
            "kind": "informational" if level == "none" else "fail",
            "level": level,
            "message": _message(_text(function, finding)),
            "locations": [self._location(finding.site.place, finding.site.function, finding.site)],
            "partialFingerprints": {
                "ariadneFinding/v1": fingerprint,
                "primaryLocationLineHash": f"{fingerprint}:1",  # what GitHub goes by
            },
            "codeFlows": [{"threadFlows": [{"locations": list(self._flow(finding))}]}],
            "relatedLocations": list(self._related(function, finding)),
            "properties": _properties(finding),
        }
        if self.new is not None:
            result["baselineState"] = "new" if fingerprint in self.new else "unchanged"
        return result

    def _flow(self, finding: Finding) -> Iterator[Json]:
        """What was raised before, and then this; the middle of a long story is left out, and that is said."""
        own = Event(finding.site, finding.kind, finding.exact, finding.operation_result, finding.operands)
        events = [*finding.trace, own]
        half = _LONGEST_FLOW // 2
        for order, event in enumerate(events, 1):
            if half < order <= len(events) - half:
                continue
            words = _raised(event)
            if order == half and len(events) > _LONGEST_FLOW:
                words += f"; then {counted(len(events) - _LONGEST_FLOW, 'exception')} more, not listed here"
            yield {
                "executionOrder": order,
                "importance": "essential" if event is own else "important",
                "location": self._location(event.site.place, None, event.site, words),
            }

    def _related(self, function: Function, finding: Finding) -> Iterator[Json]:
        places = [(function.place, f"{function.name}, which was called")]
        places += [(place, "inlined here") for place in finding.site.inlined_at]
        if finding.judgement and finding.judgement.exact.diverged:
            places.append(
                (finding.judgement.exact.diverged, "first decision that exact arithmetic makes otherwise")
            )
        for number_, (place, words) in enumerate(places, 1):
            yield {"id": number_, **self._location(place, None, None, words)}

    def _location(
        self, place: Place, function: str | None, site: Site | None, words: str | None = None
    ) -> Json:
        location: Json = {"physicalLocation": {"artifactLocation": self.artifacts.location(place.file)}}
        if place.line:
            location["physicalLocation"]["region"] = _region(place, site.opcode if site else None)
        if function is not None:
            location["logicalLocations"] = [{"name": printable(function), "kind": "function"}]
        if words is not None:
            location["message"] = _message(words)
        return location


@lru_cache(maxsize=4096)  # inner code is in the story of many findings
def _region(place: Place, operation: str | None) -> Json:
    region = {"startLine": place.line}
    columns = character_columns(place.file, place.line, place.column, operation) if operation else None
    if columns:
        region |= {"startColumn": columns[0], "endColumn": columns[1]}
    elif place.column:
        region["startColumn"] = place.column  # counts bytes: the source cannot be read
    return region


def _rules() -> Iterator[tuple[Kind, XflowClass | None]]:
    for kind in Kind:
        for xflow in (*XflowClass, None) if kind.has_class else (None,):
            yield kind, xflow


def _rule_of(finding: Finding) -> tuple[Kind, XflowClass | None]:
    judgement = finding.judgement if finding.kind.has_class else None
    return finding.kind, judgement.xflow if judgement else None


def _rule_id(kind: Kind, xflow: XflowClass | None) -> str:
    if not kind.has_class:
        return f"ariadne/{kind.value}"
    return f"ariadne/{kind.value}-{xflow.value if xflow else 'unclassified'}"


def _rule(kind: Kind, xflow: XflowClass | None) -> Json:
    rule = _rule_id(kind, xflow)
    classified = kind.has_class
    about = f"{kind.meaning} {_CLASSES[xflow]}" if classified else kind.meaning
    title = f"{xflow.value if xflow else 'unclassified'} {kind.label}" if classified else kind.label
    help_ = (
        f"{about} The message gives an input on which the real program does it;"
        " `ariadne replay RUN ID` shows that run again."
    )
    return {
        "id": rule,
        "name": "".join(word.capitalize() for word in title.split()),
        "shortDescription": {"text": title[0].upper() + title[1:]},
        "fullDescription": {"text": about},
        "help": {"text": help_, "markdown": help_},
        "defaultConfiguration": {"level": "warning"},
        "properties": {"tags": ["floating-point", kind.value], "precision": "very-high"},
    }


def _consequence(finding: Finding) -> Consequence:
    return finding.judgement.consequence if finding.judgement else Consequence.UNKNOWN


def _text(function: Function, finding: Finding) -> str:
    lines = [
        headline(function, finding) + ".",
        f"Input: {hex_call(function, finding)}.",
        *exact_lines(finding),
    ]
    return "\n".join(printable(line) for line in lines)


def _raised(event: Event) -> str:
    operands = ", ".join(map(number, event.operands))
    return f"{event.kind.label}: {event.site.opcode} of {operands} gives {number(event.result)}"


def _message(text: str) -> Json:
    """Plain text, in which SARIF gives a meaning to braces and to [text](target)."""
    lines = (printable(line) for line in text.split("\n"))
    escaped = "\n".join(lines).replace("{", "{{").replace("}", "}}")
    return {"text": escaped.replace("](", "] (")}


def _properties(finding: Finding) -> Json:
    judgement = finding.judgement
    return {
        "id": printable(finding.id),
        "site": printable(finding.site.id),
        "operation": printable(finding.text or finding.site.opcode),
        "opcode": finding.site.opcode,
        "type": finding.site.type,
        "first": finding.first,
        "exact": finding.exact,
        "evidence": finding.site.evidence.value,
        "inputs": [_value(value) for value in finding.inputs],
        "results": [_value(value) for value in finding.results],
        "ended": finding.ended,
        "class": judgement.xflow.value if judgement and judgement.xflow else None,
        "consequence": _consequence(finding).value,
        "reported": judgement.reported if judgement else "",
    }


def _value(value: Value) -> Json:
    """`raw` in hexadecimal is exact for NaNs, too."""
    shown = value_to_json(value)
    return {"name": printable(value.name), **{key: shown[key] for key in ("class", "hex", "raw")}}


def _files(found: Iterable[Identified]) -> set[str]:
    places = {each.function.place for each in found}
    for each in found:
        places |= {each.finding.site.place, *(event.site.place for event in each.finding.trace)}
    return {place.file for place in places}
