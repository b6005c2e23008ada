"""The command line: what each command prints, and every exit code. A mistake never ends in a traceback."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from orchestrator import cli
from orchestrator.native import toolchain
from orchestrator.reports.json_report import SCHEMA_FILE

ROOT = Path(__file__).resolve().parents[2]
ARIADNE = [sys.executable, "-m", "orchestrator.cli"]
QUICK = ("--runs", "5000")

SOURCE = """\
double reciprocal(double x) { return 1.0 / (x - 3.0); }
static float squared(float x) { return x * x; }
double use(float x) { return squared(x); }
"""
# What SOURCE raises: 1 is not 0, and x - 3 is 0 or not tiny; so much is found in a few thousand runs.
FINDINGS = {
    "reciprocal#1:divbyzero",
    "reciprocal#1:underflow",
    "squared#0:overflow",
    "squared#0:underflow",
    "use/squared#0:overflow",
    "use/squared#0:underflow",
}
BY_VALUE = "struct s { double a; }; double g(struct s v) { return v.a * v.a; }\n"


@dataclass(frozen=True)
class Done:
    code: int
    out: str
    err: str


Call = Callable[..., Done]


@pytest.fixture
def ariadne(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Call:
    """Runs a command in a folder that has f.c. In this process: any exception but SystemExit is a failure."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "f.c").write_text(SOURCE)

    def call(*arguments: str) -> Done:
        capfd.readouterr()
        try:
            code = cli.main(arguments)
        except SystemExit as end:  # argparse's way
            code = end.code if isinstance(end.code, int) else 99
        out, err = capfd.readouterr()
        return Done(code, out, err)

    return call


def _ids(report: dict[str, Any]) -> set[str]:
    return {finding["id"] for finding in report["findings"]}


def _validate(report: dict[str, Any]) -> None:
    jsonschema.Draft202012Validator(json.loads(SCHEMA_FILE.read_text())).validate(report)


# ---- 2: the user's mistake ----


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["analyze", "nope.c"], "nope.c: no such file"),
        (["analyze", "nope"], "nope: no such file"),
        (["analyze", "f.c", "--function", "reciprocl"], "did you mean reciprocal?"),
        (["analyze", "f.c", "--function", "squared", "--function", "zzz*"], "no function matches 'zzz*'"),
        (["analyze", "f.c", "--bogus"], "unrecognized arguments: --bogus"),
        (["analyze", "f.c", "--budget", "0"], "0 is not a positive number"),
        (["analyze", "f.c", "--budget", "nan"], "not a positive number"),
        (["analyze", "f.c", "--seed", "-1"], "-1"),
        (["analyze", "f.c", "--runs", "many"], "many"),
        (["analyze", "f.c", "--jobs", "0"], "0 is not a positive whole number"),
        (["analyze", "f.c", "--fail-on", "overflow,heat"], "'heat' is not a kind: overflow, underflow"),
        (["analyze", "f.c", *QUICK, "--json", "nowhere/r.json"], "there is no folder nowhere"),
        (["analyze", "f.c", "--store", "f.c"], "--store: cannot write to f.c"),
        (["analyze", "f.c", "--", "-lno-such-library"], "no-such-library"),
        (["analyze", "f.c", "--", "-fno-such-flag"], "-fno-such-flag"),
        (["analyze"], "SOURCE"),
        (["sites", "nope.c"], "nope.c: no such file"),
        (["reify", "nope.c"], "nope.c: no such file"),
        (["reify", "f.c", "-o", "nowhere/r.ll"], "cannot write nowhere/r.ll"),
        (["reify", "f.c", "--run"], "--run needs --function"),
        (["reify", "f.c", "--run", "--function", "squard", "--input", "1"], "did you mean squared?"),
        (["reify", "f.c", "--run", "--function", "squared"], "squared takes 1"),
        (["reify", "f.c", "--run", "--function", "squared", "--input", "1", "2"], "but 2 were given"),
        (["reify", "f.c", "--run", "--function", "squared", "--input", "two"], "'two' is not a number"),
        (["reify", "f.c", "--run", "--function", "squared", "--input", "1e39"], "too large for float"),
        (["replay", "nope.json", "x"], "cannot read nope.json"),
        (["replay", "f.c", "x"], "f.c is not JSON"),
        ([], "COMMAND"),
        (["frobnicate"], "frobnicate"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_mistakes(ariadne: Call, arguments: list[str], message: str) -> None:
    done = ariadne(*arguments)
    assert done.code == 2
    assert message in done.err
    assert done.err.startswith(("ariadne: ", "usage: ariadne"))


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("bad.c", b"double f(double x) { return x +; }\n", "bad.c:1:32: error: expected expression"),
        ("bad.bc", b"BC\xc0\xde and then no bitcode", "bad.bc is not a valid LLVM module"),
        ("bad.ll", b"define garbage", "bad.ll:1:8: error: expected type"),
        ("empty.c", b"", "nothing to analyse"),
        ("data.c", b"int answer = 42;\n", "nothing to analyse: no function is defined here"),
        ("value.c", BY_VALUE.encode(), "nothing to analyse: no function here can be called with numbers"),
        ("notes.txt", b"double f(double x) { return x * x; }\n", "it reads .c"),
    ],
)
def test_bad_files(ariadne: Call, name: str, content: bytes, message: str) -> None:
    Path(name).write_bytes(content)
    done = ariadne("analyze", name)
    assert done.code == 2
    assert message in done.err


