"""Figures 7 and 8 as drawings: bar charts in SVG, for light and dark pages."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from orchestrator.core.model import Report
from orchestrator.reports.counts import count, found, of_kinds
from orchestrator.reports.paper.distribution import KINDS, bins, pairs_by_function
from orchestrator.reports.paper.published import Published
from orchestrator.reports.wording import printable


@dataclass(frozen=True)
class Series:
    name: str
    style: str  # one of those in _STYLE
    values: tuple[int | None, ...]  # None: not known, no bar


@dataclass(frozen=True)
class Chart:
    title: str
    across: str  # what the categories are
    up: str  # what the bars count
    categories: tuple[str, ...]
    series: tuple[Series, ...]
    logarithmic: bool = False


def figures(report: Report, theirs: Published | None, styled: bool = True) -> dict[str, str]:
    """Drawings by the name of the table with their numbers; without styles for a page that has its own."""
    charts = {"kinds": _kinds(report, theirs), "functions": _functions(report, theirs)}
    return {name: draw(chart, styled) for name, chart in charts.items()}


def _kinds(report: Report, theirs: Published | None) -> Chart:
    every = found(report)
    # The sum of overflows and underflows is there for the comparison only.
    groups = {label: group for label, group in KINDS.items() if theirs or len(group) == 1}
    counts = [count(of_kinds(every, group)) for group in groups.values()]
    series = [
        Series("ours: locations", "locations", tuple(each.locations for each in counts)),
        Series("ours: input-location pairs", "pairs", tuple(each.pairs for each in counts)),
    ]
    if theirs:
        known = tuple(theirs.kinds.get(group) for group in groups.values())
        series.append(Series("theirs: input-location pairs", "theirs", known))
    return Chart("Findings by kind", "kind", "findings (log scale)", tuple(groups), tuple(series), True)


def _functions(report: Report, theirs: Published | None) -> Chart:
    amounts = [amount for _, amount in pairs_by_function(report)]
    ranges = list(bins(max(amounts, default=0)))
    inside = tuple(sum(each.least <= amount <= each.greatest for amount in amounts) for each in ranges)
    series = [Series("ours", "pairs", inside)]
    if theirs:
        without = theirs.functions - theirs.with_findings
        known = (without, *(None for _ in ranges[1:]))
        series.append(Series("theirs (printed for 0 only)", "theirs", known))
    return Chart(
        "Functions by number of findings",
        "input-location pairs of a function",
        "functions",
        tuple(each.label for each in ranges),
        tuple(series),
    )


_HEIGHT = 260  # of the plot
_LEFT, _RIGHT, _TOP, _BOTTOM = 72, 24, 84, 60
_BAR = 34
_GAP = 26  # between groups of bars
_LETTER = 7.2  # average width of a character
_STYLE = """\
  text { font-family: system-ui, sans-serif; font-size: 13px; fill: #222 }
  .title { font-size: 16px; font-weight: 600 }
  .number { font-size: 11px }
  .page { fill: #fff } .axis { stroke: #222 } .grid { stroke: #ddd }
  .locations { fill: #d9822b } .pairs { fill: #2f6fb5 } .theirs { fill: #8a8a8a }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6e6e6 }
    .page { fill: #16181c } .axis { stroke: #e6e6e6 } .grid { stroke: #3a3d44 }
    .locations { fill: #f0a75a } .pairs { fill: #6aa5e8 } .theirs { fill: #9a9a9a }
  }
"""


def draw(chart: Chart, styled: bool = True) -> str:
    longest = max((len(category) for category in chart.categories), default=0)
    group = max(_BAR * len(chart.series), longest * _LETTER) + _GAP
    legend = sum(len(series.name) * _LETTER + 40 for series in chart.series)
    plot = max(group * len(chart.categories), legend, len(chart.title) * 10)
    group = plot / max(len(chart.categories), 1)
    width, height = _LEFT + plot + _RIGHT, _TOP + _HEIGHT + _BOTTOM
    scale = _Scale(chart)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height}" width="{width:g}"'
        f' height="{height}" role="img">',
        f"<title>{_text(chart.title)}</title>",
        *([f"<style>\n{_STYLE}</style>"] if styled else []),
        f'<rect class="page" width="{width:g}" height="{height}"/>',
        f'<text class="title" x="{_LEFT}" y="28">{_text(chart.title)}</text>',
        *_legend(chart.series),
        *_grid(scale, plot),
    ]
    for position, category in enumerate(chart.categories):
        middle = _LEFT + group * (position + 0.5)
        parts += _bars(chart.series, position, middle, scale)
        parts.append(_label(category, middle, _TOP + _HEIGHT + 20))
    ground = _TOP + _HEIGHT
    parts += [
        f'<line class="axis" x1="{_LEFT}" y1="{ground}" x2="{_LEFT + plot:g}" y2="{ground}"/>',
        _label(chart.across, _LEFT + plot / 2, height - 14),
        f'<text text-anchor="middle" transform="translate(18 {_TOP + _HEIGHT / 2:g}) rotate(-90)">'
        f"{_text(chart.up)}</text>",
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


class _Scale:
    """From a number to a height."""

    def __init__(self, chart: Chart) -> None:
        largest = max((value or 0 for series in chart.series for value in series.values), default=0)
        self.logarithmic = chart.logarithmic
        if chart.logarithmic:
            self.ticks = [10**power for power in range(max(1, math.ceil(math.log10(max(largest, 1)))) + 1)]
        else:
            step = _step(largest)
            self.ticks = [step * number for number in range(math.ceil(largest / step) + 1)]
        self.top = self._raw(max(self.ticks[-1], largest, 1))

    def _raw(self, value: int) -> float:
        if not self.logarithmic:
            return float(value)
        return math.log10(value) + 0.25 if value else 0.0  # so that a bar of 1 can be seen

    def height(self, value: int) -> float:
        return _HEIGHT * self._raw(value) / self.top


def _step(largest: int) -> int:
    """A round distance between the lines of the grid, for about five of them."""
    power = 1
    while True:
        for factor in (1, 2, 5):
            if largest <= 5 * factor * power:
                return factor * power
        power *= 10


def _legend(series: Sequence[Series]) -> Iterator[str]:
    x = float(_LEFT)
    for each in series:
        yield f'<rect class="{each.style}" x="{x:g}" y="44" width="14" height="14"/>'
        yield f'<text x="{x + 20:g}" y="56">{_text(each.name)}</text>'
        x += len(each.name) * _LETTER + 40


def _grid(scale: _Scale, plot: float) -> Iterator[str]:
    for tick in scale.ticks:
        y = _TOP + _HEIGHT - scale.height(tick)
        yield f'<line class="grid" x1="{_LEFT}" y1="{y:g}" x2="{_LEFT + plot:g}" y2="{y:g}"/>'
        yield f'<text text-anchor="end" x="{_LEFT - 8}" y="{y + 4:g}">{tick:,}</text>'


def _bars(series: Sequence[Series], position: int, middle: float, scale: _Scale) -> Iterator[str]:
    known = [(each.style, value) for each in series if (value := each.values[position]) is not None]
    x = middle - _BAR * len(known) / 2
    for style, value in known:
        height = scale.height(value)
        y = _TOP + _HEIGHT - height
        yield f'<rect class="{style}" x="{x + 2:g}" y="{y:g}" width="{_BAR - 4}" height="{height:g}"/>'
        yield f'<text class="number" text-anchor="middle" x="{x + _BAR / 2:g}" y="{y - 4:g}">{value:,}</text>'
        x += _BAR


def _label(text: str, x: float, y: float) -> str:
    return f'<text text-anchor="middle" x="{x:g}" y="{y:g}">{_text(text)}</text>'


def _text(text: str) -> str:
    return escape(printable(text))
