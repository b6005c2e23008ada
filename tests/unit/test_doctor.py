"""ariadne doctor: what it says of an installation that is whole, and of ones where something is missing."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

from orchestrator import cli
from orchestrator.commands import doctor
from orchestrator.core import places
from orchestrator.native import toolchain
from orchestrator.native.diagnosis import diagnosis, is_complete
from orchestrator.native.installation import Part, parts, remedies

ROOT = Path(__file__).resolve().parents[2]


def _state(out: str, name: str) -> str:
    found = re.search(rf"^  (\w+) +{re.escape(name)}(\s|$)", out, re.MULTILINE)
    assert found, out
    return found[1]


def _ariadne(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """In a process of its own: where things are is read when modules are loaded."""
    script = f"import sys\n{code}\nfrom orchestrator.cli import main\nsys.exit(main(['doctor']))"
    return subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_all_is_well(capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["doctor"]) == 0
    out = capfd.readouterr().out
    assert "MISSING" not in out
    assert _state(out, "clang") == _state(out, "GMP") == _state(out, "z3-solver") == "ok"
    assert re.search(r"ok +clang +19\.\d", out)
    assert re.search(r"ok +Arb +2\.\d", out) or re.search(r"ok +Arb +unknown", out)
    assert "all was found, in" in out


def test_llvm_is_missing(tmp_path: Path) -> None:
    done = _ariadne("", ARIADNE_LLVM=str(tmp_path))
    assert (done.returncode, done.stderr) == (2, "")
    assert _state(done.stdout, "clang") == _state(done.stdout, "opt") == "MISSING"
    assert _state(done.stdout, "FileCheck") == "absent"
    assert "\n    sudo apt-get install --no-install-recommends clang-19 llvm-19-dev\n" in done.stdout


def test_native_parts_are_missing(tmp_path: Path) -> None:
    done = _ariadne("", ARIADNE_BUILD=str(tmp_path))
    assert (done.returncode, done.stderr) == (2, "")
    assert _state(done.stdout, "lib/AriadnePasses.so") == "MISSING"
    assert f"\n    make -C '{ROOT}' setup\n" in done.stdout
    assert "8 of the parts that are needed" in done.stdout


def test_a_python_package_is_missing() -> None:
    """Then no command can be loaded; this one says so all the same."""
    done = _ariadne("sys.modules['numpy'] = None")
    assert done.returncode == 2
    assert "ariadne: a Python package is missing" in done.stderr and "numpy" in done.stderr
    assert "Traceback" not in done.stderr
    assert _state(done.stdout, "clang") == "ok"


def test_a_package_that_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    real = metadata.version

    def version(name: str) -> str:
        if name == "z3-solver":
            raise metadata.PackageNotFoundError(name)
        return "0.1" if name == "cvc5" else real(name)

    monkeypatch.setattr(metadata, "version", version)
    found = list(parts())
    assert not is_complete(found)
    out = diagnosis(found)
    assert _state(out, "z3-solver") == _state(out, "cvc5") == "MISSING"
    assert "(cvc5>=1.2 is needed)" in out
    assert f"{sys.executable} -m pip install 'cvc5>=1.2' 'z3-solver>=4.13'" in out


def test_another_version_of_llvm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clang, opt = tmp_path / "clang", tmp_path / "opt"
    clang.write_text("#!/bin/sh\necho Debian clang version 14.0.6\n")
    opt.write_text("#!/bin/sh\necho no such library >&2\nexit 127\n")
    clang.chmod(0o755)
    opt.chmod(0o755)
    monkeypatch.setattr(toolchain, "LLVM", tmp_path)
    found = {part.name: part for part in parts()}
    assert (found["clang"].version, found["clang"].problem) == ("14.0.6", "version 19.* is needed")
    assert found["opt"].problem == "it does not run: no such library"


def test_a_runner_without_its_libraries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    message = "error while loading shared libraries: libflint.so.17: cannot open shared object file"
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/ariadne-exact").write_text(f"#!/bin/sh\necho '{message}' >&2\nexit 127\n")
    (tmp_path / "bin/ariadne-exact").chmod(0o755)
    monkeypatch.setattr(places, "BUILT", tmp_path)
    found = {part.name: part for part in parts()}
    assert found["bin/ariadne-exact"].problem == message


def test_the_machine_does_not_do_it(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(doctor, "_EXPECTED", {"reciprocal#1:invalid"})
    assert cli.main(["doctor"]) == 2
    assert "not found, or not confirmed by traps: reciprocal#1:invalid" in capfd.readouterr().out


def test_debian_packages_are_those_of_the_set_up() -> None:
    """What can be missing is what set-up installs, and Fortran, which nobody needs."""
    lines = (ROOT / "scripts/debian-packages.txt").read_text().splitlines()
    listed = {line.split()[0] for line in lines if line and not line.startswith("#")}
    assert {part.package for part in parts()} - {""} == listed | {"flang-19"}


def test_one_command_for_each_way() -> None:
    missing = [
        Part("LLVM 19", "opt", "", package="llvm-19-dev"),
        Part("LLVM 19", "llvm-nm", "", package="llvm-19-dev"),
        Part("Python", "numpy", "", requirement="numpy>=1.26"),
    ]
    apt, pip = remedies(missing)
    assert apt == "sudo apt-get install --no-install-recommends llvm-19-dev"
    assert pip.endswith("-m pip install 'numpy>=1.26'")
