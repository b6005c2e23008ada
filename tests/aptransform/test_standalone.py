"""Programs that users link themselves from the output of `ariadne ap`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from orchestrator.native import toolchain

LIBRARIES = ("-lflint-arb", "-lflint", "-lgmp", "-lstdc++", "-lm")


def run(tmp_path: Path, source: str) -> subprocess.CompletedProcess[str]:
    program, rewritten, linked = (tmp_path / name for name in ("p.c", "p.ll", "p"))
    program.write_text("#include <math.h>\n#include <stdio.h>\n" + source)
    command = [sys.executable, "-m", "orchestrator.cli", "ap", str(program), "-o", str(rewritten)]
    subprocess.run(command, check=True)
    runtime = toolchain.native("lib/libariadne_exact.a")
    toolchain.must_run(
        [toolchain.tool("clang"), "-w", str(rewritten), runtime, *LIBRARIES, "-o", str(linked)]
    )
    return subprocess.run([linked], capture_output=True, text=True, timeout=60, check=False)


def test_computes_exactly(tmp_path: Path) -> None:
    source = """
    double hyp(double x, double y) { return sqrt(x * x + y * y); }
    int main(void) { double big = 3e200; printf("%g\\n", hyp(big, 4e200)); return hyp(big, 4e200) > 1e300; }
    """
    done = run(tmp_path, source)
    assert (done.returncode, done.stdout) == (0, "5e+200\n")


def test_says_what_it_cannot_do(tmp_path: Path) -> None:
    done = run(tmp_path, "int main(void) { double h = 1; while (1 + h != 1) h /= 2; return 0; }")
    assert done.returncode == 70
    assert done.stderr.startswith("ariadne: undetermined: does not terminate in exact arithmetic")
