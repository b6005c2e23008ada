"""Every function of the C library that has an exact counterpart: the library's own result is close to it."""

from pathlib import Path

import pytest

from tests.aptransform.exact_programs import compile_c

UNARY = """sqrt cbrt exp exp2 exp10 expm1 log log2 log10 log1p sin cos tan asin acos atan sinh cosh tanh asinh
acosh atanh erf erfc tgamma lgamma j0 j1 y0 y1 floor ceil trunc rint nearbyint round
roundeven logb fabs""".split()
BINARY = "pow atan2 hypot fmod remainder fmin fmax fdim copysign nextafter nexttoward".split()
INTEGER = "ilogb lrint llrint lround llround".split()
BEYOND_ONE = {"acosh"}

# Each function is given x / 3 too, a number that no float can be. Nothing else may be rounded on the way.
CODE = "#define _GNU_SOURCE\n#include <math.h>\n" + "".join(
    f"{t} {n}_{c}({t} x) {{ return {n}{s}(x); }}\n{t} {n}_{c}_third({t} x) {{ return {n}{s}(x / 3); }}\n"
    for t, c, s in (("float", "f32", "f"), ("double", "f64", ""), ("long double", "f80", "l"))
    for n in UNARY
)
CODE += "".join(
    f"{t} {n}_{c}({t} x, {t} y) {{ return {n}{s}(x, y); }}\n"
    for t, c, s in (("float", "f32", "f"), ("double", "f64", ""), ("long double", "f80", "l"))
    for n in BINARY
)
CODE += "".join(f"long {n}_i({'double'} x) {{ return {n}(x / 3 * 4); }}\n" for n in INTEGER)
CODE += """
double ldexp_(double x, int n) { return ldexp(x, n) + scalbn(x, n) + scalbln(x, n); }
double jn_(double x) { return jn(2, x) + yn(3, x); }
double fma_(double x) { return fma(x, x, 1); }
double gamma_(double x) { int s; double r = lgamma_r(-x, &s); return r + s; }
double sincos_(double x) { double s, c; sincos(x, &s, &c); return s + 2 * c; }
double remquo_(double x) { int q; double r = remquo(x * 10, 0.7, &q); return r + 10 * (q & 7); }
"""


@pytest.mark.parametrize("cls", ["f32", "f64", "f80"])
def test_library(tmp_path: Path, cls: str) -> None:
    program = compile_c(tmp_path, CODE)
    for name in UNARY:
        x = 4.75 if name in BEYOND_ONE else 0.8125
        for function in (f"{name}_{cls}", f"{name}_{cls}_third"):
            (line,) = program.run(function, (x,))
            (got,) = line["exact_results"]
            assert line["undetermined"] is None and line["marks"] == [], (function, line)
            assert got["ulps"] <= 12, (function, line)  # x / 3 is rounded, and log doubles the error
    for name in BINARY:
        for y in (2.0, -1.5, 0.75):
            (line,) = program.run(f"{name}_{cls}", (3.25, y))
            assert line["exact_results"][0]["ulps"] <= 2, (name, line)


def test_integers_and_others(tmp_path: Path) -> None:
    program = compile_c(tmp_path, CODE)
    for name in INTEGER:
        (line,) = program.run(f"{name}_i", (1000.0,))
        assert (
            line["diverged"] is None
            and line["exact_results"][0]["nearest"] == line["float_results"][0]["raw"]
        )
    for name, *values in (("ldexp_", 0.1, 5), ("jn_", 1.5), ("fma_", 0.1), ("gamma_", 0.3), ("sincos_", 0.4)):
        (line,) = program.run(name, tuple(values))
        assert line["exact_results"][0]["ulps"] <= 8, (name, line)
    (line,) = program.run("remquo_", (0.9,))
    assert line["undetermined"] is None
