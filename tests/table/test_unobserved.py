"""What raises exceptions is a site, or a note names it; the whole tool, on one function each."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from orchestrator.native import toolchain

PRELUDE = "#define _GNU_SOURCE\n#include <math.h>\n#include <complex.h>\n"

FOUND = {
    "fma": "double f(double x) { return x > 0.5 && x < 1 ? fma(x, 0x1p-1074, -0x1p-1074) : 0; }",
    "powi": "double f(double x, int n) { return __builtin_powi(x, n); }",
    "sincos": "double f(double x) { double s, c; sincos(x, &s, &c); return s + c; }",
    "nexttoward": "float f(float x) { return nexttowardf(x, 1e300L); }",
}

NAMED = {
    "cabs": "double f(double x) { return cabs(x + x * I); }",
    "cexp": "double f(double x) { return creal(cexp(x)); }",
    "csqrtl": "long double f(long double x) { return creall(csqrtl(x)); }",
    "__divdc3": "double f(double x) { return creal(1.0 / (x + I)); }",
    "fromfp": "double f(double x) { return fromfp(x, 0, 8); }",
    "significand": "double f(double x) { return significand(x); }",
    "scalb": "double f(double x) { return scalb(x, 2.0); }",
    "llogb": "long f(double x) { return llogb(x); }",
    "nextup": "double f(double x) { return nextup(x); }",
    "f32mulf64": "float f(double x) { return f32mulf64(x, x); }",
    "inline assembly": 'double f(double x) { __asm__("addsd %0, %0" : "+x"(x)); return x; }',
}


def _listing(tmp_path: Path, code: str) -> list[dict[str, object]]:
    source, module = tmp_path / "f.c", tmp_path / "f.bc"
    source.write_text(PRELUDE + code)
    subprocess.run(
        [toolchain.tool("clang"), "-g", "-O0", "-emit-llvm", "-c", source, "-o", module], check=True
    )
    printed = subprocess.run(
        [toolchain.tool("opt"), f"-load-pass-plugin={toolchain.plugin()}", "-passes=print<fp-sites>"]
        + ["-disable-output", module],
        check=True,
        capture_output=True,
        text=True,
    )
    text = printed.stdout or printed.stderr
    return [json.loads(line) for line in text.splitlines()]


@pytest.mark.parametrize("name", NAMED)
def test_what_is_not_observed_is_named(name: str, tmp_path: Path) -> None:
    unobserved = _listing(tmp_path, NAMED[name])[0]["unobserved"]
    assert isinstance(unobserved, list)
    assert any(name in each for each in unobserved)


@pytest.mark.parametrize("name", FOUND)
def test_what_has_a_row_is_a_site(name: str, tmp_path: Path) -> None:
    head, *sites = _listing(tmp_path, FOUND[name])
    assert name in [site["opcode"] for site in sites]
    assert head["unobserved"] == []


def test_comparisons_and_barriers_are_not_named(tmp_path: Path) -> None:
    code = 'int f(double x) { __asm__ volatile("" ::: "memory"); return __builtin_isinf(x) || floor(x) > 1; }'
    assert _listing(tmp_path, code)[0]["unobserved"] == []
