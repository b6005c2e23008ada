"""The commands about exact arithmetic: classify, exact, ap, and what analyze shows of it."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from math import isqrt
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from orchestrator import cli
from orchestrator.native import toolchain
from orchestrator.reports.json_report import SCHEMA_FILE
from tests.classify.cases import PROGRAMS

SOURCE = """\
#include <math.h>
double hypot_naive(double x, double y) { return sqrt(x * x + y * y); }
double third(double x) { return x / 3.0; }
double tiny(double x) { return 1.0 + x * x; }
int status(double x, double *r) { return (*r = x * x) > 1e308; }
double inverse(double x) { return 1.0 / (x - x); }
"""
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
    (tmp_path / "by_value.c").write_text(BY_VALUE)

    def call(*arguments: str) -> Done:
        try:
            code = cli.main(arguments)
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 1
        captured = capfd.readouterr()
        return Done(code, captured.out, captured.err)

    return call


# ---- classify ----


def test_classify_tells_the_story(ariadne: Call) -> None:
    done = ariadne("classify", "f.c", "--function", "hypot_naive", "--input", "1e200", "1e200")
    assert done.code == 0 and not done.err
    lines = done.out.splitlines()
    assert re.match(r"1\. .*f\.c:2:\d+: overflow in 'x \* x'", lines[0])
    assert lines[1].strip().startswith("avoidable: ")
    assert re.match(r"2\. .*f\.c:2:\d+: overflow in 'y \* y'", lines[2])
    assert lines[3].strip().startswith("avoidable: ")
    text = done.out
    assert "return = inf, exactly 1.414213562373095" in text and "e+200" in text
    assert "bits" in text  # the precision that was needed
    assert "consequence: poisoned" in text


def test_classify_nothing(ariadne: Call) -> None:
    done = ariadne("classify", "f.c", "--function", "hypot_naive", "--input", "3", "4")
    assert done.code == 0
    assert "no exceptions" in done.out and "return = 5" in done.out and "consequence" not in done.out


def test_classify_not_finite(ariadne: Call) -> None:
    """There is no exact value to show."""
    done = ariadne("classify", "f.c", "--function", "inverse", "--input", "1")
    assert done.code == 0 and "division by zero" in done.out and "consequence: poisoned" in done.out
    assert "avoidable" not in done.out


def test_classify_json(ariadne: Call) -> None:
    done = ariadne(
        "classify", "f.c", "--function", "hypot_naive", "--input", "1e-200", "1e-200", "--json", "-"
    )
    assert done.code == 0
    told = json.loads(done.out)
    fields = {"file", "line", "column", "operation", "kind", "first", "class", "reason"}
    assert all(fields <= set(exception) for exception in told["exceptions"])
    short = [(e["operation"], e["kind"], e["first"], e["class"]) for e in told["exceptions"]]
    assert short == [("x * x", "underflow", True, "avoidable"), ("y * y", "underflow", False, "avoidable")]
    assert all(e["line"] == 2 and Path(e["file"]).name == "f.c" and e["reason"] for e in told["exceptions"])
    (result,) = told["results"]
    assert result["name"] == "return" and {"float", "exact", "ulps"} <= set(result)
    assert re.fullmatch(r"0x[0-9a-f]+p-\d+", result["exact"]["lower"])
    assert result["ulps"] > 2**20
    assert told["consequence"] == "wrong"


def test_classify_json_not_finite(ariadne: Call) -> None:
    done = ariadne("classify", "f.c", "--function", "inverse", "--input", "1", "--json", "-")
    told = json.loads(done.out)
    assert [(e["kind"], e["class"]) for e in told["exceptions"]] == [("divbyzero", None)]
    assert told["results"][0]["exact"] in (None, {"lower": None, "upper": None})
    assert told["consequence"] == "poisoned"


def test_classify_json_to_a_file(ariadne: Call, tmp_path: Path) -> None:
    done = ariadne("classify", "f.c", "--function", "tiny", "--input", "1e-200", "--json", "told.json")
    assert done.code == 0 and "consequence: benign" in done.out
    assert json.loads((tmp_path / "told.json").read_text())["consequence"] == "benign"


@pytest.mark.parametrize(
    ("status", "consequence"),
    [("none", "poisoned"), ("nonzero", "reported by status 1"), ("gsl", "reported by status 1")],
)
def test_classify_status(ariadne: Call, status: str, consequence: str) -> None:
    done = ariadne("classify", "f.c", "--function", "status", "--input", "1e200", f"--status={status}")
    assert done.code == 0 and f"consequence: {consequence}" in done.out


def test_classify_max_ulps(ariadne: Call) -> None:
    """What is wrong is for the user to say."""
    call = ("classify", str(PROGRAMS / "types.c"), "--function", "narrow_square", "--input", "1e-20")
    assert "consequence: benign" in ariadne(*call).out
    assert "consequence: wrong" in ariadne(*call, "--max-ulps", "0.001").out


def test_classify_precision(ariadne: Call) -> None:
    call = ("classify", str(PROGRAMS / "elementary.c"), "--function", "quadratic_branch")
    call += ("--input", "1e-200", "1", "1e-200")
    assert "consequence: wrong" in ariadne(*call).out
    done = ariadne(*call, "--precision", "500")
    assert "undetermined" in done.out and "500 bits" in done.out and "consequence: unknown" in done.out


def test_classify_diverged(ariadne: Call) -> None:
    done = ariadne("classify", str(PROGRAMS / "control.c"), "--function", "branch", "--input", "1e-200")
    assert re.search(r"control\.c:\d+:\d+: decided the other way", done.out)


# ---- exact ----


def test_exact(ariadne: Call) -> None:
    done = ariadne("exact", "f.c", "--function", "third", "--input", "1")
    assert done.code == 0
    assert re.search(r"computed +0\.333333333333333", done.out)
    assert re.search(r"exact +3\.3{29}e-1$", done.out, re.MULTILINE)
    assert re.search(r"error +0\.333\d* ulps", done.out)


@pytest.mark.parametrize("digits", [1, 5, 100, 5000])
def test_exact_digits(ariadne: Call, digits: int) -> None:
    done = ariadne("exact", "f.c", "--function", "hypot_naive", "--input", "1", "1", "--digits", str(digits))
    (shown,) = re.findall(r"exact +(\S+)", done.out)
    assert len(shown.replace(".", "")) == digits
    compared = min(digits - 1, 1000)  # the last one is rounded
    assert shown.replace(".", "")[:compared] == str(isqrt(2 * 10**2000))[:compared]


def test_exact_prints_outputs_and_integers(ariadne: Call) -> None:
    done = ariadne("exact", "f.c", "--function", "status", "--input", "1e200")
    assert done.code == 0
    assert (
        "return" in done.out
        and "*r" in done.out
        and re.search(r"exact +9\.9\d+e\+399|1\.0\d+e\+400", done.out)
    )


def test_exact_undetermined(ariadne: Call) -> None:
    done = ariadne("exact", str(PROGRAMS / "control.c"), "--function", "machine_epsilon", "--input", "1")
    assert done.code == 0 and "undetermined: does not terminate in exact arithmetic" in done.out


def test_exact_not_finite(ariadne: Call) -> None:
    done = ariadne("exact", "f.c", "--function", "inverse", "--input", "1")
    assert done.code == 0 and re.search(r"exact +\S+", done.out)


# ---- ap ----


@pytest.mark.parametrize("program", sorted(PROGRAMS.glob("*.c")), ids=lambda path: path.stem)
def test_ap_writes_valid_ir(ariadne: Call, tmp_path: Path, program: Path) -> None:
    done = ariadne("ap", str(program), "-o", "out.ll")
    assert done.code == 0 and not done.out
    verify = [toolchain.tool("opt"), "-passes=verify", "-disable-output", str(tmp_path / "out.ll")]
    assert subprocess.run(verify, check=False).returncode == 0
    # No arithmetic is left to the processor.
    assert not re.search(r"= f(add|sub|mul|div|rem|cmp|ptrunc|pext) ", (tmp_path / "out.ll").read_text())


def test_ap_to_standard_output(ariadne: Call) -> None:
    done = ariadne("ap", "f.c")
    assert done.code == 0 and "define" in done.out and "__ariadne_ap_fmul_f64" in done.out


# ---- analyze ----


QUICK = ("--runs", "20000", "--jobs", "1")


def test_analyze_shows_classes(ariadne: Call) -> None:
    done = ariadne("analyze", "f.c", "--function", "hypot_naive", *QUICK)
    assert done.code == 0
    heads = [line for line in done.out.splitlines() if re.search(r"f\.c:\d+:\d+: (overflow|underflow)", line)]
    assert heads and all(re.search(r"(avoidable|undetermined)", line) for line in heads)
    assert all(re.search(r"(wrong|poisoned|reported|consequence unknown|benign)", line) for line in heads)
    for kind in ("overflow", "underflow"):
        assert re.search(rf"{kind}: \d+ of \d+ potentially avoidable \(\d+%\)", done.out)
    assert re.search(r"consequences: (\d+ wrong)?", done.out)


ORDER = ["wrong", "poisoned", "unknown", "reported", "benign"]


def test_analyze_worst_first(ariadne: Call, tmp_path: Path) -> None:
    done = ariadne(
        "analyze", str(PROGRAMS / "status.c"), "--status=gsl", "--all", *QUICK, "--json", "report.json"
    )
    report = json.loads((tmp_path / "report.json").read_text())
    judged = {finding["judgement"]["consequence"] for finding in report["findings"]}
    assert len(judged) >= 3
    heads = [line for line in done.out.splitlines() if re.search(r"status\.c:\d+:\d+: \w.* of \w+\(", line)]
    by_function: dict[str, list[int]] = {}
    for line in heads:
        function = re.findall(r" of (\w+)\(", line)[0]
        rank = next(i for i, word in enumerate(ORDER) if re.search(rf"\b{word}\b", line))
        by_function.setdefault(function, []).append(rank)
    assert by_function and all(ranks == sorted(ranks) for ranks in by_function.values())


def test_analyze_folds_what_is_benign(ariadne: Call) -> None:
    done = ariadne("analyze", "f.c", "--function", "tiny", *QUICK)
    assert "not listed without --all: 1 benign finding (the result is right)" in done.out
    assert "underflow in" not in done.out and "overflow in" in done.out
    assert "underflow in" in ariadne("analyze", "f.c", "--function", "tiny", "--all", *QUICK).out


def test_analyze_json(ariadne: Call, tmp_path: Path) -> None:
    """Also with results that are not finite in exact arithmetic."""
    done = ariadne("analyze", "f.c", "--json", "report.json", *QUICK)
    assert done.code == 0
    report = json.loads((tmp_path / "report.json").read_text())
    jsonschema.validate(report, json.loads(Path(SCHEMA_FILE).read_text()))
    assert report["findings"] and all(_is_judged(finding) for finding in report["findings"])
    assert any(finding["function"] == "inverse" for finding in report["findings"])


def _is_judged(finding: dict[str, Any]) -> bool:
    judgement = finding["judgement"]
    has_class = finding["kind"] in ("overflow", "underflow")
    return judgement["consequence"] in ORDER and (judgement["class"] is not None) == has_class


def test_analyze_without_classes(ariadne: Call) -> None:
    done = ariadne("analyze", "f.c", "--function", "hypot_naive", "--no-classify", *QUICK)
    assert done.code == 0 and "avoidable" not in done.out


# ---- mistakes ----


CALL = ("--function", "third", "--input", "1")
MISTAKES = [
    pytest.param(("classify", "f.c"), id="no function"),
    pytest.param(("classify", "f.c", "--function", "nobody", "--input", "1"), id="unknown function"),
    pytest.param(("classify", "f.c", "--function", "third"), id="too few numbers"),
    pytest.param(("classify", "f.c", "--function", "third", "--input", "1", "2"), id="too many numbers"),
    pytest.param(("classify", "f.c", "--function", "third", "--input", "one"), id="not a number"),
    pytest.param(("classify", "by_value.c", "--function", "g", "--input", "1"), id="cannot be called"),
    pytest.param(("classify", "none.c", *CALL), id="no such file"),
    pytest.param(("classify", "f.c", *CALL, "--status", "maybe"), id="unknown convention"),
    pytest.param(("classify", "f.c", *CALL, "--max-ulps", "-1"), id="negative error"),
    pytest.param(("classify", "f.c", *CALL, "--precision", "0"), id="no precision"),
    pytest.param(("classify", "f.c", *CALL, "--json", "no/such/folder.json"), id="cannot write"),
    pytest.param(("exact", "f.c", *CALL, "--digits", "0"), id="no digits"),
    pytest.param(("exact", "f.c", *CALL, "--digits", "many"), id="digits"),
    pytest.param(("exact", "f.c", "--function", "third", "--input", "1", "2"), id="exact: too many numbers"),
    pytest.param(("exact", "by_value.c", "--function", "g", "--input", "1"), id="exact: cannot be called"),
    pytest.param(("ap", "none.c"), id="ap: no such file"),
    pytest.param(("ap", "f.c", "-o", "no/such/folder.ll"), id="ap: cannot write"),
    pytest.param(("ap",), id="ap: no file"),
]


@pytest.mark.parametrize("arguments", MISTAKES)
def test_mistakes(ariadne: Call, arguments: tuple[str, ...]) -> None:
    done = ariadne(*arguments)
    assert done.code == 2, done
    assert done.err.strip() and "Traceback" not in done.err and not done.out
