"""`ariadne analyze` is a run of a project, too: its results go to a store, and what was killed goes on."""

from __future__ import annotations

import json
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import cast

import pytest

from orchestrator.campaign.run import ProjectRun
from orchestrator.campaign.workers import Task, Workers
from orchestrator.core.model import Status
from orchestrator.core.settings import Settings
from orchestrator.judge.slices import SliceResult
from orchestrator.native.runner import Stop
from orchestrator.project.description import given_project

FUNCTIONS = 6
BODY = """
double f{n}(double x) {{
  volatile int spin = 0;
  for (int i = 0; i < 5000; i++) spin = i;
  return x * x / (x - {n}.0);
}}
"""


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "f.c"
    path.write_text("".join(BODY.format(n=n) for n in range(FUNCTIONS)))
    return path


def command(source: Path, *options: str) -> list[str]:
    common = ["--jobs", "1", "--runs", "20000", "--json", f"{source.parent}/report.json"]
    return [sys.executable, "-m", "orchestrator.cli", "analyze", str(source), *common, *options]


def findings(source: Path, *options: str) -> dict[str, str]:
    done = subprocess.run(command(source, *options), capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    report = json.loads((source.parent / "report.json").read_text())
    return {finding["id"]: json.dumps(finding["inputs"]) for finding in report["findings"]}


def slices(store: Path) -> dict[str, int]:
    database = sqlite3.connect(store / "run.sqlite")
    try:
        return dict(
            database.execute(
                "SELECT symbol, count(*) FROM slices JOIN functions ON id = function GROUP BY symbol"
            ).fetchall()
        )
    except sqlite3.OperationalError:
        return {}  # not there yet
    finally:
        database.close()


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT], ids=lambda n: n.name)
def test_what_was_ended_goes_on(source: Path, number: signal.Signals) -> None:
    store = source.parent / "kept"
    process = subprocess.Popen(
        command(source, "--store", str(store)), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    deadline = time.monotonic() + 60
    while not store.exists() or not slices(store):
        assert process.poll() is None and time.monotonic() < deadline
        time.sleep(0.02)
    process.send_signal(number)
    process.wait()
    before = set(slices(store))
    assert before < {f"f{n}" for n in range(FUNCTIONS)}, "it ended too early to be disturbed"
    again, whole = findings(source, "--store", str(store)), findings(source)
    assert again.keys() == whole.keys()
    if number == signal.SIGKILL:  # what a search that is stopped has found by then is kept
        assert again == whole
    assert set(slices(store)) == {f"f{n}" for n in range(FUNCTIONS)}


def test_what_is_done_is_not_done_again(source: Path) -> None:
    store = source.parent / "kept"
    first = findings(source, "--store", str(store))
    source.write_text(source.read_text().replace("x - 3.0", "x - 3.5"))
    second = findings(source, "--store", str(store), "--function", "*")
    assert slices(store) == {f"f{n}": 1 for n in range(FUNCTIONS)}
    changed = {name for name in first | second if first.get(name) != second.get(name)}
    assert changed and all(name.startswith("f3#") for name in changed)


class Interrupted:
    """Workers whose slices all end as if somebody had stopped them."""

    def __init__(self) -> None:
        self.under_way: dict[tuple[Path, str], int] = {}
        self.symbols: list[str] = []

    def results(self, tasks: Iterable[Task], stopped: object) -> Iterator[tuple[Task, SliceResult]]:
        for task in tasks:
            self.symbols.append(task.symbol)
            yield task, SliceResult(Status.INTERRUPTED, "", 0.0, 0)

    def close(self) -> None:
        pass


def test_a_function_has_one_slice_however_it_ends(source: Path) -> None:
    workers = Interrupted()
    settings = Settings(engine="search")
    project = given_project([source], (), settings, source.parent / "kept")
    run = ProjectRun(project, settings, (), cast(Workers, workers), Stop(), at_once=True)
    run.run()
    run.close()
    assert workers.symbols == [f"f{n}" for n in range(FUNCTIONS)]


def test_its_store_is_a_run(source: Path) -> None:
    store = source.parent / "kept"
    found = findings(source, "--store", str(store))
    status = [sys.executable, "-m", "orchestrator.cli", "status", str(store)]
    done = subprocess.run(status, capture_output=True, text=True, timeout=60)
    assert "f: complete" in done.stdout
    assert f"{len(found):,} (entry, operation, kind)" in done.stdout
