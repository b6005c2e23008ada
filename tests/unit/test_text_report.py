"""The text report: what stands where, and what is folded."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from pathlib import Path

import pytest

from orchestrator.core.model import Place, Report, Status
from orchestrator.reports.text import render, wants_colour
from tests.unit.sample_report import sample_report, value


@pytest.fixture
def report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Report:
    monkeypatch.chdir(tmp_path)
    return sample_report(tmp_path)


def test_the_whole_page(report: Report) -> None:
    assert render(report) == (
        "hyp.c:7:16: overflow in 'x * x' of hyp(x = 1e+200, y = 0): first, result inf\n"
        "  \treturn sqrt(x * x + y * y);\n"
        "  \t            ~~^~~\n"
        "hyp.c:7:20: invalid operation in fadd of hyp(x = 1, y = 2): first, then signal 6 (SIGABRT)\n"
        "  \treturn sqrt(x * x + y * y);\n"
        "  \t            ~~~~~~^~~~~~~\n"
        "hyp.c:7:24: overflow in 'y * y' of hyp(x = 1e+200, y = -1e+200): after 1 other, result inf\n"
        "  \treturn sqrt(x * x + y * y);\n"
        "  \t                    ~~^~~\n"
        "hyp.c:7:16: underflow in 'x * x' of hyp(x = 1e-160, y = 0): first, result 0\n"
        "  \treturn sqrt(x * x + y * y);\n"
        "  \t            ~~^~~\n"
        "hyp: not listed without --all: 1 exact underflow (no bit lost)\n"
        "\n"
        "hyp.c:10:45: division by zero in '1.0f / n' of scaled(n = 0): first, result 0, *out inf\n"
        "  int scaled(int n, float *out) { *out = 1.0f / n; return 0; }\n"
        "                                         ~~~~~^~~\n"
        "\n"
        "scaled: 3 runs did not return: signal 11 (SIGSEGV), e.g. on (n = -1)\n"
        "scaled: 1 run did not return: timeout\n"
        "scaled: search given up: every run ends in a signal\n"
        "\n"
        "not analysed, pointer to pointer: odd\n"
        "\n"
        "[locations, input-location pairs]\n"
        "function  overflow  underflow  divbyzero  invalid  total\n"
        "hyp       [2, 2]    [2, 2]     -          [1, 1]   [5, 5]\n"
        "scaled    -         -          [1, 1]     -        [1, 1]\n"
        "Total     [2, 2]    [2, 2]     [1, 1]     [1, 1]   [6, 6]\n"
        "\n"
        "5 (operation, kind) pairs: 2 triggered, 1 safe (1 by intervals), 2 unknown\n"
        "every path explored in 0 of 1 function; 4 solver queries, 3 decided\n"
        "2 functions analysed (1 not), 6 findings, 1,235,567 runs, 12.3 s, seed 7\n"
    )


def test_all_lists_what_is_folded_and_what_is_not_known(report: Report) -> None:
    text = render(report, everything=True)
    assert (
        "hyp.c:3:41: underflow in 'x / 2' (half) of hyp(x = 2.2250738585072014e-308, y = 0): first, exact, "
        "result 1.1125369292536007e-308\n" in text
    )
    assert "not listed" not in text
    assert "hyp.c:7:20: not confirmed: overflow in 'x * x + y * y' of hyp(x = 3, y = 4)\n" in text
    assert "unknown: 2 pairs: not found in time\n" in text
    assert "hyp: complete, 4 operations, 1,234,567 runs, 2.00 s\n" in text
    assert "not confirmed" not in render(report)


def test_a_location_counts_once_and_its_pairs_once_for_each_function(report: Report) -> None:
    scaled, odd, hyp = report.functions
    first = next(f for f in hyp.findings if f.id == "hyp-1")
    again = replace(first, id="hyp-9", inputs=(value("x", "f64", "1e300"), value("y", "f64", "0")))
    other = replace(first, id="scaled-9", function="scaled", inputs=(value("n", "i32", "5"),))
    report = replace(
        report, functions=(replace(scaled, findings=(other,)), odd, replace(hyp, findings=(first, again)))
    )
    rows = {line.split()[0]: line.split("  ") for line in render(report).splitlines() if "  [" in line}
    assert rows["hyp"][-1] == "[1, 1]", "a second input for the same adds nothing"
    assert rows["scaled"][-1] == "[1, 1]"
    assert rows["Total"][-1] == "[1, 2]"


def test_outputs_keep_the_line_readable(report: Report) -> None:
    scaled = report.functions[0]
    finding = scaled.findings[0]

    def line(*outputs: str) -> str:
        values = tuple(value(f"r->v{i}", "f32", text) for i, text in enumerate(outputs))
        count = value("r->n", "i32", "3")
        changed = replace(finding, results=(finding.results[0], count, *values))
        functions = (replace(scaled, findings=(changed,)),)
        return render(replace(report, functions=functions)).splitlines()[0].partition(": first")[2]

    assert line("1", "2", "3", "4") == ", result 0, r->v0 1, r->v1 2, r->v2 3, ..."
    assert line("1", "2", "3", "nan") == ", result 0, r->v3 nan"
    assert line() == ", result 0"


def test_a_place_that_is_not_known_and_a_file_elsewhere(report: Report) -> None:
    hyp = report.functions[2]
    finding = hyp.findings[3]

    def lines(place: Place) -> list[str]:
        changed = replace(finding, site=replace(finding.site, place=place))
        return render(replace(report, functions=(replace(hyp, findings=(changed,)),))).splitlines()

    assert lines(Place("", 0, 0))[0].startswith("<unknown>: overflow in 'x * x' of hyp(")
    assert lines(Place("/nowhere/a.c", 3, 9))[0].startswith("/nowhere/a.c:3:9: overflow")
    assert lines(Place("sub/../hyp.c", 0, 0))[0].startswith("hyp.c: overflow")
    assert lines(Place("b\udcff.c", 3, 9))[0].startswith("b\\udcff.c:3:9: overflow"), "must be printable"
    assert lines(Place("/nowhere/a.c", 3, 9))[1] == "", "no caret without a source line"


def test_unsupported_functions_are_folded_by_reason(report: Report) -> None:
    odd = report.functions[1]
    many = tuple(replace(odd, function=replace(odd.function, name=f"f{i:02}")) for i in range(20))
    text = render(replace(report, functions=many))
    assert "not analysed, pointer to pointer: f00, f01, f02, f03, f04, f05 and 14 more\n" in text
    assert "f19" in render(replace(report, functions=many), everything=True)
    assert "0 functions analysed (20 not), no exceptions found" in text
    assert "[locations" not in text


def test_notes(report: Report) -> None:
    hyp = replace(report.functions[2], status=Status.BUDGET)
    text = render(replace(report, functions=(hyp,), fast_math=True, interrupted=True, notes=("no sqrt",)))
    assert "note: no sqrt\n" in text
    assert "fast-math" in text
    assert "\ninterrupted" in text
    assert "budget ran out: hyp\n" in text
    assert "fast-math" not in render(report)


def test_an_empty_report_is_a_line(report: Report) -> None:
    text = render(replace(report, functions=()))
    assert text == "0 functions analysed, no exceptions found, 0 runs, 12.3 s, seed 7\n"


def test_colour_changes_nothing_but_colour(report: Report) -> None:
    coloured = render(report, colour=True)
    assert "\x1b[1;31moverflow\x1b[0m" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == render(report)
    assert "\x1b" not in render(report)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_colour_only_on_a_terminal_whose_user_wants_it() -> None:
    assert wants_colour(Terminal(), {})
    assert wants_colour(Terminal(), {"NO_COLOR": ""})
    assert not wants_colour(Terminal(), {"NO_COLOR": "1"})
    assert not wants_colour(Terminal(), {"TERM": "dumb"})
    assert not wants_colour(io.StringIO(), {})
