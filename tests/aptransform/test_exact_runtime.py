"""The ap variant and ariadne-exact, on small programs whose true results are known."""

import math
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.aptransform.exact_programs import Program, as_float, compile_c, enclosure

MAX = sys.float_info.max
TABLE = (0.1, -0.2, 3, 1e300)  # as in programs.c

PROGRAMS = Path(__file__).with_name("programs.c")


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Program:
    return compile_c(tmp_path_factory.mktemp("exact"), PROGRAMS.read_text())


def one(program: Program, function: str, *values: float | int, **options: object) -> dict[str, Any]:
    (line,) = program.run(function, values, **options)
    return line


def result(program: Program, function: str, *values: float | int, **options: object) -> dict[str, Any]:
    line = one(program, function, *values, **options)
    assert line["undetermined"] is None, line
    return line["exact_results"][0]


def check(got: dict[str, Any], wanted: Fraction) -> None:
    low, high = enclosure(got)
    assert low <= wanted <= high
    assert high - low <= abs(wanted) / 2**100
    assert as_float(got["nearest"]) == float(wanted)


def test_average(program: Program) -> None:
    line = one(program, "average", -MAX, MAX)
    assert line["exact_results"][0]["range"] == "zero"
    got = result(program, "average", MAX, MAX)
    check(got, Fraction(MAX))
    assert (got["range"], got["kind"], got["lower"]) == ("normal", "exact", got["upper"])


def test_irrational(program: Program) -> None:
    got = result(program, "naive_hypot", 1e200, 1e200)
    low, high = enclosure(got)
    assert low**2 <= 2 * Fraction(1e200) ** 2 <= high**2
    assert (got["kind"], got["range"]) == ("ball", "normal")
    assert as_float(got["nearest"]) == math.hypot(1e200, 1e200)
    check(result(program, "naive_hypot", 3e200, 4e200), _root(3e200, 4e200))
    got = result(program, "ratio", 800, 800)
    assert got["range"] == "normal" and enclosure(got)[0] <= 1 <= enclosure(got)[1]


def _root(x: float, y: float) -> Fraction:
    square = Fraction(x) ** 2 + Fraction(y) ** 2
    scale = 4**300
    return Fraction(math.isqrt(int(square * scale)), 2**300)


@pytest.mark.parametrize(
    ("function", "values", "wanted"),
    [
        ("third", (1.0,), Fraction(1, 3)),
        ("back", (0.1,), Fraction(0.1)),
        ("harmonic", (50,), sum(Fraction(1, i) for i in range(1, 51))),
        ("factorials", (300, 298), Fraction(300 * 299)),
        ("structs", (1.0,), Fraction(1, 3) + Fraction(1, 7) + 5),
        (
            "tabled",
            (1.7,),
            sum(Fraction(c) * Fraction(1.7) ** i for i, c in enumerate((0.1, -0.2, 3, 1e300))),
        ),
        ("power", (1.1, 40), Fraction(1.1) ** 40),
        ("power", (1e300, 5), Fraction(1e300) ** 5),
        ("pointers", (1e200, 1), 2 * Fraction(1e200) ** 2 / 3),
        ("variadic", (1.0,), Fraction(1)),
        ("sorted", (1.0,), Fraction(1, 5)),
        ("rounding", (-8.0,), Fraction(-3 - 20 - 200 - 3000 - 30000)),
        ("remainders", (10.0, 3.0), Fraction(1, 3) + 10 * (Fraction(10, 3) - 8 * Fraction(3, 7))),
        ("parts", (10.0,), Fraction(10, 3) * 2 + 200),
    ],
)
def test_rational(program: Program, function: str, values: tuple[float, ...], wanted: Fraction) -> None:
    line = one(program, function, *values)
    assert line["undetermined"] is None and line["marks"] == []
    got = line["exact_results"][0]
    low, high = enclosure(got)
    assert low <= wanted <= high and high - low <= abs(wanted) / 2**100
    assert got["kind"] == "exact"
    if abs(wanted) < MAX:
        assert as_float(got["nearest"]) == float(wanted)


def test_cancellation_needs_precision(program: Program) -> None:
    line = one(program, "root", 1.0, 1e200, 1.0)
    assert line["precision"] > 1000 and line["reruns"] > 0
    low, high = enclosure(line["exact_results"][0])
    assert low < -Fraction(1) / Fraction(1e200) < high * (1 - Fraction(1, 10**15))
    assert line["exact_results"][0]["range"] == "normal"


def test_digits(program: Program) -> None:
    got = result(program, "third", 1.0, digits=1000)
    low, high = enclosure(got)
    assert 0 < high - low < Fraction(1, 2**999)
    got = result(program, "naive_hypot", 1.0, 1.0, digits=1000)
    low, high = enclosure(got)
    assert low**2 < 2 < high**2 and high - low < Fraction(1, 2**990)


def test_other_types(program: Program) -> None:
    got = result(program, "single", 2.0**127)
    assert got["range"] == "normal" and len(got["nearest"]) == 8 and as_float(got["nearest"]) == 2.0**127
    assert as_float(one(program, "single", 2.0**127)["float_results"][0]["raw"]) == math.inf
    got = result(program, "extended", 1e300)
    assert got["range"] == "normal" and len(got["nearest"]) == 20
    assert enclosure(got) == (Fraction(1e300), Fraction(1e300))


