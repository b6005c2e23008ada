"""What changed from one run to another, as text."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from typing import TypeVar

from orchestrator.core.model import Consequence, Report
from orchestrator.reports.baseline import at_least, consequence
from orchestrator.reports.identity import Comparable, Identified, Match, identify, match
from orchestrator.reports.story import urgency
from orchestrator.reports.wording import assignments, counted

_SHOWN = 40

T = TypeVar("T")


def difference(old: Report, new: Report) -> Match[Identified, Identified]:
    return match(identify(old), identify(new))


def changes(compared: Match[Identified, Identified]) -> list[tuple[Identified, Identified]]:
    """Findings of both runs that are judged differently now."""
    return [(a, b) for a, b in compared.both if _judged(a) != _judged(b)]


def difference_text(compared: Match[Identified, Identified], everything: bool) -> str:
    changed = changes(compared)
    lines = [
        *_section("new", compared.new, everything),
        *_section("gone", compared.gone, everything),
        *([f"changed: {len(changed):,}"] if changed else []),
        *(f"  {_told(b)} (was {_judged(a)})" for a, b in _cut(changed, everything)),
    ]
    if not lines:
        return f"no difference: {counted(len(compared.both), 'finding')} in both\n"
    same = len(compared.both) - len(changed)
    return "\n".join([*lines, f"the same in both: {same:,}"]) + "\n"


def news(compared: Match[Comparable, Identified], worst: Consequence) -> str:
    """For a run beside its baseline."""
    harmful = [each for each in compared.new if at_least(each, worst)]
    known = counted(len(compared.both), "known finding")
    line = f"beside the baseline: {len(compared.new):,} new, {len(compared.gone):,} gone, {known}"
    lines = [line, *_section(f"new, {worst.value} or worse", harmful, everything=False)]
    return "\n".join(lines) + "\n"


def _section(title: str, found: Sequence[Identified], everything: bool) -> list[str]:
    if not found:
        return []
    ordered = sorted(found, key=lambda each: urgency(each.finding))
    counts = Counter(consequence(each) for each in ordered)
    words = ", ".join(f"{count:,} {name}" for name, count in counts.items())
    shown = [f"  {_told(each)}" for each in _cut(ordered, everything)]
    rest = len(ordered) - len(shown)
    more = [f"  ... and {rest:,} more (--all lists them)"] if rest else []
    return [f"{title}: {len(ordered):,} ({words})", *shown, *more]


def _cut(items: Sequence[T], everything: bool) -> Sequence[T]:
    return items if everything else items[:_SHOWN]


def _told(each: Identified) -> str:
    finding = each.finding
    place = finding.site.place
    operation = finding.text or finding.site.opcode
    call = f"{each.function.name}({assignments(finding.inputs)})"
    where = f"{os.path.basename(place.file)}:{place.line}:{place.column}"
    return f"{where}: {finding.kind.label} in '{operation}' of {call}: {_judged(each)}"


def _judged(each: Identified) -> str:
    judgement = each.finding.judgement
    xflow = f", {judgement.xflow.value}" if judgement and judgement.xflow else ""
    return consequence(each) + xflow
