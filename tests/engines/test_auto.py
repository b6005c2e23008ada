"""Search and executor together: who starts from what, and what becomes of their results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from orchestrator.build.prepared import Prepared
from orchestrator.build.variants import Variants
from orchestrator.core.errors import InternalError
from orchestrator.core.model import Function, Kind, Lead, Module, Place, Proof, Site, Status
from orchestrator.core.settings import Settings
from orchestrator.engines import EngineResult, Job
from orchestrator.engines.auto import Auto
from orchestrator.engines.executor import Executor, wanted_pairs
from orchestrator.engines.exploration.explorer import Explorer
from orchestrator.native.runner import Stop
from orchestrator.numbers.values import input_buffer
from tests.engines.fakes import EveryInput, FakeTracer, Program, Run, Value, function_of

SITES = tuple(
    Site(number, "f", number, "fdiv", "f64", 2, (Kind.DIVBYZERO,), Place("f.c", 1, 1)) for number in range(4)
)
FUNCTION = function_of(1)
MODULE = Module(("f.c",), SITES, (FUNCTION,), False, 0)
VARIANTS = Variants(*[Path("none")] * 4, undefined=())


def data(number: int) -> bytes:
    return input_buffer(FUNCTION, [bytes([number & 0xFF])])


class FakeSearch:
    """Finds what it is told to, and remembers from where it started."""

    name = "search"

    def __init__(self, status: Status = Status.COMPLETE, leads: Sequence[Lead] = ()) -> None:
        self.result = EngineResult(tuple(leads), (), 100, 0.1, status, "stalled", (data(5),))
        self.starts: list[tuple[bytes, ...]] = []

    def run(self, job: Job) -> EngineResult:
        self.starts.append(tuple(job.seeds))
        return self.result


def opening(program: Program, opened: list[Explorer]) -> Any:
    @contextmanager
    def open_it(
        module: Module, prepared: Prepared, function: Function, settings: Settings, stop: Stop, settled: Any
    ) -> Iterator[Executor]:
        wanted = wanted_pairs(module, function, settled)
        explorer = Explorer(function, FakeTracer(program, 1), EveryInput(), wanted)
        opened.append(explorer)
        yield Executor(module, function, settings, explorer)

    return open_it


def program(run: Run, x: Value) -> None:
    """Division 0: x = 7; 1: x = 9, 2: safe; 3 never reached."""
    run.divide(0, run.add(x, -7))
    if run.equal(0, x, 9):
        run.divide(1, run.add(x, -9))
    else:
        run.divide(2, run.add(x, -9))


def run(search: FakeSearch, prepared: Prepared, opened: list[Explorer], share: float = 0.6) -> EngineResult:
    engine = Auto(prepared, search, opening(program, opened))
    settings = Settings(executor_share=share)
    return engine.run(Job(MODULE, VARIANTS, FUNCTION, settings, seeds=(data(1),)))


def test_they_feed_each_other() -> None:
    proofs = {"f": {("f#3", Kind.DIVBYZERO): Proof("intervals", "so")}}
    found = Lead(SITES[0], Kind.DIVBYZERO, data(7), True)
    search, opened = FakeSearch(leads=[found]), list[Explorer]()
    result = run(search, Prepared(proofs), opened)
    assert {(lead.site.index, lead.input) for lead in result.leads} == {(0, data(7)), (1, data(9))}
    assert search.starts[0] == (data(1),)
    assert data(9) in search.starts[1], "the next search starts from what the solver found"
    assert opened[0].wanted == {4 + 2, 8 + 2}, "neither what is triggered nor what is excluded"
    assert data(5) in opened[0].corpus, "the search's inputs are traced"
    assert {pair: proof.by for pair, proof in result.proofs.items()} == {
        ("f#3", Kind.DIVBYZERO): "intervals",
        ("f#2", Kind.DIVBYZERO): "exploration",
    }
    assert result.exploration and result.exploration.full
    assert result.status is Status.COMPLETE
    assert result.runs > 200


def test_nothing_left_to_find() -> None:
    leads = [Lead(site, Kind.DIVBYZERO, data(7), True) for site in SITES]
    opened: list[Explorer] = []
    result = run(FakeSearch(leads=leads), Prepared(), opened)
    assert not opened and result.exploration is None and len(result.leads) == 4


def test_who_ended_last_says_how() -> None:
    """A search that was cut short, for the executor's sake, does not."""
    whole = run(FakeSearch(Status.BUDGET), Prepared(), [])
    assert whole.status is Status.COMPLETE and "proved impossible" in whole.reason
    leads = [Lead(site, Kind.DIVBYZERO, data(7), True) for site in SITES]
    assert run(FakeSearch(Status.BUDGET, leads), Prepared(), []).status is Status.COMPLETE
    assert run(FakeSearch(Status.BUDGET), Prepared(), [], share=0.0).status is Status.BUDGET


def test_code_that_keeps_crashing_and_slices_of_searches_are_not_traced() -> None:
    opened: list[Explorer] = []
    run(FakeSearch(Status.CRASHED), Prepared(), opened)
    run(FakeSearch(), Prepared(), opened, share=0.0)
    assert not opened


def test_an_executor_that_fails_costs_nothing_else() -> None:
    @contextmanager
    def failing(*arguments: Any) -> Iterator[Executor]:
        raise InternalError("no trace")
        yield

    found = Lead(SITES[0], Kind.DIVBYZERO, data(7), True)
    engine = Auto(Prepared(), FakeSearch(leads=[found]), failing)
    result = engine.run(Job(MODULE, VARIANTS, FUNCTION, Settings()))
    assert result.leads == (found,) and result.status is Status.COMPLETE
    assert "the executor failed: no trace" in result.reason


def test_the_first_exception_of_a_run_is_better() -> None:
    late = Lead(SITES[1], Kind.DIVBYZERO, data(3), False)
    search = FakeSearch(leads=[late])
    search.result = replace(search.result, leads=(late, replace(late, first=True, input=data(4))))
    result = run(search, Prepared(), [])
    assert [lead.input for lead in result.leads if lead.site is SITES[1]] == [data(4)]
