"""A solver in a process of its own may do what it likes."""

from __future__ import annotations

import time

import pytest

from orchestrator.solvers import Answer
from orchestrator.solvers.chain.worker import Isolated, Named
from orchestrator.symbolic.builder import GraphBuilder
from orchestrator.symbolic.graph import Query, Type


def isolated(maker: str) -> Isolated:
    return Isolated(maker.lower(), Named("tests.solvers.stuck", maker))


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
    assert solution.answer is Answer.UNKNOWN and "time limit" in solution.reason
    assert time.monotonic() - began < 20
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
def test_trouble_is_an_unknown_with_its_reason(query: Query, maker: str, reason: str) -> None:
    solution = isolated(maker).solve(query, 1.0)
    assert solution.answer is Answer.UNKNOWN and reason in solution.reason
    assert isolated("Prints").solve(query, 1.0).answer is Answer.SAT
