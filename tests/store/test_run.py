"""Runs of a small project: complete, stopped, killed, edited, twice at once, on a cluster."""

from __future__ import annotations

import os
import pickle
import pickletools
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from orchestrator.store import Store

FUNCTIONS = 12

TOML = """
name = "small"
setup = ["prepare_it"]

[budget]
seconds = 0.4

[[assume]]
parameters = ["n"]
range = [0, 3]
"""

HEAD = """
#include <math.h>
static int prepared;
void prepare_it(void) { prepared = 1; }
static double inner(double x) { return prepared ? x * x : 1.0; }
double ranged(double x, int n) { return n < 0 || n > 3 ? x * x * x : x + n; }
"""

BODY = """
double f{n}(double x, double y) {{
  double s = inner(x) + {n}.0;
  if (y > 1e{n}) s /= y - {n}1.0e10;
  return log(s) / (x - {n}.0);
}}
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "a project"
    folder.mkdir()
    (folder / "ariadne.toml").write_text(TOML)
    (folder / "code.c").write_text(HEAD + "".join(BODY.format(n=n) for n in range(1, FUNCTIONS)))
    return folder


def command(project: Path, *options: str, verb: str = "run") -> list[str]:
    return [sys.executable, "-m", "orchestrator.cli", verb, "-p", str(project), *options]


def ariadne(project: Path, *options: str, verb: str = "run") -> subprocess.CompletedProcess[str]:
    return subprocess.run(command(project, *options, verb=verb), capture_output=True, text=True, timeout=120)


def findings(project: Path) -> dict[str, tuple[str, ...]]:
    """Of the store: what was found, and by which input."""
    store = Store.open(project / ".ariadne" / "run.sqlite")
    report = store.report()
    store.close()
    return {
        finding.id: tuple(value.raw.hex() for value in finding.inputs)
        for function in report.functions
        for finding in function.findings
    }


def slices(project: Path) -> dict[str, int]:
    database = sqlite3.connect(project / ".ariadne" / "run.sqlite")
    rows = database.execute(
        "SELECT symbol, count(*) FROM slices s JOIN functions f ON f.id = s.function GROUP BY symbol"
    ).fetchall()
    database.close()
    return dict(rows)


def pickles(folder: Path) -> list[Path]:
    """Files that pickle would load: reading a folder of somebody else's must not run code."""
    found = []
    for path in folder.rglob("*"):
        if path.is_file():
            try:
                for _ in pickletools.genops(path.read_bytes()):
                    pass
            except Exception:  # whatever it says of what is no pickle
                continue
            found.append(path)
    return found


def test_pickles_are_seen(tmp_path: Path) -> None:
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        (tmp_path / f"{protocol}").write_bytes(pickle.dumps({"a": [1.5, b"x"]}, protocol))
    (tmp_path / "text").write_text("{}\n")
    assert len(pickles(tmp_path)) == pickle.HIGHEST_PROTOCOL + 1


def test_a_whole_run(project: Path) -> None:
    done = ariadne(project)
    assert done.returncode == 0, done.stderr
    assert "functions analysed" in done.stdout
    found = findings(project)
    assert "inner#0:overflow" in found  # a static function, and only if the set-up call was made
    assert "f5/inner#0:overflow" in found
    assert not any(name.startswith("ranged#0") for name in found)  # outside of the assumptions
    status = ariadne(project, verb="status")
    assert "small: complete" in status.stdout
    assert f"{len(found):,} (entry, operation, kind)" in status.stdout
    (page,) = project.rglob("index.html")
    assert f"{len(found):,} findings in all" in page.read_text()
    assert pickles(project) == []


def test_an_unchanged_project_is_not_analysed_again(project: Path) -> None:
    ariadne(project, "--runs", "2000")
    before = slices(project)
    code = project / "code.c"
    code.write_text("// a comment moves all lines\n" + code.read_text().replace("x - 5.0", "x - 5.5"))
    done = ariadne(project, "--runs", "2000")
    assert done.returncode == 0, done.stderr
    after = slices(project)
    changed = {name for name in before if before[name] != after[name]}
    assert changed <= {"f5"}
    inputs = findings(project)
    assert any(name.startswith("f5#") for name in inputs)