def test_unreadable_files(ariadne: Call, tmp_path: Path) -> None:
    (tmp_path / "folder.c").mkdir()
    (tmp_path / "dangling.c").symlink_to("nothing")
    (tmp_path / "empty").mkdir()
    for argument in ("folder.c", "dangling.c", "empty"):
        done = ariadne("analyze", argument)
        assert (done.code, argument in done.err) == (2, True)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{}", "is not an Ariadne report"),
        ("[1, 2]", "is not an Ariadne report"),
        ('{"schema": "ariadne-report/999"}', "has the format ariadne-report/999"),
        ('{"schema": "ariadne-report/3"}', "is damaged"),
        ('{"schema": "ariadne-report/3", "sites": [{"site": "f#0"}]}', "is damaged"),
    ],
)
def test_bad_reports(ariadne: Call, content: str, message: str) -> None:
    Path("report.json").write_text(content)
    done = ariadne("replay", "report.json", "f#0:overflow")
    assert done.code == 2
    assert message in done.err


# ---- 3: our failure ----


@pytest.mark.parametrize("variable", ["ARIADNE_BUILD", "ARIADNE_LLVM"])
def test_missing_tools(tmp_path: Path, variable: str) -> None:
    source = tmp_path / "f.c"
    source.write_text(SOURCE)
    environment = {**os.environ, variable: str(tmp_path), "PYTHONPATH": str(ROOT)}
    command = [*ARIADNE, "analyze", str(source)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 3
    assert "ariadne doctor" in done.stderr
    assert "Traceback" not in done.stderr


# ---- 0 and 1: analyze ----


@pytest.mark.parametrize(
    ("kinds", "code"), [("overflow", 1), ("invalid", 0), ("invalid,divbyzero", 1), ("underflow", 1)]
)
def test_fail_on(ariadne: Call, kinds: str, code: int) -> None:
    assert ariadne("analyze", "f.c", *QUICK, "--fail-on", kinds).code == code


def test_text_report(ariadne: Call) -> None:
    """A line an editor can jump to, the source line with a caret, the table."""
    done = ariadne("analyze", "f.c", *QUICK)
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    start = "f.c:1:42: division by zero in '1.0 / (x - 3.0)' of reciprocal(x = 3): first, result "
    at = next(i for i, line in enumerate(lines) if line.startswith(start))
    assert lines[at + 1 : at + 3] == [
        "  double reciprocal(double x) { return 1.0 / (x - 3.0); }",
        "                                       ~~~~^~~~~~~~~~~",
    ]
    table = lines.index("[locations, input-location pairs]")
    assert lines[table + 1].split() == ["function", "overflow", "underflow", "divbyzero", "invalid", "total"]
    assert re.sub(r"\s\s+", "  ", lines[table + 2]) == "reciprocal  -  [1, 1]  [1, 1]  -  [2, 2]"


def test_json_report(ariadne: Call) -> None:
    done = ariadne("analyze", "f.c", *QUICK, "--json", "r.json", "--seed", "7")
    report = json.loads(Path("r.json").read_text())
    _validate(report)
    assert done.code == 0
    assert _ids(report) == FINDINGS
    assert report["seed"] == 7
    assert report["command"] == ["ariadne", "analyze", "f.c", *QUICK, "--json", "r.json", "--seed", "7"]
    assert [f["name"] for f in report["functions"]] == ["reciprocal", "squared", "use"]
    verdicts = {(v["function"], v["site"], v["kind"]): v["verdict"] for v in report["verdicts"]}
    assert verdicts["reciprocal", "reciprocal#1", "divbyzero"] == "triggered"
    assert verdicts["reciprocal", "reciprocal#1", "invalid"] == "safe"
    assert verdicts["reciprocal", "reciprocal#0", "overflow"] == "safe"
    assert verdicts["use", "squared#0", "overflow"] == "triggered"


def test_json_to_standard_output(ariadne: Call) -> None:
    """Then standard output is JSON and nothing else; the text goes to standard error."""
    done = ariadne("analyze", "f.c", *QUICK, "--json", "-")
    report = json.loads(done.out)
    _validate(report)
    assert done.code == 0
    assert "reciprocal(x = 3)" in done.err


def test_a_report_is_replaced_as_a_whole(ariadne: Call, tmp_path: Path) -> None:
    Path("r.json").write_text("old")
    assert ariadne("analyze", "f.c", *QUICK, "--json", "r.json").code == 0
    _validate(json.loads(Path("r.json").read_text()))
    assert {path.name for path in tmp_path.iterdir()} == {"f.c", "r.json"}  # nothing is left behind


def test_functions_by_glob(ariadne: Call) -> None:
    ariadne("analyze", "f.c", *QUICK, "--json", "r.json", "--function", "sq*", "--function", "use")
    report = json.loads(Path("r.json").read_text())
    assert [f["name"] for f in report["functions"]] == ["squared", "use"]


def test_same_seed_same_findings(ariadne: Call) -> None:
    """For the same number of runs, whatever the number of cores."""
    reports = []
    for jobs in ("1", "2", "2"):
        done = ariadne("analyze", "f.c", "--runs", "20000", "--seed", "5", "--jobs", jobs, "--json", "-")
        reports.append(json.loads(done.out))
    assert reports[0]["findings"] == reports[1]["findings"] == reports[2]["findings"]
    runs = [[function["runs"] for function in report["functions"]] for report in reports]
    assert runs[0] == runs[1] == runs[2]


def test_unsupported_functions_are_named(ariadne: Call) -> None:
    Path("v.c").write_text(BY_VALUE + "double h(double x) { return x * x; }\n")
    done = ariadne("analyze", "v.c", *QUICK, "--json", "r.json")
    assert done.code == 0
    assert "not analysed, parameter 'v' has type struct s" in done.out
    report = json.loads(Path("r.json").read_text())
    _validate(report)
    assert {f["name"]: f["status"] for f in report["functions"]} == {"g": "unsupported", "h": "complete"}


def test_flags_for_the_compiler(ariadne: Call) -> None:
    Path("v.c").write_text("double q(double x) { return VALUE / x; }\n")
    assert ariadne("analyze", "v.c").code == 2
    done = ariadne("analyze", "v.c", *QUICK, "--json", "r.json", "--", "-DVALUE=0.0")
    assert done.code == 0
    report = json.loads(Path("r.json").read_text())
    assert _ids(report) == {"q#0:invalid"}  # 0 / x raises nothing else
    assert report["flags"] == ["-DVALUE=0.0"]
    assert ariadne("replay", "r.json", "q#0:invalid").code == 0


# ---- several files ----


def test_files_are_linked(ariadne: Call) -> None:
    caller = "double twice(double x) { return 2.0 * reciprocal(x); }\n"
    Path("g.c").write_text("double reciprocal(double);\n" + caller)
    done = ariadne("analyze", "g.c", "f.c", *QUICK, "--function", "twice", "--json", "r.json")
    assert done.code == 0
    report = json.loads(Path("r.json").read_text())
    assert {"twice/reciprocal#1:divbyzero", "twice/reciprocal#1:underflow"} <= _ids(report)
    assert ariadne("replay", "r.json", "twice/reciprocal#1:divbyzero").code == 0


def test_files_that_conflict(ariadne: Call) -> None:
    Path("g.c").write_text(SOURCE)
    done = ariadne("analyze", "g.c", "f.c")
    assert done.code == 2
    assert "cannot be linked together" in done.err and "reciprocal" in done.err


def test_static_functions_of_the_same_name(ariadne: Call) -> None:
    other = "static double squared(double x) { return x * x; }\n"
    Path("g.c").write_text(other + "double h(double x) { return squared(x); }\n")
    ariadne("analyze", "f.c", "g.c", *QUICK, "--json", "r.json")
    report = json.loads(Path("r.json").read_text())
    names = [f["name"] for f in report["functions"]]
    assert len(names) == len(set(names)) == 5
    statics = [finding for finding in sorted(_ids(report)) if re.match(r"squared\S*:overflow", finding)]
    assert len(statics) == 2
    for finding in statics:
        assert ariadne("replay", "r.json", finding).code == 0, finding


def test_folder(ariadne: Call, tmp_path: Path) -> None:
    """All the files in it and below make one program."""
    folder = tmp_path / "program"
    (folder / "part").mkdir(parents=True)
    (folder / "f.c").write_text(SOURCE)
    (folder / "part" / "g.c").write_text("double use(float);\ndouble h(float x) { return use(x); }\n")
    (folder / "README").write_text("not a source")
    done = ariadne("analyze", "program", *QUICK, "--json", "r.json")
    assert done.code == 0
    report = json.loads(Path("r.json").read_text())
    assert {"reciprocal", "squared", "use", "h"} == {f["name"] for f in report["functions"]}
    assert "h/squared#0:overflow" in _ids(report)
    assert report["notes"] == []


@pytest.fixture
def conflicting(ariadne: Call, tmp_path: Path) -> Call:
    (tmp_path / "folder").mkdir()
    for name in ("a", "b"):
        (tmp_path / "folder" / f"{name}.c").write_text("float f(float x) { return x * x; }\n")
    return ariadne


def test_folder_whose_files_conflict(conflicting: Call) -> None:
    """Each file is a program of its own, and the report says so; a file that does not compile is left out."""
    Path("folder/bad.c").write_text("double x = ;\n")
    done = conflicting("analyze", "folder", *QUICK, "--json", "r.json")
    assert done.code == 0
    report = json.loads(Path("r.json").read_text())
    _validate(report)
    assert [Path(f["file"]).name for f in report["functions"]] == ["a.c", "b.c"]
    notes = "\n".join(report["notes"])
    assert "each file is analysed on its own" in notes
    assert "left out" in notes and "bad.c" in notes
    assert "a.c:1:" in done.out and "b.c:1:" in done.out


def test_table_tells_programs_apart(conflicting: Call) -> None:
    """Functions of the same name in two programs are two locations each."""
    done = conflicting("analyze", "folder", *QUICK)
    total = next(line for line in done.out.splitlines() if line.startswith("Total"))
    assert re.findall(r"\[\d+, \d+\]", total) == ["[2, 2]", "[2, 2]", "[4, 4]"]


def test_findings_of_conflicting_files_have_ids_of_their_own(conflicting: Call) -> None:
    """`replay` must be able to tell them apart."""
    conflicting("analyze", "folder", *QUICK, "--json", "r.json")
    report = json.loads(Path("r.json").read_text())
    assert len(report["findings"]) == len(_ids(report)) == 4
    triggered = {v["reason"] for v in report["verdicts"] if v["verdict"] == "triggered"}
    assert triggered == _ids(report)


def test_undefined_externals(ariadne: Call) -> None:
    """What never calls them is analysed as ever; a run that does ends there, and the report says why."""
    Path("g.c").write_text(
        "double mystery(double);\n"
        "double some(double x) { return x > 5.0 ? mystery(x) : 1.0 / x; }\n"
        "double all(double x) { return mystery(x) * x; }\n"
    )
    done = ariadne("analyze", "g.c", *QUICK, "--json", "r.json")
    assert done.code == 0
    report = json.loads(Path("r.json").read_text())
    _validate(report)
    assert "some#0:divbyzero" in _ids(report)
    assert not any(finding["function"] == "all" for finding in report["findings"])
    assert any("mystery" in note for note in report["notes"])
    functions = {f["name"]: f for f in report["functions"]}
    assert all("mystery" in crash["reason"] for crash in functions["all"]["crashes"])
    assert functions["all"]["crashes"]


# ---- sites, reify, replay ----


def test_sites(ariadne: Call) -> None:
    done = ariadne("sites", "f.c")
    assert done.code == 0
    assert [re.split(r"\s\s+", line) for line in done.out.splitlines()] == [
        ["site", "place", "opcode", "type", "kinds", "text"],
        ["reciprocal#0", "f.c:1:47", "fsub", "f64", "overflow underflow", "x - 3.0"],
        ["reciprocal#1", "f.c:1:42", "fdiv", "f64", "overflow underflow divbyzero", "1.0 / (x - 3.0)"],
        ["squared#0", "f.c:2:42", "fmul", "f32", "overflow underflow", "x * x"],
    ]


def test_sites_as_json(ariadne: Call) -> None:
    rows = [json.loads(line) for line in ariadne("sites", "f.c", "--json").out.splitlines()]
    assert [row["site"] for row in rows] == ["reciprocal#0", "reciprocal#1", "squared#0"]
    assert rows[2] == {
        "site": "squared#0",
        "file": str(Path("f.c").resolve()),
        "line": 2,
        "column": 42,
        "opcode": "fmul",
        "type": "f32",
        "kinds": ["overflow", "underflow"],
        "text": "x * x",
    }


def test_sites_where_there_are_none(ariadne: Call) -> None:
    Path("g.c").write_text("int f(int x) { return x / 2; }\n")
    done = ariadne("sites", "g.c")
    assert (done.code, done.err) == (0, "no floating-point operations\n")


def test_reify_writes_a_program_that_stops(ariadne: Call, tmp_path: Path) -> None:
    """As --help says: linked with the library, it ends at its first exception and names it."""
    Path("main.c").write_text("double reciprocal(double); int main(void) { return reciprocal(3.0) > 0.0; }\n")
    assert ariadne("reify", "f.c", "-o", "reified.ll") == Done(0, "", "")
    library = toolchain.native("lib/libariadne_reify.a")
    command = [toolchain.tool("clang"), "-w", "main.c", "reified.ll", library, "-lm", "-o", "program"]
    subprocess.run(command, check=True)
    done = subprocess.run(["./program"], capture_output=True, text=True, check=False)
    assert done.returncode == 70
    assert re.match(r".*f\.c:1:42: division by zero in fdiv \(reciprocal\): a = 1 .*, b = 0 ", done.stderr)


def test_reify_to_standard_output(ariadne: Call) -> None:
    done = ariadne("reify", "f.c")
    assert done.code == 0
    assert "define" in done.out and "@__ariadne_raise_f64" in done.out


@pytest.mark.parametrize(
    ("function", "inputs", "story"),
    [
        ("reciprocal", ["3"], "division by zero in '1.0 / (x - 3.0)' of reciprocal(x = 3.0): stopped here"),
        ("squared", ["1e30"], "overflow in 'x * x' of squared(x = 1e+30): stopped here"),
        ("squared", ["0x1p-100"], "underflow in 'x * x' of squared("),
        ("use", ["1e30"], "f.c:2:42: overflow in 'x * x' of use(x = 1e+30): stopped here"),
        ("squared", ["3"], "squared(x = 3.0): no exception: return 9.0"),
        ("reciprocal", ["inf"], "no exception: return 0.0"),
    ],
)
def test_reify_run(ariadne: Call, function: str, inputs: list[str], story: str) -> None:
    done = ariadne("reify", "f.c", "--run", "--function", function, "--input", *inputs)
    assert (done.code, done.err) == (0, "")
    assert story in done.out


@pytest.mark.parametrize("number", ["-3", "-1.5", "-1e20", "-0x1p3", "-inf", "-.5"])
def test_reify_takes_negative_numbers(ariadne: Call, number: str) -> None:
    done = ariadne("reify", "f.c", "--run", "--function", "reciprocal", "--input", number)
    assert (done.code, done.err) == (0, "")


def test_reify_bounds_loops(ariadne: Call) -> None:
    Path("g.c").write_text("double f(double x) { double s = 0; while (s >= 0) s = s + x; return s; }\n")
    done = ariadne("reify", "g.c", "--run", "--function", "f", "--input", "1", "--loop-bound", "5")
    assert done.code == 0
    assert "no exception" in done.out


def test_replay(ariadne: Call) -> None:
    ariadne("analyze", "f.c", *QUICK, "--json", "r.json")
    for finding in ("squared#0:underflow", "use/squared#0:overflow"):
        done = ariadne("replay", "r.json", finding)
        assert (done.code, done.err) == (0, "")
        assert done.out.count("<-- this finding") == 1
    done = ariadne("replay", "r.json", "reciprocal#1:divbyzero")
    assert done.out.splitlines() == [
        "reciprocal(x = 3.0)",
        f"1. {Path('f.c').resolve()}:1:42: division by zero in '1.0 / (x - 3.0)'  <-- this finding",
        "     fdiv of 1.0, 0.0",
        "     double reciprocal(double x) { return 1.0 / (x - 3.0); }",
        "                                          ~~~~^~~~~~~~~~~",
        done.out.splitlines()[-1],
    ]
    assert done.out.splitlines()[-1] in ("returned: return = inf", "returned: return = -inf")


def test_replay_of_what_has_changed(ariadne: Call) -> None:
    ariadne("analyze", "f.c", *QUICK, "--json", "r.json")
    unknown = ariadne("replay", "r.json", "reciprocal#1:divbyzer")
    assert unknown.code == 2
    assert "reciprocal#1:divbyzero" in unknown.err
    Path("f.c").write_text(SOURCE.replace("3.0", "4.0"))
    other = ariadne("replay", "r.json", "reciprocal#1:divbyzero")
    assert other.code == 1
    assert "did not occur again" in other.err
    Path("f.c").write_text("double reciprocal(float x) { return x; }\n")
    assert ariadne("replay", "r.json", "reciprocal#1:divbyzero").code == 2
    Path("f.c").write_text("double other(double x) { return x; }\n")
    assert ariadne("replay", "r.json", "reciprocal#1:divbyzero").code == 2
    Path("f.c").unlink()
    assert ariadne("replay", "r.json", "reciprocal#1:divbyzero").code == 2


# ---- help, pipes and Ctrl-C ----


@pytest.mark.parametrize("command", [[], ["analyze"], ["sites"], ["reify"], ["replay"]], ids=" ".join)
def test_help(ariadne: Call, command: list[str]) -> None:
    done = ariadne(*command, "--help")
    assert done.code == 0
    assert done.out.startswith("usage: ariadne")
    if not command:
        assert "exit codes:" in done.out


def test_version(ariadne: Call) -> None:
    assert re.fullmatch(r"ariadne \d+\.\d+\.\d+\S*\n", ariadne("--version").out)


def _start(
    *arguments: str, environment: dict[str, str] | None = None, stdout: int = subprocess.PIPE
) -> subprocess.Popen[str]:
    """A process in a group of its own, as a shell starts it: Ctrl-C goes to the whole group."""
    return subprocess.Popen(
        [*ARIADNE, *arguments],
        env={**os.environ, "PYTHONPATH": str(ROOT), **(environment or {})},
        stdout=stdout,
        stderr=subprocess.PIPE,
        text=True,
        process_group=0,
    )


def test_closed_pipe(tmp_path: Path) -> None:
    """`ariadne ... | head` is no mistake."""
    (tmp_path / "f.c").write_text(SOURCE)
    reader, writer = os.pipe()
    os.close(reader)
    process = _start("sites", str(tmp_path / "f.c"), stdout=writer)
    os.close(writer)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "")


