"""Z3 over the reals, as the Ariadne paper asks it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import z3

from orchestrator.solvers import Answer
from orchestrator.solvers.reals.nearby import Values
from orchestrator.solvers.reals.overreals import OverReals
from orchestrator.solvers.reals.reading import Term

_DIGITS = 60  # of roots that are no fractions


class Z3Reals(OverReals):
    name = "z3-real"

    @property
    def api(self) -> Any:
        return z3

    def ask(
        self, constraints: list[Term], inputs: Mapping[int, Term], seconds: float
    ) -> tuple[Answer, Values]:
        solver = z3.Solver()
        solver.set("timeout", max(1, int(1000 * seconds)))
        solver.add(*constraints)
        answer = solver.check()
        if answer == z3.unsat:
            return Answer.UNSAT, {}
        if answer != z3.sat:
            return Answer.UNKNOWN, {}
        model = solver.model()
        return Answer.SAT, {
            index: _value(model.eval(term, model_completion=True)) for index, term in inputs.items()
        }


def _value(term: Term) -> Fraction:
    if z3.is_algebraic_value(term):
        term = term.approx(_DIGITS)
    if z3.is_true(term) or z3.is_false(term):
        return Fraction(z3.is_true(term))
    return Fraction(term.as_long()) if z3.is_int_value(term) else Fraction(term.as_fraction())
