"""What analysed code may have written over is checked before anything is looked up by it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from orchestrator.core.errors import DamagedAnswer
from orchestrator.core.model import Function, Module
from orchestrator.engines.search import lead_of
from orchestrator.judge.classify import exact_run
from orchestrator.judge.confirm import _check_events
from orchestrator.native.runner import parsed

MODULE = cast(Module, SimpleNamespace(sites=[SimpleNamespace(type="f64")]))
EVENT: dict[str, Any] = {"site": 0, "kind": 1, "exact": False, "count": 1} | dict.fromkeys("abr", "00" * 8)
FUNCTION = cast(Function, SimpleNamespace(outputs=[None]))


def test_a_sound_event_passes() -> None:
    _check_events(MODULE, {"events": [EVENT]})


@pytest.mark.parametrize(
    "damage",
    [{"site": 1}, {"site": 2**64 - 1}, {"kind": 0}, {"kind": 3}, {"kind": 2**31}, {"a": ""}, {"r": "00"}],
)
def test_a_damaged_event_is_told(damage: dict[str, object]) -> None:
    with pytest.raises(DamagedAnswer, match="wrote over the memory of the native runner"):
        _check_events(MODULE, {"events": [EVENT | damage]})


@pytest.mark.parametrize("target", [-1, 0, 4_000_000_000])
def test_a_lead_to_no_target(target: int) -> None:
    with pytest.raises(DamagedAnswer):
        lead_of(MODULE, [], {"target": target, "input": "", "first": True})


@pytest.mark.parametrize("line", ["", "{", "[1]", '{"a":"\x01"}', "null"])
def test_a_line_that_is_no_answer(line: str) -> None:
    with pytest.raises(DamagedAnswer):
        parsed(line)


@pytest.mark.parametrize("line", [{}, {"undetermined": None, "ended": "returned", "diverged": 5}])
def test_nonsense_of_an_exact_run_is_undetermined(line: dict[str, object]) -> None:
    assert "wrote over the memory" in str(exact_run(FUNCTION, line).undetermined)
