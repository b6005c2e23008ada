"""A proof about a function with pointers says that it holds for zeroed objects only, and counts apart."""

import json
from pathlib import Path

import pytest

from orchestrator.cli import main

PROGRAM = """
double behind(double x, const double *p) { return x / (*p - 1); }
double plain(double x) { if (x > 1 && x < 2) return 1 / x; return 0; }
"""


def test_the_assumption_is_said_and_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, report = tmp_path / "p.c", tmp_path / "report.json"
    source.write_text(PROGRAM)
    main(["analyze", str(source), "--runs=2000", f"--json={report}"])
    safe = [
        verdict
        for verdict in json.loads(report.read_text())["verdicts"]
        if verdict["verdict"] == "safe" and verdict["by"] != "constants"
    ]
    behind = [verdict for verdict in safe if verdict["function"] == "behind"]
    assert behind and len(behind) < len(safe)
    for verdict in safe:
        assert verdict["assumes"] == ("zeroed objects behind p" if verdict in behind else "")
        assert ("assuming zeroed objects behind p" in verdict["reason"]) == (verdict in behind)
    told = f"{len(behind)} of them only for zeroed objects behind pointers"
    assert told in capsys.readouterr().out
