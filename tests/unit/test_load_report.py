"""Reports read back from JSON: the same report, or an error that says what is wrong with the file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from orchestrator.campaign.runsource import load_finding
from orchestrator.core.errors import UserError
from orchestrator.core.model import (
    Condition,
    Consequence,
    Domain,
    ExactResult,
    ExactRun,
    Judgement,
    Kind,
    Place,
    Report,
    Suppressed,
    Value,
    XflowClass,
)
from orchestrator.numbers import floats
from orchestrator.reports import json_report
from orchestrator.reports.load import load_report
from tests.unit.sample_report import sample_report, value


@pytest.fixture
def report(tmp_path: Path) -> Report:
    return full_report(tmp_path)


def full_report(folder: Path) -> Report:
    """The sample, with the parts that most reports do not have."""
    sample = sample_report(folder)
    scaled, odd, hyp = sample.functions
    judgement = Judgement(
        XflowClass.AVOIDABLE,
        "every exact result fits its type",
        Consequence.WRONG,
        ExactRun(
            results=(
                ExactResult(value("", "f64", "inf"), "ball", "normal", "0x1p+1", "0x3p+0", 0.5),
                ExactResult(value("n", "i32", "3"), "integer", None, None, None, None, differs=True),
            ),
            undetermined=None,
            precision=53,
            marks=("rand",),
            diverged=Place("hyp.c", 7, 3),
        ),
        "errno 34 (ERANGE)",
    )
    first, *others = hyp.findings
    inlined = replace(
        first.site, inlined_at=(Place("a.h", 1, 2), Place("b.h", 0, 0)), ruled_out=(Kind.INVALID,)
    )
    first = replace(first, site=inlined, judgement=judgement, errno=34)
    domain = Domain(
        ((0.0, float("inf")), None, (float("-inf"), -0.0)),
        (Condition("x > y && y != 0", "ariadne.toml", 12),),
    )
    function = replace(
        hyp.function, domain=domain, closure="ab12", static=True, constants=(2.0, float("inf"), 1e-308)
    )
    hyp = replace(hyp, function=function, unknown=12, findings=(first, *others))
    undecided = replace(others[0].site, number=99, index=99)
    return replace(
        sample, functions=(scaled, odd, hyp), notes=("a note",), interrupted=True, undecided=(undecided,)
    )


@pytest.fixture
def written(report: Report, tmp_path: Path) -> Path:
    path = tmp_path / "report.json"
    json_report.write(report, str(path))
    return path


def test_a_report_comes_back_as_it_was(report: Report, written: Path) -> None:
    plain = {"budget": 10.0, "loop_bound": "inf", "out": str(written.parent), "functions": ["hyp", "s*"]}
    assert load_report(str(written)) == replace(report, settings=plain)


def test_writing_what_was_read_gives_the_same_file(written: Path, tmp_path: Path) -> None:
    """Also when the sources are gone: nothing is read again."""
    (tmp_path / "hyp.c").unlink()
    again = tmp_path / "again.json"
    json_report.write(load_report(str(written)), str(again))
    assert again.read_text() == written.read_text()


OLD = Path(__file__).resolve().parents[1] / "reports" / "old" / "report-3.json"


def test_a_file_from_before_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Written before reading and writing came from one form. It never changes: what records have got since
    then has its default."""
    monkeypatch.chdir(tmp_path)
    report = full_report(Path("."))
    scaled, odd, hyp = report.functions
    *others, last = hyp.findings
    hyp = replace(hyp, findings=tuple(others), suppressed=(Suppressed(last, "known", "hyp.c:7"),))
    plain = {"budget": 10.0, "loop_bound": "inf", "out": ".", "functions": ["hyp", "s*"]}
    assert load_report(str(OLD)) == replace(report, functions=(scaled, odd, hyp), settings=plain)
    json_report.write(load_report(str(OLD)), "again.json")
    old, again = json.loads(OLD.read_text()), json.loads(Path("again.json").read_text())
    assert _like(old, again) == old


def _like(old: Any, new: Any) -> Any:
    """The new document without keys that were added since."""
    if isinstance(old, dict):
        return {key: _like(item, new[key]) for key, item in old.items()}
    return [_like(*pair) for pair in zip(old, new, strict=True)] if isinstance(old, list) else new


def test_functions_and_sites_of_one_name_stay_apart(report: Report, written: Path) -> None:
    """Programs analysed side by side: the same names, symbols and numbers, in two files."""
    hyp = report.functions[2]

    def moved(finding: Any) -> Any:
        return replace(finding, site=replace(finding.site, place=Place("other.c", 1, 1)), trace=())

    other = replace(
        hyp,
        function=replace(hyp.function, place=Place("other.c", 1, 1)),
        findings=tuple(moved(finding) for finding in hyp.findings[:2]),
        verdicts=(),
        unconfirmed=(),
    )
    json_report.write(replace(report, functions=(hyp, other)), str(written))
    assert load_report(str(written)).functions == (hyp, other)


