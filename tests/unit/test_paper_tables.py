"""The paper's tables: counts that are known by reasoning, and each table in every form."""

from __future__ import annotations

import csv
import io
import math
import os
from collections import Counter
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from orchestrator.core.errors import UserError
from orchestrator.core.model import Kind, Report, Status, XflowClass
from orchestrator.core.settings import StatusConvention
from orchestrator.reports.counts import Count, count, found, of_kinds, xflow_classes
from orchestrator.reports.paper import NAMES, tables
from orchestrator.reports.paper.bounds import loop_bound
from orchestrator.reports.paper.distribution import Bin, bins
from orchestrator.reports.paper.formats import to_csv, to_markdown, to_text
from orchestrator.reports.paper.published import Published, read
from orchestrator.reports.paper.table import Cell, Table
from tests.unit.paper_report import paper_report

ROOT = Path(__file__).resolve().parents[2]
EXPECTED = Path(__file__).with_name("paper_tables.expected")


@pytest.fixture
def report() -> Report:
    return paper_report()


@pytest.fixture
def theirs() -> Published:
    return read(str(ROOT / "gsl_corpus" / "paper.toml"))


def only(name: str, report: Report, *sweep: Report, theirs: Published | None = None) -> Table:
    return tables(report, sweep, theirs, (name,))[0]


def column(table: Table, name: str) -> dict[Cell, Cell]:
    """The cells of a column, by the first cell of their row."""
    at = table.columns.index(name)
    return {row[0]: row[at] for row in table.rows}


# ---- counting ----


def test_counts(report: Report) -> None:
    every = found(report)
    assert count(every) == Count(4, 5)
    assert count(of_kinds(every, {Kind.OVERFLOW})) == Count(1, 2)
    assert count(of_kinds(every, {Kind.OVERFLOW, Kind.INVALID})) == Count(2, 3)
    assert count([]) == Count(0, 0)
    assert (str(count(every)), str(count([]))) == ("[4, 5]", "-")
    assert xflow_classes(every) == {
        Kind.OVERFLOW: Counter({XflowClass.AVOIDABLE: 1, XflowClass.UNDETERMINED: 1}),
        Kind.UNDERFLOW: Counter({XflowClass.UNAVOIDABLE: 1}),
    }


def test_names_that_two_programs_share_are_two_locations_and_two_functions(report: Report) -> None:
    a = report.functions[0]
    finding = a.findings[0]
    elsewhere = replace(finding.site, place=replace(finding.site.place, file="/src/other/core.c"))
    again = replace(
        a,
        function=replace(a.function, place=replace(a.function.place, file="/src/other/a.c")),
        findings=(replace(finding, site=elsewhere),),
    )
    both = replace(report, functions=(replace(a, findings=(finding,)), again))
    assert count(found(both)) == Count(2, 2)
    same_site = replace(both, functions=(both.functions[0], replace(again, findings=(finding,))))
    assert count(found(same_site)) == Count(1, 2)


# ---- the tables ----


def test_overview(report: Report) -> None:
    assert column(only("overview", report), "ours") == {
        "functions analysed": 3,
        "functions not analysed": 1,
        "functions with findings": 2,
        "locations": 4,
        "input-location pairs": 5,
        "locations, first of a run": 3,
        "pairs, first of a run": 3,
        "hours, summed over functions": 1.0,
        "hours, on the clock": 0.5,
    }


def test_kinds(report: Report, theirs: Published) -> None:
    table = only("kinds", report, theirs=theirs)
    assert {row[0]: row[1:] for row in table.rows} == {
        "invalid": (1, 1, "20.0%", 1, 1, 125),
        "division by zero": (1, 1, "20.0%", 1, 1, 44),
        "overflow": (1, 2, "40.0%", 1, 1, None),
        "underflow": (1, 1, "20.0%", 0, 0, None),
        "over- or underflow": (2, 3, "60.0%", 1, 1, 1922),
        "total": (4, 5, "100.0%", 3, 3, 2091),
    }
    assert "theirs: pairs" not in only("kinds", report).columns


def test_functions_by_number_of_findings(report: Report) -> None:
    table = only("functions", report)
    assert column(table, "functions") == {"0": 1, "1": 0, "2": 1, "3-4": 1, "any": 2}
    assert "the most: a_e, 3." in table.notes


