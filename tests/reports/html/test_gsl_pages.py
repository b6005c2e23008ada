"""The report of a part of GSL: a run of the project, its pages, and a known bug in them."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from orchestrator import cli
from tests.reports.html.browser import chromium

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[3]


def test_a_run_of_a_part_of_gsl_ends_in_pages(tmp_path: Path) -> None:
    """Compiled anew: the project's own store is not touched. Only the source is shared, if it is there."""
    project = tmp_path / "gsl_corpus"
    shutil.copytree(ROOT / "gsl_corpus", project)
    source = ROOT / "build" / "gsl" / "source"
    if source.exists():
        (tmp_path / "build" / "gsl").mkdir(parents=True)
        os.symlink(source.resolve(), tmp_path / "build" / "gsl" / "source")
    assert cli.main(["run", "-p", str(project), "--only", "gsl_sf_airy_Ai*", "--runs", "20000"]) == 0
    pages = tmp_path / "build" / "gsl" / "html"
    with chromium(tmp_path / "profile") as browser:
        browser.requests()  # what the browser itself opened when it started
        browser.open(pages / "index.html")
        assert "findings" in browser.one(".lead").text
        browser.open(pages / "findings.html", "q=airy_mod_phase&kind=overflow")
        browser.one("#table a.main").click()
        assert "airy.c" in browser.address("/source/")
        assert browser.one(".op[aria-current]").text[-1] in "✗∞?!"
        assert "Input" in browser.one("#panel").text
        for scheme in ("light", "dark"):
            browser.scheme(scheme)
            assert browser.driver.save_screenshot(str(tmp_path / f"{scheme}.png"))
        assert browser.complaints() == []
        assert all(url.startswith(("file:", "data:", "about:")) for url in browser.requests())
