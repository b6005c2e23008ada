"""What chance does not hit in a minute, the executor solves in seconds, whatever the generator draws."""

from __future__ import annotations

from pathlib import Path

import pytest

from orchestrator import runner
from orchestrator.build import build_variants
from orchestrator.config import Settings
from orchestrator.confirm import confirm
from orchestrator.engines.concolic import Concolic
from orchestrator.engines.search import search_spec
from orchestrator.model import Finding, Kind
from orchestrator.prepared import prepare
from orchestrator.program import Bitcode, build
from orchestrator.runner import Stop
from tests.concolic.generate import FAMILIES, program

SEEDS = range(4)
QUICK = [(family, 0) for family in ("product", "magic", "nested", "words")]
EVERY = [(family, seed) for family in FAMILIES for seed in SEEDS]
SECONDS = 10.0
CHANCE = 60.0


def made(folder: Path, family: str, seed: int) -> Bitcode:
    source = folder / "program.c"
    source.write_text(program(family, seed))
    return build([source], [], folder)


def found_by_executor(folder: Path, bitcode: Bitcode) -> list[Finding]:
    module = bitcode.module
    (function,) = module.functions
    settings = Settings(budget=SECONDS)
    variants = build_variants(bitcode, folder)
    engine = Concolic(prepare(bitcode, module.functions, folder, traced=True))
    result = engine.run(module, variants, function, settings, Stop(), lambda runs: None)
    leads = [lead for lead in result.leads if lead.kind is Kind.DIVBYZERO]
    findings, unconfirmed = confirm(module, variants, function, leads, settings)
    assert not unconfirmed
    return [finding for finding in findings if finding.kind is Kind.DIVBYZERO]


@pytest.mark.parametrize(("family", "seed"), QUICK)
def test_executor_solves_it(tmp_path: Path, family: str, seed: int) -> None:
    assert found_by_executor(tmp_path, made(tmp_path, family, seed))


@pytest.mark.slow
@pytest.mark.parametrize(("family", "seed"), EVERY)
def test_executor_solves_what_chance_does_not(tmp_path: Path, family: str, seed: int) -> None:
    bitcode = made(tmp_path, family, seed)
    assert found_by_executor(tmp_path, bitcode)
    assert not found_by_chance(bitcode, build_variants(bitcode, tmp_path), CHANCE)


def found_by_chance(bitcode: Bitcode, variants: object, seconds: float) -> bool:
    """Does random sampling of inputs divide by zero within the time?"""
    module = bitcode.module
    (function,) = module.functions
    settings = Settings(budget=seconds)
    spec = search_spec(module, variants, function, settings)  # type: ignore[arg-type]
    leads = [line["lead"] for line in runner.run("search", spec | {"sampling": 1}) if "lead" in line]
    return any(lead["kind"] == Kind.DIVBYZERO.bit for lead in leads)


def test_there_are_enough() -> None:
    assert len(EVERY) >= 30 and len({program(*each) for each in EVERY}) == len(EVERY)
