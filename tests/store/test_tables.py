"""The tables of a project's run, and reports that pass through the store and through JSON."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from orchestrator.cli import main
from orchestrator.reports import json_report
from orchestrator.reports.counts import count, found
from orchestrator.reports.load import load_report

TOML = """
name = "small"

[status]
returns = "integer with outputs"
"""

CODE = """
static double core(double x) { return x * x; }
int a_e(double x, double *result) { *result = core(x) / 2; return 0; }
int b_e(double x, double *result) { *result = 1 / x; return x == 0; }
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "ariadne.toml").write_text(TOML)
    (tmp_path / "code.c").write_text(CODE)
    return tmp_path


def test_tables_of_a_project(project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "-p", str(project), "--runs", "3000", "--jobs", "1"]) == 0
    assert main(["run", "-p", str(project), "--runs", "3000", "--jobs", "1", "--loop-bound", "8"]) == 0
    capsys.readouterr()
    assert main(["tables", "-p", str(project), "--csv", str(tmp_path / "csv")]) == 0

    def rows(name: str) -> list[dict[str, str]]:
        with open(tmp_path / "csv" / f"{name}.csv", newline="") as file:
            return list(csv.DictReader(file))

    assert [row["bound"] for row in rows("bounds")] == ["infinity", "8"]
    assert [row["function"] for row in rows("divbyzero")] == ["b_e"]
    # b_e says that it failed at 0, and its overflow near 0 is silent: one row each for a_e and b_e
    assert [row["function"] for row in rows("inconsistencies")] == ["a_e", "b_e"]
    assert not any(row["inputs"] in ("x = 0", "x = -0") for row in rows("inconsistencies"))

    (store,) = project.rglob("run.sqlite")
    report = load_report(str(store))
    assert count(found(report)).locations == int(rows("overview")[3]["ours"]) > 0
    json_report.write(report, str(tmp_path / "r.json"))
    again = load_report(str(tmp_path / "r.json"))
    assert again.functions and [f.findings for f in again.functions] == [f.findings for f in report.functions]
    json_report.write(again, str(tmp_path / "s.json"))
    assert (tmp_path / "s.json").read_text() == (tmp_path / "r.json").read_text()
