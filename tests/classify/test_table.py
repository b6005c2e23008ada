"""Classes and consequences of programs for which they are known by argument."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

import pytest

from orchestrator.build.program import build
from orchestrator.build.variants import Variants, build_variants
from orchestrator.commands import STATUS
from orchestrator.core.model import Consequence, Finding, Function, Judgement, Kind, Module, XflowClass
from orchestrator.core.settings import Settings, StatusConvention, StatusReturns
from orchestrator.judge.classify import classify, exact_runs
from orchestrator.judge.confirm import findings_of, observe
from orchestrator.numbers import floats
from orchestrator.numbers.dyadic import to_fraction
from orchestrator.numbers.values import parse_inputs
from orchestrator.reports.form import judgement_to_json
from tests.classify.cases import CASES, PROGRAMS, Case


@dataclass(frozen=True)
class Built:
    module: Module
    variants: Variants

    def function(self, name: str) -> Function:
        return next(function for function in self.module.functions if function.name == name)

    def findings(self, case: Case) -> tuple[Finding, ...]:
        settings = replace(Settings(), status=STATUS[case.status])
        function = self.function(case.function)
        data = parse_inputs(function, case.texts)
        (run,) = observe(self.module, self.variants, function, [data], settings)
        assert run.ended == "returned"
        return classify(self.variants.exact, function, findings_of(function, run), settings)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Built]:
    @cache
    def program(name: str) -> Built:
        folder = tmp_path_factory.mktemp(name)
        bitcode = build([PROGRAMS / f"{name}.c"], (), folder)
        return Built(bitcode.module, build_variants(bitcode, folder))

    return program


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_case(built: Callable[[str], Built], case: Case) -> None:
    findings = built(case.program).findings(case)
    assert [(finding.site.id, finding.kind) for finding in findings] == case.exceptions
    for finding in findings:
        judgement = finding.judgement
        assert judgement
        xflow = case.xflow if finding.kind in (Kind.OVERFLOW, Kind.UNDERFLOW) else None
        assert judgement.xflow is xflow, (finding.id, judgement)
        assert judgement.consequence is case.consequence, (finding.id, judgement)
        assert xflow is None or case.reason in judgement.reason
        exact = judgement.exact
        _claims_follow(judgement)
        assert exact.marks == case.marks
        assert all(mark in judgement.reason for mark in exact.marks if xflow)
        assert exact.precision >= case.bits
        if case.value is not None:
            low, high = (to_fraction(end) for end in (exact.results[0].lower, exact.results[0].upper))
            assert low is not None and high is not None and low <= case.value <= high
            assert high - low <= abs(case.value) / 2**100


def _claims_follow(judgement: Judgement) -> None:
    """The class follows from the enclosures that are shown with it."""
    ranges = {result.range for result in judgement.exact.results if floats.is_float(result.value.cls)}
    if judgement.xflow is XflowClass.AVOIDABLE:
        assert ranges and ranges <= {"zero", "normal"}
    elif judgement.xflow is XflowClass.UNAVOIDABLE:
        assert ranges & {"tiny", "huge", None}


def test_every_function_has_a_case() -> None:
    defined = {
        (path.stem, name)
        for path in PROGRAMS.glob("*.c")
        for name in re.findall(
            r"^(?:double|long double|float|int|void) (\w+)\(", path.read_text(), re.MULTILINE
        )
    }
    assert defined == {(case.program, case.function) for case in CASES}
    assert len(defined) >= 40


CODES = ((15, "underflow"), (16, "overflow"))
OUTPUTS: StatusReturns = "integer with outputs"


@pytest.mark.parametrize(
    ("function", "inputs", "convention", "reported"),
    [
        ("gsl_square", "1e200", StatusConvention(OUTPUTS, codes=CODES), "status 16 (overflow)"),
        ("gsl_square", "1e-200", StatusConvention(OUTPUTS, codes=CODES), "status 15 (underflow)"),
        ("gsl_square", "1e200", StatusConvention(OUTPUTS), "status 16"),
        ("gsl_square", "1e200", StatusConvention(OUTPUTS, ("gsl_*",)), "status 16"),
        ("gsl_square", "1e200", StatusConvention(OUTPUTS, ("nag_*",)), ""),
        ("gsl_square", "1e200", StatusConvention(OUTPUTS, success=(0, 16)), ""),
        ("gsl_benign", "1e-200", StatusConvention(OUTPUTS, success=(1,)), "status 0"),
        ("gsl_square", "1e200", StatusConvention("never", codes=CODES), ""),
        ("is_large", "1e200", StatusConvention("integer"), "status 1"),
        ("checked_square", "1e200", StatusConvention(OUTPUTS), "errno 34 (ERANGE)"),
    ],
)
def test_by_what_it_is_reported(
    built: Callable[[str], Built], function: str, inputs: str, convention: StatusConvention, reported: str
) -> None:
    program = built("status")
    entry, settings = program.function(function), Settings(status=convention)
    data = parse_inputs(entry, inputs.split())
    (run,) = observe(program.module, program.variants, entry, [data], settings)
    findings = classify(program.variants.exact, entry, findings_of(entry, run), settings)
    assert findings
    for finding in findings:
        assert finding.judgement and finding.judgement.reported == reported
        assert (finding.judgement.consequence is Consequence.REPORTED) == bool(reported)
        assert judgement_to_json(finding.judgement)["reported"] == reported


def test_runs_do_not_see_each_other(built: Callable[[str], Built]) -> None:
    """Many inputs in one worker: what one leaves in static variables is gone for the next."""
    program = built("memory")
    function = program.function("from_global")
    data = parse_inputs(function, ["0x1.8p-537"])
    runs = exact_runs(program.variants.exact, function, [data] * 50, Settings())
    assert len(runs) == 50 and len(set(runs)) == 1


def test_endless_loops_do_not_stop_the_worker(built: Callable[[str], Built]) -> None:
    program = built("control")
    function = program.function("halvings")
    inputs = [parse_inputs(function, [text]) for text in ("1", "0", "1", "-1")]
    settings = replace(Settings(), run_seconds=0.2)
    endless, zero, again, negative = exact_runs(program.variants.exact, function, inputs, settings)
    assert endless.undetermined and again.undetermined
    assert [to_fraction(run.results[0].lower) for run in (zero, negative)] == [0, 0]
