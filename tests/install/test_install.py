"""An Ariadne that `pip install` made needs nothing of the source tree; and whoever lacks something is told
what installs it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
NOT_SOURCE = shutil.ignore_patterns(".*", "__pycache__", "*.egg-info", "build")
PROGRAM = """\
#include <math.h>
double hyp(double x, double y) { return x > 3 && x * 7 == 29.75 ? 1 / (x - 4.25) : sqrt(x * x + y * y); }
"""


def _copied(folder: Path) -> Path:
    """The sources, without what was built here; orchestrator/build is a package."""

    def ignored(parent: str, names: list[str]) -> set[str]:
        unwanted = NOT_SOURCE(parent, names)
        return unwanted if Path(parent) == ROOT else unwanted - {"build"}

    return Path(shutil.copytree(ROOT, folder, ignore=ignored))


def _run(*command: str | Path, folder: Path) -> subprocess.CompletedProcess[str]:
    environment = {k: value for k, value in os.environ.items() if not k.startswith(("PYTHON", "ARIADNE"))}
    return subprocess.run(
        [str(word) for word in command],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
def test_installed_without_the_tree(tmp_path: Path) -> None:
    """The packages that it needs come from here: tests do without the network."""
    venv, elsewhere = tmp_path / "a venv", tmp_path / "else where"
    elsewhere.mkdir()
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", venv], check=True)
    python = venv / "bin/python"
    site = Path(sysconfig.get_path("purelib", vars={"base": str(venv), "platbase": str(venv)}))
    # A path in such a file is no place whose own .pth files are read: the editable Ariadne is not among them.
    (site / "packages.pth").write_text(sysconfig.get_path("purelib") + "\n")
    copy = _copied(tmp_path / "a copy")
    pip = (sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-index", "--no-deps")
    done = _run(*pip, "--no-build-isolation", copy, folder=elsewhere)
    assert done.returncode == 0, done.stdout + done.stderr
    shutil.rmtree(copy)

    (elsewhere / "f.c").write_text(PROGRAM)
    ariadne = venv / "bin/ariadne"
    where = _run(python, "-c", "import orchestrator; print(orchestrator.__file__)", folder=elsewhere)
    assert where.stdout.startswith(str(site))

    def answer(*arguments: str) -> str:
        done = _run(ariadne, *arguments, folder=elsewhere)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    # Search, executor, solvers, exact reruns; then each format that has files of its own.
    assert "overflow in 'x * x'" in answer("analyze", "f.c", "--budget", "2", "--json", "r.json")
    answer("report", "r.json", "--html", "pages", "--sarif", "r.sarif", "--markdown", "r.md")
    assert (elsewhere / "pages/index.html").exists()
    assert "return" in answer("exact", "f.c", "--function", "hyp", "--input", "3", "4")
    assert "runs:" in answer("explore", "f.c", "--function", "hyp", "--budget", "2")
    assert "stopped here" in answer("reify", "f.c", "--run", "--function", "hyp", "--input", "1e200", "0")
    answer("tests", "r.json", "-o", "regression")


def test_what_is_missing_is_named_with_the_command(tmp_path: Path) -> None:
    """cmake and ninja are there, clang is not."""
    tools = tmp_path / "bin"
    tools.mkdir()
    for name in ("cmake", "ninja"):
        place = shutil.which(name)
        assert place
        (tools / name).symlink_to(place)
    command = ["cmake", "-S", ROOT, "-B", tmp_path / "build", "-G", "Ninja", "-DARIADNE_LLVM=/nowhere"]
    done = subprocess.run(
        command, env={"PATH": str(tools)}, cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode != 0
    assert "clang-19 is missing" in done.stderr
    assert "apt-get install --no-install-recommends clang-19 llvm-19-dev ninja-build" in done.stderr
    assert "chromium" not in done.stderr  # that is for developers
