"""Queries as SMT-LIB files: each node a definition, each literal an assertion.

The terms are those of the exact solvers (meanings.py). What the theories cannot say is a declared function
with a name that says what is meant (sin_f64, fmod_f32, bits_f64): other solvers may take it for any function,
which makes their `unsat` right and their `sat` a maybe. A comment in the file says so.
"""

from __future__ import annotations

from fractions import Fraction

from orchestrator.solvers.smt.encoder import Encoder, Node, reachable
from orchestrator.solvers.smt.meanings import MEANINGS
from orchestrator.solvers.smt.terms import BOOL, Sort, Term, sort_of
from orchestrator.solvers.smtlib.literals import write as literal
from orchestrator.solvers.smtlib.literals import write_float, write_vector
from orchestrator.solvers.smtlib.values import REAL, shown
from orchestrator.symbolic.builder import FCMP, FLOATS
from orchestrator.symbolic.graph import Op, Query, Type

_ROUNDING = {f"fp.{name}" for name in "add sub mul div fma sqrt roundToIntegral to_sbv to_ubv".split()}
_ROUNDING |= {"to_fp.fp", "to_fp.signed", "to_fp_unsigned"}
_NAMES = {"to_fp.fp": "to_fp", "to_fp.signed": "to_fp"}
_PARTS = (Op.BITCAST, Op.EXTRACT, Op.COPYSIGN)
_ABSTRACT = "; Functions that are only declared stand for what libm computes (bits_*: for a float's bits)."


