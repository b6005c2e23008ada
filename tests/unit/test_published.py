"""Published numbers: those of the paper, and files that hold none."""

from __future__ import annotations

from pathlib import Path

import pytest

from orchestrator.core.errors import UserError
from orchestrator.core.model import Kind
from orchestrator.reports.paper.published import read

PAPER = Path(__file__).resolve().parents[2] / "gsl_corpus" / "paper.toml"


def test_the_numbers_of_the_paper_agree_with_each_other() -> None:
    """What the paper says twice, or what follows from what it says."""
    paper = read(str(PAPER))
    assert sum(paper.kinds.values()) == paper.pairs
    xflows = paper.kinds[frozenset({Kind.OVERFLOW, Kind.UNDERFLOW})]
    assert f"{xflows / paper.pairs:.1%}" == "91.9%"  # section 5.3
    assert paper.locations == max(bound.shared.locations for bound in paper.bounds)
    assert paper.hours == min(bound.hours for bound in paper.bounds)
    assert [bound.bound for bound in paper.bounds] == [float("inf"), 64, 32, 16, 8, 4, 2, 1]
    ratios = {kind: f"{part / whole:.2f}" for kind, (part, whole) in paper.avoidable.items()}
    assert ratios == {Kind.OVERFLOW: "0.63", Kind.UNDERFLOW: "0.83"}
    assert {kind: len(examples) for kind, examples in paper.examples.items()} == {
        Kind.DIVBYZERO: 4,
        Kind.INVALID: 4,
    }
    assert len(paper.inconsistencies) == 8
    for bound in paper.bounds:
        assert bound.clean <= bound.explored <= bound.no_timeout <= paper.functions


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("functions = 467", "functions = '467'", "functions: not a text"),
        ("functions = 467", "", "functions is missing"),
        ("divbyzero = 44", "divisions = 44", "kinds.divisions: 'divisions' is not a valid Kind"),
        ("overflow = [98, 155]", "overflow = [98]", "avoidable.overflow: two numbers are expected"),
        ("line = 989", "line = true", "examples.divbyzero[0].line: not true or false"),
        ("bound = 64", "bound = 'many'", "bounds[1].bound: not a text"),
        ("functions = 467", "functions =", "is not TOML"),
    ],
)
def test_mistakes_are_named(tmp_path: Path, old: str, new: str, message: str) -> None:
    path = tmp_path / "paper.toml"
    path.write_text(PAPER.read_text().replace(old, new, 1))
    with pytest.raises(UserError) as caught:
        read(str(path))
    assert str(path) in caught.value.message and message in caught.value.message


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot read .*: No such file"):
        read(str(tmp_path / "none.toml"))
