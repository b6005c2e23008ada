"""The folder that is written: whole, of the last report only, and without what is not there."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from orchestrator.core.errors import UserError
from orchestrator.core.model import Kind, Place, Report, Verdict, VerdictKind
from orchestrator.reports import html
from orchestrator.reports.html.listing import listing, marks
from orchestrator.reports.html.operations import operations
from orchestrator.reports.html.outcome import Outcome
from tests.reports.html.reports import hostile_report
from tests.unit.paper_report import paper_report
from tests.unit.sample_report import sample_report


def pages(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in folder.rglob("*.html")}


def test_links_within_the_folder_lead_somewhere(tmp_path: Path) -> None:
    report = replace(sample_report(tmp_path), sources=(str(tmp_path / "hyp.c"),))
    html.write(report, tmp_path / "out")
    links = 0
    for path in (tmp_path / "out").rglob("*.html"):
        for link in re.findall(r'(?:href|src)="([^"#]+)', path.read_text()):
            if not link.startswith("data:"):
                assert (path.parent / link).is_file(), (path.name, link)
                links += 1
    assert links > 20


def test_nothing_points_outside(tmp_path: Path) -> None:
    """The only address is the name of SVG."""
    html.write(sample_report(tmp_path), tmp_path / "out")
    for path in (tmp_path / "out").rglob("*"):
        if path.is_file():
            assert set(re.findall(r"https?://[^\"'\s]+", path.read_text())) <= {
                "http://www.w3.org/2000/svg"
            }, path


def test_a_source_that_is_gone_is_said_to_be_gone(tmp_path: Path) -> None:
    html.write(paper_report(), tmp_path)
    shown = next(text for name, text in pages(tmp_path).items() if name.startswith("core.c"))
    assert "cannot be shown" in shown
    assert 'id="L10:5"' in shown, "its operations are there all the same"


def test_a_source_that_has_changed_is_said_to_have_changed(tmp_path: Path) -> None:
    report = sample_report(tmp_path)
    html.write(report, tmp_path / "out")
    name = next(name for name in pages(tmp_path / "out") if name.startswith("hyp.c"))
    assert "has changed" not in pages(tmp_path / "out")[name]
    source = tmp_path / "hyp.c"
    source.write_text("\n" + source.read_text())
    html.write(report, tmp_path / "out")
    assert "has changed" in pages(tmp_path / "out")[name]
    source.write_text("short\n")
    html.write(report, tmp_path / "out")
    text = pages(tmp_path / "out")[name]
    assert "has changed" in text and 'id="L7:16"' in text, "an operation without its place is listed"


def test_pages_of_another_report_do_not_stay(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    html.write(paper_report(), folder)
    mine = folder / "source" / "mine.html"
    mine.write_text("not a page of a report")
    html.write(sample_report(tmp_path), folder)
    assert not list(folder.glob("source/core.c-*"))
    assert mine.exists()


def test_the_same_report_gives_the_same_files(tmp_path: Path) -> None:
    report = sample_report(tmp_path)
    contents = []
    for name in ("a", "b"):
        html.write(report, tmp_path / name)
        files = sorted((tmp_path / name).rglob("*"))
        contents.append([(p.relative_to(tmp_path / name), p.read_bytes()) for p in files if p.is_file()])
    assert contents[0] == contents[1]


def test_where_it_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("a file")
    with pytest.raises(UserError, match="cannot write the report to"):
        html.write(paper_report(), tmp_path / "out")


def test_data_is_ascii_and_cannot_end_a_script(tmp_path: Path) -> None:
    html.write(hostile_report(tmp_path), tmp_path / "out")
    for path in (tmp_path / "out").rglob("*.js"):
        if path.read_text().startswith("window.ARIADNE"):
            text = path.read_text()
            assert text.isascii() and "<" not in text
            json.loads(text.partition(" = ")[2].rstrip(";\n"))
    for text in pages(tmp_path / "out").values():
        assert "<script>" not in text and "<img" not in text


def verdict_of(report: Report, site: str, kind: Kind) -> Outcome:
    return next(each for each in operations(report) if each.site.id == site).of(kind)


def test_an_operation_is_safe_only_if_it_is_for_every_function(tmp_path: Path) -> None:
    report = sample_report(tmp_path)
    scaled, odd, hyp = report.functions
    site = hyp.verdicts[1].site
    assert verdict_of(report, site.id, Kind.UNDERFLOW) is Outcome.OPEN
    proved = Verdict("hyp", site, Kind.UNDERFLOW, VerdictKind.SAFE, "proved")
    alone = replace(report, functions=(scaled, odd, replace(hyp, verdicts=(proved,))))
    assert verdict_of(alone, site.id, Kind.UNDERFLOW) is Outcome.SAFE
    other = replace(hyp.function, name="other", symbol="other")
    more = replace(
        alone, functions=(*alone.functions, replace(hyp, function=other, findings=(), verdicts=()))
    )
    assert verdict_of(more, site.id, Kind.UNDERFLOW) is Outcome.OPEN, "nothing is known when other calls it"


def test_an_operation_of_which_nothing_is_decided_is_marked(tmp_path: Path) -> None:
    report = sample_report(tmp_path)
    site = replace(
        report.functions[0].findings[0].site, number=9, function="half", index=7, place=Place("h.c", 1, 1)
    )
    assert verdict_of(replace(report, undecided=(site,)), "half#7", Kind.OVERFLOW) is Outcome.OPEN


def test_columns_count_bytes(tmp_path: Path) -> None:
    """What stands before an operation may take more bytes than letters."""
    report = sample_report(tmp_path)
    path = tmp_path / "hyp.c"
    line = "\treturn /* \N{GREEK SMALL LETTER PI}\N{GREEK SMALL LETTER PI} */ sqrt(x * x + y * y);"
    path.write_text(path.read_text().replace("\treturn sqrt(x * x + y * y);", line))
    moved = [
        replace(
            each, site=replace(each.site, place=replace(each.site.place, column=each.site.place.column + 11))
        )
        for each in operations(report)
        if each.site.place.line == 7
    ]
    shown = listing(str(path), marks(moved))
    assert shown is not None and not shown.astray
    text = str(shown.lines[6].html)
    assert re.findall(r">([*+])<sup>", text) == ["*", "+", "*"]
    assert "/* ππ */" in text


def luminance(colour: str) -> float:
    channels = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_text_stands_out_from_its_ground() -> None:
    """WCAG AA, in light and in dark: 4.5 to 1, for every colour of text on every ground."""
    style = (Path(html.__file__).parent / "assets" / "style.css").read_text()
    blocks = re.findall(r"{[^{}]*--page:[^}]*}", style)
    themes = [dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", block)) for block in blocks]
    assert len(themes) == 3 and themes[1] == themes[2], "dark by choice and dark by the system are the same"
    for theme in themes[:2]:
        grounds = {name: theme.pop(name) for name in ("page", "raised", "current")}
        for name in ("line", "bar-locations", "bar-pairs"):
            theme.pop(name)
        for name, colour in theme.items():
            for ground, behind in grounds.items():
                light, dark = sorted((luminance(colour), luminance(behind)), reverse=True)
                if ground != "current" or name in ("text", "wrong", "poisoned", "reported", "benign"):
                    assert (light + 0.05) / (dark + 0.05) >= 4.5, (name, ground)
