"""Compiles C to the ap variant and runs ariadne-exact on it."""

import json
import re
import struct
import subprocess
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from orchestrator.build import program
from orchestrator.native import toolchain

_BYTES = {"f32": 4, "f64": 8, "f80": 10}
_PACK = {"f32": "<f", "f64": "<d", "i32": "<i", "i64": "<q", "u32": "<I", "u64": "<Q"}


@dataclass(frozen=True)
class Program:
    library: Path
    bitcode: program.Bitcode

    def run(self, function: str, *inputs: tuple[float | int, ...], **options: object) -> list[dict[str, Any]]:
        """The lines for the inputs. Results are what is returned, and the leaves of pointer parameters."""
        return self.raw(function, [self._pack(function, values) for values in inputs], **options)

    def _target(self, function: str) -> Any:
        return next(f for f in self.bitcode.module.functions if f.name == function)

    def _pack(self, function: str, values: tuple[float | int, ...]) -> bytes:
        scalars = [p for p in self._target(function).parameters if p.cls != "ptr"]
        assert len(scalars) == len(values)
        return b"".join(_pack(p.cls, v).ljust(16, b"\0") for p, v in zip(scalars, values, strict=True))

    def raw(self, function: str, inputs: list[bytes], **options: object) -> list[dict[str, Any]]:
        target = self._target(function)
        leaves = [leaf for p in target.parameters for leaf in p.leaves]
        results = ([target.result] if target.result else []) + leaves
        path = self.library.with_suffix(".inputs")
        path.write_bytes(b"".join(inputs))
        lines = {
            "abi": 1,
            "library": self.library,
            "symbol": target.symbol,
            "input_size": target.input_size,
            "output_size": target.output_size,
            "results": " ".join(f"{r.cls}@{r.offset}" for r in results),
            **({"inputs": path} if target.input_size else {"count": len(inputs)}),
            **options,
        }
        spec = self.library.with_suffix(".spec")
        spec.write_text("".join(f"{key} {value}\n" for key, value in lines.items()))
        done = subprocess.run(
            [toolchain.native("bin/ariadne-exact"), str(spec)], capture_output=True, text=True, check=True
        )
        head, *rest = [json.loads(line) for line in done.stdout.splitlines()]
        assert head["mode"] == "exact" and len(rest) == len(inputs)
        return rest


def _pack(cls: str, value: float | int) -> bytes:
    if cls == "f80":
        mantissa, exponent = abs(value), 0
        if mantissa == 0:
            return bytes(10)
        fraction = Fraction(mantissa)
        while fraction >= 1:
            fraction, exponent = fraction / 2, exponent + 1
        while fraction < Fraction(1, 2):
            fraction, exponent = fraction * 2, exponent - 1
        sign = 0x8000 if value < 0 else 0
        return struct.pack("<QH", int(fraction * 2**64), sign | (exponent - 1 + 16383))
    return struct.pack(_PACK[cls], value)


def compile_c(folder: Path, code: str, *flags: str) -> Program:
    source = folder / "program.c"
    source.write_text(code)
    bitcode = program.build([source], flags, folder)
    transformed, compiled, library = (folder / f"ap.{end}" for end in ("bc", "o", "so"))
    toolchain.opt("ap,harness,verify", bitcode.path, "-o", str(transformed))
    clang = toolchain.tool("clang")
    toolchain.must_run([clang, "-O2", "-fPIC", "-c", "-x", "ir", str(transformed), "-o", str(compiled)])
    toolchain.must_run([clang, "-shared", "-Wl,-Bsymbolic", str(compiled), "-lm", "-o", str(library)])
    return Program(library, bitcode)


def number(text: str) -> Fraction:
    """A dyadic number as the runner prints it."""
    match = re.fullmatch(r"(-?)0x([0-9a-f]+)p([+-]\d+)", text)
    assert match, text
    return int(match[1] + match[2], 16) * Fraction(2) ** int(match[3])


def enclosure(result: dict[str, Any]) -> tuple[Fraction, Fraction]:
    return number(result["lower"]), number(result["upper"])


def as_float(text: str) -> float:
    """The bits of a float or double as the runner prints them."""
    raw = bytes.fromhex(text)
    return struct.unpack("<f" if len(raw) == 4 else "<d", raw)[0]
