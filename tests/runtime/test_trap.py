"""What trap mode observes: every exception, at its instruction, in a program that does not notice."""

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.runtime.runner import (
    DIVBYZERO,
    INVALID,
    OVERFLOW,
    PROGRAMS,
    UNDERFLOW,
    f32,
    f64,
    f80,
    kinds,
    library,
    run,
    write_spec,
)

KINDS = {"overflow": OVERFLOW, "underflow": UNDERFLOW, "divbyzero": DIVBYZERO, "invalid": INVALID}

INEXACT_TINY_F80 = ((1.1, -16000), (1.1, -400))
OPERATIONS = [
    # symbol, input, kinds
    *[(f"{op}_f64", f64(1.5, 2.5), 0) for op in ("add", "sub", "mul", "div")],
    ("add_f64", f64(1.7e308, 1e308), OVERFLOW),
    ("sub_f64", f64(-1.7e308, 1e308), OVERFLOW),
    ("mul_f64", f64(1e200, -1e200), OVERFLOW),
    ("div_f64", f64(1e200, 1e-200), OVERFLOW),
    ("add_f64", f64(2.3e-308, -2.25e-308), UNDERFLOW),  # sums underflow without loss only
    ("sub_f64", f64(2.3e-308, 2.25e-308), UNDERFLOW),
    ("sub_f64", f64(2.3e-308, 2.3e-308), 0),
    ("mul_f64", f64(1.1e-200, 1e-120), UNDERFLOW),
    ("mul_f64", f64(1e-200, 1e-200), UNDERFLOW),  # to zero
    ("mul_f64", f64(2.0**-1000, 2.0**-60), UNDERFLOW),  # exact
    ("mul_f64", f64(2.0**-1000, 0), 0),
    ("div_f64", f64(1e-200, 1.1e120), UNDERFLOW),
    ("div_f64", f64(2.0**-1000, 2.0**60), UNDERFLOW),  # exact
    ("div_f64", f64(1, 0), DIVBYZERO),
    ("div_f64", f64(0, 0), INVALID),
    ("div_f64", f64(5e-324, 1), UNDERFLOW),  # a subnormal operand, and an exact tiny result
    ("add_f32", f32(3e38, 3e38), OVERFLOW),
    ("sub_f32", f32(-3e38, 3e38), OVERFLOW),
    ("mul_f32", f32(1e30, 1e30), OVERFLOW),
    ("div_f32", f32(1e30, 1e-30), OVERFLOW),
    ("add_f32", f32(1.5 * 2.0**-126, -(2.0**-126)), UNDERFLOW),
    ("mul_f32", f32(1.1e-30, 1e-10), UNDERFLOW),
    ("mul_f32", f32(2.0**-100, 2.0**-40), UNDERFLOW),  # exact
    ("div_f32", f32(1e-30, 1.1e10), UNDERFLOW),
    ("div_f32", f32(1, 0), DIVBYZERO),
    ("div_f32", f32(0, 0), INVALID),
    ("f64_to_f32", f64(1e39), OVERFLOW),
    ("f64_to_f32", f64(1e-40), UNDERFLOW),
    ("f64_to_f32", f64(2.0**-140), UNDERFLOW),  # exact
    ("f64_to_f32", f64(0.1), 0),
    ("f32_to_int", f32(3e9), INVALID),
    ("f32_to_int", f32(-2147483648.0), 0),
    ("f64_to_int", f64(2147483648.0), INVALID),
    ("f64_to_int", f64(2147483647.9), 0),
]
EXTENDED = [
    *[(f"{op}_f80", f80((1.5, 0), (2.5, 0)), 0) for op in ("add", "sub", "mul", "div")],
    ("add_f80", f80((1.5, 16383), (1, 16383)), OVERFLOW),
    ("sub_f80", f80((-1.5, 16383), (1, 16383)), OVERFLOW),
    ("mul_f80", f80((1, 16000), (-1, 16000)), OVERFLOW),
    ("div_f80", f80((1, 16000), (1, -16000)), OVERFLOW),
    ("add_f80", f80((1.5, -16382), (-1, -16382)), UNDERFLOW),
    ("sub_f80", f80((1.5, -16382), (1, -16382)), UNDERFLOW),
    ("mul_f80", f80(*INEXACT_TINY_F80), UNDERFLOW),
    ("mul_f80", f80((1, -16000), (1, -16000)), UNDERFLOW),  # to zero
    ("mul_f80", f80((1, -16000), (1, -440)), UNDERFLOW),  # exact
    ("div_f80", f80((1, -16000), (1.1, 440)), UNDERFLOW),
    ("div_f80", f80((1, 0), (0, 0)), DIVBYZERO),
    ("div_f80", f80((0, 0), (0, 0)), INVALID),
    ("f80_to_f64", f80((1, 1024)), OVERFLOW),
    ("f80_to_f64", f80((1.1, -1070)), UNDERFLOW),
    ("f80_to_f64", f80((1, -1070)), UNDERFLOW),  # exact
    ("f80_to_f64", f80((1, -1022)), 0),
    ("f80_to_f32", f80((-1, 128)), OVERFLOW),
    ("f80_to_f32", f80((1.1, -140)), UNDERFLOW),
    ("f80_to_f32", f80((1, -140)), UNDERFLOW),  # exact
    ("f80_to_f32", f80((1, -1000)), UNDERFLOW),  # to zero
    ("f80_to_int", f80((-1.75, 1)), 0),
    ("f80_to_int", f80((1, 31)), INVALID),
    ("f80_to_long", f80((-1.75, 61)), 0),
    ("f80_to_long", f80((1, 63)), INVALID),
]
CASES = [(*case, 0) for case in OPERATIONS] + [(*case, 1) for case in OPERATIONS[::4] + EXTENDED]


