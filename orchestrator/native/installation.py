"""What Ariadne needs around it, and whether it is there: Python packages, LLVM 19, libraries, native parts.

It imports nothing that may be missing: whoever asks has perhaps half of it.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import os
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from orchestrator.core import places
from orchestrator.native import toolchain


@dataclass(frozen=True)
class Part:
    group: str
    name: str
    version: str  # "" if it is not there
    place: str = ""
    purpose: str = ""  # what cannot be done without it; "" if nothing can
    package: str = ""  # of Debian
    problem: str = ""  # it is there, but cannot be used
    requirement: str = ""  # as pip wants it

    @property
    def is_good(self) -> bool:
        return bool(self.version) and not self.problem

    @property
    def is_needed(self) -> bool:
        return not self.purpose


# Of each tool of LLVM the Debian package, and what it is for unless everybody needs it.
_LLVM_TOOLS = {
    "clang": ("clang-19", ""),
    "opt": ("llvm-19-dev", ""),
    "llvm-link": ("llvm-19-dev", ""),
    "llvm-nm": ("llvm-19-dev", ""),
    "llvm-symbolizer": ("llvm-19-dev", ""),
    "FileCheck": ("llvm-19-tools", "tests"),
    "clang-format": ("clang-format-19", "development"),
    "flang-new": ("flang-19", "Fortran"),
}
_OTHER_TOOLS = {
    "gdb": ("gdb", "replay --gdb"),
    "ninja": ("ninja-build", "building"),
    "chromium": ("chromium", "tests"),
    "chromedriver": ("chromium-driver", "tests"),
}
# Of each library its names, the variable that holds its version, and the Debian package.
_LIBRARIES = {
    "GMP": (("gmp",), "__gmp_version", "libgmp-dev"),
    "FLINT": (("flint",), "flint_version", "libflint-dev"),
    "Arb": (("flint-arb", "arb"), "arb_version", "libflint-arb-dev"),
}
_NATIVE = (
    "bin/ariadne-run",
    "bin/ariadne-exact",
    "lib/AriadnePasses.so",
    "lib/libariadne_intervals.so",
    "lib/libariadne_queries.so",
    "lib/libariadne_boundary.a",
    "lib/libariadne_reify.a",
    "lib/libariadne_exact.a",
)
_SECONDS = 60.0  # for a program to say its version


def parts() -> Iterator[Part]:
    """In the order in which they are shown."""
    yield from _python()
    for name, (package, purpose) in _LLVM_TOOLS.items():
        yield _tool("LLVM 19", name, str(toolchain.LLVM / name), package, purpose, expected="19.")
    for name, (names, variable, package) in _LIBRARIES.items():
        yield _library(name, names, variable, package)
    for name in _NATIVE:
        yield _native(name)
    for name, (package, purpose) in _OTHER_TOOLS.items():
        yield _tool("other tools", name, shutil.which(name) or "", package, purpose)


def _python() -> Iterator[Part]:
    good = sys.version_info >= (3, 11)
    version = platform.python_version()
    yield Part("Python", "python", version, sys.executable, problem="" if good else "3.11 or newer is needed")
    try:
        requirements = metadata.requires("ariadne") or []
    except metadata.PackageNotFoundError:
        yield Part("Python", "ariadne", "", requirement="ariadne")
        return
    yield Part("Python", "ariadne", metadata.version("ariadne"), str(Path(places.__file__).parents[1]))
    for text in requirements:
        requirement, _, condition = (piece.strip() for piece in text.partition(";"))
        if not condition or "cluster" in condition:
            yield _package(requirement, purpose="run --cluster" if condition else "")


def _package(requirement: str, purpose: str) -> Part:
    name = re.split(r"[<>=!~\[ ]", requirement)[0]
    try:
        version = metadata.version(name)
    except metadata.PackageNotFoundError:
        version = ""
    least = re.search(r">=([\d.]+)", requirement)
    old = bool(version and least and _numbers(version) < _numbers(least[1]))
    problem = f"{requirement} is needed" if old else ""
    return Part("Python", name, version, purpose=purpose, problem=problem, requirement=requirement)


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", version))


def _tool(group: str, name: str, path: str, package: str, purpose: str, expected: str = "") -> Part:
    version, problem = "", ""
    if path and os.path.exists(path):
        printed, problem = _printed([path, "--version"])
        found = re.search(r"\d+\.\d+(\.\d+)*", printed)
        version = found[0] if found else "unknown"
        if not problem and not version.startswith(expected):
            problem = f"version {expected}* is needed"
    return Part(group, name, version, path, purpose, package, problem)


def _printed(command: list[str]) -> tuple[str, str]:
    """What a program prints, and why it cannot be run."""
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, errors="replace", timeout=_SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as problem:
        return "", f"it does not run: {problem}"
    failed = done.returncode != 0
    return done.stdout, f"it does not run: {done.stderr.strip()[:200]}" if failed else ""


def _library(name: str, names: tuple[str, ...], variable: str, package: str) -> Part:
    place = next(filter(None, map(ctypes.util.find_library, names)), None)
    if place is None:
        return Part("libraries", name, "", package=package)
    try:
        library = ctypes.CDLL(place)
        if name == "FLINT":  # the text itself; the others' is a pointer to it
            text = (ctypes.c_char * 16).in_dll(library, variable).value
        else:
            text = ctypes.c_char_p.in_dll(library, variable).value or b""
        return Part("libraries", name, text.decode(), place, package=package)
    except (OSError, ValueError):  # it cannot be loaded, or newer ones do not tell
        return Part("libraries", name, "unknown", place, package=package)


def _native(name: str) -> Part:
    path = places.BUILT / name
    if not path.exists():
        return Part("native parts", name, "", str(path))
    problem = ""
    if name.startswith("bin/"):  # without arguments it says how it is called, if its libraries are found
        try:
            done = subprocess.run([path], capture_output=True, text=True, timeout=_SECONDS, check=False)
            problem = done.stderr.strip() if "shared libraries" in done.stderr else ""
        except (OSError, subprocess.TimeoutExpired) as trouble:
            problem = str(trouble)
    return Part("native parts", name, "built", str(path), problem=problem)


def remedies(missing: list[Part]) -> list[str]:
    """The commands that install these, one for each way of installing."""
    commands = []
    if packages := list(dict.fromkeys(part.package for part in missing if part.package)):
        commands.append(f"sudo apt-get install --no-install-recommends {' '.join(packages)}")
    if any(part.group == "native parts" or part.name == "ariadne" for part in missing):
        commands.append(_rebuild())
    elif wanted := [part.requirement for part in missing if part.requirement]:
        commands.append(f"{sys.executable} -m pip install " + " ".join(f"'{text}'" for text in wanted))
    return commands


def _rebuild() -> str:
    tree = Path(places.__file__).resolve().parents[2]
    if (tree / "Makefile").exists():
        return f"make -C '{tree}' setup"
    return f"{sys.executable} -m pip install --force-reinstall FOLDER_OF_ARIADNES_SOURCE"
