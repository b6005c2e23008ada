"""The search keeps to the domain of a function, and goes on from what another search knew."""

from __future__ import annotations

import math
import struct
from pathlib import Path

import pytest

from orchestrator.core.model import Domain, Kind, Status
from orchestrator.core.settings import Settings
from orchestrator.judge.confirm import confirm
from tests.unit.building import (
    INFINITY,
    Program,
    assuming,
    built,
    doubles,
    kinds,
    numbers,
    within,
)

# ---- ranges ----

# Each line is raised on one value of x only, or on values of one side of it.
ENDS = """
double ends(double x) {
  if (x == 0.25) return 1 / (x - 0.25);
  if (x == 1e10) return 1 / (x - 1e10);
  if (x < 0.25) return x / 0.0;
  if (x > 1e10) return x / 0.0;
  return x;
}
double scale(float x, double y) { return (double)x * 1e-320 + y * 1e300; }
double positive(double x) { return x * 1e-300 + x * 1e300; }
double whole(int n, unsigned char c) {
  double zero = 0;
  if (n < -3 || n > 17 || c > 2) return 1 / zero;
  if (n == 17) zero = 1 / zero;
  if (n == -3) zero = 1 / zero;
  if (c == 2) zero = 1 / zero;
  return n == 5 && c == 1 ? 1 / zero : 0;
}
"""


def ranged(folder: Path) -> Program:
    domains = {
        "ends": within((0.25, 1e10)),
        "scale": within((-2.0, 2.0), (1.0, 1e7)),
        "positive": within((0.0, INFINITY)),
        "whole": within((-3.2, 17.9), (-INFINITY, 2.0)),
    }
    return built(folder, ENDS, domains)


def test_both_ends_are_reached_and_nothing_beyond(tmp_path: Path) -> None:
    result = ranged(tmp_path).search("ends")
    assert kinds(result) == {"ends#1 divbyzero", "ends#3 divbyzero"}


def test_integers_stay_within_their_ranges(tmp_path: Path) -> None:
    program = ranged(tmp_path)
    result = program.search("whole")
    assert kinds(result) == {f"whole#{site} divbyzero" for site in (1, 2, 3, 4)}
    for data in result.corpus:
        n, c = numbers(program.function("whole"), data)
        assert -3 <= n <= 17 and 0 <= c <= 2


def test_every_input_stays_within_its_range(tmp_path: Path) -> None:
    program = ranged(tmp_path)
    result = program.search("scale")
    assert kinds(result) >= {"scale#0 underflow"} and "scale#1 overflow" not in kinds(result)
    for data in result.corpus:
        x, y = numbers(program.function("scale"), data)
        assert -2 <= x <= 2 and 1 <= y <= 1e7


def test_a_half_line_has_all_magnitudes(tmp_path: Path) -> None:
    program = ranged(tmp_path)
    result = program.search("positive")
    assert kinds(result) == {"positive#0 underflow", "positive#1 overflow"}
    values = [numbers(program.function("positive"), data)[0] for data in result.corpus]
    assert all(0 <= value < INFINITY for value in values)


@pytest.mark.parametrize("ends", [(2.0, 1.0), (0.25, 0.75), (3e9, 4e9)])
def test_empty_ranges_are_refused(tmp_path: Path, ends: tuple[float, float]) -> None:
    program = built(tmp_path, "double f(int n) { return 1.0 / n; }", {"f": within(ends)})
    result = program.search("f")
    assert (result.status, result.reason) == (
        Status.UNSUPPORTED,
        "no input was found that satisfies the assumptions",
    )


# ---- conditions ----

PAIR = """
double sqrt(double);
double pair(double x, double y, int n) { return 1 / (x - y) + sqrt(x) + n * 1e300; }
double none(void) { return 1e300 * 1e300; }
double constant(double x) { return 1 / x; }
"""


def test_inputs_outside_of_conditions_never_run(tmp_path: Path) -> None:
    conditions = assuming("x > 1 && y < 1", "n >= 0 && n < 100")
    program = built(tmp_path, PAIR, {"pair": conditions})
    result = program.search("pair", runs=20_000)
    assert result.runs >= 20_000
    excluded = {"pair#1 divbyzero", "pair#1 overflow", "pair#2 invalid"}
    assert "pair#0 overflow" in kinds(result) and not excluded & kinds(result)
    assert excluded <= kinds(built(tmp_path, PAIR).search("pair", runs=20_000))
    for data in result.corpus:
        x, y, n = numbers(program.function("pair"), data)
        assert x > 1 and y < 1 and 0 <= n < 100


@pytest.mark.parametrize("expression", ["0", "x > 1 && x < 1", "1 / (int)(x - x)"])
def test_conditions_that_nothing_satisfies(tmp_path: Path, expression: str) -> None:
    domains = {"constant": assuming(expression)}
    if "x" not in expression:
        domains["none"] = assuming(expression)
    program = built(tmp_path, PAIR, domains)
    for name in domains:
        result = program.search(name)
        assert result.reason == "no input was found that satisfies the assumptions"
        assert (result.status, result.runs, result.leads) == (Status.UNSUPPORTED, 0, ())