def test_each_operation_and_kind(tmp_path: Path) -> None:
    """The kinds are as expected, and the result is that of a run without traps, to the bit."""
    so = library("operations")
    groups: dict[tuple[str, int], list[tuple[bytes, int]]] = {}
    for symbol, value, expected, x87 in CASES:
        groups.setdefault((symbol, x87), []).append((value, expected))
    for (symbol, x87), cases in groups.items():
        inputs = [value for value, _ in cases]
        trapped = run("trap", write_spec(tmp_path, so, symbol, inputs, x87=x87))
        plain = run("record", write_spec(tmp_path, so, symbol, inputs))
        seen = [(symbol, x87, r["ended"], kinds(r)) for r in trapped]
        assert seen == [(symbol, x87, "returned", expected) for _, expected in cases]
        assert [r["output"] for r in trapped] == [r["output"] for r in plain]


def expected_lines(source: Path, symbol: str) -> dict[int, tuple[int, int]]:
    """What the comments of a thunk, and of the function it uses, say: line -> kinds, count."""
    uses = {"boundary": "wrapped", "threads": "work"}
    text = source.read_text().splitlines()
    found = {}
    inside = False
    for number, line in enumerate(text, 1):
        if not line.startswith((" ", "}", "/")):
            inside = f"THUNK({symbol})" in line or f"{uses.get(symbol)}(" in line
        if inside and (match := re.search(r"// raises (\w+) (\d+) times", line)):
            found[number] = (KINDS[match[1]], int(match[2]))
    return found


def by_line(so: Path, result: dict[str, Any]) -> dict[int, tuple[int, int]]:
    addresses = [hex(event["address"]) for event in result["events"]]
    done = subprocess.run(["addr2line", "-e", so, *addresses], capture_output=True, text=True, check=True)
    lines = [int(re.sub(r".*:(\d+).*", r"\1", line)) for line in done.stdout.splitlines()]
    pairs = zip(lines, result["events"], strict=True)
    return {line: (event["kinds"], event["count"]) for line, event in pairs}


SEQUENCES = ["order", "flags", "held", "by_hand", "rounding", "boundary", "threads", "outside"]


@pytest.mark.parametrize(
    ("symbol", "x87"), [*[(s, 0) for s in SEQUENCES], *[(s, 1) for s in [*SEQUENCES, "extended"]]]
)
def test_all_exceptions_of_a_run(tmp_path: Path, symbol: str, x87: int) -> None:
    so = library("sequences")
    expected = expected_lines(PROGRAMS / "sequences.c", symbol)
    assert expected
    [result] = run("trap", write_spec(tmp_path, so, symbol, [b""], x87=x87))
    [plain] = run("record", write_spec(tmp_path, so, symbol, [b""]))
    assert result["ended"] == "returned"
    assert by_line(so, result) == expected
    assert result["output"] == plain["output"]
    if symbol == "order":  # first occurrences come in order
        assert list(by_line(so, result)) == sorted(expected)


def test_too_many_exceptions_cut_the_run(tmp_path: Path) -> None:
    so = library("sequences")
    [result] = run("trap", write_spec(tmp_path, so, "endless", [b""], seconds=30))
    assert result["ended"] == "cut: too many exceptions"
    assert by_line(so, result) == expected_lines(PROGRAMS / "sequences.c", "endless")
