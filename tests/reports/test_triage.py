"""diff, baseline, suppressions and explain, on a program that is analysed, edited and analysed again."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = """\
#include <math.h>

double hyp(double x, double y) { return sqrt(x * x + y * y); }

double inverse(double x) { return 1 / x; }
"""

ROOT = Path(__file__).resolve().parents[2]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}

Done = subprocess.CompletedProcess[str]


def ariadne(*arguments: str | Path) -> Done:
    return subprocess.run(
        [sys.executable, "-m", "orchestrator.cli", *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )


def analyse(folder: Path, name: str, text: str, *options: str | Path) -> tuple[Path, Done]:
    """Each run is of a file of the same name, in a folder of its own."""
    place = folder / name
    place.mkdir()
    source, report = place / "f.c", place / "report.json"
    source.write_text(text)
    search = ("--runs", "20000", "--jobs", "1")
    done = ariadne("analyze", source, *search, "--json", report, *options)
    assert done.returncode in (0, 1), done.stderr
    return report, done


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return analyse(tmp_path_factory.mktemp("triage"), "first", SOURCE)[0]


def ids(report: Path) -> set[str]:
    return {f["id"] for f in json.loads(report.read_text())["findings"] if not f["suppressed"]}


def test_nothing_differs_from_itself(run: Path) -> None:
    done = ariadne("diff", run, run)
    assert done.returncode == 0
    assert done.stdout == f"no difference: {len(ids(run))} findings in both\n"


def test_an_edit_is_the_difference(run: Path, tmp_path: Path) -> None:
    """Lines move, an operation before the others is new, one is gone: exactly that is told."""
    edited = SOURCE.replace("#include <math.h>\n", "#include <math.h>\n\n// moved\n")
    edited = edited.replace("return sqrt(", "x = x * 3; return sqrt(").replace("1 / x", "x < 1 ? 2 : 1")
    report, _ = analyse(tmp_path, "edited", edited)
    done = ariadne("diff", run, report)
    assert done.returncode == 1  # the new overflow poisons the result
    new, _, gone = done.stdout.partition("gone: ")
    listed = [line for line in new.splitlines() if line.startswith("  ")]
    assert len(listed) == 2 and all("'x * 3'" in line for line in listed), done.stdout
    listed = [line for line in gone.partition("changed")[0].splitlines() if line.startswith("  ")]
    assert listed and all("'1 / x'" in line for line in listed), done.stdout


def test_runs_that_cannot_be_compared(run: Path, tmp_path: Path) -> None:
    done = ariadne("diff", run, tmp_path / "none.json")
    assert (done.returncode, done.stdout) == (2, "")
    assert "none.json" in done.stderr


def test_a_baseline_knows_what_was_there(run: Path, tmp_path: Path) -> None:
    known = tmp_path / "known.json"
    assert ariadne("baseline", run, "-o", known).returncode == 0
    _, done = analyse(tmp_path, "again", "\n\n" + SOURCE, "--baseline", known)
    assert done.returncode == 0
    assert f"beside the baseline: 0 new, 0 gone, {len(ids(run))} known findings" in done.stdout
    worse = SOURCE.replace("1 / x", "1 / x + 1 / (x - 1)")
    _, done = analyse(tmp_path, "worse", worse, "--baseline", known)
    assert done.returncode == 1
    assert "new, poisoned or worse" in done.stdout and "1 / (x - 1)" in done.stdout
    _, done = analyse(tmp_path, "less", worse, "--baseline", known, "--at-least", "wrong")
    assert done.returncode == 0
    # An earlier run serves as well.
    assert analyse(tmp_path, "beside a run", SOURCE, "--baseline", run)[1].returncode == 0


@pytest.mark.parametrize(
    "text", ["", "{", '{"schema": "ariadne-baseline/1"}', '{"schema": "ariadne-baseline/9"}']
)
def test_bad_baselines(run: Path, tmp_path: Path, text: str) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text(text)
    done = ariadne("report", run, "--markdown", "-", "--baseline", bad)
    assert done.returncode == 2
    assert "bad.json" in done.stderr and "Traceback" not in done.stderr


COMMENTED = """\
#include <math.h>

double hyp(double x, double y) {
  // ariadne: allow overflow, underflow -- callers scale
  return sqrt(x * x + y * y);
}

