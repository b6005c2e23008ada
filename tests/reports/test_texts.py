"""CSV, JUnit and Markdown, read back as their readers read them."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from orchestrator.core.model import Consequence, Report, Status
from orchestrator.reports import csv_table, junit, markdown
from orchestrator.reports.identity import identify
from tests.reports.samples import HOSTILE, hostile_report, judged_report

EACH_HOSTILE = pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))


@pytest.fixture
def report(tmp_path: Path) -> Report:
    return judged_report(tmp_path)


# ---- CSV ----


def rows(report: Report) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(csv_table.render(report), newline=""), strict=True))


def test_csv(report: Report) -> None:
    found = {row["id"]: row for row in rows(report)}
    assert [row["consequence"] for row in rows(report)][:2] == ["wrong", "poisoned"]
    row = found["hyp-2"]
    assert (row["function"], row["operation"], row["line"], row["column"]) == ("hyp", "y * y", "7", "24")
    assert (row["kind"], row["class"], row["first"], row["exceptions_before"]) == (
        "overflow",
        "unavoidable",
        "no",
        "1",
    )
    assert (row["input2_name"], row["input2_value"], row["inputs"]) == ("y", "-1e+200", "2")
    assert float.fromhex(row["input2_hex"]) == float(row["input2_value"]) == -1e200
    assert float(row["result1_value"]) == float("inf")
    assert (found["scaled-1"]["input1_value"], found["scaled-1"]["input2_name"]) == ("0", "")
    assert found["hyp-5"]["results"] == "0" and found["hyp-5"]["result1_value"] == ""


def test_csv_has_a_header_without_findings(report: Report) -> None:
    assert rows(replace(report, functions=())) == []
    assert csv_table.render(replace(report, functions=())).startswith("id,fingerprint,function,")


@EACH_HOSTILE
def test_csv_of_hostile_names(name: str, tmp_path: Path) -> None:
    text = csv_table.render(hostile_report(tmp_path, name))
    for row in csv.reader(io.StringIO(text, newline=""), strict=True):
        for cell in row:
            formula = cell.lstrip().startswith(("=", "+", "-", "@"))
            number = float.fromhex if "0x" in cell else float
            assert not formula or number(cell) < 0, "only numbers begin like a formula"
    assert len(rows(hostile_report(tmp_path, name))) == 6


# ---- JUnit ----


def cases(report: Report, level: Consequence = Consequence.POISONED) -> dict[str, Element]:
    top = ElementTree.fromstring(junit.render(report, level).encode("utf-8"))
    (suite,) = top
    found = suite.findall("testcase")
    for tag, count in (("failure", "failures"), ("error", "errors"), ("skipped", "skipped")):
        number = sum(case.find(tag) is not None for case in found)
        assert top.get(count) == suite.get(count) == str(number)
    assert suite.get("tests") == str(len(found))
    return {case.get("name") or "": case for case in found}


def test_junit(report: Report) -> None:
    found = cases(report)
    assert list(found) == ["scaled", "odd", "hyp"]
    failure = found["hyp"].find("failure")
    assert failure is not None and failure.text
    assert (failure.get("message") or "").startswith("2 findings, the worst: invalid operation in fadd")
    assert "id hyp-5" in failure.text and "id hyp-1" in failure.text and "hyp-3" not in failure.text
    assert "0x1.4e718d7d7625ap+664" in failure.text, "the input, exactly"
    assert "id hyp-3" in (found["hyp"].findtext("system-out") or "")
    skipped = found["odd"].find("skipped")
    assert skipped is not None and skipped.get("message") == "pointer to pointer"
    assert found["scaled"].find("error") is not None
    assert "signal 11" in (found["scaled"].findtext("system-err") or "")


@pytest.mark.parametrize(
    ("level", "number"),
    [(Consequence.WRONG, 1), (Consequence.POISONED, 2), (Consequence.UNKNOWN, 3), (Consequence.BENIGN, 5)],
)
def test_junit_levels(report: Report, level: Consequence, number: int) -> None:
    text = cases(report, level)["hyp"].findtext("failure") or ""
    assert text.count("\n    id ") == number


def test_junit_without_failures(report: Report) -> None:
    clean = replace(report.functions[2], findings=(), status=Status.COMPLETE)
    assert list(cases(replace(report, functions=(clean,)))["hyp"]) == []


@EACH_HOSTILE
def test_junit_of_hostile_names(name: str, tmp_path: Path) -> None:
    report = hostile_report(tmp_path, name)
    text = junit.render(report)
    assert "<script" not in text
    top = ElementTree.fromstring(text.encode("utf-8"))
    assert len(top.findall("*/testcase")) == 3
    shown = top.find("*/testcase[2]")
    if "<script>" in name:
        assert shown is not None and "<script>" in (shown.get("name") or ""), "it is shown as it is"


# ---- Markdown ----


def test_markdown(report: Report) -> None:
    text = markdown.render(report)
    assert text.startswith("## Ariadne: 6 floating-point exceptions in 2 functions\n")
    assert "| overflow | - | 1 | 1 | - | - | 2 | 1 |" in text.splitlines()
    first, second = (text.index(f"\n{number}. ") for number in (1, 2))
    assert "invalid operation" in text[first:second], "the worst first"
    assert "`hyp(x = 0x1.4e718d7d7625ap+664, y = 0x0p+0)`" in text


def test_markdown_with_a_baseline(report: Report) -> None:
    one = next(e for e in identify(report) if e.finding.id == "hyp-3")
    text = markdown.render(report, {one.identity.fingerprint})
    assert "6 floating-point exceptions, 1 new in" in text.splitlines()[0]
    assert "underflow** in `x * x`" in text and "\n2. " not in text
    assert "### New since the baseline\n\nNone." in markdown.render(report, set())


def test_markdown_is_short(report: Report) -> None:
    hyp = report.functions[2]
    many = tuple(replace(hyp.findings[0], text=f"{'x' * 5000} + {n}", id=f"i{n}" * 9000) for n in range(3000))
    long = replace(report, functions=(replace(hyp, findings=many),), notes=("n" * 9000,) * 50)
    text = markdown.render(long)
    assert len(text) < markdown.LIMIT
    assert "\n10. " in text and "\n11. " not in text and "... and 2,990 more." in text


@EACH_HOSTILE
def test_markdown_of_hostile_names(name: str, tmp_path: Path) -> None:
    text = markdown.render(hostile_report(tmp_path, name))
    lines = text.splitlines()
    assert text.count("\n") == len(lines), "no other line ends"
    outside = "".join(_outside_of_code(line) for line in lines)
    assert "<script" not in outside and "](" not in outside.replace("\\](", "")


def _outside_of_code(line: str) -> str:
    """What a reader of Markdown interprets: code spans end at a run of as many backticks."""
    kept = []
    position = 0
    while position < len(line):
        if line[position] == "\\" and position + 1 < len(line):
            kept.append(line[position : position + 2])
            position += 2
            continue
        if line[position] != "`":
            kept.append(line[position])
            position += 1
            continue
        length = len(line[position:]) - len(line[position:].lstrip("`"))
        fence = "`" * length
        end = position + length
        while True:
            end = line.find(fence, end)
            assert end >= 0, f"a code span has no end: {line}"
            run = len(line[end:]) - len(line[end:].lstrip("`"))
            if run == length:
                break
            end += run
        position = end + length
    return "".join(kept)
