"""What every engine keeps to, whatever it can do: it finds what is there on tiny programs, invents nothing,
proves nothing that is false, keeps to its limits, and no program makes it fail."""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from orchestrator.build.prepared import Prepared, prepare
from orchestrator.core.model import Status
from orchestrator.core.settings import ENGINES, Settings
from orchestrator.engines import Engine, EngineResult, Job
from orchestrator.engines.auto import engine_of
from orchestrator.native.runner import Stop
from tests.engines import reference
from tests.engines.reference import Everything, everything, of_bytes, raised
from tests.unit.building import Program, assuming, built

OURS = tuple(name for name in ENGINES if name != "concolic")  # the older name of one of them
NAMES = (*OURS, "everything")
SETTINGS = Settings(budget=4.0, run_seconds=0.5)
GRACE = 20.0  # the machine may be busy

Made = tuple[Program, Prepared]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    folder = tmp_path_factory.mktemp("engines")
    program = built(folder, reference.TEXT, {"refused": assuming(reference.REFUSED)})
    prepared = prepare(program.bitcode, program.module.functions, folder, traced=True)
    assert not prepared.problem
    return program, prepared


def engine(name: str, prepared: Prepared) -> Engine:
    return Everything() if name == "everything" else engine_of(name, prepared)


def job(made: Made, function: str, settings: Settings = SETTINGS) -> Job:
    program, _ = made
    return Job(program.module, program.variants, program.function(function), settings)


def run(name: str, made: Made, job: Job) -> EngineResult:
    """The result, as far as it must be right for every engine and program."""
    began = time.monotonic()
    told: list[int] = []
    result = engine(name, made[1]).run(replace(job, progress=told.append))
    assert time.monotonic() - began < job.settings.budget + GRACE
    assert isinstance(result.status, Status) and result.reason
    asked = job.module.targets(job.function)
    assert {lead.target for lead in result.leads} <= set(asked)
    assert len({lead.target for lead in result.leads}) == len(result.leads)
    assert set(result.proofs) <= set(asked)
    assert not {lead.target for lead in result.leads} & set(result.proofs)
    assert told == sorted(told) and max(told, default=0) <= result.runs
    if job.function.name in reference.TRUTH:
        for lead in result.leads:
            assert lead.target in raised(job.function, lead.input), "no run does that"
        assert not set(result.proofs) & everything(job.function), "a run does what is proved impossible"
    return result


@pytest.mark.parametrize("function", [*reference.SOUND, "crashing", "hanging"])
@pytest.mark.parametrize("name", NAMES)
def test_finds_what_is_there_and_proves_nothing_false(made: Made, name: str, function: str) -> None:
    asked = job(made, function)
    result = run(name, made, asked)
    assert {lead.target for lead in result.leads} == everything(asked.function)
    assert result.status in (Status.COMPLETE, Status.BUDGET)


@pytest.mark.parametrize("name", NAMES)
def test_what_always_crashes_is_an_answer(made: Made, name: str) -> None:
    result = run(name, made, job(made, "dying"))
    assert not result.leads and sum(crash.count for crash in result.crashes) > 0


@pytest.mark.parametrize("name", NAMES)
def test_a_function_without_an_input_is_an_answer(made: Made, name: str) -> None:
    result = run(name, made, job(made, "refused", replace(SETTINGS, budget=1.0)))
    assert not result.leads and not result.crashes
    # A search that is cut short has not tried enough to say that there is none.
    assert result.status in (Status.UNSUPPORTED, Status.BUDGET)


@pytest.mark.parametrize("name", NAMES)
def test_seeds_are_run_first(made: Made, name: str) -> None:
    """With one run there is no time for anything else."""
    asked = job(made, "guarded", replace(SETTINGS, runs=1))
    seed = of_bytes(asked.function, -100, 1)
    result = run(name, made, replace(asked, seeds=[seed]))
    assert [lead.input for lead in result.leads if lead.target in everything(asked.function)] == [seed]


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_and_runs_find_the_same(made: Made, name: str) -> None:
    asked = job(made, "guarded", replace(SETTINGS, runs=3_000, seed=5, query_seconds=20.0, budget=60.0))
    first, again = (run(name, made, asked) for _ in range(2))
    assert (first.leads, first.runs, first.corpus, first.status) == (
        again.leads,
        again.runs,
        again.corpus,
        again.status,
    )
    assert first.runs <= 1.1 * 3_000, "but for making inputs nicer in the end"


@pytest.mark.parametrize("name", NAMES)
def test_a_stop_ends_it(made: Made, name: str) -> None:
    early = Stop()
    early.request()
    settings = replace(SETTINGS, budget=60.0)
    result = run(name, made, replace(job(made, "guarded", settings), stop=early))
    assert result.status is Status.INTERRUPTED and result.seconds < GRACE


@pytest.mark.parametrize("name", OURS)
def test_a_stop_in_the_middle(made: Made, name: str) -> None:
    """`hanging` keeps them busy: its paths cannot all be followed, and some of its targets stay open."""
    later, settings = Stop(), replace(SETTINGS, budget=60.0)
    timer = threading.Timer(1.0, later.request)
    timer.start()
    result = run(name, made, replace(job(made, "hanging", settings), stop=later))
    timer.cancel()
    assert result.status is Status.INTERRUPTED if later.requested else Status.COMPLETE
    assert result.seconds < 1.0 + GRACE


@pytest.mark.parametrize("name", OURS)
def test_what_a_set_up_raises_is_nobody_s_target(tmp_path: Path, name: str) -> None:
    text = "double z; void begin(void) { z = 1.0 / z; } double once(signed char x) { return 1.0 / (x - 7); }"
    program = built(tmp_path, text, setup=["begin"])
    prepared = prepare(program.bitcode, program.module.functions, tmp_path, traced=True, setup=["begin"])
    made = program, prepared
    asked = job(made, "once")
    assert {lead.target for lead in run(name, made, asked).leads} == everything(asked.function)


def test_an_engine_has_its_name_and_the_executor_an_older_one(made: Made) -> None:
    assert [engine(name, made[1]).name for name in NAMES] == list(NAMES)
    assert engine("concolic", made[1]).name == "executor"
