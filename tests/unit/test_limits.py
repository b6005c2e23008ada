"""Numbers that nobody means: exit 2, and the limit is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from orchestrator import cli
from orchestrator.core.errors import UserError
from orchestrator.project.description import load_project


@pytest.mark.parametrize(
    ("arguments", "limit"),
    [
        ("analyze f.c --timeout 1e300", "10000000"),
        ("analyze f.c --budget 1e300", "10000000"),
        ("analyze f.c --query-timeout 1e12", "10000000"),
        ("analyze f.c --memory 99999999999999", "16777216"),
        ("analyze f.c --jobs 99999999", "4096"),
        ("analyze f.c --precision 99999999999", "16777216"),
        ("exact f.c --function f --digits 99999999", "1000000"),
        ("explore f.c --function f --timeout 1e300", "10000000"),
        ("solve f.smt2 --timeout 1e300", "10000000"),
    ],
)
def test_options(arguments: str, limit: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(arguments.split())
    assert ended.value.code == 2
    assert f"is more than {limit}" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("table", "entry", "limit"),
    [
        ("budget", "timeout = 1e300", "10000000"),
        ("budget", "seconds = 1e300", "10000000"),
        ("budget", "memory = 99999999999999", "16777216"),
        ("budget", "jobs = 1000000", "4096"),
        ("classify", "precision = 99999999999", "16777216"),
        ("classify", f"max_ulps = 1{'0' * 400}", "no double"),
        ("engine", "query_timeout = 1e300", "10000000"),
    ],
)
def test_keys(table: str, entry: str, limit: str, tmp_path: Path) -> None:
    (tmp_path / "ariadne.toml").write_text(f'name = "x"\n[{table}]\n{entry}\n')
    with pytest.raises(UserError, match=rf"ariadne.toml:3: {table}.*{limit}"):
        load_project(tmp_path)
