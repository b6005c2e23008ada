"""The bugs that the papers tell of are found without being told, within the project's own budget."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from orchestrator.build.project import build_project
from orchestrator.build.project_variants import variants_of
from orchestrator.build.variants import Variants
from orchestrator.core.model import Finding, Kind, Module
from orchestrator.engines import Job
from orchestrator.engines.search import Search
from orchestrator.judge.slices import analyse_slice
from orchestrator.numbers import floats
from orchestrator.project.description import load_project

pytestmark = pytest.mark.slow

PROJECT = load_project(Path(__file__).resolve().parents[2] / "gsl_corpus")


@pytest.fixture(scope="module")
def gsl() -> tuple[Module, Variants]:
    bitcode = build_project(PROJECT, PROJECT.build / "bitcode")
    return bitcode.module, variants_of(PROJECT, bitcode)


def search(gsl: tuple[Module, Variants], name: str) -> list[Finding]:
    module, variants = gsl
    function = next(f for f in module.functions if f.symbol == name)
    result = analyse_slice(Search(), Job(module, variants, function, PROJECT.settings))
    return list(result.findings)


def number(finding: Finding, name: str) -> float:
    values = {value.name: value for value in (*finding.inputs, *finding.results)}
    return float(floats.decode(values[name].cls, values[name].raw))


def silent(finding: Finding) -> bool:
    """The status says success."""
    return finding.ended == "returned" and floats.decode("i32", finding.results[0].raw) == 0


def test_the_division_by_zero_of_airy(gsl: tuple[Module, Variants]) -> None:
    found = [f for f in search(gsl, "gsl_sf_airy_Ai_e") if f.kind is Kind.DIVBYZERO]
    assert any(abs(number(f, "x") + 1.8427611519777) < 1e-10 and silent(f) for f in found)
    assert any(math.isinf(number(f, "result->err")) for f in found)


def test_the_infinite_result_of_airy(gsl: tuple[Module, Variants]) -> None:
    found = search(gsl, "gsl_sf_airy_Ai_e")
    assert any(number(f, "x") < -1e25 and math.isinf(number(f, "result->val")) and silent(f) for f in found)


def test_the_division_by_zero_of_conical_functions(gsl: tuple[Module, Variants]) -> None:
    found = search(gsl, "gsl_sf_conicalP_1_e")
    assert any(f.kind is Kind.DIVBYZERO and number(f, "x") == 1.0 for f in found)


@pytest.mark.parametrize(
    "name",
    [
        "gsl_sf_bessel_Jnu_asympx_e",
        "gsl_sf_bessel_Ynu_asympx_e",
        "gsl_sf_bessel_Inu_scaled_asympx_e",
        "gsl_sf_bessel_Knu_scaled_asympx_e",
    ],
)
def test_silent_infinities_and_nans_of_bessel_asymptotics(gsl: tuple[Module, Variants], name: str) -> None:
    values = [number(f, "result->val") for f in search(gsl, name) if silent(f)]
    assert any(math.isinf(value) for value in values) or any(math.isnan(value) for value in values)