def test_workers_do_not_change_what_is_found(project: Path) -> None:
    found = []
    for jobs in ("1", "3"):
        done = ariadne(project, "--runs", "3000", "--jobs", jobs, "--fresh")
        assert done.returncode == 0, done.stderr
        found.append(findings(project))
    assert found[0] == found[1]
    assert found[0]


def wait_for_slices(project: Path, wanted: int, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        assert process.poll() is None, "the run ended too early to be disturbed"
        try:
            if sum(slices(project).values()) >= wanted:
                return
        except sqlite3.OperationalError:
            pass  # not there yet
        time.sleep(0.02)
    raise AssertionError("no slices")


def start(arguments: Sequence[str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def test_kill_9_and_go_on(project: Path) -> None:
    process = start(command(project, "--budget", "1"))
    wait_for_slices(project, 4, process)
    process.kill()
    process.wait()
    before = slices(project)
    assert "killed" in ariadne(project, verb="status").stdout
    done = ariadne(project, "--budget", "0.4")
    assert done.returncode == 0, done.stderr
    after = slices(project)
    assert len(after) == FUNCTIONS + 3 - 1  # the f's, inner, ranged and prepare_it
    assert all(after[name] >= before[name] for name in before)


def test_ctrl_c_keeps_what_there_is(project: Path) -> None:
    process = subprocess.Popen(command(project, "--budget", "5"), stdout=subprocess.PIPE, text=True)
    wait_for_slices(project, 3, process)  # type: ignore[arg-type]
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "goes on where it was" in out
    assert findings(project)


def test_two_at_once(project: Path) -> None:
    process = start(command(project, "--budget", "5"))
    wait_for_slices(project, 1, process)
    second = ariadne(project)
    process.kill()
    assert second.returncode == 2
    assert "another run is at work" in second.stderr and str(process.pid) in second.stderr


def test_a_worker_that_is_killed_costs_nothing(project: Path) -> None:
    process = start(command(project, "--budget", "1", "--jobs", "2"))
    wait_for_slices(project, 2, process)
    children = subprocess.run(
        ["pgrep", "-P", str(process.pid), "-f", "spawn_main"], capture_output=True, text=True
    ).stdout.split()
    os.kill(int(children[0]), signal.SIGKILL)
    assert process.wait(timeout=60) == 0
    assert len(slices(project)) == FUNCTIONS + 2


@contextmanager
def cluster(folder: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A real scheduler and two worker processes on loopback."""
    pytest.importorskip("distributed")
    address_file = folder / "scheduler.json"
    dask = [sys.executable, "-m", "distributed.cli.dask_scheduler"]
    options = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(address_file)]
    processes = [start([*dask, *options])]
    worker = [sys.executable, "-m", "distributed.cli.dask_worker", "--scheduler-file", str(address_file)]
    try:
        for _ in range(2):
            processes.append(start([*worker, "--nthreads", "1", "--no-dashboard", "--no-nanny"]))
        from distributed import Client

        deadline = time.monotonic() + 30
        while not address_file.exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        with Client(scheduler_file=str(address_file)) as client:
            client.wait_for_workers(2, timeout=30)
            address = client.scheduler.address
        yield address, processes[1:]
    finally:
        for process in processes:
            process.kill()
            process.wait()


def test_a_cluster_finds_the_same_though_a_worker_dies(project: Path) -> None:
    assert ariadne(project, "--runs", "3000").returncode == 0
    alone, slices_alone = findings(project), slices(project)
    with cluster(project) as (address, workers):
        process = start(command(project, "--runs", "3000", "--fresh", "--cluster", address))
        wait_for_slices(project, 3, process)
        workers[0].kill()
        assert process.wait(timeout=90) == 0
    assert findings(project) == alone
    assert slices(project) == slices_alone  # nothing lost, nothing twice


def test_no_cluster_there(project: Path) -> None:
    pytest.importorskip("distributed")
    done = ariadne(project, "--cluster", "tcp://127.0.0.1:1")
    assert done.returncode == 2
    assert "no Dask scheduler answers" in done.stderr
