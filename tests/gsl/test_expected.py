"""The inputs that papers report, replayed on the GSL that Debian ships.

Quick when `ariadne run -p gsl_corpus` has been here: then the program is there. Otherwise only the slow test
builds it, and obtains the source first.
"""

from __future__ import annotations

import tomllib
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import pytest

from orchestrator.build.program import Bitcode
from orchestrator.build.project import build_project, prepare
from orchestrator.build.project_selection import functions_of
from orchestrator.build.project_variants import cached_variants, variants_of
from orchestrator.build.variants import Variants
from orchestrator.core.errors import UserError
from orchestrator.core.model import Function
from orchestrator.judge.confirm import Run, observe
from orchestrator.languages.sourcetext import site_text
from orchestrator.numbers import floats
from orchestrator.numbers.values import parse_inputs
from orchestrator.project.description import Project, load_project

CORPUS = Path(__file__).resolve().parents[2] / "gsl_corpus"
CASES: list[dict[str, Any]] = tomllib.loads((CORPUS / "expected/papers.toml").read_text())["case"]

Built = tuple[Project, Bitcode, Variants]


def cached() -> Built:
    project = load_project(CORPUS)
    assert project.prepare
    if not all((project.root / path).exists() for path in project.prepare.makes):
        pytest.skip("GSL's source is not here")
    bitcode = build_project(project, project.build / "bitcode")
    variants = cached_variants(project, bitcode)
    if variants is None:
        pytest.skip("the program has not been built")
    return project, bitcode, variants


def built() -> Built:
    project = load_project(CORPUS)
    try:
        prepare(project)
    except UserError as problem:
        pytest.skip(f"GSL's source cannot be obtained: {problem.message}")
    bitcode = build_project(project, project.build / "bitcode")
    return project, bitcode, variants_of(project, bitcode)


@pytest.fixture(scope="module", params=["cached", pytest.param("built", marks=pytest.mark.slow)])
def gsl(request: pytest.FixtureRequest) -> Built:
    return cached() if request.param == "cached" else built()


def test_papers(gsl: Built) -> None:
    project, bitcode, variants = gsl
    functions = {function.name: function for function in bitcode.module.functions}
    failures = []
    for case in CASES:
        function = functions[case["function"]]
        data = parse_inputs(function, case["inputs"])
        (run,) = observe(bitcode.module, variants, function, [data], project.settings)
        failures += [
            f"{case['source']}, {function.name}: {what}" for what in differences(case, function, run)
        ]
    assert failures == []


def differences(case: dict[str, Any], function: Function, run: Run) -> list[str]:
    """What the run did not do that the case says."""
    values = {value.name: floats.decimal(value.cls, value.raw) for value in run.results}
    seen = [(event.kind.value, event.site.function, site_text(event.site)) for event in run.events]
    if run.ended != "returned":
        return [f"ended by {run.ended}"]
    expected = {"return": str(case.get("status", 0)), **case.get("results", {})}
    wrong = [
        f"{name} is {values[name]}, not {text}" for name, text in expected.items() if values[name] != text
    ]
    if case["kind"] == "none":
        return wrong + [f"raises {event}" for event in seen]
    inside = case.get("in", function.name)
    found = [event for event in seen if event[0] == case["kind"] and fnmatchcase(event[1], inside)]
    if not found or (case.get("first") and found[0] != seen[0]):
        wrong.append(f"{case['kind']} in {inside} is not (first) in {seen}")
    if "operations" in case and [event[2] for event in seen] != case["operations"]:
        wrong.append(f"raised by {[event[2] for event in seen]}")
    return wrong


def test_targets(gsl: Built) -> None:
    """The paper had 467 functions of version 1.14."""
    project, bitcode, _ = gsl
    targets, excluded = functions_of(project, bitcode.module)
    callable_ = [function for function in targets if not function.unsupported]
    assert len(callable_) >= 700
    assert sum(function.static for function in callable_) >= 170
    assert all(entry.reason for entry in excluded)
    reached = {name for function in targets for name in function.externals}
    assert not {name for name in reached if name.startswith("gsl_")}
    names = {function.name for function in callable_}
    assert {case["function"] for case in CASES} <= names
