"""What ariadne-run survives, its other modes, and what it says to mistakes."""

import math
import os
import signal
import struct
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.runtime.runner import (
    BUILD,
    CLANG,
    DIVBYZERO,
    INVALID,
    OVERFLOW,
    PROGRAMS,
    RUNNER,
    UNDERFLOW,
    f64,
    i32,
    kinds,
    library,
    run,
    write_spec,
)

# ---- what it survives ----

HOSTILE = [
    # what hostile.c does, how the run ends, its result, the system call that was denied
    (0, "returned", 1000, None),
    (1, "signal 11 (SIGSEGV)", 0, None),
    (3, "exit(0)", 0, None),
    (4, "signal 6 (SIGABRT)", 0, None),
    (5, "signal 11 (SIGSEGV)", 0, None),
    (7, "returned", 1000, None),
    (9, "signal 6 (SIGABRT)", 0, None),
    (10, "returned", 999, "kill"),
    (12, "returned", 1015, "unlink"),
    (13, "signal 8 (SIGFPE)", 0, None),
    (14, "signal 8 (SIGFPE)", 0, None),
    (16, None, None, None),  # overwrites even this: that the lines can be read is enough
    (17, "exit(3)", 0, None),
    (18, "returned", 1000, None),
    (19, "signal 5 (SIGTRAP)", 0, None),
    (20, "signal 5 (SIGTRAP)", 0, None),
    (21, "signal 31 (SIGSYS)", 0, None),
    (22, "returned", 1000 + (127 << 8), "clone"),
    (23, "exit(0)", 0, None),
    (24, "returned", 1000, None),
    (0, "returned", 1000, None),
]
ENDLESS = [(2, None), (6, "clone"), (8, None), (11, None), (15, None)]


@pytest.mark.parametrize("mode", ["trap", "record"])
def test_hostile_code_is_survived(tmp_path: Path, mode: str) -> None:
    (tmp_path / "victim").write_text("precious")
    inputs = [i32(what) for what, *_ in HOSTILE]
    so = library("hostile")
    results = run(mode, write_spec(tmp_path, so, "hostile", inputs, memory_mb=32, output_size=16))
    for (what, ended, value, denied), result in zip(HOSTILE, results, strict=True):
        output = int.from_bytes(bytes.fromhex(result["output"])[:4], "little", signed=True)
        if ended is not None:
            seen = (what, result["ended"], output, result["denied"])
            assert seen == (what, ended, value, denied)
    assert (tmp_path / "victim").read_text() == "precious"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["inputs", "spec", "victim"]


@pytest.mark.parametrize("mode", ["trap", "record"])
def test_endless_code_is_ended(tmp_path: Path, mode: str) -> None:
    inputs = [i32(what) for what, _ in ENDLESS]
    results = run(mode, write_spec(tmp_path, library("hostile"), "hostile", inputs, seconds=0.5))
    slept = "no answer within 0.5 s of sleep"
    worked = "no answer within 0.5 s of processor time"
    # However many hang, each gets the whole time, and the ending says which limit it was.
    assert [result["ended"] for result in results] == [
        slept if what in (11, 15) else worked for what, _ in ENDLESS
    ]
    assert [result["denied"] for result in results] == [denied for _, denied in ENDLESS]


def test_time_passes_only_while_the_run_has_the_processor(tmp_path: Path) -> None:
    """Others that keep the machine busy do not make a run late."""
    rivals = [
        subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(4 * (os.cpu_count() or 1))
    ]
    try:
        started = time.monotonic()
        [result] = run("trap", write_spec(tmp_path, library("busy"), "busy", [f64(0.3)], seconds=0.5))
        took = time.monotonic() - started
    finally:
        for rival in rivals:
            rival.kill()
            rival.wait()
    assert took > 0.5  # by the wall it was late
    assert result["ended"] == "returned"


def test_handlers_of_the_program_do_not_swallow_traps(tmp_path: Path) -> None:
    [result] = run("trap", write_spec(tmp_path, library("hostile"), "caught", [b""]))
    assert (result["ended"], kinds(result)) == ("returned", OVERFLOW)


def test_initialisers_stay_inside(tmp_path: Path) -> None:
    (tmp_path / "victim").write_text("precious")
    inputs = [f64(i, 2) for i in range(1000)]
    results = run("trap", write_spec(tmp_path, library("initialiser", "-DREACH_OUT"), "add", inputs))
    outputs = [bytes.fromhex(result["output"])[:8] for result in results]
    assert outputs == [struct.pack("<d", i + 2) for i in range(1000)]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["inputs", "spec", "victim"]


def test_initialisers_set_the_floating_point_environment(tmp_path: Path) -> None:
    tiny = [f64(2.0**-1070, 2.0**-1071)]
    for flags, expected in [((), 1.5 * 2.0**-1070), (("-DFLUSH",), 0.0)]:
        for mode in ("trap", "record"):
            [result] = run(mode, write_spec(tmp_path, library("initialiser", *flags), "add", tiny))
            assert bytes.fromhex(result["output"])[:8] == struct.pack("<d", expected)


@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGINT])
def test_interrupted(tmp_path: Path, stop: signal.Signals) -> None:
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


def test_a_thousand_inputs_take_little_time(tmp_path: Path) -> None:
    inputs = [f64(float(i), 2.0) for i in range(1000)]
    spec = write_spec(tmp_path, library("operations"), "mul_f64", inputs, output_size=16)
    begin = time.monotonic()
    results = run("trap", spec)
    assert time.monotonic() - begin < 5  # 0.3 s on an idle machine
    outputs = [bytes.fromhex(result["output"])[:8] for result in results]
    assert outputs == [struct.pack("<d", 2.0 * i) for i in range(1000)]


# ---- record, stop, and the library for reified programs ----


def test_record(tmp_path: Path) -> None:
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
    assert int(result["output"], 16) == 0  # no flag was left behind


def test_stop(tmp_path: Path) -> None:
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


def error(spec: Path) -> str:
    done = subprocess.run([RUNNER, "trap", spec], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (3, "")
    return str(done.stderr)


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
        ("abi 1\nsymbol a\\t\n", r"{spec}:2: 'a\t' has a backslash that is neither \n nor \\"),
        ("abi 1\nlibrary /no\nsymbol f\n", "/no: cannot open shared object file: No such file or directory"),
    ],
)
def test_mistakes_in_the_spec(tmp_path: Path, spec: str, message: str) -> None:
    path = tmp_path / "spec"
    path.write_text(spec)
    assert error(path) == f"ariadne-run: {message.format(spec=path)}\n"


def test_mistakes_in_the_library(tmp_path: Path) -> None:
    so = library("operations")
    spec = write_spec(tmp_path, so, "nothing", [b""])
    assert error(spec) == f"ariadne-run: {so} has no '__ariadne_call.nothing'\n"
    spec = write_spec(tmp_path, so, "f64_to_f32", [b"x" * 17], input_size=16)
    assert "17 bytes are not a multiple of 16" in error(spec)
    for flag, reason in [("-DABORT", "signal 6 (SIGABRT)"), ("-DEXIT", "exit(0)")]:
        spec = write_spec(tmp_path, library("initialiser", flag), "add", [b""])
        assert f"its initialisers did not return: {reason}" in error(spec)
