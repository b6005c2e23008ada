"""ariadne report, and what RUN can be."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from orchestrator.cli import main
from orchestrator.reports import json_report
from orchestrator.reports.load import load_report
from tests.reports.samples import judged_report

PROJECT = 'name = "small"\nsetup = ["prepare"]\n[sources]\nfiles = ["*.c"]\nflags = ["-Iinclude"]\n'
SOURCE = """\
#include <scale.h>
static double scale;
void prepare(void) { scale = SCALE; }
double reciprocal(double x) { return scale / (x - 3.0); }
static double squared(double x) { return x * x; }
double use(double x) { return squared(x); }
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    json_report.write(judged_report(tmp_path), "run.json")
    return tmp_path


def make_project(folder: Path) -> Path:
    """Cannot be built without its own flags; divides nothing by zero without its set-up."""
    (folder / "include").mkdir(parents=True)
    (folder / "include/scale.h").write_text("#define SCALE 2.0\n")
    (folder / "ariadne.toml").write_text(PROJECT)
    (folder / "small.c").write_text(SOURCE)
    assert main(["run", "-p", str(folder), "--runs", "20000", "--jobs", "1"]) == 0
    return folder


def test_several_formats_in_one_call(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    formats = [
        "--sarif",
        "o.sarif",
        "--csv",
        "o.csv",
        "--junit",
        "o.xml",
        "--markdown",
        "o.md",
        "--json",
        "o.json",
    ]
    assert main(["report", "run.json", *formats]) == 0
    assert capsys.readouterr().out == ""
    assert len(json.loads(Path("o.sarif").read_text())["runs"][0]["results"]) == 6
    with open("o.csv", newline="") as file:
        assert len(list(csv.DictReader(file))) == 6
    assert len(ElementTree.parse("o.xml").findall("*/testcase")) == 3
    assert Path("o.md").read_text().startswith("## Ariadne: 6")
    assert load_report("o.json") == load_report("run.json")


def test_standard_output(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", "run.json", "--csv", "-", "--markdown", "o.md"]) == 0
    assert capsys.readouterr().out.startswith("id,fingerprint,")
    assert main(["report", "run.json"]) == 0
    shown = capsys.readouterr().out
    assert "worst first:" in shown and "2 functions analysed" in shown


def test_baseline(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", "run.json", "--baseline", "run.json", "--markdown", "-"]) == 0
    assert "6 floating-point exceptions, 0 new in" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["none.json"], "cannot read none.json"),
        (["hyp.c"], "hyp.c is not JSON"),
        (["."], "no ariadne.toml here"),
        (["run.json", "--csv", "none/o.csv"], "cannot write none/o.csv"),
        (["run.json", "--json", "none/o.json"], "cannot write the report to none/o.json"),
        (["run.json", "--csv", "-", "--junit", "-"], "--csv and --junit cannot both go to standard output"),
        (["run.json", "--baseline", "none.json", "--markdown", "-"], "cannot read none.json"),
    ],
)
def test_mistakes(here: Path, arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", *arguments]) == 2
    assert message in capsys.readouterr().err


def test_a_project_that_has_not_been_run(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("ariadne.toml").write_text(PROJECT)
    for command in (["report", "."], ["status", "."], ["replay", ".", "x"], ["tables", "."]):
        assert main(command) == 2
        assert "has not been run" in capsys.readouterr().err


def test_a_run_by_any_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Folder, store and report of a project's run; `replay` builds and sets up as the project says."""
    folder = make_project(tmp_path / "small")
    monkeypatch.chdir(tmp_path)
    build = folder / ".ariadne"
    capsys.readouterr()
    printed = []
    for name in (folder, folder / "ariadne.toml", build / "run.sqlite", build / "report.json"):
        assert main(["report", str(name), "--csv", "-"]) == 0
        printed.append(capsys.readouterr().out)
        assert main(["replay", str(name), "reciprocal#1:divbyzero"]) == 0
        assert "fdiv of 2.0, 0.0" in capsys.readouterr().out
        assert main(["tables", str(name), "kinds"]) == 0
        assert "Figure 7" in capsys.readouterr().out
    assert len(set(printed)) == 1 and "reciprocal#1:divbyzero" in printed[0]
    assert main(["status", str(build / "run.sqlite")]) == 0
    assert "small: complete" in capsys.readouterr().out
    assert main(["status", str(build / "report.json")]) == 2
    assert "is not a store" in capsys.readouterr().err
