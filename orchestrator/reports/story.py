"""A finding in words, the same in every format: what, where, on which call, with what outcome."""

from __future__ import annotations

from orchestrator.core.model import Consequence, ExactResult, Finding, Function, Judgement, XflowClass
from orchestrator.numbers import dyadic, floats
from orchestrator.reports.wording import assignments, counted, number

_OUTPUTS_SHOWN = 3
_DIGITS = 17  # of exact values


def call(function: Function, finding: Finding) -> str:
    return f"{function.name}({assignments(finding.inputs)})"


def hex_call(function: Function, finding: Finding) -> str:
    numbers = (f"{v.name} = {floats.hexadecimal(v.cls, v.raw)}" for v in finding.inputs)
    return f"{function.name}({', '.join(numbers)})"


def operation(function: Function, finding: Finding, names: dict[str, str] | None = None) -> str:
    """Its text, and whose it is if not of the function that was called."""
    site = finding.site
    text = f"'{finding.text}'" if finding.text else site.opcode
    if site.function in (function.symbol, function.name):
        return text
    return f"{text} ({(names or {}).get(site.function, site.function)})"


def outcome(function: Function, finding: Finding) -> list[str]:
    """Its turn in the run, and what the caller got: the result, and the outputs that say most."""
    words = [_turn(finding), *(["exact"] if finding.exact else [])]
    if not finding.returned:
        return [*words, f"then {finding.ended}"]
    results = finding.results
    if function.result is not None and results:
        words.append(f"result {number(results[0])}")
        results = results[1:]
    outputs = [value for value in results if floats.is_float(value.cls)]
    telling = [value for value in outputs if not floats.is_finite(value.cls, value.raw)] or outputs
    words += [f"{value.name} {number(value)}" for value in telling[:_OUTPUTS_SHOWN]]
    return [*words, "..."] if len(telling) > _OUTPUTS_SHOWN else words


def judged(judgement: Judgement) -> list[str]:
    """Does it hurt? That is the first word. And could it have been avoided?"""
    consequence = judgement.consequence
    words = [consequence.value if consequence is not Consequence.UNKNOWN else "consequence unknown"]
    if judgement.reported:
        words = [f"{consequence.value} by {judgement.reported}"]
    if judgement.xflow is XflowClass.UNDETERMINED:
        words.append(f"undetermined ({judgement.reason})")
    elif judgement.xflow:
        words.append(judgement.xflow.value)
    return words


def headline(function: Function, finding: Finding) -> str:
    """All of it in one line, as in the text report."""
    about = outcome(function, finding) + (judged(finding.judgement) if finding.judgement else [])
    what = f"{finding.kind.label} in {operation(function, finding)} of {call(function, finding)}"
    return f"{what}: {', '.join(about)}"


def exact_lines(finding: Finding) -> list[str]:
    """The results beside their exact values."""
    judgement = finding.judgement
    if judgement is None:
        return []
    if judgement.exact.undetermined:
        return [f"no exact result: {judgement.exact.undetermined}"]
    return [_beside(result) for result in judgement.exact.results]


def exact_value(result: ExactResult) -> str:
    """In decimal, as far as it is certain."""
    if result.kind in ("inf", "nan"):
        return result.kind
    if result.kind == "integer":
        return "another integer" if result.differs else number(result.value)
    return dyadic.decimal(result.lower, result.upper, _DIGITS)


def _beside(result: ExactResult) -> str:
    off = f", off by at most {result.ulps:.3g} ulps" if result.ulps else ""
    return f"{result.value.name or 'result'} = {number(result.value)}, exactly {exact_value(result)}{off}"


def urgency(finding: Finding) -> tuple[object, ...]:
    """Sorts harmful and avoidable ones first."""
    judgement = finding.judgement
    fixable = judgement is not None and judgement.xflow is XflowClass.AVOIDABLE
    place = finding.site.place
    return (
        finding.rank,
        not fixable,
        finding.kind.is_mild,
        finding.exact,
        place.file,
        place.line,
        place.column,
        finding.site.index,
        finding.kind.index,
    )


def _turn(finding: Finding) -> str:
    if finding.first:
        return "first"
    return f"after {counted(len(finding.trace), 'other')}" if finding.trace else "not first"
