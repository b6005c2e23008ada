"""Avoidable or not, and does it hurt: reruns a finding's input in exact arithmetic.

The exact variant computes with rationals and rigorous balls. If it ends and every floating-point result is
zero or fits a normal float, another order of evaluation may avoid the overflow or underflow. The same exact
results, beside the floating-point ones, tell the consequence.
"""

from __future__ import annotations

import errno
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

from orchestrator.core.globs import name_matches
from orchestrator.core.model import (
    RETURNED,
    Consequence,
    ExactResult,
    ExactRun,
    Finding,
    Function,
    Judgement,
    Leaf,
    Place,
    Value,
    XflowClass,
)
from orchestrator.core.settings import Settings, StatusConvention
from orchestrator.native import runner
from orchestrator.native.runner import Json
from orchestrator.native.specification import for_exact
from orchestrator.numbers import floats
from orchestrator.numbers.dyadic import ratio, to_fraction
from orchestrator.numbers.values import input_buffer

_FINITE = ("zero", "normal")
_OUTSIDE = ("tiny", "huge")
_NOT_RERUN = ExactRun((), "the time for exact reruns was used up", 0, (), None)


def classify(
    library: Path, function: Function, findings: Sequence[Finding], settings: Settings
) -> tuple[Finding, ...]:
    """The findings with their judgements."""
    inputs = [input_buffer(function, [value.raw for value in finding.inputs]) for finding in findings]
    distinct = list(dict.fromkeys(inputs))
    runs = dict(zip(distinct, exact_runs(library, function, distinct, settings), strict=True))
    return tuple(
        replace(finding, judgement=judge(function, finding, runs[data], settings))
        for finding, data in zip(findings, inputs, strict=True)
    )


def exact_runs(
    library: Path, function: Function, inputs: Sequence[bytes], settings: Settings, bits: int = 128
) -> list[ExactRun]:
    """Run the function on each input in exact arithmetic; `bits` of the enclosures are wanted."""
    runs = [exact_run(function, line) for line in exact_lines(library, function, inputs, settings, bits)]
    return runs + [_NOT_RERUN] * (len(inputs) - len(runs))


def exact_lines(
    library: Path,
    function: Function,
    inputs: Sequence[bytes],
    settings: Settings,
    bits: int,
    steps: int = 0,
) -> list[Json]:
    """What the exact runner says of each input, as far as there was time."""
    if not inputs:
        return []
    spec = for_exact(library, function, inputs, settings, bits, steps)
    lines = _in_time(runner.run("exact", spec), settings.classify_seconds)
    return lines[1:]  # the first is the runner's greeting


def _in_time(lines: Iterator[Json], seconds: float) -> list[Json]:
    """As many lines as runs fit into so much processor time: what else the machine does must not matter."""
    if not seconds:
        return list(lines)
    found = []
    used = 0.0
    for line in lines:
        found.append(line)
        used += line.get("seconds", 0.0)  # the greeting has none
        if used > seconds:
            break
    return found


def judge(function: Function, finding: Finding, exact: ExactRun, settings: Settings) -> Judgement:
    xflow, reason = _xflow(exact) if finding.kind.has_class else (None, "")
    reported = _reported(function, finding, settings)
    consequence = Consequence.REPORTED if reported else _consequence(finding, exact, settings)
    return Judgement(xflow, reason, consequence, exact, reported)


def _xflow(exact: ExactRun) -> tuple[XflowClass, str]:
    if exact.undetermined:
        return XflowClass.UNDETERMINED, exact.undetermined
    results = [result for result in exact.results if floats.is_float(result.value.cls)]
    if not results:
        return XflowClass.UNDETERMINED, "the function has no floating-point result"
    marked = f" (with floats where it uses {', '.join(exact.marks)})" if exact.marks else ""
    for result in results:
        if result.kind in ("inf", "nan"):
            if exact.marks:  # it may come from a number that had to be rounded to a float
                return XflowClass.UNDETERMINED, f"{result.value.name} has no finite value{marked}"
            return XflowClass.UNAVOIDABLE, f"{result.value.name} has no finite exact value either{marked}"
        if result.range in _OUTSIDE:
            size = "too large" if result.range == "huge" else "too small"
            return XflowClass.UNAVOIDABLE, f"the exact {result.value.name} is {size} for its type{marked}"
    for result in results:
        if result.range not in _FINITE:
            return (
                XflowClass.UNDETERMINED,
                f"the exact {result.value.name} cannot be told from a limit{marked}",
            )
    return XflowClass.AVOIDABLE, f"every exact result fits its type{marked}"


