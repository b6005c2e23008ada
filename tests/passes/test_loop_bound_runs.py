"""loop-bound at work: loops of all shapes (loops.c) against the same loops with the bound written by hand."""

from __future__ import annotations

import ctypes
import os
import pickle
import random
import re
import signal
import struct
import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PLUGIN = Path(os.environ.get("ARIADNE_BUILD", ROOT / "build")) / "lib" / "AriadnePasses.so"
LLVM = Path(os.environ.get("ARIADNE_LLVM", "/usr/lib/llvm-19")) / "bin"
SOURCE = Path(__file__).parent / "loops.c"

BOUNDS = ("1", "2", "3", "64", "inf")
SECONDS = 3  # for all runs of a case, which take milliseconds

_BOTH, _PASS_ONLY = (
    re.findall(r"^double (\w+)\(int n, double x\) [{]", text, re.MULTILINE)
    for text in SOURCE.read_text().split("// ---- not written by hand")
)
SHAPES = tuple(_BOTH)
IRREDUCIBLE = ("irreducible", "tangled", "duff")
STRANGE = (*IRREDUCIBLE, "computed_goto")


def run(*command: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False)


def must_run(*command: str | Path) -> str:
    done = run(*command)
    assert done.returncode == 0, done.stderr
    return done.stdout


Outcome = tuple[float, tuple[int, ...]]  # the result, and how often the bodies ran


class Library:
    """Compiled loops."""

    def __init__(self, path: Path) -> None:
        self.lib = ctypes.CDLL(str(path))

    def call(self, name: str, n: int, x: float, bound: str = "inf") -> Outcome:
        return self.call_all(name, [(n, x)], bound)[0]

    def call_all(self, name: str, inputs: Iterable[tuple[int, float]], bound: str = "inf") -> list[Outcome]:
        """In a child: a loop that is not cut may never end. `bound` is for the loops bounded by hand."""
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            signal.alarm(SECONDS)
            answer = pickle.dumps([self._call(name, n, x, bound) for n, x in inputs])
            os.write(writer, answer)  # less than a pipe holds
            os._exit(0)
        os.close(writer)
        with os.fdopen(reader, "rb") as answers:
            answer = answers.read()
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        assert status != -signal.SIGALRM, "does not end"
        assert status == 0, "crashes"
        outcomes: list[Outcome] = pickle.loads(answer)
        return outcomes

    def _call(self, name: str, n: int, x: float, bound: str) -> Outcome:
        function = getattr(self.lib, name)
        function.argtypes, function.restype = [ctypes.c_int, ctypes.c_double], ctypes.c_double
        ran = (ctypes.c_long * 4).in_dll(self.lib, "ran")
        ran[:] = [0] * 4
        ctypes.c_int.in_dll(self.lib, "limit").value = 2**31 - 1 if bound == "inf" else int(bound)
        return function(n, x), tuple(ran)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("loops")


@pytest.fixture(scope="module")
def by_hand(folder: Path) -> Library:
    path = folder / "by_hand.so"
    must_run(LLVM / "clang", "-O0", "-DBY_HAND", "-shared", "-fPIC", SOURCE, "-o", path)
    return Library(path)


@pytest.fixture(scope="module")
def bitcode(folder: Path) -> Path:
    path = folder / "loops.bc"
    flags = ["-g", "-O0", "-Xclang", "-disable-O0-optnone", "-fPIC", "-emit-llvm", "-c"]
    must_run(LLVM / "clang", *flags, SOURCE, "-o", path)
    return path


Bounded = Callable[..., Library]


@pytest.fixture(scope="module")
def bounded(folder: Path, bitcode: Path) -> Bounded:
    """The loops as the pass bounds them; `before` are passes that bring them into another form first."""
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


def some_inputs(seed: str) -> list[tuple[int, float]]:
    source = random.Random(seed)
    sizes = [-3, 0, 1, 2, 3, 4, 5, 63, 64, 65, 66, 150, *(source.randrange(150) for _ in range(20))]
    return [(n, source.choice((1.0, 0.5, -2.0, source.uniform(-20, 20)))) for n in sizes]


def bits(outcome: Outcome) -> tuple[bytes, tuple[int, ...]]:
    return struct.pack("<d", outcome[0]), outcome[1]


def assert_same(name: str, actual: list[Outcome], expected: list[Outcome]) -> None:
    for given, got, wanted in zip(some_inputs(name), actual, expected, strict=True):
        assert bits(got) == bits(wanted), f"{name}{given}: {got}, not {wanted}"


