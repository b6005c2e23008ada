"""site-lines changes the line table only: what is confirmed is the machine code of the original."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PLUGIN = Path(os.environ.get("ARIADNE_BUILD", ROOT / "build")) / "lib" / "AriadnePasses.so"
LLVM = Path(os.environ.get("ARIADNE_LLVM", "/usr/lib/llvm-19")) / "bin"
NORMALISE = "function(mem2reg,sroa,scalarizer)"  # as orchestrator/build/program.py does

# What code generation has ways of its own for: calls, stack slots, constants, x87, blocks, switches.
MIXED = """
#include <math.h>
#include <stdarg.h>
struct pair { double a; long double b; };
static double table[4] = {1, 2, 3, 4};
int status;
double calls(double x, double y) { return pow(sin(x), fmod(y, 3)) / sqrt(x - y) + hypot(x, 1e300); }
float narrow(double x, float y) { return (float)x * y + (float)(x / 3); }
long double wide(long double x, long double y) { return sqrtl(x / y) - fmal(x, y, 1) * (double)x; }
int conversions(double x, float y, long double z) {
  return (int)x + (unsigned char)y + (short)z + (int)(unsigned)(x * 2) + (int)(unsigned long)(y / 2);
}
void results(double x, struct pair *out) { out->a = x * x; out->b = out->a / 3; status = x > 1; }
double arguments(int n, ...) {
  va_list list;
  va_start(list, n);
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += va_arg(list, double);
  va_end(list);
  return sum;
}
double many(double a, double b, double c, double d, double e, double f, double g, double h, double i) {
  return a * b + c * d + e * f + g * h + i + arguments(3, a, b, c) * table[(int)i & 3];
}
double branches(double x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    switch (i % 4) {
    case 0: s += x; break;
    case 1: s *= x; continue;
    case 2: if (s > 1e10) return s / n; break;
    default: s -= (x > 0 && s < 5) ? 1 : s / 7;
    }
  return s;
}
"""


def run(*command: str | Path) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def code(bitcode: Path, passes: str) -> list[str]:
    """The machine code of a module after these passes: its bytes, and what the linker fills in."""
    transformed, compiled = bitcode.with_suffix(".out.bc"), bitcode.with_suffix(".o")
    run(LLVM / "opt", f"-load-pass-plugin={PLUGIN}", f"-passes={passes}", bitcode, "-o", transformed)
    run(LLVM / "clang", "-O0", "-fPIC", "-c", "-x", "ir", transformed, "-o", compiled)
    return run(LLVM / "llvm-objdump", "--disassemble", "--reloc", "--show-all-symbols", compiled).splitlines()


EXAMPLES = sorted(f"examples/{path.name}" for path in ROOT.glob("examples/*.c"))


@pytest.fixture(params=["mixed.c", *EXAMPLES, "tests/passes/loops.c"])
def source(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    if request.param != "mixed.c":
        return ROOT / str(request.param)
    path = tmp_path / "mixed.c"
    path.write_text(MIXED)
    return path


@pytest.mark.parametrize("debug", ["-g", "-g0"])
def test_same_code(source: Path, debug: str, tmp_path: Path) -> None:
    bitcode = tmp_path / "module.bc"
    flags = [debug, "-O0", "-Xclang", "-disable-O0-optnone", "-ffp-contract=off", "-fPIC", "-emit-llvm", "-c"]
    run(LLVM / "clang", *flags, source, "-o", bitcode)
    plain = code(bitcode, f"{NORMALISE},harness")
    assert len(plain) > 20
    assert code(bitcode, f"{NORMALISE},harness,site-lines") == plain


def test_other_code_is_noticed(tmp_path: Path) -> None:
    """The comparison can fail: reify does change the code."""
    source, bitcode = tmp_path / "f.c", tmp_path / "f.bc"
    source.write_text("double f(double x) { return x * x; }")
    run(LLVM / "clang", "-O0", "-fPIC", "-emit-llvm", "-c", source, "-o", bitcode)
    assert code(bitcode, "reify") != code(bitcode, "verify")