def _consequence(finding: Finding, exact: ExactRun, settings: Settings) -> Consequence:
    computed = [value for value in finding.results if floats.is_float(value.cls)]
    if any(not floats.is_finite(value.cls, value.raw) for value in computed):
        return Consequence.POISONED
    if exact.undetermined or not finding.returned:
        return Consequence.UNKNOWN
    if exact.diverged or any(result.differs for result in exact.results):
        return Consequence.WRONG
    computed_exactly = [result for result in exact.results if floats.is_float(result.value.cls)]
    if any(_least_error(result) > settings.max_ulps for result in computed_exactly):
        return Consequence.WRONG
    right = all(r.ulps is not None and r.ulps <= settings.max_ulps for r in computed_exactly)
    return Consequence.BENIGN if exact.results and right else Consequence.UNKNOWN


def _least_error(result: ExactResult) -> float:
    """Ulps by which the result is off at least, wherever in its enclosure the exact value is."""
    low, high = (to_fraction(end) if end else None for end in (result.lower, result.upper))
    if low is None or high is None:  # not finite, or far beyond every float
        return result.ulps or 0.0
    value = Fraction(floats.decode(result.value.cls, result.value.raw))
    distance = max(low - value, value - high, Fraction(0))
    return ratio(distance, floats.ulp(result.value.cls, max(abs(low), abs(high))))


def _reported(function: Function, finding: Finding, settings: Settings) -> str:
    """By what the run told its caller that something went wrong; "" if it did not."""
    if not finding.returned:
        return ""
    if status := _status(function, finding, settings):
        return status
    if finding.errno:
        name = errno.errorcode.get(finding.errno)
        return f"errno {finding.errno}" + (f" ({name})" if name else "")
    return ""


def _status(function: Function, finding: Finding, settings: Settings) -> str:
    convention = settings.status
    code = status_code(function, finding, convention)
    if code is None or code in convention.success:
        return ""
    name = dict(convention.codes).get(code)
    return f"status {code}" + (f" ({name})" if name else "")


def status_code(function: Function, finding: Finding, convention: StatusConvention) -> int | None:
    """The status that a run returned by the convention; None when its return value is none."""
    if convention.returns == "never" or not name_matches(function.name, convention.functions):
        return None
    if function.result is None or floats.is_float(function.result.cls) or not finding.results:
        return None
    if convention.returns == "integer with outputs" and not _has_outputs(function):
        return None
    return int(floats.decode(function.result.cls, finding.results[0].raw))


def _has_outputs(function: Function) -> bool:
    """Besides the return value."""
    return len(function.outputs) > (function.result is not None)


def _cut(text: str, leaf: Leaf) -> bytes:
    return bytes.fromhex(text)[: floats.size(leaf.cls)]


def exact_run(function: Function, line: Json) -> ExactRun:
    """What the exact runner says of an input; the child wrote it, so nonsense is no result."""
    try:
        return _exact_run(function, line)
    except (KeyError, TypeError, ValueError, ArithmeticError) as problem:
        what = f"the code wrote over the memory of the exact run ({type(problem).__name__}: {problem})"
        return ExactRun((), what, 0, (), None)


def _exact_run(function: Function, line: Json) -> ExactRun:
    undetermined = line["undetermined"]
    if not undetermined and line["ended"] != RETURNED:
        undetermined = f"the exact run ended otherwise: {line['ended']}"
    diverged = line["diverged"]
    results = (
        ()
        if undetermined
        else tuple(
            ExactResult(
                value=Value(leaf.name, leaf.type, leaf.cls, _cut(computed["raw"], leaf)),
                kind=entry["kind"],
                range=entry["range"],
                lower=entry["lower"],
                upper=entry["upper"],
                ulps=entry["ulps"],
                differs=entry["kind"] == "integer"
                and _cut(entry["nearest"], leaf) != _cut(computed["raw"], leaf),
            )
            for leaf, computed, entry in zip(
                function.outputs, line["float_results"], line["exact_results"], strict=True
            )
        )
    )
    return ExactRun(
        results=results,
        undetermined=undetermined,
        precision=line["precision"],
        marks=tuple(line["marks"]),
        diverged=Place(diverged["file"], diverged["line"], diverged["column"]) if diverged else None,
    )
