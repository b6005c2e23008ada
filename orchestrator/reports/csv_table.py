"""A row for each finding, for spreadsheets and scripts: numbers in decimal and, exactly, in hexadecimal."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence

from orchestrator.core.model import ExactResult, Finding, Report, Value
from orchestrator.numbers import floats
from orchestrator.reports.identity import Identified, identify
from orchestrator.reports.story import call, exact_value, urgency
from orchestrator.reports.wording import number, printable

_MOST = 12  # inputs, and results, that get columns; their number is there in any case

_COLUMNS = (
    *(
        "id",
        "fingerprint",
        "function",
        "file",
        "line",
        "column",
        "in_function",
        "operation",
        "opcode",
        "type",
    ),
    *("kind", "class", "consequence", "reported", "first", "exact", "exceptions_before", "ended", "call"),
)
_INPUT = ("name", "value", "hex")
_RESULT = ("name", "value", "hex", "exact", "exact_lower", "exact_upper", "ulps")

Cell = str | int | float | None


def render(report: Report) -> str:
    """With a header; the worst findings first."""
    found = sorted(identify(report), key=lambda each: urgency(each.finding))
    inputs = min(_MOST, max((len(each.finding.inputs) for each in found), default=0))
    results = min(_MOST, max((len(each.finding.results) for each in found), default=0))
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(
        [*_COLUMNS, "inputs", *_numbered("input", _INPUT, inputs), "results"]
        + [*_numbered("result", _RESULT, results)]
    )
    for each in found:
        finding = each.finding
        row = [_guarded(cell) if isinstance(cell, str) else cell for cell in _facts(each)]
        row += [len(finding.inputs), *_wide(map(_input, finding.inputs), len(_INPUT), inputs)]
        row += [len(finding.results), *_wide(_results(finding), len(_RESULT), results)]
        writer.writerow(row)
    return out.getvalue()


def _facts(each: Identified) -> list[Cell]:
    function, finding, site = each.function, each.finding, each.finding.site
    judgement = finding.judgement
    return [
        finding.id,
        each.identity.fingerprint,
        function.name,
        site.place.file,
        site.place.line or None,
        site.place.column or None,
        site.function,
        finding.text or site.opcode,
        site.opcode,
        site.type,
        finding.kind.value,
        judgement.xflow.value if judgement and judgement.xflow else None,
        judgement.consequence.value if judgement else None,
        judgement.reported if judgement else None,
        _flag(finding.first),
        _flag(finding.exact),
        len(finding.trace),
        finding.ended,
        call(function, finding),
    ]


def _flag(true: bool) -> str:
    return "yes" if true else "no"


def _input(value: Value) -> list[Cell]:
    return [_guarded(value.name), number(value), floats.hexadecimal(value.cls, value.raw)]


def _results(finding: Finding) -> Iterator[list[Cell]]:
    exact = finding.judgement.exact.results if finding.judgement else ()
    known: dict[str, ExactResult] = {result.value.name: result for result in exact}
    for value in finding.results:
        beside = known.get(value.name)
        more: list[Cell] = [None] * 4
        if beside:
            more = [exact_value(beside), beside.lower, beside.upper, beside.ulps]
        yield [*_input(value), *more]


def _numbered(word: str, parts: Sequence[str], count: int) -> list[str]:
    return [f"{word}{number}_{part}" for number in range(1, count + 1) for part in parts]


def _wide(groups: Iterator[list[Cell]], width: int, count: int) -> list[Cell]:
    """So many groups of cells, the missing ones empty."""
    cells = [cell for group in groups for cell in group][: width * count]
    return cells + [None] * (width * count - len(cells))


def _guarded(text: str) -> str:
    """Spreadsheets take a cell that begins like this for a formula, and some formulas run programs. Only for
    texts: what is a number of ours stays one."""
    shown = printable(text)
    return "'" + shown if shown.lstrip().startswith(("=", "+", "-", "@")) else shown
