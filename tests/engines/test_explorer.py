"""The explorer with a fake program and an exact fake solver: which flips, which proofs, and why not."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from orchestrator.build.flow import Coverage
from orchestrator.core.model import Kind
from orchestrator.core.settings import STRATEGIES
from orchestrator.engines.exploration.conclusions import obstacles, safe_pairs, summary
from orchestrator.engines.exploration.explorer import OUTSIDE, Behind, Ending, Explorer, Limits
from orchestrator.engines.exploration.tree import State
from orchestrator.numbers.values import input_buffer
from tests.engines.fakes import Crashed, EveryInput, FakeTracer, Program, Run, Value, function_of, pair

NOTHING = Coverage((0, 0), (0, 0), (0, 0))
LIMITS = Limits(60.0, 1.0)
ZERO = [pair(site, Kind.DIVBYZERO) for site in range(3)]


def data(*numbers: int) -> bytes:
    return input_buffer(function_of(len(numbers)), [bytes([number & 0xFF]) for number in numbers])


def explorer(
    program: Program,
    inputs: int = 1,
    wanted: Iterable[int] = ZERO[:1],
    solver: EveryInput | None = None,
    **more: object,
) -> Explorer:
    tracer = FakeTracer(program, inputs)
    return Explorer(function_of(inputs), tracer, solver or EveryInput(), set(wanted), **more)  # type: ignore[arg-type]


def nested(run: Run, x: Value, y: Value) -> None:
    """Division 0 needs x = 77 and y = 20 after two operations, division 1 is safe, division 2 never run."""
    if run.equal(0, run.add(x, 1), 78):
        if run.less(1, y, 100):
            run.divide(0, run.add(y, -20))
        if run.less(2, x, 50):
            run.divide(2, x)
    else:
        run.divide(1, run.add(x, -77))


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_finds_and_proves(strategy: str) -> None:
    found = explorer(nested, 2, ZERO, strategy=strategy, every_outcome=frozenset({(0, 0), (0, 1)}))
    assert found.explore([data(0, 0)], LIMITS) is Ending.NOTHING_LEFT
    assert found.triggered == {ZERO[0]: (data(77, 20), True)}
    assert safe_pairs(found) == set(ZERO[1:])
    report = summary(found, (0, 0), NOTHING, "")
    assert (report.paths, report.full, report.cut) == (3, True, ())
    assert report.unknown == 0 and report.deciders == (("every input", report.sat + report.unsat),)


def test_no_prefix_is_solved_twice() -> None:
    def program(run: Run, x: Value, y: Value) -> None:
        for number in range(4):
            run.less(number, x, 10 * number)
            run.less(4, y, 0)  # the same condition in each round
        run.divide(0, run.add(y, 1))
        run.divide(0, run.add(y, 1))

    solver = EveryInput()
    found = explorer(program, 2, ZERO[:2], solver)
    found.explore([data(0, 0), data(5, -1), data(5, -1), data(99, 99)], LIMITS)
    assert len({_question(query) for query in solver.asked}) == len(solver.asked)
    assert found.tree.paths == 5 * 2


def _question(query: object) -> str:
    names = []
    nodes = query.graph.nodes  # type: ignore[attr-defined]
    for node, wanted in query.literals:  # type: ignore[attr-defined]
        names.append(
            (
                str(nodes[node]["aux"]),
                str(nodes[nodes[node]["a"]]["aux"]),
                str(nodes[nodes[node]["b"]]["lo"]),
                wanted,
            )
        )
    return repr(sorted(names))


def test_exceptions_before_are_no_part_of_the_way() -> None:
    """The run goes on after an exception: y / x is only invalid where 1 / x was, too."""

    def program(run: Run, x: Value) -> None:
        run.divide(0, x)
        if run.equal(0, x, 0):
            run.divide(1, run.add(x, 0))

    found = explorer(program, 1, ZERO)
    found.explore([data(3)], LIMITS)
    assert found.triggered == {ZERO[0]: (data(0), True), ZERO[1]: (data(0), False)}
    assert safe_pairs(found) == {ZERO[2]}


def test_a_value_made_concrete_is_a_branch_with_many_sides() -> None:
    def program(run: Run, x: Value) -> None:
        if run.less(0, x, 0) or not run.less(1, x, 4):
            return
        divisor = run.lookup(x, [5, 6, 0, 7])
        run.divide(0, Value(divisor, 0))
        run.divide(1, Value(1, 0))

    found = explorer(program, 1, ZERO)
    assert found.explore([data(0)], LIMITS) is Ending.NOTHING_LEFT
    assert found.triggered == {ZERO[0]: (data(2), True)}
    assert safe_pairs(found) == {ZERO[1], ZERO[2]}
    assert found.tree.paths == 2 + 4


def crashing(run: Run, x: Value) -> None:
    if run.equal(0, x, 9):
        raise Crashed("signal 11 (SIGSEGV)")


def losing(run: Run, x: Value) -> None:
    run.lose(x)


def cutting(run: Run, x: Value) -> None:
    run.cut = True


def refusing(run: Run, x: Value) -> None:
    if x.number == 9:
        raise Crashed(OUTSIDE)
    run.less(0, x, 9) or run.less(1, run.add(x, -1), 9)


@pytest.mark.parametrize(
    ("program", "reason"),
    [
        (crashing, "a run did not return: signal 11 (SIGSEGV)"),
        (losing, "a function without a model was called with what depends on inputs"),
        (cutting, "a run was longer than what is recorded"),
        (refusing, "undecided: the solution lies outside of the assumptions"),
    ],
)
def test_whatever_is_not_known_takes_the_proof_away(program: Program, reason: str) -> None:
    found = explorer(program)
    found.explore([data(0)], LIMITS)
    assert safe_pairs(found) == set()
    report = summary(found, (0, 0), NOTHING, "")
    assert not report.full and any(reason in each for each in report.cut)


def test_an_undecided_guard_costs_its_own_pair_only() -> None:
    class Helpless(EveryInput):
        def solve(self, query: object, seconds: float, seeds: object = ()) -> object:  # type: ignore[override]
            self.gives_up = len(query.literals) == 1  # type: ignore[attr-defined]
            return super().solve(query, seconds, seeds)  # type: ignore[arg-type]

    def program(run: Run, x: Value) -> None:
        run.divide(0, run.add(x, 1))  # asked first, with nothing before it
        if run.less(0, x, 50) and run.less(1, x, 10):
            run.divide(1, run.add(x, -60))

    solver = Helpless()
    found = explorer(program, 1, ZERO, solver)
    found.explore([data(0)], LIMITS)
    undecided = [flip for flip in found.tree.flips() if flip.state is State.UNKNOWN]
    assert {flip.pair for flip in undecided} == {ZERO[0], None}
    assert all(flip.asked == 3 for flip in undecided), "each time with more time"
    assert safe_pairs(found) == set(), "a way is undecided, too"


def test_solvers_that_give_up_prove_nothing() -> None:
    found = explorer(nested, 2, ZERO, EveryInput(gives_up=True))
    found.explore([data(0, 0)], LIMITS)
    assert safe_pairs(found) == set()
    report = summary(found, (4, 3), NOTHING, "")
    assert (report.unknown, report.sat, report.left_by_z3, report.solved_by_ariadne) == (2, 0, 4, 3)
    assert report.cut == ("1 undecided: no time",)


def test_nothing_is_asked_about_ways_behind_which_nothing_is_left() -> None:
    def program(run: Run, x: Value) -> None:
        run.divide(0, x)
        run.less(0, x, 3)
        run.less(1, x, 5)

    solver = EveryInput()
    nothing = Behind(frozenset(), frozenset())
    reach = {(1, 0): nothing, (1, 1): nothing, (0, 1): nothing, (0, 0): nothing}
    found = explorer(program, 1, ZERO, solver, reach=lambda branch, truth: reach[branch, truth])
    assert found.explore([data(7)], LIMITS) is Ending.NOTHING_LEFT
    assert len(solver.asked) == 1, "the division only"
    assert safe_pairs(found) == {ZERO[1], ZERO[2]}, "they lie behind nothing that is open"
    report = summary(found, (0, 0), NOTHING, "")
    assert not report.full and report.cut == ("2 undecided: not asked about",)


def test_runs_that_cannot_be_repeated() -> None:
    turns = iter(range(100))

    def program(run: Run, x: Value) -> None:
        run.less(0, run.add(x, next(turns)), 50)

    found = explorer(program)
    found.explore([data(0), data(1)], LIMITS)
    assert "runs with the same decisions went different ways" in obstacles(found)
    assert safe_pairs(found) == set()


def test_long_runs_are_followed_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("orchestrator.engines.exploration.explorer._MOST_CHOICES", 3)

    def program(run: Run, x: Value) -> None:
        for number in range(10):
            run.less(number, x, number)

    found = explorer(program)
    found.explore([data(99)], LIMITS)
    assert found.tree.paths == 4 and safe_pairs(found) == set()
    assert obstacles(found) == ("a run decides more than is followed",)


def test_limits() -> None:
    found = explorer(nested, 2, ZERO)
    assert found.explore([data(0, 0)], Limits(60.0, 1.0, queries=1)) is Ending.QUERIES
    assert safe_pairs(found) == set()
    assert found.explore([], Limits(-1.0, 1.0)) is Ending.BUDGET
    assert found.explore([], LIMITS) is Ending.NOTHING_LEFT
    assert safe_pairs(found) == set(ZERO[1:])


def test_paths_that_were_dropped_are_run_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("orchestrator.engines.exploration.explorer._PATHS_KEPT", 1)
    found = explorer(nested, 2, ZERO)
    found.explore([data(0, 0), data(77, 1), data(77, 101)], LIMITS)
    assert safe_pairs(found) == set(ZERO[1:])
