"""C regression tests of findings: they compile, pass today, and fail when they are told to expect a fix."""

from __future__ import annotations

import json
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from orchestrator.cli import main
from orchestrator.core.model import Consequence, Finding, Function, Kind, Report, Value
from orchestrator.numbers import floats
from orchestrator.reports.regression.ctext import case_text, literal
from orchestrator.reports.regression.subject import Subject, SubjectFile
from orchestrator.reports.regression.suite import chosen, make_suite, write_suite
from tests.reports.samples import HOSTILE, hostile_report

ROOT = Path(__file__).resolve().parents[2]

# Static functions, an own main, outputs behind pointers, all widths, a header that needs a flag.
SOURCE = """\
#include <math.h>
#include "numbers.h"
struct pair { double first; float second; };
static float squared(float x) { return x * x; }
long double wide(long double x) { return x * BIG; }
int outputs(int n, double x, struct pair *out, long *count)
{
    *count += n;
    out->first = x * 1e200;
    out->second = (float)x;
    return 0;
}
double use(float x) { return squared(x); }
double odd(unsigned long a, signed char b, double x) { return a / (x - b); }
int main(void) { return (int)use(1); }
"""


def analyse(folder: Path, monkeypatch: pytest.MonkeyPatch, name: str = "it's $(a) program") -> None:
    """Makes a folder with a difficult name, a program in it, and its report."""
    place = folder / name
    (place / "inc lude").mkdir(parents=True)
    (place / "inc lude/numbers.h").write_text("#define BIG 1e4000L\n")
    (place / "p.c").write_text(SOURCE)
    monkeypatch.chdir(place)
    flags = ["--", "-Iinc lude", '-DUNUSED="it\'s $x"']
    assert main(["analyze", "p.c", "--runs", "20000", "--json", "r.json", *flags]) == 0