def test_bins_hold_every_number_once() -> None:
    some = list(bins(100))
    assert some[:6] == [Bin(0, 0), Bin(1, 1), Bin(2, 2), Bin(3, 4), Bin(5, 8), Bin(9, 16)]
    for number in range(101):
        assert sum(each.least <= number <= each.greatest for each in some) == 1
    assert list(bins(0)) == [Bin(0, 0)]
    assert list(bins(2))[-1] == Bin(2, 2)


def test_lists_show_one_finding_of_each_location(report: Report, theirs: Published) -> None:
    assert only("divbyzero", report).rows == (("a_e", "a.c:3:7", "1 / x", "x = 0", "yes", "reported", 1),)
    assert only("invalid", report).rows == (("b_e", "b.c:4:2", "x / y", "x = -1.5", "yes", None, 1),)
    b = report.functions[1]
    again = replace(b.findings[0], kind=Kind.DIVBYZERO, site=report.functions[0].findings[2].site)
    shared = replace(report, functions=(report.functions[0], replace(b, findings=(again,))))
    ((function, *_, reached),) = only("divbyzero", shared).rows
    assert (function, reached) == ("a_e", 2), "the function that contains it, not the one that calls it"


def test_published_examples_stand_beside_what_we_have_in_the_same_function(
    report: Report, theirs: Published
) -> None:
    a = report.functions[0]
    renamed = replace(a, function=replace(a.function, name="gsl_sf_conicalP_1_e"))
    _, beside = tables(replace(report, functions=(renamed,)), (), theirs, ("divbyzero",))
    assert column(beside, "ours in this function") == {
        "gsl_sf_conicalP_1_e": "1 finding, e.g. x = 0",
        "gsl_sf_bessel_Jnu_asympx_e": "none",
        "gsl_sf_exprel_n_CF_e": "none",
        "gsl_sf_bessel_Knu_scaled_asympx_e": "none",
    }


def test_inconsistencies_need_a_status_that_says_success(report: Report) -> None:
    """a_e reports its division by zero, so that is none; of b_e's two, the one that came first is shown."""
    assert only("inconsistencies", report).rows == (
        ("a_e", "x = 1e+300", "0", "r->val = inf, r->err = inf", "overflow in x * x", "core.c:10:5", 1),
        ("b_e", "x = -1.5", "0", "r->val = 1, r->err = nan", "invalid operation in x / y", "b.c:4:2", 2),
    )
    none = only("inconsistencies", paper_report(status=asdict(StatusConvention())))
    assert none.rows == () and "no status convention" in none.notes[-1]


def test_avoidable(report: Report, theirs: Published) -> None:
    table = only("avoidable", report, theirs=theirs)
    assert table.rows == (
        ("overflow", 1, 0, 1, 2, "50.0%", 98, 155, "63.2%"),
        ("underflow", 0, 1, 0, 1, "0.0%", 180, 217, "82.9%"),
    )
    assert "Not rerun in exact arithmetic, and not counted here: 1." in table.notes


def test_loop_bounds(report: Report) -> None:
    a, *others = paper_report(loop_bound=8).functions
    fewer = replace(paper_report(loop_bound=8), functions=(replace(a, findings=a.findings[2:]), *others))
    table = only("bounds", report, fewer)
    assert table.columns[:6] == ("bound", "functions", "ended", "explored", "decided", "clean")
    assert table.columns[6:11] == ("queries", "sat", "unsat", "unknown", "ariadne")
    asked = (8, 0.5, 0.25, 0.25, 0.75)
    assert table.rows == (
        # core#0 overflow is known at 8 from b_e, so only the underflow is a location of its own
        ("infinity", 3, 2, 1, 1, 1, *asked, 1, 2, 4, 5, 2, 1, 1, 1, 1.0),
        ("8", 3, 2, 1, 1, 1, *asked, 0, 0, 3, 3, 1, 0, 1, 1, 1.0),
    )
    assert "not run yet: 64, 32, 16, 4, 2, 1;" in table.notes[-1]
    alone = dict(zip(table.columns, only("bounds", report).rows[0], strict=True))
    assert (alone["unique: locations"], alone["locations"]) == (None, 4)