def test_interrupt_during_the_search(tmp_path: Path) -> None:
    """What was found by then is confirmed, printed and in the JSON report."""
    source, report = tmp_path / "f.c", tmp_path / "r.json"
    source.write_text(
        "float quick(float x) { return x * x; }\n"
        "double slow(double x) {\n"
        "  volatile int spin = 0;\n"
        "  for (int i = 0; i < 3000000; i++) spin = i;\n"
        "  return x * x;\n"
        "}\n"
    )
    process = _start("analyze", str(source), "--budget", "60", "--timeout", "10", "--json", str(report))
    deadline = time.monotonic() + 60
    found: set[str] = set()
    while not any(name.startswith("quick#0") for name in found):  # the report is kept up to date meanwhile
        assert time.monotonic() < deadline and process.poll() is None
        time.sleep(0.1)
        with contextlib.suppress(FileNotFoundError):
            unfinished = json.loads(report.read_text())
            _validate(unfinished)
            found = _ids(unfinished)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130, err
    assert "Traceback" not in err
    assert "overflow in 'x * x' of quick(" in out
    assert "interrupted" in out
    final = json.loads(report.read_text())
    _validate(final)
    assert final["interrupted"] is True
    assert {"quick#0:overflow", "quick#0:underflow"} <= _ids(final)
    assert {f["name"]: f["status"] for f in final["functions"]}["slow"] == "interrupted"