# ---- seeds and corpus ----

LOCK = """
double lock(double x, double y) {
  double r = y * y;
  if (x * 3.7 - 1.0 == 1234.5678 * 3.7 - 1.0 && y > 17 && y < 17.001) r += 1 / (x - 1234.5678);
  return r;
}
"""
KEY = doubles(1234.5678, 17.0005)


def test_seeds_are_run_first(tmp_path: Path) -> None:
    program = built(tmp_path, LOCK)
    assert "lock#4 divbyzero" not in kinds(program.search("lock", runs=100))
    seeded = program.search("lock", [doubles(1.0, 1.0), KEY], runs=2)
    assert "lock#4 divbyzero" in kinds(seeded)
    assert KEY in program.search("lock", [KEY], runs=2).corpus


def test_seeds_outside_of_the_domain_are_dropped(tmp_path: Path) -> None:
    for domain in (within((0.0, 1000.0), None), assuming("x < 1000")):
        program = built(tmp_path, LOCK, {"lock": domain})
        result = program.search("lock", [KEY], runs=300)
        assert "lock#4 divbyzero" not in kinds(result)
        assert all(numbers(program.function("lock"), data)[0] <= 1000 for data in result.corpus)


MANY = """
#include <math.h>
double many(double x, double y) {
  double a = x * y, b = x / y, c = sqrt(x - 3), d = log(y);
  if (a > 1e100) b *= 1e250;
  if (fabs(x - y) < 1e-9 && x > 5) c = 1 / (c - d);
  return exp(a) + pow(b, c) + d;
}
double crashing(double x) {
  if (x > 1e100) *(volatile int *)0 = 1;
  return x * x;
}
"""


def test_a_corpus_carries_all_that_was_found(tmp_path: Path) -> None:
    program = built(tmp_path, MANY)
    first = program.search("many", runs=100_000)
    assert len(first.leads) > 8
    assert len(set(first.corpus)) == len(first.corpus) <= 4096
    assert {lead.input for lead in first.leads} <= set(first.corpus)
    for seed in (1, 2, 3):
        again = program.search("many", first.corpus, runs=len(first.corpus), seed=seed)
        assert kinds(again) >= kinds(first)
        ranks = {(lead.site, lead.kind): lead.first for lead in again.leads}
        assert all(ranks[lead.site, lead.kind] >= lead.first for lead in first.leads)


def test_same_seed_runs_and_seeds_same_result(tmp_path: Path) -> None:
    program = built(tmp_path, MANY)
    seeds = program.search("many", runs=2000).corpus
    one, two = (program.search("many", seeds, runs=20_000, seed=5) for _ in range(2))
    assert (one.leads, one.corpus, one.runs) == (two.leads, two.corpus, two.runs)
    other = program.search("many", seeds[:1], runs=20_000, seed=5)
    assert other.corpus != one.corpus


def test_seeds_that_crash_cost_no_others(tmp_path: Path) -> None:
    program = built(tmp_path, MANY)
    seeds = [doubles(1e101)] * 3 + [doubles(-1e200)]
    result = program.search("crashing", seeds, runs=4)
    assert "crashing#0 overflow" in kinds(result)
    assert [crash.count >= 3 for crash in result.crashes] == [True]


def test_runs_that_return_are_preferred(tmp_path: Path) -> None:
    """Every overflow with x > 1e160 crashes, and so does every underflow."""
    text = """
        double f(double x) {
          double y = x * x;
          if (x > 1e160 || (y < 1e-307 && x != 0)) *(volatile int *)0 = 1;
          return y;
        }"""
    program = built(tmp_path, text)
    function = program.function("f")
    result = program.search("f")
    findings, _ = confirm(program.module, program.variants, function, result.leads, Settings())
    assert {f.kind: f.ended for f in findings} == {
        Kind.OVERFLOW: "returned",
        Kind.UNDERFLOW: "signal 11 (SIGSEGV)",
    }
    assert all(finding.first for finding in findings)


def test_an_assumption_that_crashes_refuses(tmp_path: Path) -> None:
    text = "double f(int n, int m) { return 1.0 / n; }"
    program = built(tmp_path, text, {"f": assuming("n % m == 0")})
    result = program.search("f", runs=5000)
    assert kinds(result) == {"f#0 divbyzero"}
    assert [crash.reason for crash in result.crashes] == ["an assumption about the inputs: signal 8 (SIGFPE)"]


def test_numbers_beside_each_other(tmp_path: Path) -> None:
    """A long double or float range ends where the type has its last value inside."""
    text = "float f(float x) { if (x < 0.1 || x > 0.3) return 1 / (x - x); return x; }"
    program = built(tmp_path, text, {"f": within((0.1, 0.3))})
    result = program.search("f")
    assert kinds(result) == set()
    values = [struct.unpack("<f", data[:4])[0] for data in result.corpus]
    assert values and all(0.1 <= value <= 0.3 for value in values)
    assert not math.isclose(min(values), max(values))


def test_no_domain_is_the_default(tmp_path: Path) -> None:
    assert built(tmp_path, LOCK).function("lock").domain == Domain()