def check(folder: str, *arguments: str) -> dict[str, str]:
    """What each test says of itself, and whether make agrees."""
    command = ["make", "-k", "-C", folder, "check", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    lines = [line for line in done.stdout.splitlines() if line.startswith(("PASS: ", "FAIL: "))]
    said = {line.split(" ")[1].rstrip(":"): line[:4] for line in lines}
    assert (done.returncode == 0) == ("FAIL" not in said.values()), done.stderr
    return said


def test_they_pass_today_and_fail_until_it_is_fixed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    analyse(tmp_path, monkeypatch)
    assert main(["tests", "r.json", "-o", "fp", "--at-least", "benign"]) == 0
    shown = capfd.readouterr()
    assert "each compiled and run" in shown.out
    assert "cannot be compiled" not in shown.err and "does not raise" not in shown.err
    today = check("fp")
    assert {
        "squared#0:overflow",
        "use/squared#0:underflow",
        "wide#0:overflow",
        "outputs#0:overflow",
        "outputs#1:overflow",
        "odd#1:divbyzero",
    } <= today.keys()
    assert set(today.values()) == {"PASS"}
    fixed = check("fp", "FIXED=1")
    assert fixed.keys() == today.keys() and set(fixed.values()) == {"FAIL"}

    # Now somebody repairs a function; make sees that its file has changed.
    Path("p.c").write_text(SOURCE.replace("return x * x;", "return x > 1 ? 1 : 0;"))
    of_squared = {name for name in today if "squared" in name}
    assert {name for name, word in check("fp").items() if word == "FAIL"} == of_squared
    assert {name for name, word in check("fp", "FIXED=1").items() if word == "PASS"} == of_squared


def test_cmake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    analyse(tmp_path, monkeypatch, "it's a program")  # CMake itself cannot work in a folder with a dollar
    assert main(["tests", "r.json", "-o", "fp", "--at-least", "benign", "--no-check"]) == 0
    for option, code in (("OFF", 0), ("ON", 8)):
        build = str(tmp_path / f"build {option}")
        for command in (
            ["cmake", "-S", "fp", "-B", build, f"-DARIADNE_EXPECT_FIXED={option}"],
            ["cmake", "--build", build],
        ):
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stdout + done.stderr
        ran = subprocess.run(["ctest", "--test-dir", build], capture_output=True, text=True, check=False)
        assert ran.returncode == code, ran.stdout
        assert ("100% tests passed" if option == "OFF" else "0% tests passed") in ran.stdout


def test_examples(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    report, folder = str(tmp_path / "r.json"), str(tmp_path / "fp")
    assert (
        main(["analyze", str(tmp_path / "examples/hypotenuse.c"), "--runs", "20000", "--json", report]) == 0
    )
    assert main(["tests", report, "-o", folder]) == 0
    said = check(folder)
    assert "hyp#0:underflow" in said and set(said.values()) == {"PASS"}
    text = Path(folder, "test_hyp_0_underflow.c").read_text()
    assert "wrong, avoidable" in text and ", exactly " in text and "p-" in text


def test_what_does_not_show_is_dropped_and_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    analyse(tmp_path, monkeypatch)
    document = json.loads(Path("r.json").read_text())
    for finding in document["findings"]:
        if finding["id"] == "squared#0:overflow":
            finding["inputs"][0]["raw"] = floats.parse("f32", "2").hex()
    Path("r.json").write_text(json.dumps(document))
    options = ["--at-least", "benign", "--kind", "overflow", "--function", "squared", "--function", "wide"]
    assert main(["tests", "r.json", "-o", "fp", *options]) == 0
    shown = capsys.readouterr()
    assert "the call does not raise the flag: squared#0:overflow" in shown.err
    assert sorted(path.name for path in Path("fp").glob("test_*.c")) == ["test_wide_0_overflow.c"]
    assert "squared" not in Path("fp/Makefile").read_text()
    # Without the check it is there, and its failure is there to be seen.
    assert main(["tests", "r.json", "-o", "fp", *options, "--no-check"]) == 0
    assert check("fp") == {"squared#0:overflow": "FAIL", "wide#0:overflow": "PASS"}


def test_mistakes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    analyse(tmp_path, monkeypatch)
    Path("own").mkdir()
    Path("own/Makefile").write_text("all:\n")
    for arguments, message in (
        (["-o", "p.c"], "p.c is not a folder"),
        (["-o", "own"], "has a Makefile that is not ours"),
        (["-o", "fp", "--function", "nothing"], "has no such findings"),
    ):
        assert main(["tests", "r.json", *arguments]) == 2
        assert message in capsys.readouterr().err
    assert Path("own/Makefile").read_text() == "all:\n"


@pytest.mark.parametrize(
    ("cls", "number", "text"),
    [
        ("f64", "-0", "-0x0p+0"),
        ("f32", "0x1p-149", "0x1p-149f"),
        ("f80", "0x1.8p-16000", "0x1.8p-16000L"),
        ("f80", "-inf", "-__builtin_infl()"),
        ("f32", "nan", '__builtin_nanf("")'),
        ("i64", "-9223372036854775808", "(-9223372036854775807LL - 1)"),
        ("u64", "18446744073709551615", "18446744073709551615ULL"),
        ("i8", "-128", "-128"),
        ("bool", "true", "1"),
    ],
)
def test_literals(cls: str, number: str, text: str) -> None:
    assert literal(Value("x", "", cls, floats.parse(cls, number))) == text


def found_in(report: Report) -> list[tuple[Function, Finding]]:
    return chosen(report, Consequence.BENIGN, Kind, lambda f: True)


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_names(name: str, tmp_path: Path) -> None:
    """Functions have names that C allows; their sources, files and messages may hold anything."""
    report = hostile_report(tmp_path, name)
    assert not make_suite(found_in(report), lambda f: Subject(()), str(tmp_path))[0].cases
    plain = tuple(replace(f, function=replace(f.function, name="f")) for f in report.functions)
    report = replace(report, functions=plain)
    subject = Subject((SubjectFile(f"{tmp_path}/{name}.c", (name,)),), (name,))
    found = found_in(report)
    suite, left = make_suite(found, lambda f: subject, str(tmp_path))
    assert len(suite.cases) + len(left) == 6 and all(each.reason for each in left)
    write_suite(suite, tmp_path / "fp")
    for function, finding in found:
        text = case_text(function, finding, None).partition("return ariadne_verdict")[0]
        assert text.count("/*") == text.count("*/") == 2 + text.count("/* zeroed */"), "all of them ours"
    listed = subprocess.run(
        ["make", "-n", "-C", str(tmp_path / "fp"), "check"], capture_output=True, text=True, check=False
    )
    assert "*** " not in listed.stderr.replace("*** No rule to make target", ""), listed.stderr
