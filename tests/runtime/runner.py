"""Compiles the small C programs of this folder and runs ariadne-run on them."""

import functools
import json
import math
import os
import struct
import subprocess
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
# Another build, for whoever works on the runner itself.
BUILD = Path(os.environ.get("ARIADNE_BUILD", ROOT / "build"))
RUNNER = BUILD / "bin" / "ariadne-run"
PROGRAMS = Path(__file__).parent / "programs"
CLANG = ["clang-19", "-g", "-O0", "-ffp-contract=off", "-w", f"-I{ROOT / 'passes'}", f"-I{ROOT}"]
CLANG.append(f"-I{BUILD / 'generated'}")

OVERFLOW, UNDERFLOW, DIVBYZERO, INVALID = 1, 2, 4, 8


@functools.cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="ariadne-runtime-")  # removed when the tests end


@functools.cache
def library(name: str, *flags: str) -> Path:
    """A program as a shared object."""
    so = Path(_folder().name) / f"{name}{''.join(flags)}.so"
    shared = ["-fPIC", "-shared", "-pthread", "-lm"]
    subprocess.run([*CLANG, *shared, *flags, PROGRAMS / f"{name}.c", "-o", so], check=True)
    return so


def slot(value: bytes) -> bytes:
    return value.ljust(16, b"\0")


def f32(*values: float) -> bytes:
    return b"".join(slot(struct.pack("<f", v)) for v in values)


def f64(*values: float) -> bytes:
    return b"".join(slot(struct.pack("<d", v)) for v in values)


def f80(*values: tuple[float, int]) -> bytes:
    """Each value is mantissa * 2 ** exponent, which a Python float may not hold."""
    slots = []
    for mantissa, exponent in values:
        fraction, scale = math.frexp(abs(mantissa))
        biased = scale + exponent - 1 + 16383 if fraction else 0
        assert 0 <= biased < 0x7FFF
        head = biased | (0x8000 if math.copysign(1, mantissa) < 0 else 0)
        slots.append(slot(struct.pack("<QH", int(fraction * 2**64), head)))
    return b"".join(slots)


def i32(value: int) -> bytes:
    return slot(struct.pack("<i", value))


def write_spec(folder: Path, so: Path, symbol: str, inputs: list[bytes], **more: object) -> Path:
    keys: dict[str, object] = {"abi": 1, "library": so, "symbol": symbol, "output_size": 256, "seconds": 10}
    keys |= {"input_size": len(inputs[0]) if inputs else 0}
    if keys["input_size"]:
        (folder / "inputs").write_bytes(b"".join(inputs))
        keys["inputs"] = folder / "inputs"
    else:
        keys["count"] = len(inputs)
    keys |= more
    spec = folder / "spec"
    spec.write_text("".join(f"{key} {value}\n" for key, value in keys.items()))
    return spec


def run(mode: str, spec: Path) -> list[dict[str, Any]]:
    done = subprocess.run([RUNNER, mode, spec], capture_output=True, text=True, timeout=60, cwd=spec.parent)
    assert (done.returncode, done.stderr) == (0, "")
    head, *results = [json.loads(line) for line in done.stdout.splitlines()]
    assert head == {"abi": 1, "mode": mode, "sandbox": head["sandbox"]}
    assert [result["input"] for result in results] == list(range(len(results)))
    return results


def kinds(result: dict[str, Any]) -> int:
    """All kinds that were seen, in a run whose every instruction is expected to raise at most one."""
    return sum(event["kinds"] for event in result["events"])
