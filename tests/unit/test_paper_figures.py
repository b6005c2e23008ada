"""The two figures: well-formed, with every number where it belongs."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from orchestrator.reports.paper.figures import Chart, Series, draw, figures
from orchestrator.reports.paper.published import read
from tests.unit.paper_report import paper_report

SVG = "{http://www.w3.org/2000/svg}"
THEIRS = read(str(Path(__file__).resolve().parents[2] / "gsl_corpus" / "paper.toml"))


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def heights(svg: str, style: str) -> list[float]:
    """Of the bars in this style; the first rectangle is its mark in the legend."""
    marks = [e for e in ElementTree.fromstring(svg).iter(f"{SVG}rect") if e.get("class") == style]
    return [float(mark.get("height", "nan")) for mark in marks[1:]]


def test_figures_show_the_numbers_of_their_tables() -> None:
    drawn = figures(paper_report(), THEIRS)
    assert set(drawn) == {"kinds", "functions"}
    words = texts(drawn["kinds"])
    assert {"Findings by kind", "kind", "findings (log scale)", "invalid", "over- or underflow"} <= set(words)
    assert {"125", "44", "1,922"} <= set(words)
    assert len(heights(drawn["kinds"], "pairs")) == 5
    assert len(heights(drawn["kinds"], "theirs")) == 3, "overflow and underflow alone are not published"
    words = texts(drawn["functions"])
    assert {"0", "1", "2", "3-4", "152", "functions"} <= set(words)
    assert len(heights(drawn["functions"], "pairs")) == 4


def test_without_published_numbers_nothing_is_said_of_them() -> None:
    for svg in figures(paper_report(), None).values():
        assert "theirs" not in " ".join(texts(svg))
        assert not heights(svg, "theirs")


@pytest.mark.parametrize("logarithmic", [False, True])
@pytest.mark.parametrize("values", [(0, 0), (0, 1), (1, 2), (9, 10), (10, 1000), (3, 123_456)])
def test_bars_grow_with_their_numbers_and_stay_inside(values: tuple[int, int], logarithmic: bool) -> None:
    chart = Chart("t", "x", "y", ("a", "b"), (Series("s", "pairs", values),), logarithmic)
    small, large = heights(draw(chart), "pairs")
    assert 0 <= small <= large <= 260
    assert (small < large) == (values[0] < values[1])
    assert (small > 0) == (values[0] > 0)
    if values[0] and not logarithmic:
        assert large / small == pytest.approx(values[1] / values[0], rel=1e-3)


def test_hostile_names_are_text() -> None:
    name = "</text><script>&\"'\x00\x1b\udce9\uffff"
    chart = Chart(name, name, name, (name,), (Series(name, "pairs", (1,)),))
    svg = draw(chart)
    svg.encode()
    ElementTree.fromstring(svg)
    assert "<script" not in svg
    assert sum("</text><script>&\"'" in text for text in texts(svg)) == 5


def test_no_categories_at_all() -> None:
    ElementTree.fromstring(draw(Chart("t", "x", "y", (), (Series("s", "pairs", ()),), True)))
