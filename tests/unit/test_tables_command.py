"""ariadne tables, from a report on disk to text and files."""

from __future__ import annotations

import csv
import os
from pathlib import Path
from xml.etree import ElementTree

import pytest

from orchestrator.cli import main
from orchestrator.reports import json_report
from orchestrator.reports.paper import NAMES
from tests.unit.paper_report import paper_report

PAPER = str(Path(__file__).resolve().parents[2] / "gsl_corpus" / "paper.toml")


@pytest.fixture(autouse=True)
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    json_report.write(paper_report(), "run.json")
    json_report.write(paper_report(loop_bound=8), "eight.json")


def test_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tables", "run.json"]) == 0
    shown = capsys.readouterr().out
    assert "Findings by kind (Figure 7)" in shown and "Loop bounds (Table 5)" in shown
    assert "theirs" not in shown.replace("(theirs:", ""), "nothing of others unless it is asked for"
    assert main(["tables", "run.json", "avoidable", "kinds", "--beside", PAPER]) == 0
    shown = capsys.readouterr().out
    assert shown.index("Table 6") < shown.index("Figure 7"), "in the order that was asked for"
    assert "Table 3" not in shown and "1,922" in shown


def test_files(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["tables", "run.json", "--csv", "a/csv", "--svg", "a/svg", "--markdown", "a/page.md"]
    assert main([*arguments, "--sweep", "eight.json"]) == 0
    assert capsys.readouterr().out == ""
    assert sorted(os.listdir("a/csv")) == sorted(f"{name}.csv" for name in NAMES)
    with open("a/csv/bounds.csv", newline="") as file:
        assert [row["bound"] for row in csv.DictReader(file)] == ["infinity", "8"]
    assert sorted(os.listdir("a/svg")) == ["functions.svg", "kinds.svg"]
    for name in os.listdir("a/svg"):
        ElementTree.parse(f"a/svg/{name}")
    page = Path("a/page.md").read_text()
    assert "](svg/kinds.svg)" in page and "](svg/functions.svg)" in page
    assert " ".join(["ariadne", *arguments]) in page


def test_only_the_figures_of_the_tables_asked_for() -> None:
    assert main(["tables", "run.json", "kinds", "invalid", "--svg", "svg", "--csv", "csv"]) == 0
    assert (os.listdir("svg"), sorted(os.listdir("csv"))) == (["kinds.svg"], ["invalid.csv", "kinds.csv"])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "which run?"),
        (["none.json"], "cannot read none.json"),
        (["run.json", "table7"], "there is no table 'table7'"),
        (["run.json", "--beside", "run.json"], "run.json is not TOML"),
        (["run.json", "--csv", "run.json"], "cannot make the folder run.json"),
        (["run.json", "--markdown", "none/page.md"], "cannot write none/page.md"),
        (["run.json", "--sweep", "run.json"], "two of the runs have the loop bound infinity"),
    ],
)
def test_mistakes(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tables", *arguments]) == 2
    assert message in capsys.readouterr().err
