"""Temporary folders, and --keep: everything stays, nothing is overwritten."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from orchestrator.core.errors import UserError
from orchestrator.core.scratch import keep_copy, keep_in, kept_in, scratch_folder


@pytest.fixture(autouse=True)
def _keep_nothing_afterwards() -> Iterator[None]:
    yield
    keep_in(None)


def test_deleted_by_default(tmp_path: Path) -> None:
    with scratch_folder("run", near=tmp_path) as one, scratch_folder("run", near=tmp_path) as two:
        assert one != two
        (one / "file").write_text("x")
    assert list(tmp_path.iterdir()) == []
    keep_copy(tmp_path, "no copy")


def test_kept(tmp_path: Path) -> None:
    keep = tmp_path / "not" / "there yet"
    keep_in(keep)
    assert kept_in() == keep
    for text in ("a", "b"):
        with scratch_folder("search-f", "of f", near=tmp_path) as folder:
            (folder / "spec").write_text(text)
    with scratch_folder("search-odd/name<int>"):
        pass
    found = sorted(path.name for path in keep.iterdir())
    assert found == ["README.txt", "search-f", "search-f-2", "search-odd_name_int_"]
    assert [(keep / name / "spec").read_text() for name in ("search-f", "search-f-2")] == ["a", "b"]
    index = (keep / "README.txt").read_text()
    assert [line.split()[0] for line in index.splitlines() if "of f" in line] == ["search-f/", "search-f-2/"]


def test_a_second_run_adds_to_it(tmp_path: Path) -> None:
    for _ in range(2):
        keep_in(tmp_path)
        with scratch_folder("program"):
            pass
    assert sorted(p.name for p in tmp_path.iterdir()) == ["README.txt", "program", "program-2"]
    assert (tmp_path / "README.txt").read_text().count("What ariadne left here") == 1


def test_copies(tmp_path: Path) -> None:
    made = tmp_path / "variants"
    made.mkdir()
    (made / "probe.so").write_text("old")
    keep_in(tmp_path / "keep")
    keep_copy(made, "a program")
    keep_copy(tmp_path / "nowhere", "nothing")
    (made / "probe.so").write_text("new")
    assert (tmp_path / "keep/variants/probe.so").read_text() == "old"


@pytest.mark.parametrize("name", ["a file/below", "a file", "a,b", "a(b)"])
def test_where_nothing_can_be_kept(tmp_path: Path, name: str) -> None:
    (tmp_path / "a file").write_text("")
    with pytest.raises(UserError, match="--keep"):
        keep_in(tmp_path / name)
    assert kept_in() is None