class _Text:
    """Terms as text."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def supports(self, sort: Sort) -> bool:
        return True

    def constant(self, sort: Sort, value: int) -> Term:
        if sort == BOOL:
            return "true" if value else "false"
        return write_float(sort, value) if sort.is_float else write_vector(sort.width, value)

    def fresh(self, sort: Sort, name: str) -> Term:
        self.lines.append(f"(declare-const {name} {shown(sort)})")
        return name

    def apply(self, operator: str, *terms: Term, indices: tuple[int, ...] = (), mode: str = "RNE") -> Term:
        name = _NAMES.get(operator, operator)
        if indices:
            name = f"(_ {name} {' '.join(map(str, indices))})"
        return f"({' '.join([name, *([mode] if operator in _ROUNDING else []), *terms])})"


class _Writer(Encoder):
    """The encoder of exact solvers, but for what it makes of the abstract."""

    def __init__(self, query: Query) -> None:
        self.text = _Text()
        self._declared: set[str] = set()
        nodes = reachable(query)
        types = {node.id: node.type for node in nodes}
        self._by_bits = any(node.op in _PARTS and types[node.operands[-1]] in FLOATS for node in nodes)
        super().__init__(self.text, query, MEANINGS)

    def defined(self, node: Node, term: Term) -> Term:
        if node.op == Op.CONSTANT or " " not in term:
            return term
        name = f"x{node.aux}.value" if node.op == Op.INPUT else f"n{node.id}"
        self.text.lines.append(f"(define-fun {name} () {shown(sort_of(node.type))} {term})")
        return name

    def input(self, node: Node) -> Term:
        """A float is declared as one, unless its bits are looked at and are those of the machine."""
        sort = sort_of(node.type)
        if sort.is_float and self._by_bits and node.type != Type.F80:
            return super().input(node)
        return self.terms.fresh(sort, f"x{node.aux}")

    def unknown(self, node: Node) -> Term:
        suffix = Type(node.type).name.lower()
        name = "fmod" if node.op == Op.FREM else Op(node.op).name.lower()
        sorts = [sort_of(self.nodes[each].type) for each in node.operands]
        return self._function(f"{name}_{suffix}", sorts, sort_of(node.type), self.operands(node))

    def unless(self, undefined: Term, node: Node, term: Term) -> Term:
        return term

    def some_bits(self, id: int) -> Term:
        node = self.nodes[id]
        sort = sort_of(node.type)
        name = f"bits_{Type(node.type).name.lower()}"
        bits = self._function(name, [sort], Sort(sort.bits), [self.values[id]])
        if node.type != Type.F80:  # whose bits we do not read back
            self.text.lines.append(f"(assert (= {self.from_bits(sort, bits)} {self.values[id]}))")
        return bits

    def _function(self, name: str, sorts: list[Sort], result: Sort, operands: list[Term]) -> Term:
        if name not in self._declared:
            self._declared.add(name)
            shown_sorts = " ".join(map(shown, sorts))
            self.text.lines.append(f"(declare-fun {name} ({shown_sorts}) {shown(result)})")
        return f"({' '.join([name, *operands])})"


def write(query: Query) -> str:
    """The query as a file that ends by asking for a model. Raises Unsupported as the encoder does."""
    if any(node.type == Type.REAL for node in reachable(query)):
        return _write_reals(query)
    writer = _Writer(query)
    lines = list(writer.text.lines)
    # Facts of the encoder are about zeros and NaNs of fmin, which SMT-LIB itself leaves open.
    functions = [line for line in lines if line.startswith("(declare-fun")]
    head = [
        "(set-logic QF_UFBVFP)" if functions else "(set-logic QF_BVFP)",
        *([_ABSTRACT] if functions else []),
    ]
    for node, wanted in query.literals:
        lines.append(f"(assert {writer.literal(node, wanted)})")
    return "\n".join([*head, *lines, "(check-sat)", "(get-model)", ""])


_REAL_NAMES = {Op.FADD: "+", Op.FSUB: "-", Op.FMUL: "*", Op.FDIV: "/", Op.FNEG: "-", Op.SELECT: "ite"}
_REAL_NAMES |= {Op.AND: "and", Op.OR: "or", Op.XOR: "xor"}
_REAL_ORDER = {
    "oeq": "=",
    "olt": "<",
    "ole": "<=",
    "ogt": ">",
    "oge": ">=",
    "ueq": "=",
    "ult": "<",
    "ule": "<=",
}
_REAL_ORDER |= {"ugt": ">", "uge": ">=", "one": "distinct", "une": "distinct"}


def _write_reals(query: Query) -> str:
    lines, names, declared = ["(set-logic QF_NRA)"], dict[int, str](), set[str]()
    for node in reachable(query):
        operands = [names[each] for each in node.operands]
        sort = REAL if node.type == Type.REAL else sort_of(node.type)
        match node.op:
            case Op.CONSTANT:
                value = query.graph.rationals[node.id] if sort == REAL else Fraction(node.pattern)
                names[node.id] = literal(sort, value)
                continue
            case Op.INPUT:
                names[node.id] = f"x{node.aux}"
                lines.append(f"(declare-const x{node.aux} {shown(sort)})")
                continue
            case Op.FABS:
                term = f"(ite (< {operands[0]} 0.0) (- {operands[0]}) {operands[0]})"
            case Op.FCMP if FCMP[node.aux] in _REAL_ORDER:
                term = f"({_REAL_ORDER[FCMP[node.aux]]} {' '.join(operands)})"
            case Op.FCMP:
                term = "true" if FCMP[node.aux] in ("ord", "true") else "false"
            case _ if node.op in _REAL_NAMES:
                term = f"({_REAL_NAMES[node.op]} {' '.join(operands)})"
            case _:
                name = Op(node.op).name.lower()
                if name not in declared:
                    declared.add(name)
                    sorts = " ".join(["Real"] * len(operands))
                    lines.append(f"(declare-fun {name} ({sorts}) Real)")
                term = f"({name} {' '.join(operands)})"
        names[node.id] = f"n{node.id}"
        lines.append(f"(define-fun n{node.id} () {shown(sort)} {term})")
    for at, wanted in query.literals:
        lines.append(f"(assert {names[at] if wanted else f'(not {names[at]})'})")
    return "\n".join([*lines, "(check-sat)", "(get-model)", ""])
