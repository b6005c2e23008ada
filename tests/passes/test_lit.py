"""Runs lit on the IR tests, one case a file: what lit says is what a failure shows."""

import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent


@pytest.mark.parametrize("name", sorted(path.name for path in FOLDER.glob("*.ll")))
def test_ir(name: str, tmp_path: Path) -> None:
    lit = [str(Path(sys.executable).with_name("lit")), "-v", f"-Dscratch={tmp_path}"]
    done = subprocess.run([*lit, FOLDER / name], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Passed: 1 " in done.stdout  # not skipped, and not nothing at all
