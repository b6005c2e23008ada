"""What is proved of GSL's functions, no search with other seeds raises: one that does disproves the proof."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.collect_queries import drawn
from orchestrator.build.prepared import Prepared
from orchestrator.build.program import Bitcode
from orchestrator.build.project import build_project
from orchestrator.build.project_selection import functions_of
from orchestrator.build.project_variants import prepared_of, variants_of
from orchestrator.build.variants import Variants
from orchestrator.core.model import Function
from orchestrator.core.settings import Settings
from orchestrator.engines import Job
from orchestrator.engines.auto import Auto
from orchestrator.engines.search import Search
from orchestrator.project.description import load_project

pytestmark = pytest.mark.slow

PROJECT = load_project(Path(__file__).resolve().parents[2] / "gsl_corpus")
FUNCTIONS = 40

Gsl = tuple[Bitcode, Variants, Prepared, list[Function]]


@pytest.fixture(scope="module")
def gsl() -> Gsl:
    bitcode = build_project(PROJECT, PROJECT.build / "bitcode")
    targets, _ = functions_of(PROJECT, bitcode.module)
    prepared = prepared_of(PROJECT, bitcode, targets, traced=True)
    return bitcode, variants_of(PROJECT, bitcode), prepared, drawn(targets, FUNCTIONS, seed=11)


@pytest.mark.parametrize("rank", range(FUNCTIONS))
def test_no_search_contradicts(gsl: Gsl, rank: int) -> None:
    bitcode, variants, prepared, functions = gsl
    function, module = functions[rank], bitcode.module
    settings = Settings(budget=2.0, executor_share=0.8, classify=False)
    proofs = Auto(prepared).run(Job(module, variants, function, settings)).proofs
    for seed in (1, 2, 3):
        again = Settings(budget=1.0, seed=seed)
        found = Search().run(Job(module, variants, function, again))
        raised = {(lead.site.id, lead.kind) for lead in found.leads}
        assert not raised & set(proofs), f"{function.symbol}: proved impossible, and a run does it"
