"""A solver in a process of its own may do what it likes."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from orchestrator.core.errors import UserError
from orchestrator.solvers import Answer
from orchestrator.solvers.chain import worker
from orchestrator.solvers.chain.worker import Isolated, Named
from orchestrator.solvers.registry import Row, never
from orchestrator.symbolic.builder import GraphBuilder
from orchestrator.symbolic.graph import Query, Type


def isolated(maker: str, module: str = "stuck") -> Isolated:
    row = Row(maker.lower(), module, maker, never, own_process=True, package="no_such_package")
    return Isolated(row, Named(f"tests.solvers.{module}", maker))


@pytest.fixture
def query() -> Query:
    g = GraphBuilder()
    g.const(Type.F64, 5)  # not part of the query
    return g.query([(g.fcmp("olt", g.input(Type.F64), g.const(Type.F64, 1)), True)])


def test_an_answer_comes_back_whatever_is_printed(query: Query) -> None:
    solution = isolated("Prints").solve(query, 1.0, [(1,), (2,)])
    assert (solution.answer, solution.model) == (Answer.SAT, (4, 2))


def test_a_solver_that_hangs_is_stopped_and_the_next_query_is_answered(query: Query) -> None:
    isolated("Prints").solve(query, 1.0)
    began = time.monotonic()
    solution = isolated("Hangs").solve(query, 0.2)
    assert solution.answer is Answer.TIMEOUT and "time limit" in solution.reason
    assert time.monotonic() - began < 20
    assert isolated("Prints").solve(query, 1.0).answer is Answer.SAT


def test_modules_of_the_user_s_folder_are_not_imported(
    query: Query, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "orchestrator").mkdir()
    for name in ("orchestrator/__init__.py", "numpy.py"):
        (tmp_path / name).write_text("raise SystemExit('not mine')")
    monkeypatch.chdir(tmp_path)
    worker.stop()
    assert isolated("Prints").solve(query, 1.0).answer is Answer.SAT


@pytest.mark.parametrize(
    ("maker", "reason"),
    [
        ("Dies", "died (status 7)"),
        ("Raises", "ValueError: no idea"),
        ("Hoards", "MemoryError"),
        ("Nobody", "no attribute"),
    ],
)
def test_trouble_is_an_error_with_its_reason(query: Query, maker: str, reason: str) -> None:
    solution = isolated(maker).solve(query, 1.0)
    assert solution.answer is Answer.ERROR and reason in solution.reason
    assert isolated("Prints").solve(query, 1.0).answer is Answer.SAT


def test_what_cannot_be_imported_there_is_no_answer_but_the_user_s_to_put_right(query: Query) -> None:
    for _ in range(2):  # nor does it spoil what follows
        with pytest.raises(
            UserError, match="solver solver cannot be loaded: No module named 'no_such"
        ) as told:
            isolated("Solver", "needy").solve(query, 1.0)
        assert told.value.hint == "python -m pip install no_such_package"
        assert isolated("Prints").solve(query, 1.0).answer is Answer.SAT
