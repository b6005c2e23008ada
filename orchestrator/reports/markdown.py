"""A summary that fits a comment on a pull request: counts, what is new, the worst findings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from orchestrator.core.model import Consequence, Finding, Kind, Report, XflowClass
from orchestrator.reports.artifacts import relative_path
from orchestrator.reports.counts import analysed
from orchestrator.reports.identity import Identified, identify
from orchestrator.reports.story import call, hex_call, judged, operation, outcome, urgency
from orchestrator.reports.wording import counted, cut, markdown_code, markdown_text, printable

_TOP = 10
_CODE = 300  # characters of a call or an operation
_WORDS = 300
_NOTES = 5
LIMIT = 60_000  # characters; GitHub takes 65,536


def render(report: Report, new: Collection[str] | None = None, root: str | None = None) -> str:
    """`new`: the fingerprints of what a baseline does not have; None if there is no baseline."""
    found = sorted(identify(report), key=lambda each: urgency(each.finding))
    fresh = [each for each in found if new is not None and each.identity.fingerprint in new]
    sections = [_heading(report, found, fresh if new is not None else None), _counts(found)]
    if new is not None:
        sections.append(_list("New since the baseline", fresh, root))
    elif found:
        sections.append(_list("Worst first", found, root))
    sections.append(_closing(report))
    return _limited("\n\n".join("\n".join(section) for section in sections if section) + "\n")


def _heading(report: Report, found: Sequence[Identified], fresh: Sequence[Identified] | None) -> list[str]:
    since = "" if fresh is None else f", {len(fresh):,} new"
    functions = counted(len(analysed(report)), "function")
    return [f"## Ariadne: {counted(len(found), 'floating-point exception')}{since} in {functions}"]


def _counts(found: Sequence[Identified]) -> list[str]:
    """Kinds by consequence."""
    if not found:
        return ["No exceptions were found."]
    hurt = Counter((each.finding.kind, _consequence(each.finding)) for each in found)
    fixable = Counter(
        each.finding.kind
        for each in found
        if each.finding.judgement and each.finding.judgement.xflow is XflowClass.AVOIDABLE
    )
    columns = [c for c in Consequence if any(hurt[kind, c] for kind in Kind)]
    lines = [
        f"| kind | {' | '.join(c.value for c in columns)} | together | avoidable |",
        f"|---|{'---:|' * (len(columns) + 2)}",
    ]
    for kind in Kind:
        row = [hurt[kind, c] for c in columns]
        if any(row):
            cells = " | ".join(f"{n:,}" if n else "-" for n in [*row, sum(row), fixable[kind]])
            lines.append(f"| {kind.label} | {cells} |")
    return lines


def _list(title: str, found: Sequence[Identified], root: str | None) -> list[str]:
    if not found:
        return [f"### {title}", "", "None."]
    lines = [f"### {title}", ""]
    for number, each in enumerate(_various(found), 1):
        lines += _item(number, each, root)
    rest = len(found) - len(list(_various(found)))
    return [*lines, "", f"... and {rest:,} more."] if rest else lines


def _various(found: Sequence[Identified]) -> Iterator[Identified]:
    """The first few, an operation only once under each kind: inner code is reached from many functions."""
    seen: set[tuple[str, ...]] = set()
    for each in found:
        key = each.identity.function, each.identity.operation, each.identity.text, each.identity.kind
        if key not in seen and len(seen) < _TOP:
            seen.add(key)
            yield each


def _item(number: int, each: Identified, root: str | None) -> list[str]:
    function, finding = each.function, each.finding
    place = finding.site.place
    where = f"{relative_path(place.file, root)}:{place.line}:{place.column}" if place.line else place.file
    about = outcome(function, finding) + (judged(finding.judgement) if finding.judgement else [])
    code = markdown_code(cut(operation(function, finding).replace("'", ""), _CODE))
    words = markdown_text(cut(printable(", ".join(about)), _WORDS))
    return [
        f"{number}. **{finding.kind.label}** in {code} at {markdown_code(cut(where, _CODE))}: {words}",
        f"   on {markdown_code(cut(call(function, finding), _CODE))}, exactly"
        f" {markdown_code(cut(hex_call(function, finding), _CODE))}",
    ]


def _closing(report: Report) -> list[str]:
    lines = [f"> {markdown_text(cut(printable(note), _WORDS))}  " for note in report.notes[:_NOTES]]
    if report.interrupted:
        lines.append("> The run was interrupted: this is what was found until then.  ")
    runs = f"{sum(f.runs for f in report.functions):,} runs, {report.seconds:,.0f} s, seed {report.seed}"
    return [*lines, f"> Every finding is a run of the real program. Ariadne {report.tool_version}: {runs}."]


def _consequence(finding: Finding) -> Consequence:
    return finding.judgement.consequence if finding.judgement else Consequence.UNKNOWN


def _limited(text: str) -> str:
    """Whole lines, as many as fit. It takes very long names to get here."""
    if len(text) <= LIMIT:
        return text
    return text[: text.rindex("\n", 0, LIMIT)] + "\n"