def places(document: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every value of a document, settings apart: these may be anything."""
    items = document.items() if isinstance(document, dict) else enumerate(document)
    for key, inner in items:
        if (*way, key) != ("settings",):
            yield (*way, key)
            if isinstance(inner, (dict, list)):
                yield from places(inner, (*way, key))


# What is there for people and for programs that do not follow references: the reader has it from elsewhere.
REDUNDANT = {
    "tool": {"name"},
    "functions": {"sites", "value", "hex"},
    "findings": {"symbol", "site", "file", "line", "column", "opcode", "type", "evidence"}
    | {"value", "hex", "name", "operation"},
    # A report from before has no `assumes`: it may be missing.
    "verdicts": {"site", "file", "line", "column", "opcode", "assumes"},
    "unconfirmed": {"function", "site", "file", "line", "column", "opcode", "value", "hex", "count"},
}


def test_no_damage_goes_unnoticed(written: Path) -> None:
    """Whatever is removed or replaced: an error that says so, or a field that the reader does not need."""
    good = json.loads(written.read_text())
    alike = {tuple("*" if isinstance(step, int) else step for step in way): way for way in places(good)}
    for way in alike.values():
        for damage in ("remove", "replace"):
            document = json.loads(json.dumps(good))
            holder = document
            for step in way[:-1]:
                holder = holder[step]
            if damage == "replace":
                holder[way[-1]] = 3 if isinstance(holder[way[-1]], dict) else {"not": "expected"}
            elif isinstance(holder, dict):
                del holder[way[-1]]
            else:
                continue  # a list without one of its items is a list
            written.write_text(json.dumps(document))
            try:
                load_report(str(written))
            except UserError as error:
                assert "is damaged" in error.message or "is not an Ariadne report" in error.message
            else:
                names = {step for step in way[1:] if isinstance(step, str)}
                assert names & REDUNDANT.get(way[0], set()), f"{damage} {way} goes unnoticed"


@pytest.mark.parametrize(
    ("way", "content", "message"),
    [
        (("findings", 0, "row"), 99, "findings[0].row: 99 is out of range"),
        (("verdicts", 1, "entry"), -1, "verdicts[1].entry: -1 is out of range"),
        (("findings", 0, "first"), 1, "findings[0].first: not a number"),
        (("findings", 0, "kind"), "inexact", "findings[0].kind: 'inexact' is not a valid Kind"),
        (("seed",), True, "seed: not true or false"),
        (("functions", 0, "constants"), ["many"], "functions[0].constants[0]: a number is expected"),
        (("functions", 2, "domain", "ranges"), [[1]], "functions[2].domain.ranges[0]: a pair"),
        (("sites", 0, "site"), "f", "sites[0]: invalid literal"),
    ],
)
def test_damage_is_named(written: Path, way: tuple[Any, ...], content: object, message: str) -> None:
    document = json.loads(written.read_text())
    holder = document
    for step in way[:-1]:
        holder = holder[step]
    holder[way[-1]] = content
    written.write_text(json.dumps(document))
    with pytest.raises(UserError) as caught:
        load_report(str(written))
    assert f"{written} is damaged: {message}" in caught.value.message


def test_load_finding(written: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(written.parent)
    replay = load_finding("report.json", "scaled-1")
    assert (replay.function.name, replay.function.symbol) == ("scaled", "scaled.7")
    assert (replay.finding.site.id, replay.finding.kind) == ("scaled#0", Kind.DIVBYZERO)
    assert (replay.sources, replay.flags) == (("hyp.c",), ("-DX",))
    assert replay.finding.inputs == (Value("n", "int", "i32", floats.parse("i32", "0")),)


def test_sources_beside_the_report_are_found_from_elsewhere(
    written: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
    assert load_finding(str(written), "hyp-1").sources == (str(written.parent / "hyp.c"),)
    (written.parent / "hyp.c").unlink()
    assert load_finding(str(written), "hyp-1").sources == ("hyp.c",)


def test_no_such_finding_names_the_nearest(written: Path, report: Report) -> None:
    with pytest.raises(UserError) as caught:
        load_finding(str(written), "scaled-2")
    assert caught.value.message == f"{written} has no finding 'scaled-2'"
    assert caught.value.hint is not None and "scaled-1" in caught.value.hint
    json_report.write(replace(report, functions=()), str(written))
    with pytest.raises(UserError) as caught:
        load_finding(str(written), "hyp-1")
    assert caught.value.hint == "the report has no findings"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is not JSON"),
        (b"{", "is not JSON"),
        (b"\xff\xfe", "is not JSON"),
        (b"[" * 100_000, "is not JSON"),
        (b"[]", "is not an Ariadne report"),
        (b"null", "is not an Ariadne report"),
        (b'{"schema": 3}', "is not an Ariadne report"),
        (b'{"schema": "other/1"}', "is not an Ariadne report"),
        (
            b'{"schema": "ariadne-report/1"}',
            "has the format ariadne-report/1; this version reads ariadne-report/3",
        ),
        (b'{"schema": "ariadne-report/3"}', "is damaged: sites is missing"),
        (b'{"schema": "ariadne-report/3", "sites": 3}', "is damaged: sites: not a number"),
        (b'{"schema": "ariadne-report/3", "sites": [3]}', "is damaged: sites[0]: an object is expected"),
    ],
)
def test_files_that_are_no_reports(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "report.json"
    path.write_bytes(content)
    with pytest.raises(UserError) as caught:
        load_finding(str(path), "a")
    assert f"{path} {message}" in caught.value.message


def test_damaged_inputs_and_unreadable_files(written: Path, tmp_path: Path) -> None:
    good = json.loads(written.read_text())
    for field, content in (("raw", "00"), ("raw", "zz"), ("class", "f16"), ("raw", 3)):
        document = json.loads(json.dumps(good))
        document["findings"][0]["inputs"][0][field] = content
        written.write_text(json.dumps(document))
        with pytest.raises(UserError, match=r"is damaged: findings\[0\]\.inputs\[0\]"):
            load_finding(str(written), document["findings"][0]["id"])
    for path, message in ((tmp_path / "none.json", "cannot read"), (tmp_path, "no ariadne.toml here")):
        with pytest.raises(UserError, match=message):
            load_finding(str(path), "a")
