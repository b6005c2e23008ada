"""The programs of the benchmarks, and which (operation, kind) pairs can be triggered in them."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from orchestrator.build.program import Bitcode, build
from orchestrator.build.variants import Variants, build_variants
from orchestrator.core.model import Function, Kind, Module

ROOT = Path(__file__).resolve().parent.parent
BESSEL = ROOT / "examples" / "bessel.c"
STERBENZ = ROOT / "examples" / "sterbenz.c"

Pair = tuple[str, int, str]  # function of the operation, its index there, kind


@dataclass(frozen=True)
class Built:
    folder: Path
    bitcode: Bitcode
    variants: Variants

    @property
    def module(self) -> Module:
        return self.bitcode.module

    def function(self, name: str) -> Function:
        return next(f for f in self.module.functions if f.name == name)


@contextmanager
def built(source: Path) -> Iterator[Built]:
    folder = Path(tempfile.mkdtemp(prefix="ariadne-bench-"))
    try:
        bitcode = build([source], (), folder)
        yield Built(folder, bitcode, build_variants(bitcode, folder))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _pairs(function: str, *entries: tuple[int, str]) -> set[Pair]:
    names = {kind.value[0]: kind.value for kind in Kind}  # o, u, d, i
    return {(function, index, names[letter]) for index, letters in entries for letter in letters}


# By argument (docs/benchmarks.md), not by what the tool happens to find: a run that finds less fails the
# benchmark, and a run that finds more disproves the argument.
_AV1 = _pairs("av1", (0, "ou"), (1, "u"))
_AV2 = _pairs("av2", (0, "u"), (1, "u"), (2, "u"))
_AV3 = _pairs("av3", (0, "ou"), (1, "u"), (2, "u"))
_AV4 = _pairs("av4", (0, "ou"), (1, "u"), (2, "u"))
_NO_OVERFLOW = {pair for pair in _AV1 | _AV3 | _AV4 if pair[2] != "overflow"}
TRIGGERABLE: dict[str, tuple[Path, set[Pair]]] = {
    "av1": (STERBENZ, _AV1),
    "av2": (STERBENZ, _AV2),
    "av3": (STERBENZ, _AV3),
    "av4": (STERBENZ, _AV4),
    "average": (STERBENZ, _NO_OVERFLOW),
    "bessel_Knu_scaled_asympx": (
        BESSEL,
        _pairs(
            "bessel_Knu_scaled_asympx",
            (0, "ou"),
            (1, "ou"),
            (4, "ou"),
            (5, "oud"),
            (6, "i"),
            (7, "oudi"),
            (8, "ou"),
            (9, "oudi"),
            (11, "o"),
            (12, "ou"),
            (13, "ou"),
            (14, "oudi"),
            (16, "o"),
            (18, "u"),
            (19, "ou"),
            (20, "ou"),
            (21, "ou"),
            (22, "o"),
        ),
    ),
}
