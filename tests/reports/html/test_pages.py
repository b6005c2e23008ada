"""The report in a browser, from disk: what a maintainer does with it, without errors or a network."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qs, quote, unquote, urlsplit

import pytest
from selenium.webdriver.common.keys import Keys

from orchestrator import cli
from orchestrator.core.model import Consequence, Report
from orchestrator.reports import html
from orchestrator.reports.counts import found
from orchestrator.reports.html.pages import Pages
from orchestrator.reports.load import load_report
from orchestrator.reports.wording import printable
from tests.reports.html.browser import Browser, chromium
from tests.reports.html.reports import HOSTILE, hostile_report, large_report

SOURCE = """\
#include <math.h>

static double square(double x) { return x * x; }

double length(double x, double y)
{
  return sqrt(square(x) + square(y)); /* overflows for 1e200, 0 */
}

double reciprocal(double x) { return 1.0 / (x - 3.0); }
"""


@dataclass(frozen=True)
class Made:
    """A report and its pages."""

    report: Report
    folder: Path

    def page(self, file: str) -> Path:
        return self.folder / "source" / f"{Pages(self.report.sources).name(file)}.html"


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with chromium(tmp_path_factory.mktemp("profile")) as started:
        yield started


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """A real program, analysed in a moment."""
    folder = tmp_path_factory.mktemp("small")
    (folder / "length.c").write_text(SOURCE)
    report, pages = folder / "report.json", folder / "pages"
    assert cli.main(["analyze", str(folder / "length.c"), "--runs", "5000", "--json", str(report)]) == 0
    assert cli.main(["report", str(report), "--html", str(pages)]) == 0
    return Made(load_report(str(report)), pages)


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Made:
    report = large_report(functions=500, findings=5000)
    folder = tmp_path_factory.mktemp("large")
    html.write(report, folder)
    return Made(report, folder)


@pytest.fixture(autouse=True)
def quiet(browser: Browser) -> Iterator[None]:
    """No page complains, and none asks for anything but the files of its folder."""
    browser.complaints()
    browser.requests()
    yield
    assert browser.complaints() == []
    assert {urlsplit(url).scheme for url in browser.requests()} <= {"file", "data", "about"}


def rows(browser: Browser) -> list[str]:
    return browser.texts("#table tbody tr")


def filtered(browser: Browser) -> dict[str, list[str]]:
    return parse_qs(urlsplit(browser.driver.current_url).fragment)


def test_the_overview_counts(browser: Browser, small: Made) -> None:
    browser.open(small.folder / "index.html")
    every = [finding for _, finding in found(small.report)]
    harmful = [
        f
        for f in every
        if f.judgement and f.judgement.consequence in (Consequence.WRONG, Consequence.POISONED)
    ]
    assert harmful and f"{len(harmful)} findings" in browser.one(".lead strong").text
    totals = browser.texts("table.numbers:first-of-type tr.total td")
    assert totals[-2] == str(len(every))
    assert {"Findings by kind", "Functions by number of findings"} <= set(browser.texts("figure .title"))
    assert [text.split()[0] for text in browser.texts(".coverage tbody th")] == [
        "triggered",
        "safe",
        "unknown",
    ]
    assert "benign" not in " ".join(browser.texts(".worst li")), "what does no harm is not shown first"


def test_a_number_of_the_overview_leads_to_its_findings(browser: Browser, small: Made) -> None:
    browser.open(small.folder / "index.html")
    cell = browser.one("table.numbers tbody tr:first-child td a")
    amount = int(cell.text)
    cell.click()
    assert "kind=overflow" in browser.address("findings.html")
    assert browser.one("#count").text.startswith(f"{amount} of ")
    assert all("overflow" in row for row in rows(browser))


def test_filter_sort_and_search(browser: Browser, small: Made) -> None:
    browser.open(small.folder / "findings.html", "each=call&outcome=all")
    every = rows(browser)
    assert len(every) == len(found(small.report))
    browser.one("input[value=divbyzero]").click()
    divisions = rows(browser)
    assert divisions and all("division by zero" in row for row in divisions)
    assert filtered(browser)["kind"] == ["divbyzero"]
    browser.driver.refresh()
    assert rows(browser) == divisions, "the address holds the filter"
    browser.one("input[value=divbyzero]").click()
    browser.one("body").send_keys("/")
    browser.driver.switch_to.active_element.send_keys("LENGTH/ square#0")
    assert rows(browser) and len(rows(browser)) < len(every)
    assert all("length(" in row and "x * x" in row for row in rows(browser))
    browser.one("#q").clear()
    browser.one("#q").send_keys("nothing has this name")
    assert rows(browser) == [] and browser.one("#count").text.startswith("0 of ")
    browser.open(small.folder / "findings.html", "each=call&outcome=all")
    browser.one("#function option[value=reciprocal]").click()
    assert rows(browser) and all("reciprocal(" in row for row in rows(browser))
    browser.open(small.folder / "findings.html", "each=call&outcome=all")
    head = next(each for each in browser.all("#table th button") if each.text == "operation")
    head.click()
    operations = browser.texts("#table td.operation")
    assert operations == sorted(operations) and operations != sorted(operations, reverse=True)
    head.click()
    assert browser.texts("#table td.operation") == sorted(operations, reverse=True)


def test_what_does_no_harm_is_folded_until_asked_for(browser: Browser, large: Made) -> None:
    browser.open(large.folder / "findings.html")
    assert not any("benign" in row for row in rows(browser))
    assert "without harm folded" in browser.one("#count").text
    browser.one("input[value=benign]").click()
    assert rows(browser) and all("benign" in row for row in rows(browser))


def test_a_finding_leads_to_its_marked_operation(browser: Browser, small: Made) -> None:
    browser.open(small.folder / "findings.html", "q=square&kind=overflow&function=length")
    browser.one("#table a.main").click()
    assert "length.c" in browser.address("/source/")
    mark = browser.one(".op[aria-current]")
    # The operator is marked, by a symbol and not only by a colour.
    assert mark.text.startswith("*") and mark.text[1:] in "✗∞"
    assert mark.get_attribute("id") == "L3:43"
    assert "overflow poisoned" in (mark.get_attribute("title") or "")
    panel = browser.one("#panel").text
    for part in (
        "x * x",
        "Input",
        "Results",
        "exact",
        "avoidable",
        "poisoned",
        "The first exception of the run",
    ):
        assert part in panel, part
    open_finding = browser.one("#panel details.finding[open]")
    assert open_finding.get_attribute("data-finding") == "length/square#0:overflow"


def test_a_finding_has_a_permanent_link(browser: Browser, small: Made) -> None:
    for _, finding in found(small.report)[::3]:
        browser.open(small.folder / "findings.html", f"finding={quote(finding.id)}")
        assert unquote(browser.address("/source/")).endswith(f"#finding={finding.id}")
        assert browser.one("details.finding[open]").get_attribute("data-finding") == finding.id
        assert browser.one(".op[aria-current]")
        link = browser.one("#panel details[open] a[href*=finding]").get_attribute("href") or ""
        assert unquote(link).endswith(f"findings.html#finding={finding.id}")


def test_the_exceptions_on_the_way_are_listed_in_order(browser: Browser, small: Made) -> None:
    later = [finding for _, finding in found(small.report) if len(finding.trace) > 0]
    assert later, "a run that raises two things is needed here"
    browser.open(small.folder / "findings.html", f"finding={quote(later[0].id)}")
    browser.address("/source/")
    steps = [step.text for step in browser.all("details.finding[open] .path li")]
    kinds = [
        step.replace(" (no bit lost)", "").partition(" in " if step != steps[-1] else " here")[0]
        for step in steps
    ]
    assert kinds == [*(event.kind.label for event in later[0].trace), later[0].kind.label]


def test_every_operation_is_marked(browser: Browser, small: Made) -> None:
    browser.open(small.page(small.report.functions[0].function.place.file))
    texts = browser.texts(".code .op")
    # In the order of the text: x * x, the square root, the sum, the quotient, the difference.
    assert [text[:-1] for text in texts] == ["*", "sqrt", "+", "/", "-"]
    code = browser.texts(".code .line code")
    assert [line.translate(str.maketrans("", "", "✗∞?¿!○·✓=")).strip() for line in code] == [
        line.translate(str.maketrans("", "", "!=")).strip() for line in SOURCE.splitlines()
    ]


def test_keys_go_from_operation_to_operation(browser: Browser, small: Made) -> None:
    browser.open(small.page(small.report.functions[0].function.place.file))
    body = browser.one("body")
    body.send_keys("n")
    first = browser.one(".op[aria-current]").get_attribute("id")
    body.send_keys("n")  # the page goes there by its address, a moment later
    assert browser.one(f".op[aria-current]:not([id='{first}'])")
    body.send_keys("p")
    assert browser.one(f".op[aria-current][id='{first}']")
    body.send_keys(Keys.ESCAPE)
    browser.gone(".op[aria-current]")
    assert not browser.one("#panel").is_displayed()
    assert browser.driver.switch_to.active_element.get_attribute("id") == first
    browser.open(small.folder / "findings.html")
    links = browser.all("#table a.main")
    links[0].send_keys(Keys.ARROW_DOWN)
    assert browser.driver.switch_to.active_element == links[1]
    links[1].send_keys(Keys.ENTER)
    browser.address("/source/")
    assert browser.one("details.finding[open]")


def test_light_and_dark(browser: Browser, small: Made, tmp_path: Path) -> None:
    source = small.page(small.report.functions[0].function.place.file)
    seen = {}
    try:
        for scheme in ("light", "dark"):
            browser.scheme(scheme)
            for page in ("index.html", "findings.html", "functions.html"):
                browser.open(small.folder / page)
                assert browser.driver.save_screenshot(str(tmp_path / f"{scheme}-{page}.png"))
            browser.open(source, "L3:43")
            assert browser.driver.save_screenshot(str(tmp_path / f"{scheme}-source.png"))
            seen[scheme] = browser.background()
        assert seen["light"] == "rgb(255, 255, 255)" != seen["dark"]
        browser.one("#theme").click()
        assert browser.background() == seen["light"], "the user's choice counts more than the system's"
        browser.open(small.folder / "index.html")
        assert browser.background() == seen["light"], "and holds on other pages"
        browser.one("#theme").click()
    finally:
        browser.driver.execute_script("localStorage.clear()")
        browser.scheme("light")


@pytest.mark.parametrize("width", [400, 1000])
def test_nothing_is_cut_off(browser: Browser, small: Made, large: Made, width: int) -> None:
    """A page is never wider than the window; long code and tables scroll in themselves."""
    browser.size(width, 800)
    try:
        source = small.page(small.report.functions[0].function.place.file)
        for page in (
            *(
                made.folder / f"{name}.html"
                for made in (small, large)
                for name in ("index", "findings", "functions")
            ),
            source,
        ):
            browser.open(page, "L3:43" if page == source else "")
            wide = browser.driver.execute_script("return document.documentElement.scrollWidth")
            assert wide <= width, page
    finally:
        browser.size(1400, 1000)


def test_it_prints(browser: Browser, small: Made) -> None:
    for page in (small.folder / "index.html", small.page(small.report.functions[0].function.place.file)):
        browser.open(page)
        printed = browser.driver.execute_cdp_cmd("Page.printToPDF", {})["data"]
        assert printed.startswith("JVBERi0"), "%PDF-"


def test_five_thousand_findings_are_filtered_within_a_second(browser: Browser, large: Made) -> None:
    browser.open(large.folder / "findings.html", "each=call")
    assert f"of {len(found(large.report)):,} findings" in browser.one("#count").text
    assert len(rows(browser)) == 100, "what is not seen is not made"

    def seconds(action: str) -> float:
        """From the action until the browser has laid out the page."""
        return float(
            browser.driver.execute_script(
                f"const start = performance.now(); {action}; document.body.offsetHeight;"
                "return (performance.now() - start) / 1000"
            )
        )

    search = "const q = document.getElementById('q'); q.value = '{}'; q.dispatchEvent(new Event('input'))"
    assert seconds(search.format("function_123 file")) < 1
    assert rows(browser) and all("lib_function_123" in row for row in rows(browser))
    assert seconds(search.format("")) < 1
    assert seconds("document.querySelector('input[value=wrong]').click()") < 1
    assert all("wrong" in row for row in rows(browser))
    assert seconds("document.querySelectorAll('#table th button')[5].click()") < 1
    began = time.monotonic()
    browser.open(large.folder / "functions.html")
    assert len(rows(browser)) == 100
    assert time.monotonic() - began < 10


def test_names_and_sources_are_only_text(browser: Browser, tmp_path: Path) -> None:
    report = hostile_report(tmp_path)
    made = Made(report, tmp_path / "pages")
    html.write(report, made.folder)
    finding = report.functions[0].findings[0]
    known = printable(finding.id)
    source = made.page(finding.site.place.file)
    assert source.parent == made.folder / "source"
    for page, fragment in (
        (made.folder / "index.html", ""),
        (made.folder / "findings.html", ""),
        (made.folder / "findings.html", f"q={quote(HOSTILE)}"),
        (made.folder / "functions.html", ""),
        (source, "L2:64"),
        (made.folder / "findings.html", f"finding={quote(known, safe='')}"),
    ):
        browser.open(page, fragment)
        browser.one("main")
        assert browser.driver.execute_script("return window.pwned") is None, page
        assert not browser.all("img"), page
        text = str(browser.driver.execute_script("return document.body.textContent"))
        assert "<script>window.pwned" in text, page
        assert "\u202e" not in text and "\x1b" not in text, page
    browser.address("/source/")
    assert browser.one("details.finding[open]").get_attribute("data-finding") == known
    mark = browser.one(".op[aria-current]")
    assert mark.text == "*✗"
    line = browser.texts(".line code")[1].replace("✗", "")
    assert line.startswith('double f(double x) { char *s = "</script>&amp;\\"<b>"; return x * x; } /* ')
