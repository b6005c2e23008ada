"""What is called safe: complete verdicts where they can be had, and no input that contradicts one.

tests/exhaustive compares verdicts with all floats, for functions of one float. Here it is 10^7 random inputs.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from orchestrator.build.prepared import prepare
from orchestrator.build.program import build
from orchestrator.build.variants import Variants, build_variants
from orchestrator.core.model import Function, FunctionReport, Kind, Module, Verdict, VerdictKind
from orchestrator.core.settings import Settings
from orchestrator.engines import Job
from orchestrator.engines.auto import Auto
from orchestrator.judge.slices import analyse_slice
from orchestrator.judge.verdicts import SiteIndex, verdicts
from orchestrator.native import runner
from orchestrator.native.specification import for_search

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
PROGRAMS = sorted([*EXAMPLES.glob("*.c"), *(ROOT / "tests" / "golden").glob("*/*.c")])


class Analysed:
    """The verdicts on a program's functions, and its variants to try inputs on."""

    def __init__(self, source: Path, folder: Path, settings: Settings, names: tuple[str, ...] = ()) -> None:
        bitcode = build([source], [], folder)
        self.module: Module = bitcode.module
        self.variants: Variants = build_variants(bitcode, folder)
        prepared = prepare(bitcode, self.module.functions, folder, traced=True)
        assert not prepared.problem
        self.functions = [
            f for f in self.module.functions if not f.unsupported and (not names or f.name in names)
        ]
        self.verdicts = {f.symbol: self._verdicts(f, Auto(prepared), settings) for f in self.functions}

    def _verdicts(self, function: Function, engine: Auto, settings: Settings) -> tuple[Verdict, ...]:
        found = analyse_slice(engine, Job(self.module, self.variants, function, settings))
        report = FunctionReport(function, found.status, found.reason, 0.0, 0, findings=found.findings)
        index = SiteIndex(self.module.sites)
        judged = verdicts(report, index, found.proofs).verdicts
        contradicted = {(f.site.id, f.kind) for f in found.findings} & set(found.proofs)
        assert not contradicted, "proved impossible, and a run does it"
        return judged

    def contradictions(self, function: Function, runs: int) -> list[str]:
        """Pairs that are called safe and that random inputs raise."""
        safe = {(v.site.id, v.kind) for v in self.verdicts[function.symbol] if v.verdict is VerdictKind.SAFE}
        settings = Settings(runs=runs, budget=600.0, seed=7)
        targets = self.module.targets(function)
        spec = for_search(self.variants.probe, self.module, function, settings, targets)
        raised = []
        for line in runner.run("search", replace(spec, sampling=True)):
            if "lead" in line and (target := targets[line["lead"]["target"]]) in safe:
                raised.append(f"{target.site} {target.kind.value}")
        return raised


def test_sterbenz_average_is_complete(tmp_path: Path) -> None:
    """No overflow anywhere, proved; and nothing else is left open."""
    settings = Settings(budget=90.0, executor_share=0.9, query_seconds=8.0, classify=False)
    analysed = Analysed(EXAMPLES / "sterbenz.c", tmp_path, settings, ("average",))
    (judged,) = analysed.verdicts.values()
    overflows = [v for v in judged if v.kind is Kind.OVERFLOW]
    assert len(overflows) >= 8
    assert {v.verdict for v in overflows} == {VerdictKind.SAFE}
    assert {v.by for v in overflows} <= {"constants", "intervals", "exploration"}
    assert not [v for v in judged if v.verdict is VerdictKind.UNKNOWN]
    assert not analysed.contradictions(analysed.functions[0], 300_000)


@pytest.mark.slow
@pytest.mark.parametrize("source", PROGRAMS, ids=lambda path: path.stem)
def test_no_random_input_contradicts(tmp_path: Path, source: Path) -> None:
    analysed = Analysed(source, tmp_path, Settings(classify=False))
    for function in analysed.functions:
        assert not analysed.contradictions(function, 10_000_000)