def test_nobody_decided_what_was_not_looked_at(report: Report) -> None:
    """Without verdicts only a function without operations is decided, and only if it was analysed."""
    clean = report.functions[2]
    nothing = replace(clean.function, sites=())
    for function, status, decided in (
        (clean.function, Status.COMPLETE, 0),
        (nothing, Status.COMPLETE, 1),
        (nothing, Status.INTERRUPTED, 0),
        (nothing, Status.FAILED, 0),
    ):
        stopped = replace(clean, function=function, status=status, verdicts=())
        assert column(only("bounds", replace(report, functions=(stopped,))), "decided") == {
            "infinity": decided
        }


@pytest.mark.parametrize(
    ("setting", "bound"), [(None, math.inf), ("inf", math.inf), (64, 64.0), (1, 1.0), (math.inf, math.inf)]
)
def test_loop_bound_of_a_run(setting: object, bound: float) -> None:
    assert loop_bound(paper_report(loop_bound=setting)) == bound
    assert loop_bound(paper_report()) == math.inf


@pytest.mark.parametrize("setting", [0, -1, "many", True, [8], math.nan])
def test_what_is_no_loop_bound(setting: object) -> None:
    with pytest.raises(UserError, match="is no loop bound"):
        loop_bound(paper_report(loop_bound=setting))


def test_two_runs_of_one_bound_are_a_mistake(report: Report) -> None:
    with pytest.raises(UserError, match="two of the runs have the loop bound infinity"):
        tables(report, [report])


def test_a_run_without_anything() -> None:
    empty = replace(paper_report(), functions=())
    for table in tables(empty):
        assert to_text(table)
        assert all(len(row) == len(table.columns) for row in table.rows)
    assert column(only("functions", empty), "functions") == {"0": 0, "any": 0}


def test_each_note_is_said_once(report: Report, theirs: Published) -> None:
    notes = [note for table in tables(report, (), theirs) for note in table.notes]
    assert len(notes) == len(set(notes))
    assert any("[X, Y]" in note for note in notes)


# ---- forms ----


def test_golden_text(report: Report, theirs: Published) -> None:
    """ARIADNE_OVERWRITE=1 rewrites the file: read the difference."""
    text = "\n".join(to_text(table) for table in tables(report, (), theirs))
    if os.environ.get("ARIADNE_OVERWRITE"):
        EXPECTED.write_text(text)
    assert text == EXPECTED.read_text()


def test_csv_reads_back(report: Report, theirs: Published) -> None:
    for table in tables(report, (), theirs):
        header, *rows = csv.reader(io.StringIO(to_csv(table)))
        assert tuple(header) == table.columns
        assert [tuple(row) for row in rows] == [
            tuple("" if cell is None else str(cell) for cell in row) for row in table.rows
        ]


HOSTILE = Table("t", "T", ("name", "n"), (('a,"b"|<c>\n\x1b[2J\udce9*_`', 1), ("z", None)))


def test_hostile_names_stay_in_their_cell() -> None:
    shown = 'a,"b"|<c>\N{REPLACEMENT CHARACTER}\N{REPLACEMENT CHARACTER}[2J\N{REPLACEMENT CHARACTER}*_`'
    assert list(csv.reader(io.StringIO(to_csv(HOSTILE))))[1] == [shown, "1"]
    assert shown in to_text(HOSTILE)
    (line,) = (
        line for line in to_markdown(paper_report(), [HOSTILE], (), {}).splitlines() if "&lt;c" in line
    )
    assert line.replace("\\|", "").count("|") == 3
    assert "\\*\\_\\`" in line
    for text in (to_csv(HOSTILE), to_text(HOSTILE), line):
        text.encode()


def test_long_tables_are_cut_for_people_only() -> None:
    long = Table("t", "T", ("n",), tuple((number,) for number in range(1000)))
    assert "... and 960 more rows, which --csv writes" in to_text(long)
    assert len(to_csv(long).splitlines()) == 1001


def test_markdown(report: Report) -> None:
    command = ("ariadne", "tables", "my run.json")
    page = to_markdown(report, tables(report), command, {"kinds": "figures/kinds.svg"})
    assert page.startswith("# Findings of 2026-05-01\n")
    assert "\n    ariadne run -p 'my lib'\n" in page
    assert "\n    ariadne tables 'my run.json'\n" in page
    assert page.count("](figures/kinds.svg)") == 1
    assert page.count("\n## ") == len(NAMES)
    assert "| division by zero | 1 | 1 | 20.0% | 1 | 1 |" in page
