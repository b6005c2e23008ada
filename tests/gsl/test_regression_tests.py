"""C regression tests of the inputs that papers report, compiled against GSL's own source."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import Any

import pytest

from orchestrator.build.project import build_project, sources_of
from orchestrator.core.model import Finding, Kind, Value
from orchestrator.numbers.values import input_values, parse_inputs
from orchestrator.project.description import load_project
from orchestrator.reports.regression.subject import subject_of
from orchestrator.reports.regression.suite import make_suite, write_suite
from orchestrator.reports.regression.trial import try_suite

pytestmark = pytest.mark.slow

CORPUS = Path(__file__).resolve().parents[2] / "gsl_corpus"
CASES: list[dict[str, Any]] = tomllib.loads((CORPUS / "expected/papers.toml").read_text())["case"]


def test_papers(tmp_path: Path) -> None:
    project = load_project(CORPUS)
    assert project.prepare
    if not all((project.root / path).exists() for path in project.prepare.makes):
        pytest.skip("GSL's source is not here")
    module = build_project(project, project.build / "bitcode").module
    functions = {function.name: function for function in module.functions}
    findings = []
    for number, case in enumerate(CASES):
        if case["kind"] == "none":
            continue
        function = functions[case["function"]]
        kind = Kind(case["kind"])
        site = next(s for s in module.sites if s.number in function.sites and kind in s.kinds)
        inputs = input_values(function, parse_inputs(function, case["inputs"]))
        none = Value("", "double", "f64", bytes(8))
        findings.append(
            (
                function,
                Finding(
                    f"{number}",
                    function.name,
                    site,
                    kind,
                    "",
                    True,
                    False,
                    inputs,
                    (),
                    "returned",
                    none,
                    (),
                    (),
                ),
            )
        )
    subject = subject_of(sources_of(project), project.link, project.setup)
    suite, left = make_suite(findings, lambda function: subject, str(project.root))
    assert left == [] and len(suite.cases) > 5
    write_suite(suite, tmp_path / "tests")
    outcomes = try_suite(suite, tmp_path / "tests", os.cpu_count() or 1)
    assert {o.case.name: o.problem for o in outcomes if o.problem} == {}
    fixed = try_suite(suite, tmp_path / "tests", os.cpu_count() or 1, fixed=True)
    assert all(o.problem for o in fixed)
