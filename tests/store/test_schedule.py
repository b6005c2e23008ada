"""Who gets the next slice: everyone first, then those that move, until the budget is spent."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from orchestrator.campaign.schedule import Budget, next_slices, slice_settings
from orchestrator.core.model import Function, Place, Status
from orchestrator.core.settings import Settings
from orchestrator.store import History


def history(name: str, **changes: object) -> History:
    function = Function(name, name, Place("f.c", 1, 1), "", (), None, 16, 8, (), (), ())
    return replace(History(function, None, 0.0, 0, 0, 0), **changes)  # type: ignore[arg-type]


def done(name: str, found: int, status: Status = Status.COMPLETE, slices: int = 2) -> History:
    return history(name, status=status, seconds=0.5, runs=500, slices=slices, last_found=found)


def test_everyone_gets_a_short_first_slice() -> None:
    rows = next_slices([history("a"), history("b"), done("c", 9)], Budget(10.0))
    assert [(row.symbol, row.seconds, row.runs) for row in rows] == [("a", 2.0, 0), ("b", 2.0, 0)]


def test_then_those_that_move_by_what_they_bring() -> None:
    still = [done("a", 0), done("b", 3), done("c", 0, Status.BUDGET), done("d", 0, slices=1)]
    rows = {row.symbol: row.seconds for row in next_slices(still, Budget(2.0))}
    assert set(rows) == {"b", "c", "d"}
    assert rows["b"] > rows["c"] == rows["d"]


def test_failed_ones_get_no_more() -> None:
    assert not next_slices([done("a", 5, Status.FAILED), done("b", 5, Status.CRASHED)], Budget(9.0))


def test_runs_know_no_clock() -> None:
    by_runs = Budget(2.0, 1000)
    slow, quick = (replace(done("a", 1), seconds=seconds) for seconds in (99.0, 0.1))
    assert next_slices([slow], by_runs) == next_slices([quick], by_runs)
    assert next_slices([slow], by_runs)[0].runs > 0


def test_the_executor_comes_when_searches_are_over() -> None:
    budget = Budget(10.0, executor=0.25)
    moving, still = done("a", 3), done("b", 0)
    assert not any(row.executor for row in next_slices([moving, still], budget))
    rows = next_slices([still, done("c", 0, Status.CRASHED)], budget)
    assert [row.symbol for row in rows] == ["b"] and rows[0].executor > 0
    assert rows[0].seconds > 2.5, "what searches left is the executor's"
    had = replace(still, executor_granted=2.5, executor_seconds=0.1)
    assert not next_slices([had], budget), "one that ended early does not go on"
    assert next_slices([had], replace(budget, seconds=20.0)), "more budget is more for the executor, too"
    assert not next_slices([still], replace(budget, runs=100)), "runs know no clock, solvers do"


def test_all_at_once() -> None:
    """Each function has one slice, with the settings as they are; one that was stopped has another."""
    settings = Settings(budget=7.0, seed=5)
    budget = Budget(settings.budget, at_once=True)
    states = [history("a"), done("b", 9, Status.BUDGET), done("c", 0, Status.INTERRUPTED)]
    rows = next_slices(states, budget)
    assert [(row.symbol, row.seconds) for row in rows] == [("a", 7.0), ("c", 7.0)]
    assert slice_settings(settings, rows[0], budget, 0) == settings


def test_slices_have_seeds_of_their_own() -> None:
    budget = Budget(7.0)
    (row,) = next_slices([history("a")], budget)
    settings = [slice_settings(Settings(seed=5), row, budget, number) for number in (0, 0, 1)]
    assert settings[0] == settings[1] and settings[0].seed != settings[2].seed
    assert settings[0].budget == row.seconds


@given(
    st.lists(st.tuples(st.integers(0, 9), st.sampled_from([Status.COMPLETE, Status.BUDGET])), min_size=1),
    st.floats(0.5, 20.0),
    st.sampled_from([0.0, 0.25]),
)
def test_the_budget_is_kept(gains: list[tuple[int, Status]], seconds: float, executor: float) -> None:
    """However functions behave, the rounds end, and together take little more than was given."""
    budget = Budget(seconds, executor=executor)
    states = {f"f{i}": history(f"f{i}") for i in range(len(gains))}
    moves = {f"f{i}": gain for i, gain in enumerate(gains)}
    for _ in range(100):
        rows = next_slices(list(states.values()), budget)
        if not rows:
            break
        for row in rows:
            old = states[row.symbol]
            found, status = moves[row.symbol]
            states[row.symbol] = replace(
                old,
                status=status,
                seconds=old.seconds + row.seconds,
                slices=old.slices + 1,
                last_found=found,
                executor_seconds=old.executor_seconds + (row.seconds if row.executor else 0.0),
                executor_granted=old.executor_granted + (row.seconds if row.executor else 0.0),
            )
    else:
        raise AssertionError("it never ends")
    assert all(h.slices for h in states.values())
    assert sum(h.seconds for h in states.values()) <= 1.3 * seconds * len(states)
