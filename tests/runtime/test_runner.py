"""ariadne-run on small C programs: what it observes, and what it survives."""

import ctypes
import json
import math
import os
import re
import signal
import struct
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ.get("ARIADNE_BUILD", ROOT / "build"))  # another build, for whoever works on the runner
RUNNER = BUILD / "bin" / "ariadne-run"
PROGRAMS = Path(__file__).parent / "programs"
RUNTIME = ROOT / "passes" / "runtime"
CLANG = ["clang-19", "-g", "-O0", "-ffp-contract=off", "-w", f"-I{RUNTIME}"]

OVERFLOW, UNDERFLOW, DIVBYZERO, INVALID = 1, 2, 4, 8
KINDS = {"overflow": OVERFLOW, "underflow": UNDERFLOW, "divbyzero": DIVBYZERO, "invalid": INVALID}

Library = Callable[..., Path]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    """Compiles a program into a shared object, once."""
    folder = tmp_path_factory.mktemp("programs")
    built: dict[tuple[str, ...], Path] = {}

    def build(name: str, *flags: str) -> Path:
        key = (name, *flags)
        if key not in built:
            built[key] = folder / f"{name}{len(built)}.so"
            source = PROGRAMS / f"{name}.c"
            shared = ["-fPIC", "-shared", "-pthread"]
            subprocess.run([*CLANG, *shared, *flags, source, "-lm", "-o", built[key]], check=True)
        return built[key]

    return build


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


# ---- what traps observe ----

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


def test_each_operation_and_kind(library: Library, tmp_path: Path) -> None:
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
    """What the comments say: line -> kinds, count. `symbol`: only within that thunk and the functions it uses."""
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


SEQUENCES = ["order", "flags", "held", "rounding", "boundary", "threads", "outside"]


@pytest.mark.parametrize(
    ("symbol", "x87"), [*[(s, 0) for s in SEQUENCES], *[(s, 1) for s in [*SEQUENCES, "extended"]]]
)
def test_all_exceptions_of_a_run(library: Library, tmp_path: Path, symbol: str, x87: int) -> None:
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


def test_too_many_exceptions_cut_the_run(library: Library, tmp_path: Path) -> None:
    so = library("sequences")
    [result] = run("trap", write_spec(tmp_path, so, "endless", [b""], seconds=30))
    assert result["ended"] == "cut: too many exceptions"
    assert by_line(so, result) == expected_lines(PROGRAMS / "sequences.c", "endless")


# ---- what it survives ----

SLOW = "no answer within 0.2 s"
HOSTILE = [
    # what hostile.c does, how the run ends, its result, the system call that was denied
    (0, "returned", 1000, None),
    (1, "signal 11 (SIGSEGV)", 0, None),
    (2, SLOW, 0, None),
    (3, "exit(0)", 0, None),
    (4, "signal 6 (SIGABRT)", 0, None),
    (5, "signal 11 (SIGSEGV)", 0, None),
    (6, SLOW, 0, "clone"),
    (7, "returned", 1000, None),
    (8, SLOW, 0, None),
    (9, "signal 6 (SIGABRT)", 0, None),
    (10, "returned", 999, "kill"),
    (11, SLOW, 0, None),
    (12, "returned", 1015, "unlink"),
    (13, "signal 8 (SIGFPE)", 0, None),
    (14, "signal 8 (SIGFPE)", 0, None),
    (15, SLOW, 0, None),
    (16, None, None, ...),
    (17, "exit(3)", 0, None),
    (18, "returned", 1000, None),
    (19, "signal 5 (SIGTRAP)", 0, None),
    (20, "signal 5 (SIGTRAP)", 0, None),
    (21, "signal 31 (SIGSYS)", 0, None),
    (22, "returned", 999, "clone"),
    (23, "exit(0)", 0, None),
    (24, "returned", 1000, None),
    (0, "returned", 1000, None),
]


@pytest.mark.parametrize("mode", ["trap", "record"])
def test_hostile_code_is_survived(library: Library, tmp_path: Path, mode: str) -> None:
    (tmp_path / "victim").write_text("precious")
    inputs = [i32(what) for what, *_ in HOSTILE]
    limits = {"seconds": 0.2, "memory_mb": 64, "output_size": 16}
    results = run(mode, write_spec(tmp_path, library("hostile"), "hostile", inputs, **limits))
    for (what, ended, value, denied), result in zip(HOSTILE, results, strict=True):
        seen = (result["ended"], struct.unpack("<i", bytes.fromhex(result["output"])[:4])[0], result["denied"])
        if ended is not None:  # else it overwrote even this; that we can read the lines is enough
            assert (what, *seen) == (what, ended, value, denied)
    assert (tmp_path / "victim").read_text() == "precious"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["inputs", "spec", "victim"]


def test_handlers_of_the_program_do_not_swallow_traps(library: Library, tmp_path: Path) -> None:
    [result] = run("trap", write_spec(tmp_path, library("hostile"), "caught", [b""]))
    assert (result["ended"], kinds(result)) == ("returned", OVERFLOW)


def test_initialisers_cannot_write_into_the_report(library: Library, tmp_path: Path) -> None:
    [result] = run("trap", write_spec(tmp_path, library("initialiser"), "add", [f64(1, 2)]))
    assert result["output"].startswith(struct.pack("<d", 3).hex())