double inverse(double x) { return 1 / x; } /* ariadne: allow divbyzero -- documented */
double twice(double x) { return 2 * x; } // ariadne: allow invalid -- cannot be
double thrice(double x) { return 3 * x; } // ariadne: allow overflow
double half(double x) { return x / 2; } // ariadne: allow everything -- no such kind
"""


def test_comments_suppress(tmp_path: Path) -> None:
    report, done = analyse(tmp_path, "commented", COMMENTED)
    left = ids(report)
    assert {"twice#0:overflow", "thrice#0:overflow", "half#0:underflow"} <= left
    assert not any(name.startswith("hyp") for name in left) and "inverse#0:divbyzero" not in left
    assert "f.c:4: allows 6 findings: callers scale" in done.stdout
    assert "f.c:8: allows 1 finding: documented" in done.stdout
    assert "f.c:9: allows what was not found: cannot be" in done.stdout
    assert "f.c:10: says no reason" in done.stdout
    assert "f.c:11: 'everything' is not a kind" in done.stdout
    accepted = [f for f in json.loads(report.read_text())["findings"] if f["suppressed"]]
    assert {f["suppressed"]["reason"] for f in accepted} == {"callers scale", "documented"}
    # A report remembers what was suppressed.
    again = tmp_path / "again.json"
    assert ariadne("report", report, "--json", again).returncode == 0
    assert ids(again) == left


def test_projects_suppress(tmp_path: Path) -> None:
    (tmp_path / "f.c").write_text(SOURCE)
    (tmp_path / "ariadne.toml").write_text(
        'name = "p"\n[budget]\nruns = 20000\n'
        '[[suppress]]\nfunctions = ["inverse"]\nkinds = ["divbyzero"]\nreason = "documented"\n'
        '[[suppress]]\noperation = "x*x"\nreason = "scaled by callers"\n'
        '[[suppress]]\nfiles = ["none.c"]\nreason = "left over"\n'
    )
    done = ariadne("run", "-p", tmp_path, "--jobs", "1")
    assert done.returncode == 0, done.stderr
    assert "ariadne.toml:4: allows 1 finding: documented" in done.stdout
    assert "ariadne.toml:8: allows 2 findings: scaled by callers" in done.stdout
    assert "ariadne.toml:11: allows what was not found: left over" in done.stdout
    assert "inverse#0:divbyzero" not in ids(tmp_path / ".ariadne/report.json")
    # The store holds everything; whoever reads it applies what the project says now.
    assert ariadne("diff", tmp_path, tmp_path / ".ariadne/report.json").returncode == 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('kinds = ["overflow"]', "reason: is missing"),
        ('reason = "r"\nkinds = ["overfow"]', "'overfow' is not one of"),
        ('reason = "r"\nkind = ["overflow"]', "kind"),
    ],
)
def test_bad_suppressions(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "f.c").write_text(SOURCE)
    (tmp_path / "ariadne.toml").write_text(f'name = "p"\n[[suppress]]\n{text}\n')
    done = ariadne("run", "-p", tmp_path)
    assert done.returncode == 2
    assert "ariadne.toml:" in done.stderr and message in done.stderr


def test_explain(run: Path) -> None:
    done = ariadne("explain", run, "hyp#0:overflow")
    assert done.returncode == 0
    assert "'x * x' of hyp(" in done.stdout
    assert "->  3: x * x" in done.stdout
    assert "consequence: poisoned" in done.stdout
    assert "hypot(x, y) instead of sqrt(x*x + y*y): hypot = 1.0" in done.stdout
    done = ariadne("explain", run, "hyp#0:overflw")
    assert done.returncode == 2 and "hyp#0:overflow" in done.stderr


def test_a_makefile_gets_targets(tmp_path: Path) -> None:
    """ariadne.mk: analyze, then accept, then check an edit beside it."""
    (tmp_path / "f.c").write_text(SOURCE)
    (tmp_path / "ariadne.toml").write_text('name = "p"\n[budget]\nruns = 20000\njobs = 1\n')
    (tmp_path / "Makefile").write_text(f"include {ROOT}/ariadne.mk\n")

    def make(target: str) -> Done:
        command = ["make", "-C", str(tmp_path), target, f"ARIADNE={sys.executable} -m orchestrator.cli"]
        return subprocess.run(command, capture_output=True, text=True, check=False, env=ENVIRONMENT)

    assert make("analyze").returncode == 0
    assert make("analyze-baseline").returncode == 0
    assert make("analyze-check").returncode == 0
    (tmp_path / "f.c").write_text(SOURCE.replace("1 / x", "1 / (x - 3)"))
    done = make("analyze-check")
    assert done.returncode == 2 and "'1 / (x - 3)'" in done.stdout, done.stdout


@pytest.mark.parametrize("finding", ["hyp#2:overflow", "inverse#0:divbyzero"])
def test_gdb_stops_at_the_operation(run: Path, finding: str) -> None:
    done = ariadne("replay", run, finding, "--gdb")
    assert done.returncode == 0, done.stderr
    assert "SIGFPE" in done.stdout
    line = 3 if finding.startswith("hyp") else 5
    assert f"f.c:{line}" in done.stdout