def test_ranges(program: Program) -> None:
    assert result(program, "power", 1e300, 2)["range"] == "huge"
    assert result(program, "power", 1e-300, 2)["range"] == "tiny"
    assert result(program, "huge", 100.0)["range"] == "huge"
    assert result(program, "power", 0.0, 2)["range"] == "zero"


def test_loop_without_end(program: Program) -> None:
    for function, start in (("endless", 1.0), ("counted", 2.0**53 - 10)):
        line = one(program, function, start)
        assert line["undetermined"].startswith("does not terminate in exact arithmetic (limit: "), line
        assert line["ended"] == "returned"


def test_bits(program: Program) -> None:
    line = one(program, "to_bits", 1.0)
    assert line["marks"] == ["bits of a float"]
    assert line["exact_results"][0]["nearest"] == line["float_results"][0]["raw"] == "555555555555d53f"
    line = one(program, "to_bits_in_memory", 1.0, 2)
    assert line["marks"] == ["bits of a float"] and line["exact_results"][0]["lower"] == "0x3fdp+0"
    line = one(program, "from_bits", -1.0)
    assert line["marks"] == ["bits of a float"]
    assert enclosure(line["exact_results"][0])[0] == 3 * Fraction(1 / 3)
    line = one(program, "high_word", 1.0)
    assert line["marks"] == ["bits of a float"] and enclosure(line["exact_results"][0])[0] == -2


def test_externals(program: Program) -> None:
    line = one(program, "printed", 1.0)
    assert line["marks"] == ["external snprintf", "external atof"]
    assert as_float(line["exact_results"][0]["nearest"]) == 0.333333


def test_divergence(tmp_path: Path) -> None:
    code = """int f(double x) {
  if (x + 1 == x)
    return 1;
  return 0;
}
int g(double x) { return (int)(x + 1e16 - 1e16); }
"""
    program = compile_c(tmp_path, code)
    line = one(program, "f", 1e17)
    assert line["diverged"] == {
        "file": str(tmp_path / "program.c"),
        "line": 2,
        "column": 13,
        "float": True,
        "exact": False,
    }
    assert line["exact_results"][0]["lower"] == "0x0p+0" and line["float_results"][0]["raw"] == "01000000"
    line = one(program, "g", 1.0)
    assert (line["diverged"]["float"], line["diverged"]["exact"]) == (0, 1)


def test_specials(program: Program) -> None:
    assert result(program, "specials", 1.0)["lower"] == "0x0p+0"
    assert result(program, "specials", -1.0)["lower"] == "0x20p+0"
    for which, kind in ((0, "inf"), (1, "inf"), (2, "nan"), (3, "nan")):
        assert result(program, "poles", 0.0, which)["kind"] == kind


def test_wide_integers(program: Program) -> None:
    line = one(program, "wide", 2**53 + 1)
    assert line["diverged"]["float"] is True and line["diverged"]["exact"] is False


def test_functions(program: Program) -> None:
    line = one(program, "special_functions", 0.5, precision=512)
    low, high = enclosure(line["exact_results"][0])
    assert low <= 0 <= high and line["exact_results"][0]["range"] == "straddles" and line["precision"] == 512
    assert line["undetermined"] is None
    assert as_float(result(program, "pointers", 2.0, 0)["nearest"]) == math.sin(4)
    check(result(program, "pointers", 8.0, 2), Fraction(4))


def test_pointer_results(program: Program) -> None:
    first, second = one(program, "outputs", 0.1)["exact_results"]
    assert enclosure(first)[0] <= Fraction(0.1) / 3 <= enclosure(first)[1]
    assert enclosure(second) == (Fraction(0.1), Fraction(0.1)) and len(second["nearest"]) == 8


def test_runs_do_not_meet(program: Program) -> None:
    lines = program.run("state", (1.0,), (2.0,), (3.0,))
    assert [enclosure(line["exact_results"][0])[0] for line in lines] == [1, 2, 3]


def test_crashes_and_hangs(program: Program) -> None:
    lines = program.run("crash", (1.0,), (-1.0,), (1.0,))
    assert [line["ended"] for line in lines] == ["returned", "signal 11 (SIGSEGV)", "returned"]
    lines = program.run("hang", (1.0,), (-1.0,), (2.0,), seconds=0.2)
    late = "no answer within 0.2 s of processor time"
    assert [line["ended"] for line in lines] == ["returned", late, "returned"]


def test_no_exact_meaning(program: Program) -> None:
    line = one(program, "wide_integer", 7.0)
    assert line["undetermined"].endswith("has no exact meaning")
    assert as_float(line["float_results"][0]["raw"]) == 7


def test_memory_stays(tmp_path: Path) -> None:
    """Ten thousand runs in one process: what it has in use at the end is what it had after a thousand."""
    code = r"""
#include <math.h>
#include <stdio.h>
#include <string.h>
double work(double x) {
  double s = 0;
  for (int i = 1; i < 40; i++) s += sqrt(x + i) / (x + 0.1 * i);
  return s;
}
long resident(double x) {
  volatile double y = work(x);
  (void)y;
  FILE *f = fopen("/proc/self/statm", "r");
  long size, pages = 0;
  if (fscanf(f, "%ld %ld", &size, &pages) != 2) pages = -1;
  fclose(f);
  return pages;
}
"""
    lines = compile_c(tmp_path, code).run("resident", *((0.1 * i,) for i in range(10000)))
    pages = [int(enclosure(line["exact_results"][0])[0]) for line in lines]
    assert pages[999] > 0 and pages[-1] <= pages[999] + 16
