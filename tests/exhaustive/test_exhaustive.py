"""Ground truth: for a function of one float, every input is tried, and the report must say neither less nor more."""

import json
import struct
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from orchestrator import toolchain
from orchestrator.model import Function, Kind, Module, Site
from orchestrator.program import build

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SOURCE = HERE / "functions.c"
ALL = 1 << 32
PRIME = 4099  # a stride that meets every exponent and no pattern of bits

# Kinds of operations of one function that an input can raise, with the number of inputs and one of them.
Pair = tuple[str, Kind]


@dataclass(frozen=True)
class Reached:
    inputs: int
    example: float

    def __str__(self) -> str:
        return f"{self.inputs} inputs, e.g. {self.example!r} = {self.example.hex()}"


@dataclass(frozen=True)
class Truth:
    reached: dict[Pair, Reached]
    mismatches: list[str]


class Enumerator:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        bitcode = build([SOURCE], [], folder)
        self.module: Module = bitcode.module
        self.reified = folder / "reified.bc"
        toolchain.opt("reify,harness", bitcode.path, "-o", str(self.reified))
        self.program = folder / "enumerate"
        command = [toolchain.tool("clang++"), "-std=c++20", "-O2", "-Wall", "-Wextra", "-Werror", "-rdynamic"]
        include = f"-I{ROOT / 'passes' / 'runtime'}"
        toolchain.must_run([*command, include, str(HERE / "enumerate.cpp"), "-pthread", "-o", str(self.program)])
        self.libraries = {level: self._library(level) for level in ("-O0", "-O2")}

    def _library(self, level: str) -> Path:
        """-O2 is for speed: guards are ordinary code and stay true. Flags are true at -O0 only."""
        target = self.folder / f"reified{level}.so"
        flags = [level, "-fPIC", "-shared", "-x", "ir", str(self.reified), "-lm"]
        toolchain.must_run([toolchain.tool("clang"), *flags, "-o", str(target)])
        return target

    def function(self, name: str) -> Function:
        return next(function for function in self.module.functions if function.name == name)

    def run(self, name: str, first: int = 0, count: int = ALL, stride: int = 1, flags: bool = False) -> Truth:
        library = self.libraries["-O0" if flags else "-O2"]
        what = [str(library), name, str(first), str(count), str(stride), "flags" if flags else "-"]
        reached, mismatches = {}, []
        for line in toolchain.must_run([str(self.program), *what]).splitlines():
            words = line.split()
            if words[0] == "mismatch":
                mismatches.append(line)
                continue
            site, kind = self.module.sites[int(words[0])], Kind.OVERFLOW
            kind = next(kind for kind in Kind if kind.bit == int(words[1]))
            example = struct.unpack("<f", struct.pack("<I", int(words[3], 0)))[0]
            reached[site.id, kind] = Reached(int(words[2]), example)
        return Truth(reached, mismatches)