@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGINT])
def test_interrupted(library: Library, tmp_path: Path, stop: signal.Signals) -> None:
    spec = write_spec(tmp_path, library("hostile"), "hostile", [i32(11)], seconds=30)
    runner = subprocess.Popen([RUNNER, "trap", spec], stdout=subprocess.PIPE)
    assert runner.stdout is not None
    runner.stdout.readline()
    children = Path(f"/proc/{runner.pid}/task/{runner.pid}/children")
    while runner.poll() is None and not (started := children.read_text().split()):
        time.sleep(0.01)
    begin = time.monotonic()
    runner.send_signal(stop)
    runner.stdout.close()
    assert runner.wait(10) == 130
    assert time.monotonic() - begin < 2
    time.sleep(0.05)
    assert not [pid for pid in started if Path(f"/proc/{pid}/cmdline").exists()]


def test_a_thousand_inputs_take_little_time(library: Library, tmp_path: Path) -> None:
    inputs = [f64(float(i), 2.0) for i in range(1000)]
    spec = write_spec(tmp_path, library("operations"), "mul_f64", inputs, output_size=16)
    begin = time.monotonic()
    results = run("trap", spec)
    assert time.monotonic() - begin < 3  # 0.3 s on an idle machine
    outputs = [bytes.fromhex(result["output"])[:8] for result in results]
    assert outputs == [struct.pack("<d", 2.0 * i) for i in range(1000)]


# ---- record, stop, and the library for reified programs ----


def test_record(library: Library, tmp_path: Path) -> None:
    [result] = run("record", write_spec(tmp_path, library("reified"), "raises", [b""]))
    seen = [(e["site"], e["kind"], e["exact"], e["count"], len(e["a"]) // 2) for e in result["events"]]
    assert seen == [
        (0, OVERFLOW, False, 2, 8),
        (0, UNDERFLOW, True, 2, 8),
        (1, UNDERFLOW, False, 4, 8),
        (2, UNDERFLOW, True, 2, 4),
        (0, INVALID, False, 2, 4),
        (0, DIVBYZERO, False, 2, 10),
        (3, UNDERFLOW, True, 2, 10),
        (4, UNDERFLOW, True, 4, 8),
        (5, UNDERFLOW, False, 2, 8),
    ]
    first = result["events"][0]
    assert [first["a"], first["r"]] == [struct.pack("<d", 1e200).hex(), struct.pack("<d", math.inf).hex()]
    assert ctypes.c_int.from_buffer_copy(bytes.fromhex(result["output"])).value == 0  # no flag was left behind


def test_stop(library: Library, tmp_path: Path) -> None:
    [result] = run("stop", write_spec(tmp_path, library("reified"), "raises", [b""]))
    assert result["ended"] == "stopped"
    assert [(e["site"], e["kind"], e["count"]) for e in result["events"]] == [(0, OVERFLOW, 1)]


def test_linked_reified_program_names_its_first_exception(tmp_path: Path) -> None:
    program = tmp_path / "program"
    archive = BUILD / "lib" / "libariadne_reify.a"
    subprocess.run([*CLANG, "-DMAIN", PROGRAMS / "reified.c", archive, "-lm", "-o", program], check=True)
    expected = [
        "file.c:10:3: overflow in fmul (f): a = 9.9999999999999997e+199 (0x1.4e718d7d7625ap+664), "
        "b = 1e+201 (0x1.a20df0dcd3af1p+667), result inf (inf)\n",
        "file.c:14:3: underflow in fptrunc (f): a = 0.100000001 (0x1.99999ap-4), result 0.5 (0x1p-1)\n",
        "file.c:11:3: division by zero in fdiv (f): a = 0.100000000000000000001 (0xc.ccccccccccccccdp-7), "
        "b = 0 (0x0p+0), result 0.5 (0x8p-4)\n",
    ]
    for arguments, message in enumerate(expected):
        done = subprocess.run([program, *["x"] * arguments], capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (70, message)


# ---- mistakes ----


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("abi 1\nlibrary x.so\nfoo 1\n", "{spec}:3: unknown key 'foo'"),
        ("abi 2\n", "{spec}:1: abi 2, but this ariadne-run speaks abi 1"),
        ("abi 1\nabi 1\n", "{spec}:2: 'abi' is given twice"),
        ("abi 1\nseconds x\n", "{spec}:2: 'x' is not a positive number of seconds"),
        ("abi 1\ncount -1\n", "{spec}:2: '-1' is not a number in range"),
        ("abi 1\nlibrary\n", "{spec}:2: 'library' has no value"),
        ("abi 1\nlibrary x.so\n", "{spec}: 'symbol' is missing"),
        ("abi 1\nlibrary /no.so\nsymbol f\n", "/no.so: cannot open shared object file: No such file or directory"),
    ],
)
def test_mistakes_in_the_spec(tmp_path: Path, spec: str, message: str) -> None:
    path = tmp_path / "spec"
    path.write_text(spec)
    done = subprocess.run([RUNNER, "trap", path], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr == f"ariadne-run: {message.format(spec=path)}\n"


def test_mistakes_in_the_library(library: Library, tmp_path: Path) -> None:
    def error(so: Path, symbol: str, inputs: list[bytes], **more: object) -> str:
        command = [RUNNER, "trap", write_spec(tmp_path, so, symbol, inputs, **more)]
        done = subprocess.run(command, capture_output=True, text=True)
        assert (done.returncode, done.stdout) == (3, "")
        return done.stderr

    so = library("operations")
    assert error(so, "nothing", [b""]) == f"ariadne-run: {so} has no '__ariadne_call.nothing'\n"
    assert "17 bytes are not a multiple of 16" in error(so, "f64_to_f32", [b"x" * 17], input_size=16)
    crash = library("initialiser", "-DCRASH")
    assert "its initialisers did not return: signal 6 (SIGABRT)" in error(crash, "add", [b""])
