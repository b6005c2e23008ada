"""The story of one finding as text: how it came about, what the exact run did instead, what is better."""

from __future__ import annotations

from collections.abc import Sequence

from orchestrator.core.model import ExactResult, ExactRun, Finding, Judgement, Place
from orchestrator.judge.hints import Hint
from orchestrator.judge.steps import Decision, Step, Story
from orchestrator.languages.sourcetext import caret_lines, site_text, source_line
from orchestrator.numbers import floats
from orchestrator.numbers.dyadic import decimal
from orchestrator.reports.wording import assignments

_STEPS = 16  # operations on the way that are shown
_DECISIONS = 6
_DIGITS = 8


def explanation(
    finding: Finding, judgement: Judgement | None, story: Story, step: Step | None, hints: Sequence[Hint]
) -> str:
    lines = _headline(finding)
    if step is None:
        lines += ["", _not_told(story)]
    else:
        lines += ["", *_decisions(story, step), *_way(story, step)]
    lines += ["", *_instead(story.exact)]
    if judgement:
        lines += ["", *_judged(judgement)]
    if hints:
        lines += ["", "better for this input, by exact arithmetic:"]
        for hint in hints:
            values = ", ".join(f"{name} = {value}" for name, value in hint.shown)
            lines.append(f"  {hint.advice}: {values}, in range")
    return "\n".join(lines) + "\n"


def _headline(finding: Finding) -> list[str]:
    place = finding.site.place
    operation = finding.text or finding.site.opcode
    lines = [
        f"{finding.id}: {finding.kind.label} in '{operation}'"
        f" of {finding.function}({assignments(finding.inputs)})",
        f"{place.file}:{place.line}:{place.column}",
    ]
    if shown := caret_lines(place.file, place.line, place.column, finding.site.opcode):
        lines += [f"  {line}" for line in shown]
    return lines


def _not_told(story: Story) -> str:
    if story.cut:
        return f"it comes after more than {len(story.steps):,} operations; only so many are told"
    return "the rerun did not come to this operation: the steps cannot be told"


def _decisions(story: Story, step: Step) -> list[str]:
    """The last ones that this operation lies behind."""
    before = [d for d in story.decisions if d.position < step.position][-_DECISIONS:]
    if not before:
        return []
    return ["decided before it:", *(f"  {_where(d.place)}  {_outcome(d)}" for d in before), ""]


def _outcome(decision: Decision) -> str:
    place = decision.place
    text = source_line(place.file, place.line).strip()
    truth = {0: "false", 1: "true"}.get(decision.outcome, str(decision.outcome))
    return f"{truth}:  {text}" if text else truth


def _way(story: Story, step: Step) -> list[str]:
    way = story.way_to(step, _STEPS)
    rows = [("", "operation", "computed", "exactly", "error in ulps")]
    for each in way:
        mark = "->" if each.position == step.position else ""
        operation = site_text(each.site) or each.site.opcode
        computed = floats.decimal(each.result.cls, each.result.raw)
        rows.append((mark, f"{each.site.place.line}: {operation}", computed, *_exactly(each.exact)))
    widths = [max(len(row[column]) for row in rows) for column in range(5)]
    told = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    ]
    return ["on the way (line: operation):", *(f"  {line}" for line in told)]


def _exactly(exact: ExactResult | None) -> tuple[str, str]:
    if exact is None:
        return "went another way", ""
    if exact.lower is None:
        return exact.kind, ""
    ulps = "" if exact.ulps is None else f"{exact.ulps:.3g}"
    return decimal(exact.lower, exact.upper, _DIGITS), ulps


def _instead(exact: ExactRun) -> list[str]:
    if exact.undetermined:
        return [f"in exact arithmetic: undetermined, {exact.undetermined}"]
    lines = ["in exact arithmetic: the same way to the end"]
    if exact.diverged:
        lines = [f"in exact arithmetic: {_where(exact.diverged)} was decided the other way"]
    for result in exact.results:
        computed = floats.decimal(result.value.cls, result.value.raw)
        told = decimal(result.lower, result.upper, 2 * _DIGITS) if result.lower else result.kind
        lines.append(f"  {result.value.name} = {told}, computed {computed}")
    return lines


def _judged(judgement: Judgement) -> list[str]:
    reported = f" by {judgement.reported}" if judgement.reported else ""
    lines = [f"consequence: {judgement.consequence.value}{reported}"]
    if judgement.xflow:
        lines.append(f"class: {judgement.xflow.value}, {judgement.reason}")
    return lines


def _where(place: Place) -> str:
    return f"{place.file}:{place.line}:{place.column}"
