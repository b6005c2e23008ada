"""Instrumentation must not change what a program computes: every variant returns the bits of the original."""

from __future__ import annotations

import itertools
import random
import subprocess
from pathlib import Path

import pytest

from orchestrator.build.program import build
from orchestrator.build.variants import build_variants
from orchestrator.core.model import Function, Leaf
from orchestrator.core.places import built
from orchestrator.native import toolchain
from orchestrator.numbers import floats
from orchestrator.numbers.values import input_buffer, result_values
from tests.golden import programs

INPUTS = 300
PROGRAMS = [*programs.finds(), *programs.clean(), *programs.examples()]


@pytest.fixture(scope="session")
def caller(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program that calls thunks with hooks that do nothing."""
    binary = tmp_path_factory.mktemp("caller") / "call_thunks"
    source = Path(__file__).with_name("call_thunks.c")
    clang = [
        toolchain.tool("clang"),
        "-O1",
        "-w",
        "-rdynamic",
        f"-I{programs.ROOT / 'passes'}",
        f"-I{programs.ROOT}",
        f"-I{built('generated')}",
    ]
    subprocess.run([*clang, str(source), "-o", str(binary)], check=True)
    return binary


@pytest.mark.parametrize("program", PROGRAMS, ids=programs.name)
def test_variants_return_the_bits_of_the_original(program: Path, caller: Path, tmp_path: Path) -> None:
    bitcode = build(programs.files(program), (), tmp_path)
    variants = build_variants(bitcode, tmp_path)
    functions = [function for function in bitcode.module.functions if not function.unsupported]
    assert functions
    chance = random.Random(program.stem)
    inputs = {function.symbol: _inputs(function, chance) for function in functions}
    original = _call(caller, variants.original, functions, inputs)
    for library in (variants.probe, variants.reified):
        outputs = _call(caller, library, functions, inputs)
        for function in functions:
            symbol = function.symbol
            for data, got, wanted in zip(inputs[symbol], outputs[symbol], original[symbol], strict=True):
                place = f"{library.stem}: {function.name} on {data.hex()}"
                assert _results(function, got) == _results(function, wanted), place


def _inputs(function: Function, chance: random.Random) -> list[bytes]:
    columns = [_numbers(parameter, chance) for parameter in function.inputs]
    if not columns:
        return []
    special = [chance.choice(column) for column in columns]  # one fixed at a time, the others at random
    rows = [[chance.choice(column) for column in columns] for _ in range(INPUTS - len(columns[0]))]
    rows += [[number, *special[1:]] for number in columns[0]]
    return [input_buffer(function, row) for row in rows]


def _numbers(parameter: Leaf, chance: random.Random) -> list[bytes]:
    """Special values, neighbours of small numbers, random bits; NaN too: it passes through."""
    cls = parameter.cls
    width = floats.size(cls)
    if cls == "bool":
        return [b"\0", b"\1"]
    if not floats.is_float(cls):
        low, high = floats.limits(cls)
        near = [value for value in range(-50, 300, 7) if low <= value <= high]
        return [floats.from_ordinal(cls, value) for value in (low, low + 1, 0, 1, high - 1, high, *near)] + [
            chance.randbytes(width) for _ in range(20)
        ]
    form = floats.FLOATS[cls]
    normal, infinity = 1 << form.fraction_bits, form.infinity
    magnitudes = [0, 1, 2, normal - 1, normal, normal + 1, infinity - 1, infinity]
    numbers = [floats.from_ordinal(cls, m) for m in magnitudes]
    numbers += [floats.from_ordinal(cls, -m - 1) for m in magnitudes]
    numbers.append(floats.encode(cls, float("nan")))
    for value, steps in itertools.product((-3.0, -1.0, 0.5, 1.0, 1.5, 2.5, 3.0, 7.0, 10.25), (-1, 0, 1)):
        numbers.append(floats.neighbour(cls, floats.encode(cls, value), steps))
    least, greatest = floats.limits(cls)
    numbers += [floats.from_ordinal(cls, chance.randint(least, greatest)) for _ in range(40)]
    return numbers


def _call(
    caller: Path, library: Path, functions: list[Function], inputs: dict[str, list[bytes]]
) -> dict[str, list[bytes]]:
    folder = library.parent
    jobs = []
    for number, function in enumerate(functions):
        given, returned = folder / f"{number}.in", folder / f"{library.stem}.{number}.out"
        given.write_bytes(b"".join(inputs[function.symbol]))
        jobs.append(f"{function.symbol} {function.input_size} {function.output_size} {given} {returned}\n")
    subprocess.run([caller, library], input="".join(jobs), text=True, check=True, timeout=60)
    outputs = {}
    for number, function in enumerate(functions):
        data = (folder / f"{library.stem}.{number}.out").read_bytes()
        size = function.output_size
        outputs[function.symbol] = [data[at : at + size] for at in range(0, len(data), size)]
    return outputs


def _results(function: Function, output: bytes) -> list[tuple[str, bytes]]:
    """The named numbers, every NaN the same: IEEE does not say which one comes out of an operation."""
    return [
        (value.name, b"nan" if floats.is_nan(value.cls, value.raw) else value.raw)
        for value in result_values(function, output)
    ]
