"""Z3's theories of floats and bit-vectors: exact, like Bitwuzla, and with x87's format."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import z3

from orchestrator.solvers import Answer
from orchestrator.solvers.smt.refinement import ExactSolver
from orchestrator.solvers.smt.terms import BOOL, Sort, Term

_MEGABYTES = 2000  # of memory, for all of Z3
_MODES = {"RNE": z3.RNE, "RNA": z3.RNA, "RTP": z3.RTP, "RTN": z3.RTN, "RTZ": z3.RTZ}

_PLAIN: dict[str, Callable[..., Term]] = {
    "not": z3.Not,
    "and": z3.And,
    "or": z3.Or,
    "xor": z3.Xor,
    "=>": z3.Implies,
    "=": lambda a, b: a == b,  # of floats too: the theory's equality is fpEQ
    "ite": z3.If,
    "concat": z3.Concat,
    "bvnot": lambda a: ~a,
    "bvand": lambda a, b: a & b,
    "bvor": lambda a, b: a | b,
    "bvxor": lambda a, b: a ^ b,
    "bvadd": lambda a, b: a + b,
    "bvsub": lambda a, b: a - b,
    "bvmul": lambda a, b: a * b,
    "bvsdiv": lambda a, b: a / b,
    "bvudiv": z3.UDiv,
    "bvsrem": z3.SRem,
    "bvurem": z3.URem,
    "bvshl": lambda a, b: a << b,
    "bvlshr": z3.LShR,
    "bvashr": lambda a, b: a >> b,
    "bvult": z3.ULT,
    "bvule": z3.ULE,
    "bvslt": lambda a, b: a < b,
    "bvsle": lambda a, b: a <= b,
}
_FLOATS: dict[str, Callable[..., Term]] = {
    "fp.abs": z3.fpAbs,
    "fp.neg": z3.fpNeg,
    "fp.min": z3.fpMin,
    "fp.max": z3.fpMax,
    "fp.lt": z3.fpLT,
    "fp.leq": z3.fpLEQ,
    "fp.eq": z3.fpEQ,
    "fp.isNaN": z3.fpIsNaN,
    "fp.isInfinite": z3.fpIsInf,
    "fp.isZero": z3.fpIsZero,
    "fp.isNegative": z3.fpIsNegative,
}
_ROUNDING: dict[str, Callable[..., Term]] = {
    "fp.add": z3.fpAdd,
    "fp.sub": z3.fpSub,
    "fp.mul": z3.fpMul,
    "fp.div": z3.fpDiv,
    "fp.fma": z3.fpFMA,
    "fp.sqrt": z3.fpSqrt,
    "fp.roundToIntegral": z3.fpRoundToIntegral,
}


class _Terms:
    """In a context of its own: Z3's contexts must not be shared between threads."""

    def __init__(self) -> None:
        self.context = z3.Context()
        self._modes = {name: make(self.context) for name, make in _MODES.items()}

    def supports(self, sort: Sort) -> bool:
        return True

    def _sort(self, sort: Sort) -> Term:
        if sort.is_float:
            return z3.FPSort(sort.exponent, sort.significand, self.context)
        return z3.BoolSort(self.context) if sort == BOOL else z3.BitVecSort(sort.width, self.context)

    def constant(self, sort: Sort, value: int) -> Term:
        if sort == BOOL:
            return z3.BoolVal(bool(value), self.context)
        vector = z3.BitVecVal(value, sort.bits, self.context)
        return z3.simplify(z3.fpBVToFP(vector, self._sort(sort), self.context)) if sort.is_float else vector

    def fresh(self, sort: Sort, name: str) -> Term:
        return z3.Const(name, self._sort(sort))

    def apply(self, operator: str, *terms: Term, indices: tuple[int, ...] = (), mode: str = "RNE") -> Term:
        if operator in _PLAIN:
            return _PLAIN[operator](*terms)
        if operator in _FLOATS:
            return _FLOATS[operator](*terms, ctx=self.context)
        rounding = self._modes[mode]
        if operator in _ROUNDING:
            return _ROUNDING[operator](rounding, *terms, ctx=self.context)
        (term,) = terms
        match operator:
            case "extract":
                return z3.Extract(*indices, term)
            case "zero_extend":
                return z3.ZeroExt(*indices, term)
            case "sign_extend":
                return z3.SignExt(*indices, term)
            case "fp.to_sbv":
                return z3.fpToSBV(rounding, term, z3.BitVecSort(*indices, self.context), self.context)
            case "fp.to_ubv":
                return z3.fpToUBV(rounding, term, z3.BitVecSort(*indices, self.context), self.context)
        sort = z3.FPSort(*indices, self.context)
        match operator:
            case "to_fp":
                return z3.fpBVToFP(term, sort, self.context)
            case "to_fp.fp":
                return z3.fpFPToFP(rounding, term, sort, self.context)
            case "to_fp.signed":
                return z3.fpSignedToFP(rounding, term, sort, self.context)
            case "to_fp_unsigned":
                return z3.fpUnsignedToFP(rounding, term, sort, self.context)
        raise KeyError(operator)


class _Session:
    def __init__(self) -> None:
        self.terms = _Terms()
        self._solver = z3.SolverFor("QF_BVFP", self.terms.context)
        self._model: Term = None
        self._positions: dict[int, int] = {}

    def assert_(self, term: Term) -> None:
        self._solver.add(term)

    def check(self, literals: Sequence[Term], seconds: float) -> Answer:
        self._solver.set("timeout", max(1, int(seconds * 1000)))
        self._solver.set("max_memory", _MEGABYTES)
        names = [z3.Bool(f"literal{at}", self.terms.context) for at in range(len(literals))]
        self._solver.push()
        for name, literal in zip(names, literals, strict=True):
            self._solver.add(z3.Implies(name, literal))
        answer = Answer[str(self._solver.check(*names)).upper()]
        if answer == Answer.SAT:
            self._model = self._solver.model()
        elif answer == Answer.UNSAT:
            failed = {term.get_id() for term in self._solver.unsat_core()}
            self._positions = {at: 1 for at, name in enumerate(names) if name.get_id() in failed}
        else:
            self._why = self._solver.reason_unknown()
            answer = Answer.TIMEOUT if self._why in ("timeout", "canceled") else Answer.UNKNOWN
        self._solver.pop()
        return answer

    def why_unknown(self) -> str:
        return "time limit" if self._why in ("timeout", "canceled") else f"Z3: {self._why}"

    def value(self, term: Term) -> int:
        found = self._model.eval(term, model_completion=True)
        if z3.is_fp(found):
            if found.isNaN():  # its bits would be any
                exponent, significand = found.ebits(), found.sbits()
                return int(((1 << (exponent + 1)) - 1) << (significand - 2))
            found = z3.simplify(z3.fpToIEEEBV(found, self.terms.context))
        return int(z3.is_true(found)) if z3.is_bool(found) else int(found.as_long())

    def core(self, literals: Sequence[Term]) -> tuple[int, ...]:
        return tuple(self._positions)


class Z3FP(ExactSolver):
    def __init__(self) -> None:
        super().__init__("z3-fp", _Session)
