"""Many classifications in one worker: its memory stays what it was."""

from __future__ import annotations

import random
import struct
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from orchestrator.build.program import build
from orchestrator.build.variants import build_exact
from orchestrator.core.model import Function
from orchestrator.core.settings import Settings
from orchestrator.native import toolchain
from orchestrator.native.specification import for_exact

RUNS = 10_000
WARM_UP = 2_000
MAX_GROWTH_KB = 512  # 66 bytes a run

SOURCE = """
#include <math.h>
#include <stdlib.h>
/* Exact numbers of all sizes, up to those that become balls. */
double fractions(double x, double y) {
  double r = x;
  int n = (int)fmod(fabs(y), 14.0);
  for (int i = 0; i < n; i++)
    r = (r * r + y) / (r + x * 1.5);
  return r;
}
/* Balls of many precisions. */
double balls(double x, double y) {
  double r = sqrt(fabs(x)) + exp(-fabs(y)) + sin(x) * log(fabs(y) + 2.0);
  return r > 0.5 ? r - sqrt(x * x + y * y) : pow(fabs(x) + 1.0, 0.3);
}
/* Undecided until there are more than a thousand bits. */
double cancels(double x, double y) { return sqrt(1.0 + x * x * 1e-300) - 1.0 > 0.0 ? y : x * x; }
/* The program's own memory. */
double allocates(double x, double y) {
  double *p = malloc(1000 * sizeof *p), s = 0.0;
  for (int i = 0; i < 1000; i++)
    p[i] = x / (i + 1);
  for (int i = 0; i < 1000; i++)
    s += p[i] * (i % 7 == 0 ? y : 0.0);
  free(p);
  return s;
}
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Function]]:
    folder = tmp_path_factory.mktemp("memory")
    (folder / "f.c").write_text(SOURCE)
    bitcode = build([folder / "f.c"], (), folder)
    return build_exact(bitcode, folder), {function.name: function for function in bitcode.module.functions}


@contextmanager
def _running(
    library: Path, function: Function, inputs: list[bytes], folder: Path
) -> Iterator[subprocess.Popen[str]]:
    """The runner itself. It waits for us to read, so that its memory can be looked at between two lines."""
    spec = for_exact(library, function, inputs, Settings(), bits=128).write(folder)
    command = [*toolchain.runner("exact"), str(spec)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def _resident_kb(pid: int) -> int:
    text = Path(f"/proc/{pid}/status").read_text()
    return int(next(line for line in text.splitlines() if line.startswith("VmRSS:")).split()[1])


def _worker(pid: int) -> int:
    (child,) = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return int(child)


@pytest.mark.parametrize("name", ["fractions", "balls", "cancels", "allocates"])
def test_ten_thousand_classifications(
    program: tuple[Path, dict[str, Function]], tmp_path: Path, name: str
) -> None:
    library, functions = program
    generator = random.Random(1)
    rows = [
        [generator.uniform(-100, 100) * 2.0 ** generator.randint(-30, 30) for _ in range(2)]
        for _ in range(RUNS)
    ]
    inputs = [struct.pack("<d8xd8x", *row) for row in rows]
    with _running(library, functions[name], inputs, tmp_path) as process:
        assert process.stdout
        process.stdout.readline()  # the greeting
        sizes, workers = [], []
        for number in range(1, RUNS + 1):
            line = process.stdout.readline()
            assert f'"input":{number - 1},' in line and '"undetermined":null' in line
            if number in (WARM_UP, RUNS - 1000):
                time.sleep(0.3)  # until it waits for us
                workers.append(_worker(process.pid))
                sizes.append((_resident_kb(process.pid), _resident_kb(workers[-1])))
        assert process.wait(timeout=10) == 0
    assert workers[0] == workers[1]  # it was not replaced
    for before, after in zip(*sizes, strict=True):
        assert after - before <= MAX_GROWTH_KB, sizes
