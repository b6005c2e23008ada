"""What the native search aims at is what its specification lists, and is reported by its place there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from orchestrator.core.errors import InternalError
from orchestrator.core.model import Kind, Raise
from orchestrator.core.settings import Settings
from orchestrator.native import runner
from orchestrator.native.specification import for_search
from tests.unit.building import Program, built, numbers

TEXT = """
double f(double x) {
  if (x == 1234.5678)
    return 1;
  return x * 1e300 + 1 / (x - 7);
}
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Program:
    return built(tmp_path_factory.mktemp("targets"), TEXT)


def search(program: Program, words: Sequence[str]) -> dict[int, float]:
    """The input of each target that was reached."""
    function = program.function("f")
    spec = for_search(
        program.variants.probe, program.module, function, Settings(runs=20_000, budget=60.0), ()
    )
    leads = (
        line["lead"] for line in runner.run("search", replace(spec, targets=tuple(words))) if "lead" in line
    )
    return {lead["target"]: numbers(function, bytes.fromhex(lead["input"]))[0] for lead in leads}


def test_targets_of_a_function_are_in_the_order_of_its_operations(program: Program) -> None:
    function = program.function("f")
    targets = program.module.targets(function)
    assert targets[:2] == [Raise("f#0", Kind.OVERFLOW), Raise("f#0", Kind.UNDERFLOW)]
    assert program.module.targets(function, targets[1:]) == targets[:1]
    spec = for_search(program.variants.probe, program.module, function, Settings(), targets)
    assert spec.targets[:2] == ("raise:0:0", "raise:0:1")


def test_only_what_is_asked_for_is_reported(program: Program) -> None:
    found = search(program, ["raise:0:0"])
    assert set(found) == {0} and abs(found[0]) > 1e8


def test_an_outcome_of_a_comparison_can_be_a_goal(program: Program) -> None:
    """Its input is made simpler, too, where that leaves the outcome as it is."""
    found = search(program, ["outcome:0:1", "raise:0:0", "outcome:0:0"])
    assert set(found) == {0, 1, 2}
    assert found[0] == 1234.5678 and found[2] == 0


@pytest.mark.parametrize(
    "word",
    ["raise:99:0", f"raise:0:{len(Kind)}", "outcome:1:0", "outcome:0:2", "line:3:0", "raise:0", "raise:x:0"],
)
def test_what_the_program_does_not_have_is_refused(program: Program, word: str) -> None:
    with pytest.raises(InternalError):
        search(program, [word])


def test_no_target_is_given_twice(program: Program) -> None:
    with pytest.raises(InternalError):
        search(program, ["raise:0:0", "raise:0:0"])
