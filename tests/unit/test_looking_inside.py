"""-v, -vv and --keep on the command line: what is told and what is left, in this process and in workers."""

from __future__ import annotations

import json
import re
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from orchestrator import cli
from orchestrator.core import log
from orchestrator.core.scratch import keep_in
from orchestrator.native import toolchain
from orchestrator.symbolic.trace import read_trace

SOURCE = """\
double first(double x) { return x * x; }
double second(double x) { return x > 3 ? 1 / (x - 4) : x; }
"""
QUICK = ("--runs", "2000")


@pytest.fixture(autouse=True)
def _as_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """In a folder with f.c; temporary files go to one that can be looked at."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "f.c").write_text(SOURCE)
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    yield
    log.configure(0)
    keep_in(None)


def test_nothing_is_told_or_left_by_default(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["analyze", "f.c", *QUICK]) == 0
    assert capfd.readouterr().err == ""
    assert list((tmp_path / "temporary").iterdir()) == []


def test_everything_is_kept(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["analyze", "f.c", *QUICK, "--keep", "kept"]) == 0
    assert list((tmp_path / "temporary").iterdir()) == []
    kept = tmp_path / "kept"
    for function in ("first", "second"):
        for mode in ("search", "trap", "record"):
            assert f"symbol {function}\n" in (kept / f"{mode}-{function}" / "spec").read_text()
            answers = (kept / f"{mode}-{function}" / "answers.jsonl").read_text().splitlines()
            assert len([json.loads(line) for line in answers]) > 1
    modules = {path.name for path in (kept / "program").rglob("*.bc")}
    assert {"module.bc", "probe.bc", "original.bc", "reified.bc", "exact.bc", "trace.bc"} <= modules
    index = (kept / "README.txt").read_text()
    assert all(f"\n{path.name}/" in index for path in kept.iterdir() if path.is_dir())
    # A specification is still one.
    again = subprocess.run(
        [*toolchain.runner("trap"), str(kept / "trap-first/spec")], capture_output=True, text=True, check=True
    )
    assert len(again.stdout.splitlines()) == len((kept / "trap-first/answers.jsonl").read_text().splitlines())


def test_traces_are_kept(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["explore", "f.c", "--function", "second", "--budget", "100", "--keep", "kept"]) == 0
    folder = tmp_path / "kept/trace-second"
    answers = [json.loads(line) for line in (folder / "answers.jsonl").read_text().splitlines()]
    assert len(answers) > 1  # both ways of the branch
    for answer in answers:
        assert len(read_trace(folder / answer["trace"], answer["ended"]).graph.nodes) > 0


@pytest.mark.parametrize("command", ["analyze", "ap", "reify"])
def test_where_nothing_can_be_kept(command: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.main([command, "f.c", "--keep", "f.c"]) == 2
    assert "ariadne: --keep: cannot write to f.c" in capfd.readouterr().err


def test_the_log(capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["analyze", "f.c", *QUICK, "-v"]) == 0
    err = capfd.readouterr().err
    assert re.search(r"^\d\d:\d\d:\d\d\.\d{3} \[\d+\] \d+\.\d{3} s: compile, files: 1$", err, re.MULTILINE)
    assert "s: search first (2,0" in err and "s: classify 2 findings of first" in err
    assert "-load-pass-plugin" not in err
    assert cli.main(["sites", "f.c", "-vv"]) == 0
    assert "-load-pass-plugin" in capfd.readouterr().err


def test_workers_of_a_project_log_and_keep(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "ariadne.toml").write_text('name = "p"\n')
    assert cli.main(["run", *QUICK, "--jobs", "2", "-v", "--keep", "kept"]) == 0
    err = capfd.readouterr().err
    processes = {line.split()[1] for line in err.splitlines() if " s: search " in line}
    here = {line.split()[1] for line in err.splitlines() if " s: compile" in line}
    assert processes and here and not processes & here
    kept = tmp_path / "kept"
    assert (kept / "search-second/spec").exists()
    assert (kept / "variants/probe.bc").exists() and (kept / "bitcode/module.bc").exists()
