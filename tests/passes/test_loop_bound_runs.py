"""loop-bound at work: loops of all shapes (loops.c) against the same loops with the bound written by hand."""

from __future__ import annotations

import ctypes
import os
import random
import re
import struct
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PLUGIN = Path(os.environ.get("ARIADNE_BUILD", ROOT / "build")) / "lib" / "AriadnePasses.so"
LLVM = Path(os.environ.get("ARIADNE_LLVM", "/usr/lib/llvm-19")) / "bin"
SOURCE = Path(__file__).parent / "loops.c"

BOUNDS = ("1", "2", "3", "64", "inf")
FOREVER = 2**31 - 1

_BOTH, _PASS_ONLY = (
    re.findall(r"^double (\w+)\(int n, double x\) [{]", text, re.MULTILINE)
    for text in SOURCE.read_text().split("// ---- not written by hand")
)
SHAPES = tuple(_BOTH)
IRREDUCIBLE = ("irreducible", "tangled", "duff")


def run(*command: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False)


def must_run(*command: str | Path) -> str:
    done = run(*command)
    assert done.returncode == 0, done.stderr
    return done.stdout


class Library:
    """Compiled loops. A call returns the bits of the result and how often the bodies ran."""

    def __init__(self, path: Path) -> None:
        self.lib = ctypes.CDLL(str(path))
        self.ran = (ctypes.c_long * 4).in_dll(self.lib, "ran")

    def call(self, name: str, n: int, x: float) -> tuple[bytes, tuple[int, ...]]:
        function = getattr(self.lib, name)
        function.argtypes, function.restype = [ctypes.c_int, ctypes.c_double], ctypes.c_double
        self.ran[:] = [0] * 4
        return struct.pack("<d", function(n, x)), tuple(self.ran)


class ByHand(Library):
    """The loops with the bound in their source."""

    def call_bounded(self, name: str, n: int, x: float, bound: str) -> tuple[bytes, tuple[int, ...]]:
        ctypes.c_int.in_dll(self.lib, "limit").value = FOREVER if bound == "inf" else int(bound)
        return self.call(name, n, x)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("loops")


@pytest.fixture(scope="module")
def by_hand(folder: Path) -> ByHand:
    path = folder / "by_hand.so"
    must_run(LLVM / "clang", "-O0", "-DBY_HAND", "-shared", "-fPIC", SOURCE, "-o", path)
    return ByHand(path)


@pytest.fixture(scope="module")
def bitcode(folder: Path) -> Path:
    path = folder / "loops.bc"
    flags = ["-g", "-O0", "-Xclang", "-disable-O0-optnone", "-fPIC", "-emit-llvm", "-c"]
    must_run(LLVM / "clang", *flags, SOURCE, "-o", path)
    return path


Bounded = Callable[..., Library]


@pytest.fixture(scope="module")
def bounded(folder: Path, bitcode: Path) -> Bounded:
    """The loops as the pass bounds them; `before` are passes that bring the loops into another form first."""
    built: dict[tuple[str, str], Library] = {}

    def build(bound: str, before: str = "mem2reg") -> Library:
        if (bound, before) not in built:
            stem = folder / f"bounded{len(built)}"
            bc, so = stem.with_suffix(".bc"), stem.with_suffix(".so")
            pipeline = f"function({before},loop-bound<{bound}>),verify"
            must_run(LLVM / "opt", f"-load-pass-plugin={PLUGIN}", f"-passes={pipeline}", bitcode, "-o", bc)
            must_run(LLVM / "clang", "-O0", "-shared", "-fPIC", "-x", "ir", bc, "-o", so)
            built[bound, before] = Library(so)
        return built[bound, before]

    return build


def inputs(seed: str) -> Iterator[tuple[int, float]]:
    source = random.Random(seed)
    for n in (-3, 0, 1, 2, 3, 4, 5, 63, 64, 65, 66, 200):
        yield n, source.choice((1.0, 0.5, -2.0, source.uniform(-9, 9)))
    for _ in range(20):
        yield source.randrange(150), source.uniform(-20, 20)


def test_every_loop_of_the_source_is_tested() -> None:
    assert len(SHAPES) > 20
    assert {*IRREDUCIBLE, "computed_goto"} == {*_PASS_ONLY} - {"without_exit"}


@pytest.mark.parametrize("bound", BOUNDS)
@pytest.mark.parametrize("name", SHAPES)
def test_like_the_bound_by_hand(by_hand: ByHand, bounded: Bounded, name: str, bound: str) -> None:
    library = bounded(bound)
    for n, x in inputs(name):
        assert library.call(name, n, x) == by_hand.call_bounded(name, n, x, bound), (n, x)