def test_every_loop_of_the_source_is_tested() -> None:
    assert len(SHAPES) > 20
    assert {*STRANGE, "without_exit", "without_exit_outside"} == {*_PASS_ONLY}


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize("bound", BOUNDS)
def test_like_the_bound_by_hand(by_hand: Library, bounded: Bounded, name: str, bound: str) -> None:
    inputs = some_inputs(name)
    assert_same(name, bounded(bound).call_all(name, inputs), by_hand.call_all(name, inputs, bound))


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize("bound", ("1", "3", "64"))
def test_variables_in_memory(by_hand: Library, bounded: Bounded, name: str, bound: str) -> None:
    """The code as clang leaves it, before mem2reg: no PHIs, the program's own allocas."""
    inputs = some_inputs(name)
    library = bounded(bound, "no-op-function")
    assert_same(name, library.call_all(name, inputs), by_hand.call_all(name, inputs, bound))


# After these the loops have other forms (latches merged, tests moved to the bottom). Of a loop with several
# exits it is then no longer known which one is its condition; how often the bodies run is.
FORMS = ("mem2reg,simplifycfg", "mem2reg,loop-simplify,lcssa,loop(loop-rotate)", "mem2reg,lower-switch")
ONE_EXIT = ("sum_while", "sum_for", "sum_do", "fibonacci", "nested", "nested_do", "loop_by_goto")
MORE_EXITS = ("switch_in_loop", "switch_as_latch", "loop_over_memory")


@pytest.mark.parametrize("name", (*ONE_EXIT, *MORE_EXITS))
@pytest.mark.parametrize("bound", ("1", "2", "64"))
@pytest.mark.parametrize("form", FORMS)
def test_other_forms(by_hand: Library, bounded: Bounded, name: str, bound: str, form: str) -> None:
    inputs = some_inputs(name)
    actual, expected = bounded(bound, form).call_all(name, inputs), by_hand.call_all(name, inputs, bound)
    if name in ONE_EXIT:
        assert_same(name, actual, expected)
    else:
        assert [ran for _, ran in actual] == [ran for _, ran in expected]


@pytest.mark.parametrize("bound", (1, 2, 3, 64))
def test_sum_of_the_first_terms(bounded: Bounded, bound: int) -> None:
    result, ran = bounded(str(bound)).call("sum_for", 1000, 0.0)
    assert ran[0] == bound
    assert result == bound * (bound + 1) / 2


@pytest.mark.parametrize("bound", (1, 2, 3, 64))
def test_inner_loop_starts_anew(bounded: Bounded, bound: int) -> None:
    _, ran = bounded(str(bound)).call("nested", 1000, 1.0)
    assert ran[:2] == (bound, sum(min(bound, i + 2) for i in range(bound)))


@pytest.mark.parametrize("name", STRANGE)
def test_strange_loops_that_end_in_time_are_as_before(bounded: Bounded, name: str) -> None:
    inputs = [(min(n, 60), x) for n, x in some_inputs(name)]
    assert_same(name, bounded("64").call_all(name, inputs), bounded("inf").call_all(name, inputs))


@pytest.mark.parametrize("bound", (1, 2, 3, 64))
@pytest.mark.parametrize("name", IRREDUCIBLE)
def test_irreducible_loops_are_cut(bounded: Bounded, name: str, bound: int) -> None:
    """Where such a loop begins is arbitrary, and there may be several in one: a few more rounds may pass."""
    library = bounded(str(bound))
    for n in (100_000, 100_001, 100_002, 100_003):
        _, ran = library.call(name, n, 1.0)
        assert 0 < max(ran) <= 2 * bound + 1, (n, ran)


@pytest.mark.parametrize("bound", (1, 2, 3, 64))
def test_loops_without_exit_end_the_function(bounded: Bounded, bound: int) -> None:
    assert bounded(str(bound)).call("without_exit", 1, 2.0) == (0.0, (bound, 0, 0, 0))


@pytest.mark.parametrize("bound", (1, 2, 3, 64))
def test_loops_without_exit_but_for_an_inner_one(bounded: Bounded, bound: int) -> None:
    library = bounded(str(bound))
    assert library.call("without_exit_outside", 1, 2.0) == (0.0, (bound, bound * min(bound, 2), 0, 0))
    assert library.call("without_exit_outside", 0, 2.0) == (7.0, (0, 0, 0, 0))


def test_inf_changes_nothing(bitcode: Path) -> None:
    def printed(passes: str) -> str:
        return must_run(LLVM / "opt", f"-load-pass-plugin={PLUGIN}", f"-passes={passes}", "-S", bitcode)

    assert printed("function(mem2reg,loop-bound<inf>)") == printed("function(mem2reg)")


@pytest.mark.parametrize("argument", ("<0>", "<x>", "<>", "", "<-1>", "<1.5>", "<4294967296>", "<INF>", "<2"))
def test_bad_bounds_are_refused(bitcode: Path, argument: str) -> None:
    command: list[str | Path] = [LLVM / "opt", f"-load-pass-plugin={PLUGIN}", "-disable-output", bitcode]
    done = run(*command, f"-passes=function(loop-bound{argument})")
    assert done.returncode == 1
    assert "loop-bound" in done.stderr
    assert run(*command, "-passes=function(loop-bound<1>)").returncode == 0
