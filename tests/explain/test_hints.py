"""The steps of a run beside their exact values, and advice that exact arithmetic vouches for."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import pytest

from orchestrator.build.program import Bitcode, build
from orchestrator.build.variants import build_exact
from orchestrator.core.model import Kind
from orchestrator.core.settings import Settings
from orchestrator.judge.hints import hints
from orchestrator.judge.steps import Step, Story, tell
from orchestrator.numbers import floats
from orchestrator.numbers.dyadic import to_fraction
from orchestrator.numbers.values import parse_inputs

PROGRAMS = Path(__file__).with_name("programs.c")


@dataclass(frozen=True)
class Programs:
    bitcode: Bitcode
    library: Path

    def tell(self, name: str, *inputs: str) -> Story:
        function = next(f for f in self.bitcode.module.functions if f.name == name)
        data = parse_inputs(function, inputs)
        return tell(self.library, self.bitcode.module.sites, function, data, Settings())


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Programs:
    folder = tmp_path_factory.mktemp("explain")
    bitcode = build([PROGRAMS], [], folder)
    return Programs(bitcode, build_exact(bitcode, folder, steps=True))


def outside(story: Story) -> Step:
    """The first step whose result is infinite, zero or subnormal, and exactly is none of these."""
    for step in story.steps:
        form = floats.FLOATS[step.result.cls]
        magnitude = floats.bits(step.result.cls, step.result.raw) & (1 << (8 * form.size - 1)) - 1
        if magnitude >= form.infinity or magnitude < 1 << form.fraction_bits:
            return step
    raise AssertionError("everything is in range")


def advice(story: Story, kind: Kind, step: Step | None = None) -> list[str]:
    return [hint.advice for hint in hints(story, step or outside(story), kind)]


OVER, UNDER = Kind.OVERFLOW, Kind.UNDERFLOW


@pytest.mark.parametrize(
    ("function", "inputs", "kind", "expected"),
    [
        ("hypotenuse", ("1e200", "1e200"), OVER, "hypot(x, y) instead of sqrt(x*x + y*y)"),
        ("hypotenuse", ("1e-200", "3e-200"), UNDER, "hypot(x, y) instead of sqrt(x*x + y*y)"),
        ("hypotenuse_float", ("1e30", "1"), OVER, "hypot(x, y) instead of sqrt(x*x + y*y)"),
        ("hypotenuse", ("0", "1e200"), OVER, "hypot(x, y) instead of sqrt(x*x + y*y)"),
        ("mean", ("1.5e308", "1.5e308"), OVER, "x/2 + y/2"),
        ("middle", ("-1.5e308", "1.6e308"), OVER, "x/2 + y/2"),
        ("ratio_of_exponentials", ("800", "790"), OVER, "exp(a - b) instead of exp(a) / exp(b)"),
        ("product_of_exponentials", ("800", "-790"), OVER, "exp(a + b) instead of exp(a) * exp(b)"),
        ("log_sum", ("800", "790"), OVER, "m + log1p(exp(-|a - b|)) with m = max(a, b) instead of"),
        ("softplus", ("710",), OVER, "max(a, b), where a and b are far apart"),  # exp(-710) is not normal
        ("logistic", ("-709.9",), OVER, None),  # nor is the result
        ("scaled", ("1e200", "1e200", "1e300"), OVER, "a * (b / c) instead of a * b / c"),
        ("scaled", ("-1e-200", "1e-200", "1e-300"), UNDER, "a * (b / c) instead of a * b / c"),
        ("scaled_negative", ("1e200", "1e200", "1e300"), OVER, "a * (b / c) instead of a * b / c"),
        ("product", ("1e200", "1e200", "1e-300"), OVER, "a * (b * c) instead of a * b * c"),
        ("exceeds", ("1e200", "1e200", "1e300"), OVER, "compare a with c / b instead of a * b with c"),
        ("exceeds", ("1e-200", "1e-200", "1e-300"), UNDER, "compare a with c / b instead of a * b with c"),
        ("exceeds", ("1e200", "1e200", "1e-200"), OVER, None),  # c / b is too small
        # Nothing helps where the exact result does not fit either, or nothing follows.
        ("hypotenuse", ("1.5e308", "1.5e308"), OVER, None),
        ("mean", ("1e-308", "1e-320"), UNDER, None),
        ("ratio_of_exponentials", ("1600", "790"), OVER, None),
        ("scaled", ("1e200", "1e200", "1e-3"), OVER, None),
        ("product", ("1e200", "1e200", "1e200"), OVER, None),
        ("plain", ("1e200", "1e200"), OVER, None),
    ],
)
def test_hints(
    programs: Programs, function: str, inputs: tuple[str, ...], kind: Kind, expected: str | None
) -> None:
    found = advice(programs.tell(function, *inputs), kind)
    if expected is None:
        assert found == []
    else:
        assert any(text.startswith(expected) for text in found), found


@pytest.mark.parametrize(
    ("function", "expected"), [("tiny_difference", "expm1(x)"), ("tiny_logarithm", "log1p(x)")]
)
def test_hints_of_lost_digits(programs: Programs, function: str, expected: str) -> None:
    story = programs.tell(function, "1e-17", "1e-310")
    assert [text[: len(expected)] for text in advice(story, UNDER, story.steps[-1])] == [expected]
    # With an argument of ordinary size nothing is lost, and nothing is advised.
    story = programs.tell(function, "0.5", "1e-310")
    assert advice(story, UNDER, story.steps[-1]) == []


def test_steps_have_exact_values(programs: Programs) -> None:
    story = programs.tell("hypotenuse", "1e200", "1e200")
    assert [step.site.opcode for step in story.steps] == ["fmul", "fmul", "fadd", "sqrt"]
    square = story.steps[0]
    assert floats.decimal("f64", square.result.raw) == "inf"
    assert square.exact and square.exact.lower and square.exact.upper
    low, high = to_fraction(square.exact.lower), to_fraction(square.exact.upper)
    assert low is not None and high is not None and low <= Fraction(1e200) ** 2 <= high
    assert story.way_to(story.steps[3], 10) == list(story.steps)
    assert story.way_to(story.steps[1], 10) == [story.steps[1]]


def test_written_numbers_come_from_nowhere(programs: Programs) -> None:
    """4.0 * nu is 8, but not the 8.0 of 8.0 * x."""
    story = programs.tell("eight", "1e308", "2")
    assert story.way_to(story.steps[1], 10) == [story.steps[1]]
    assert len(story.way_to(story.steps[2], 10)) == 3


def test_decisions_and_other_ways(programs: Programs) -> None:
    story = programs.tell("decides", "2", "1e200")
    assert [decision.outcome for decision in story.decisions] == [1]
    assert all(step.exact for step in story.steps)
    story = programs.tell("other_way", "1e-200")
    assert story.exact.diverged
    assert [bool(step.exact) for step in story.steps] == [True, False]  # the product is in the float run only


def test_long_runs_are_cut(programs: Programs) -> None:
    assert not programs.tell("loop", "1", "100").cut
    story = programs.tell("loop", "1", "200000")
    assert story.cut and len(story.steps) == 20_000


def test_a_first_operand_that_is_nan_keeps_its_place(programs: Programs) -> None:
    """inf - inf, then NaN * 2: what the runner says was no JSON."""
    story = programs.tell("of_a_nan", "inf")
    assert [len(step.operands) for step in story.steps] == [2, 2, 2]
    assert floats.decode("f64", story.steps[1].operands[1].raw) == 2
