"""The hash of all that a function's behaviour depends on."""

from __future__ import annotations

from pathlib import Path

import pytest

from orchestrator.build.program import build

BASE = """
struct pair { double a; int b; };
static const double table[3] = {1.0, 2.0, 3.0};
static int mode = 1;
static struct pair here;
double inner(double x) { return x * table[1] + 0.5; }
double other(double x) { return x * table[1] - 0.5; }
double (*chosen)(double) = inner;
static double even(int n);
static double odd(int n) { return n == 0 ? 0.0 : even(n - 1); }
static double even(int n) { return n == 0 ? 1.0 : odd(n - 1); }
double sin(double);
double outer(double x, int n) {
  here.b = mode;
  return inner(x) + chosen(x) + even(n) + sin(x) + here.a;
}
double alone(double x) { return x + 1; }
"""


def closures(folder: Path, text: str, *flags: str) -> dict[str, str]:
    source = folder / "program.c"
    source.write_text(text)
    return {function.name: function.closure for function in build([source], flags, folder).module.functions}


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    found = closures(tmp_path_factory.mktemp("base"), BASE)
    assert all(len(hash) == 32 and int(hash, 16) for hash in found.values())
    assert len(set(found.values())) == len(found)
    return found


MEANINGLESS = {
    "a comment": ("double inner", "// what it does\n\ndouble inner"),
    "an unrelated function": ("struct pair {", "double unrelated(void) { return 7; }\nstruct pair {"),
    "names of parameters": ("double inner(double x) { return x *", "double inner(double y) { return y *"),
    "names of static things": ("table", "numbers"),
    "an unrelated variable": ("static int mode = 1;", "int unrelated = 3; static int mode = 1;"),
    "the name of a structure": ("struct pair", "struct couple"),
}


@pytest.mark.parametrize("change", MEANINGLESS)
def test_what_does_not_matter(tmp_path: Path, base: dict[str, str], change: str) -> None:
    text = BASE.replace(*MEANINGLESS[change])
    assert text != BASE
    changed = closures(tmp_path, text)
    assert {name: changed[name] for name in base} == base


def test_the_order_of_functions_does_not_matter(tmp_path: Path, base: dict[str, str]) -> None:
    line = next(line for line in BASE.splitlines() if line.startswith("double inner"))
    text = BASE.replace(line, "double inner(double);") + line
    assert closures(tmp_path, text) == base
    line = "double alone(double x) { return x + 1; }\n"
    assert closures(tmp_path, line + BASE.replace(line, "")) == base


def test_debug_information_does_not_matter(tmp_path: Path, base: dict[str, str]) -> None:
    assert closures(tmp_path, BASE, "-g0") == base


# What is changed, and which functions depend on it.
MEANINGFUL = {
    "a constant of a callee": ("+ 0.5", "+ 0.25", {"inner", "outer"}),
    "a number of a table": ("2.0, 3.0", "2.0, 3.5", {"inner", "other", "outer"}),
    "an operation": ("x + 1", "x - 1", {"alone"}),
    "a comparison": ("n == 0 ? 0.0", "n <= 0 ? 0.0", {"odd", "even", "outer"}),
    "what a pointer starts from": ("= inner;", "= other;", {"outer"}),
    "a variable's first value": ("mode = 1", "mode = 2", {"outer"}),
    "the function called": ("sin(", "cos(", {"outer"}),
    "the type of a field": ("int b;", "long b;", {"outer"}),
    "which field": ("+ here.a", "+ here.b", {"outer"}),
    "the function that is called back": ("+ chosen(x)", "+ other(x)", {"outer"}),
}


@pytest.mark.parametrize("change", MEANINGFUL)
def test_what_matters(tmp_path: Path, base: dict[str, str], change: str) -> None:
    old, new, dependents = MEANINGFUL[change]
    changed = closures(tmp_path, BASE.replace(old, new))
    assert {name for name in base if changed[name] != base[name]} == dependents


def test_flags_that_change_the_code_matter(tmp_path: Path, base: dict[str, str]) -> None:
    assert closures(tmp_path, BASE, "-ffast-math")["alone"] != base["alone"]
