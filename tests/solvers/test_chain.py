"""The chain: what is asked of whom, what counts, what is not asked again."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Sequence
from fractions import Fraction

import pytest

from orchestrator.solvers import Answer, Model, Solution
from orchestrator.solvers.chain.chain import Chain
from orchestrator.solvers.chain.split import components
from orchestrator.solvers.chain.standard import chain
from orchestrator.solvers.machine import evaluator
from orchestrator.solvers.registry import ORDERS, Stage, always, chosen, never
from orchestrator.symbolic.builder import GraphBuilder
from orchestrator.symbolic.graph import Query, Type
from orchestrator.symbolic.simple import has_functions, simple
from tests.solvers.queries import f64

F64 = Type.F64


class Script:
    """A solver that answers as it was told, and remembers what it was asked."""

    def __init__(self, name: str, *answers: Solution) -> None:
        self.name = name
        self._answers = list(answers)
        self.asked: list[tuple[Query, float, list[Model]]] = []

    def solve(self, query: Query, seconds: float, seeds: Sequence[Model] = ()) -> Solution:
        self.asked.append((query, seconds, list(seeds)))
        return (
            self._answers.pop(0)
            if self._answers
            else Solution(Answer.UNKNOWN, self.name, 0.0, reason="empty")
        )


def sat(*model: int) -> Solution:
    return Solution(Answer.SAT, "script", 0.0, model)


def unsat(*core: int) -> Solution:
    return Solution(Answer.UNSAT, "script", 0.0, core=core or None)


def make(*stages: tuple[Stage, Script]) -> Chain:
    return Chain({each.name: each for _, each in stages}, [stage for stage, _ in stages], evaluator.holds)


def below(g: GraphBuilder, index: int, limit: float) -> int:
    return g.fcmp("olt", g.input(F64, index), g.const(F64, limit))


def two_inputs(one: float = 1.0, two: float = 2.0) -> Query:
    g = GraphBuilder()
    return g.query([(below(g, 0, one), True), (below(g, 1, two), True)])


def test_what_shares_no_input_is_solved_apart() -> None:
    script = Script("s", sat(f64(0.5), f64(77.0)), sat(f64(77.0), f64(1.5)))
    solution = make((Stage("s", 1.0, never), script)).solve(two_inputs(), 1.0, [(f64(5.0), f64(5.0))])
    assert [len(query.literals) for query, _, _ in script.asked] == [1, 1]
    assert solution.answer is Answer.SAT and solution.model == (f64(0.5), f64(1.5))


def test_what_holds_for_the_seed_is_left_alone() -> None:
    script = Script("s", sat(f64(0.5), f64(77.0)))
    solution = make((Stage("s", 1.0, never), script)).solve(two_inputs(), 1.0, [(f64(5.0), f64(1.75))])
    assert len(script.asked) == 1
    assert solution.model == (f64(0.5), f64(1.75))


def test_a_seed_that_solves_it_needs_no_solver() -> None:
    script = Script("s")
    solution = make((Stage("s", 1.0, never), script)).solve(two_inputs(), 1.0, [(f64(0.0), f64(0.0))])
    assert (solution.answer, solution.solver, script.asked) == (Answer.SAT, "seeds", [])


def test_literals_that_are_joined_by_others_stay_together() -> None:
    g = GraphBuilder()
    x, y, z = (g.input(F64) for _ in range(3))
    query = g.query([(g.fcmp("olt", x, y), True), (below(g, 3, 1), True), (g.fcmp("olt", y, z), True)])
    assert [component.positions for component in components(query)] == [(0, 2), (1,)]


def test_a_model_that_does_not_hold_does_not_count_but_is_a_seed() -> None:
    wrong, right = Script("wrong", sat(f64(9.0))), Script("right", sat(f64(-9.0)))
    g = GraphBuilder()
    chain = make((Stage("wrong", 0.5, never), wrong), (Stage("right", 1.0, never), right))
    solution = chain.solve(g.query([(below(g, 0, 0), True)]), 1.0)
    assert (solution.answer, solution.solver, solution.model) == (Answer.SAT, "right", (f64(-9.0),))
    assert right.asked[0][2][0] == (f64(9.0),)
    assert chain.statistics.solvers["wrong"].unknown == 1 and chain.statistics.solvers["right"].sat == 1


def test_only_exact_refutations_count() -> None:
    loose, strict = Script("loose", unsat()), Script("strict", unsat())
    g = GraphBuilder()
    query = g.query([(below(g, 0, 0), True)])
    assert make((Stage("loose", 1.0, never), loose)).solve(query, 1.0).answer is Answer.UNKNOWN
    exact = make(
        (Stage("loose", 1.0, never), Script("loose", unsat())), (Stage("strict", 1.0, always), strict)
    )
    solution = exact.solve(query, 1.0)
    assert (solution.answer, solution.solver, solution.core) == (Answer.UNSAT, "strict", (0,))


def test_a_core_is_told_in_the_positions_of_the_query() -> None:
    g = GraphBuilder()
    query = g.query(
        [(below(g, 0, 1), True), (below(g, 1, 1), True), (below(g, 1, -1), False), (below(g, 1, -2), True)]
    )
    script = Script("s", sat(f64(0.0), 0), unsat(1, 2))
    solution = make((Stage("s", 1.0, always), script)).solve(query, 1.0, [(f64(3.0), f64(3.0))])
    assert (solution.answer, solution.core) == (Answer.UNSAT, (2, 3))


def test_a_core_refutes_what_contains_it_in_another_run_s_graph_too() -> None:
    script = Script("s", unsat(0, 1))
    chain = make((Stage("s", 1.0, always), script))
    g = GraphBuilder()
    first = [(below(g, 0, 0), True), (below(g, 0, 1), False), (below(g, 0, 5), True)]
    assert chain.solve(g.query(first), 1.0, [(f64(7.0),)]).answer is Answer.UNSAT
    h = GraphBuilder()
    h.sin(h.const(F64, 3))
    more = [(below(h, 0, -4), False), (below(h, 0, 1), False), (below(h, 0, 0), True)]
    solution = chain.solve(h.query(more), 1.0, [(f64(7.0),)])
    assert (solution.answer, solution.solver, solution.core) == (Answer.UNSAT, "cache", (1, 2))
    less = [(below(h, 0, 1), False), (below(h, 0, -4), True)]
    assert chain.solve(h.query(less), 1.0, [(f64(7.0),)]).answer is Answer.UNKNOWN
    assert len(script.asked) == 2


def test_a_model_found_before_is_tried_first() -> None:
    script = Script("s", sat(f64(-3.0)))
    chain = make((Stage("s", 1.0, never), script))
    for limit in (0, -1, -2):
        g = GraphBuilder()
        assert chain.solve(g.query([(below(g, 0, limit), True)]), 1.0).model == (f64(-3.0),)
    assert len(script.asked) == 1
    assert chain.statistics.decided_by == {"s": 1, "cache": 2}


def test_what_nobody_could_decide_is_asked_again_only_with_more_time() -> None:
    script = Script("s")
    chain = make((Stage("s", 1.0, never), script))
    for seconds in (1.0, 1.0, 0.5, 10.0):
        g = GraphBuilder()
        assert chain.solve(g.query([(below(g, 0, 0), True)]), seconds).answer is Answer.UNKNOWN
    assert len(script.asked) == 2


@pytest.mark.parametrize(
    ("said", "whole"),
    [
        ((Answer.SKIPPED, Answer.ERROR), Answer.ERROR),
        ((Answer.ERROR, Answer.UNKNOWN), Answer.UNKNOWN),
        ((Answer.TIMEOUT, Answer.NO_REALS), Answer.TIMEOUT),
        ((Answer.NO_REALS, Answer.SKIPPED), Answer.NO_REALS),
        ((), Answer.SKIPPED),
    ],
)
def test_what_decides_nothing_is_no_refutation(said: tuple[Answer, ...], whole: Answer) -> None:
    scripts = [Script(f"s{n}", Solution(answer, f"s{n}", 0.0, reason="so")) for n, answer in enumerate(said)]
    chain = make(*((Stage(each.name, 1.0, always), each) for each in scripts))
    for solver in ("chain", "cache"):  # the second time from memory
        g = GraphBuilder()
        solution = chain.solve(g.query([(below(g, 0, 0), True)]), 1.0)
        assert (solution.answer, solution.solver) == (whole, solver)
        assert solution.reason == ("; ".join(f"{each.name}: so" for each in scripts) or "nobody to ask")
    assert chain.statistics.queries.unknown == 2 and chain.statistics.queries.unsat == 0
    assert not chain.statistics.decided_by


def test_every_answer_is_one_of_check_sat_s() -> None:
    assert {answer.smtlib for answer in Answer} == {"sat", "unsat", "unknown"}
    assert [answer for answer in Answer if answer.decides] == [Answer.SAT, Answer.UNSAT]
    assert len({answer.sentence for answer in Answer}) == len(Answer)
    assert pickle.loads(pickle.dumps(Answer.TIMEOUT)) is Answer.TIMEOUT  # between processes


def test_each_gets_its_share_of_what_is_left() -> None:
    one, two = Script("one"), Script("two")
    g = GraphBuilder()
    make((Stage("one", 0.25, never), one), (Stage("two", 1.0, never), two)).solve(
        g.query([(below(g, 0, 0), True)]), 8.0
    )
    assert one.asked[0][1] == pytest.approx(2.0, abs=0.5)
    assert two.asked[0][1] == pytest.approx(8.0, abs=0.5)


def test_a_stage_may_take_a_part_of_the_literals() -> None:
    g = GraphBuilder()
    x = g.input(F64)
    query = g.query([(g.fcmp("ogt", g.fmul(x, x), g.const(F64, 4)), True), (below(g, 0, 1), True)])
    part, all_ = Script("part", sat(f64(0.0))), Script("all", sat(f64(-3.0)))
    chain = make((Stage("part", 0.5, always, part=simple), part), (Stage("all", 1.0, never), all_))
    assert chain.solve(query, 1.0, [(f64(1.5),)]).solver == "all"
    assert len(part.asked[0][0].literals) == 1 and len(all_.asked[0][0].literals) == 2
    refuting = make((Stage("part", 0.5, always, part=simple), Script("part", unsat())))
    assert refuting.solve(query, 1.0, [(f64(1.5),)]).core == (1,)


def test_simple_is_linear_and_without_functions() -> None:
    g = GraphBuilder()
    x, y, i = g.input(F64), g.input(F64), g.input(Type.I32)
    one = g.const(F64, 1)
    atoms = [
        (g.fadd(g.fmul(g.const(F64, 3), x), g.fdiv(y, g.const(F64, 7))), True),
        (g.fmul(x, y), False),
        (g.fdiv(one, x), False),
        (g.sin(x), False),
        (g.sqrt(x), False),
        (g.fabs(g.fsub(x, y)), True),
        (g.sitofp(F64, g.mul(i, i)), True),
    ]
    query = g.query([(g.fcmp("olt", expression, one), True) for expression, _ in atoms])
    assert simple(query) == tuple(at for at, (_, expected) in enumerate(atoms) if expected)
    assert has_functions(query)


def test_over_floats_the_reals_refute_nothing_and_a_search_comes_last() -> None:
    for order in ORDERS.values():
        refuting = {stage.solver for stage in order if stage.refutes(two_inputs())}
        assert refuting.isdisjoint({*chosen("real"), "ariadne", "search"})
        assert order[-1].solver == "search" and order[-1].share == 1.0


def test_about_reals_the_real_solvers_refute() -> None:
    g = GraphBuilder()
    x = g.input(Type.REAL)
    below = g.fcmp("olt", g.fmul(x, x), g.const(Type.REAL, 0))
    assert chain().solve(g.query([(below, True)]), 5.0).answer is Answer.UNSAT
    third = g.fcmp("oeq", g.fmul(x, g.const(Type.REAL, 3)), g.const(Type.REAL, 1))
    assert chain().solve(g.query([(third, True)]), 5.0).model == (Fraction(1, 3),)


def _equation(g: GraphBuilder) -> list[tuple[int, bool]]:
    x, y = g.input(F64), g.input(F64)
    total = g.fcmp("oeq", g.fadd(x, y), g.const(F64, 3.5))
    return [(total, True), (g.fcmp("oeq", g.fmul(x, y), g.const(F64, 3)), True)]


def _nothing(g: GraphBuilder) -> list[tuple[int, bool]]:
    x = g.input(F64)
    return [(g.fcmp("olt", g.fmul(x, x), g.const(F64, -1)), True)]


def _wave(g: GraphBuilder) -> list[tuple[int, bool]]:
    x = g.input(F64)
    return [(g.fcmp("ogt", g.sin(x), g.const(F64, 0.5)), True), (g.fcmp("ogt", x, g.const(F64, 100)), True)]


@pytest.mark.parametrize("strategy", ORDERS)
@pytest.mark.parametrize(
    ("literals", "answer"), [(_equation, Answer.SAT), (_nothing, Answer.UNSAT), (_wave, Answer.SAT)]
)
def test_the_standard_chains(
    strategy: str, literals: Callable[[GraphBuilder], list[tuple[int, bool]]], answer: Answer
) -> None:
    g = GraphBuilder()
    query = g.query(literals(g))
    solution = chain(strategy).solve(query, 10.0)
    if answer is Answer.UNSAT and strategy == "synergy":  # the square is not simple: nobody exact is asked
        assert solution.answer is not Answer.SAT
        return
    assert solution.answer is answer
    assert solution.model is None or evaluator.holds(query, solution.model)