def test_interrupt_during_the_compilation(tmp_path: Path) -> None:
    source = tmp_path / "f.c"
    os.mkfifo(source)  # the compiler waits for it to be written
    process = _start("analyze", str(source))
    deadline = time.monotonic() + 60
    while True:
        try:
            writer = os.open(source, os.O_WRONLY | os.O_NONBLOCK)  # it stays open: no end of file
            break
        except OSError:  # nobody reads yet
            assert time.monotonic() < deadline and process.poll() is None
            time.sleep(0.02)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=30)
    os.close(writer)
    assert (process.returncode, err) == (130, "ariadne: interrupted\n")


def test_interrupt_during_the_confirmation(tmp_path: Path) -> None:
    """Ctrl-C reaches the tools that we wait for, too; what the search had found is confirmed all the same."""
    tools, started = tmp_path / "llvm" / "bin", tmp_path / "started"
    tools.mkdir(parents=True)
    real = Path(toolchain.tool("llvm-symbolizer"))
    for tool in real.parent.iterdir():
        if tool.name != real.name:
            (tools / tool.name).symlink_to(tool)
    slow = tools / real.name
    slow.write_text(f'#!/bin/sh\ntouch "{started}"\nsleep 2\nexec {real} "$@"\n')
    slow.chmod(0o755)
    source, report = tmp_path / "f.c", tmp_path / "r.json"
    source.write_text("float quick(float x) { return x * x; }\n")
    environment = {"ARIADNE_LLVM": str(tools.parent)}
    process = _start("analyze", str(source), *QUICK, "--json", str(report), environment=environment)
    deadline = time.monotonic() + 60
    while not started.exists():
        assert time.monotonic() < deadline and process.poll() is None
        time.sleep(0.02)
    time.sleep(0.2)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert (process.returncode, "Traceback" in err) == (130, False), err
    final = json.loads(report.read_text())
    _validate(final)
    assert _ids(final) == {"quick#0:overflow", "quick#0:underflow"}


def test_what_nobody_foresaw_is_one_message_and_a_log(
    ariadne: Call, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fails(options: object) -> int:
        raise KeyError("surprise")

    monkeypatch.setattr("orchestrator.commands.sites.run", fails)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    done = ariadne("sites", "f.c")
    assert done.code == 3 and "Traceback" not in done.err and "KeyError: 'surprise'" in done.err
    (log,) = tmp_path.glob("ariadne-failure-*.log")
    assert str(log) in done.err and "Traceback" in log.read_text()