@pytest.mark.parametrize("bound", ("1", "3", "64"))
@pytest.mark.parametrize("name", SHAPES)
def test_variables_in_memory(by_hand: ByHand, bounded: Bounded, name: str, bound: str) -> None:
    """The code as clang leaves it, before mem2reg: no PHIs, the program's own allocas."""
    library = bounded(bound, "no-op-function")
    for n, x in inputs(name):
        assert library.call(name, n, x) == by_hand.call_bounded(name, n, x, bound), (n, x)


# After these the loops have other forms (latches merged, tests moved to the bottom), and which exit a cut takes is
# no longer what the source says; how often bodies run is.
@pytest.mark.parametrize(
    "form", ("mem2reg,simplifycfg", "mem2reg,loop-simplify,lcssa,loop(loop-rotate)", "mem2reg,lower-switch")
)
@pytest.mark.parametrize("bound", ("1", "2", "64"))
def test_other_forms(by_hand: ByHand, bounded: Bounded, bound: str, form: str) -> None:
    library = bounded(bound, form)
    for name in ("sum_while", "sum_for", "fibonacci", "nested", "forever_with_break", "loop_by_goto"):
        for n, x in inputs(name):
            assert library.call(name, n, x) == by_hand.call_bounded(name, n, x, bound), (name, n, x)
    for name in ("nested_do", "several_latches", "switch_in_loop", "switch_as_latch", "loop_over_memory"):
        for n, x in inputs(name):
            assert library.call(name, n, x)[1] == by_hand.call_bounded(name, n, x, bound)[1], (name, n, x)


@pytest.mark.parametrize("bound", (1, 2, 3, 64))
def test_sum_of_the_first_terms(bounded: Bounded, bound: int) -> None:
    bits, ran = bounded(str(bound)).call("sum_for", 1000, 0.0)
    assert ran[0] == bound
    assert struct.unpack("<d", bits)[0] == bound * (bound + 1) / 2


@pytest.mark.parametrize("bound", (1, 2, 3, 64))
def test_inner_loop_starts_anew(bounded: Bounded, bound: int) -> None:
    assert bounded(str(bound)).call("nested", 1000, 1.0)[1][:2] == (bound, sum(min(bound, i + 2) for i in range(bound)))


@pytest.mark.parametrize("name", (*IRREDUCIBLE, "computed_goto"))
def test_strange_loops_that_end_in_time_are_as_before(bounded: Bounded, name: str) -> None:
    original, library = bounded("inf"), bounded("64")
    for n, x in inputs(name):
        if n < 64:
            assert library.call(name, n, x) == original.call(name, n, x), (n, x)


@pytest.mark.parametrize("bound", (1, 2, 3, 64))
@pytest.mark.parametrize("name", IRREDUCIBLE)
def test_irreducible_loops_are_cut(bounded: Bounded, name: str, bound: int) -> None:
    """Where such a loop begins is arbitrary, so one more round than the bound is allowed."""
    library = bounded(str(bound))
    for n in (100_000, 100_001, 100_002, 100_003):
        _, ran = library.call(name, n, 1.0)
        assert 0 < sum(ran)
        assert max(ran) <= bound + 1, (n, ran)


@pytest.mark.parametrize("bound", (1, 2, 3, 64))
def test_loops_without_exit_end_the_function(bounded: Bounded, bound: int) -> None:
    library = bounded(str(bound))
    assert library.call("without_exit", 1, 2.0) == (struct.pack("<d", 0), (bound, 0, 0, 0))
    inside = library.lib.without_exit_inside
    inside.argtypes = [ctypes.c_int, ctypes.c_double]
    library.ran[:] = [0] * 4
    assert inside(1, 0.0) == 0
    assert tuple(library.ran) == (bound, bound * min(bound, 2), 0, 0)
    assert inside(0, 0.0) == 7


def test_inf_changes_nothing(bitcode: Path) -> None:
    def printed(passes: str) -> str:
        return must_run(LLVM / "opt", f"-load-pass-plugin={PLUGIN}", f"-passes={passes}", "-S", bitcode)

    assert printed("function(mem2reg,loop-bound<inf>)") == printed("function(mem2reg)")


@pytest.mark.parametrize("argument", ("<0>", "<x>", "<>", "", "<-1>", "<1.5>", "<4294967296>", "<INF>", "<2"))
def test_bad_bounds_are_refused(bitcode: Path, argument: str) -> None:
    command = [LLVM / "opt", f"-load-pass-plugin={PLUGIN}", "-disable-output", bitcode]
    done = run(*command, f"-passes=function(loop-bound{argument})")
    assert done.returncode == 1
    assert "loop-bound" in done.stderr
    assert run(*command, "-passes=function(loop-bound<1>)").returncode == 0
