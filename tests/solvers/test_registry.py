"""The table of solvers: a row is all that a solver needs, and what is missing is said."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from orchestrator.core.errors import UserError
from orchestrator.solvers.chain.standard import solver
from orchestrator.solvers.registry import CHOICES, ORDERS, SOLVERS, chosen, equally, require

ROOT = Path(__file__).resolve().parents[2]
QUERY = "(set-logic QF_FP)(declare-const x Float64)(assert (fp.gt x ((_ to_fp 11 53) RNE 1.0)))(check-sat)"
# What a process without a package meets, wherever it imports it.
HIDE = """
import sys

class Hidden:
    def find_spec(self, name, path=None, target=None):
        if {when} and name == {package!r}:
            raise ModuleNotFoundError("No module named " + repr(name), name=name)

sys.meta_path.insert(0, Hidden())
"""


def solve(folder: Path, choice: str, sitecustomize: str) -> subprocess.CompletedProcess[str]:
    (folder / "sitecustomize.py").write_text(sitecustomize)
    path = os.pathsep.join([str(folder), str(ROOT)])
    return subprocess.run(
        [sys.executable, "-m", "orchestrator.cli", "solve", "-", f"--solver={choice}", "--timeout=5"],
        input=QUERY,
        capture_output=True,
        text=True,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": path},
    )


def test_choices_are_solvers_and_families() -> None:
    assert set(CHOICES) == {*SOLVERS, "exact", "real"}
    assert chosen("real") == ("z3-real", "cvc5") and chosen("search") == ("search",)
    assert [stage.share for stage in equally("cvc5", "search")] == [0.5, 1.0]
    assert all(stage.solver in SOLVERS for order in ORDERS.values() for stage in order)


@pytest.mark.parametrize("name", SOLVERS)
def test_a_missing_package_is_said(name: str) -> None:
    row = replace(SOLVERS[name], package="no_such_package", installed_by="")
    with pytest.raises(UserError, match=f"solver {name} cannot be loaded: .* no_such_package") as told:
        solver(row)
    assert told.value.hint == "python -m pip install no_such_package"
    require(SOLVERS[name])


@pytest.mark.parametrize("choice", ["auto", "exact", "bitwuzla"])
def test_a_missing_package_ends_the_command(tmp_path: Path, choice: str) -> None:
    done = solve(tmp_path, choice, HIDE.format(package="bitwuzla", when=True))
    assert done.returncode == 2 and done.stdout == ""
    assert "the solver bitwuzla cannot be loaded" in done.stderr
    assert "pip install bitwuzla" in done.stderr and "Traceback" not in done.stderr


def test_a_package_that_only_fails_in_the_solver_s_own_process(tmp_path: Path) -> None:
    there = '"orchestrator.solvers.chain.worker" in sys.orig_argv'
    sitecustomize = HIDE.format(package="bitwuzla", when=there)
    done = solve(tmp_path, "bitwuzla", sitecustomize)
    assert done.returncode == 2 and done.stdout == ""
    assert "the solver bitwuzla cannot be loaded: No module named 'bitwuzla'" in done.stderr


def test_others_do_without_it(tmp_path: Path) -> None:
    done = solve(tmp_path, "intervals", HIDE.format(package="bitwuzla", when=True))
    assert (done.returncode, done.stdout) == (0, "sat\n"), done.stderr
