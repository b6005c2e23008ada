"""Ground truth: every input of a function of one float is tried, and the report must say exactly that.

The truth comes from the reified program: its guards are ordinary code, fast enough for 2^32 calls. That the
guards are right is checked against the flags of the hardware, on a sample of all floats.
"""

import json
import re
import struct
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from orchestrator.build.program import build
from orchestrator.core.model import Kind
from orchestrator.core.places import built
from orchestrator.native import toolchain

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SOURCE = HERE / "functions.c"
NAMES = re.findall(r"^(?:float|int) (\w+)\(float x\)", SOURCE.read_text(), re.M)
ALL = 1 << 32
SAMPLE = 4099  # prime: a stride that meets every exponent and no pattern of the bits
BINADE = 1 << 23  # floats of one exponent

Pair = tuple[str, str]  # an operation's id and a kind


@dataclass(frozen=True)
class Reached:
    inputs: int
    example: float

    def __str__(self) -> str:
        return f"{self.inputs} inputs, e.g. {self.example.hex()}"


class Enumerator:
    """enumerate.cpp and the reified functions, compiled."""

    def __init__(self, folder: Path) -> None:
        bitcode = build([SOURCE], [], folder)
        self.sites = bitcode.module.sites
        self.folder = folder
        self.reified = folder / "reified.bc"
        toolchain.opt("reify,harness", bitcode.path, "-o", str(self.reified))
        self.program = str(folder / "enumerate")
        compiler = [
            toolchain.tool("clang++"),
            "-std=c++20",
            "-O2",
            "-Wall",
            "-Wextra",
            "-Werror",
            "-rdynamic",
        ]
        include = [f"-I{ROOT / 'passes'}", f"-I{ROOT}", f"-I{built('generated')}"]
        toolchain.must_run([*compiler, *include, "-pthread", str(HERE / "enumerate.cpp"), "-o", self.program])
        self.fast, self.literal = self._library("-O2"), self._library("-O0")

    def _library(self, level: str) -> str:
        target = str(self.folder / f"reified{level}.so")
        flags = [level, "-fPIC", "-shared", "-x", "ir", str(self.reified), "-lm"]
        toolchain.must_run([toolchain.tool("clang"), *flags, "-o", target])
        return target

    def reached(self, name: str, first: int = 0, count: int = ALL) -> dict[Pair, Reached]:
        """What some float raises, of `count` floats from the one whose bits are `first`."""
        pairs = {}
        for line in self._run(self.fast, name, first, count, 1, "-"):
            site, kind, inputs, bits = (int(word, 0) for word in line.split())
            label = next(k.value for k in Kind if k.bit == kind)
            example = struct.unpack("<f", struct.pack("<I", bits))[0]
            pairs[self.sites[site].id, label] = Reached(inputs, example)
        return pairs

    def mismatches(self, name: str) -> list[str]:
        """Floats of the sample on which guards and flags differ. Optimised code does not keep the flags."""
        lines = self._run(self.literal, name, 0, ALL, SAMPLE, "flags")
        return [line for line in lines if line.startswith("mismatch")]

    def _run(self, library: str, name: str, *rest: object) -> list[str]:
        return toolchain.must_run([self.program, library, name, *map(str, rest)]).splitlines()


@pytest.fixture(scope="module")
def enumerator(tmp_path_factory: pytest.TempPathFactory) -> Enumerator:
    return Enumerator(tmp_path_factory.mktemp("exhaustive"))


def analyse(folder: Path, *names: str) -> dict[str, Any]:
    """The tool's report, with the budget that users get."""
    path = folder / "report.json"
    command = [sys.executable, "-m", "orchestrator.cli", "analyze", str(SOURCE), f"--json={path}"]
    command += [f"--function={name}" for name in names]
    subprocess.run(command, check=True, capture_output=True, cwd=ROOT)
    report: dict[str, Any] = json.loads(path.read_text())
    return report


def pairs(report: dict[str, Any], name: str, verdict: str) -> set[Pair]:
    return {
        (v["site"], v["kind"])
        for v in report["verdicts"]
        if v["function"] == name and v["verdict"] == verdict
    }


def test_sites_are_told_apart(enumerator: Enumerator) -> None:
    """A part of the floats where the answer is known by hand."""
    binade = struct.unpack("<I", struct.pack("<f", 0.125))[0]
    value = Reached(1, float.fromhex("0x1.23456p-3"))
    assert enumerator.reached("single_value", binade, BINADE) == {("single_value#1", "divbyzero"): value}
    assert enumerator.reached("single_value", binade + BINADE, BINADE) == {}


def test_guards_agree_with_flags(enumerator: Enumerator) -> None:
    wrong = {name: lines for name in NAMES if (lines := enumerator.mismatches(name))}
    assert not wrong


def test_finds_what_a_part_shows(enumerator: Enumerator, tmp_path: Path) -> None:
    parts = {"nested": 8.0, "narrow_band": 0.0625, "table_lookup": 4.0, "sixth_power": 0.5, "switches": 64.0}
    report = analyse(tmp_path, *parts)
    for name, start in parts.items():
        bits = struct.unpack("<I", struct.pack("<f", start))[0]
        reached = enumerator.reached(name, bits, 2 * BINADE)
        assert reached
        assert reached.keys() <= pairs(report, name, "triggered")


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_nothing_missed_nothing_invented(enumerator: Enumerator, tmp_path: Path, name: str) -> None:
    report = analyse(tmp_path, name)
    reached = enumerator.reached(name)
    triggered = pairs(report, name, "triggered")
    missed = {pair: str(reached[pair]) for pair in reached.keys() - triggered}
    assert not missed, f"reachable and not found: {missed}"
    assert not triggered - reached.keys(), "reported, and no float raises it"
    assert not pairs(report, name, "safe") & reached.keys(), "called safe, and some float raises it"
