"""SMT-LIB files as queries: declarations become inputs, assertions literals.

A script declares, asserts and asks once. Whatever is not supported is reported with its place.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field

from orchestrator.solvers.smt.terms import BOOL, FORMATS, Sort
from orchestrator.solvers.smtlib.floating import FLOATING
from orchestrator.solvers.smtlib.literals import read_atom, read_indexed
from orchestrator.solvers.smtlib.operators import NUMERIC, OPERATORS, Misuse, elementary, materialised
from orchestrator.solvers.smtlib.sexpr import Atom, Expression, Group, parse
from orchestrator.solvers.smtlib.values import MODE, Value, fills, read_sort, shown, type_of
from orchestrator.symbolic.builder import GraphBuilder
from orchestrator.symbolic.graph import Query, Type

_SILENT = ("set-logic", "set-info", "set-option", "get-value", "get-unsat-core", "get-info", "echo")
_UNSUPPORTED = ("push", "pop", "check-sat-assuming", "reset", "reset-assertions", "define-fun-rec")
_DEPTH = 1_000_000  # of terms: Python's own frames need no stack
_BUILTIN = OPERATORS | FLOATING


@dataclass(frozen=True)
class Declared:
    """A constant of the file: the input of the same index."""

    name: str
    sort: Sort


@dataclass(frozen=True)
class Script:
    query: Query
    constants: tuple[Declared, ...]
    wants_model: bool


@dataclass(frozen=True)
class _Function:
    parameters: tuple[tuple[str, Sort], ...]
    result: Sort
    body: Expression


@dataclass
class _Reader:
    g: GraphBuilder = field(default_factory=GraphBuilder)
    constants: list[Declared] = field(default_factory=list)
    values: dict[str, Value] = field(default_factory=dict)
    functions: dict[str, _Function] = field(default_factory=dict)
    elementary: dict[str, tuple[int, Sort, int]] = field(default_factory=dict)  # operation, sort, parameters
    bits: dict[str, Sort] = field(default_factory=dict)  # functions that give a float's bits
    literals: list[tuple[int, bool]] = field(default_factory=list)
    checked: bool = False
    wants_model: bool = False

    # Commands.

    def command(self, expression: Expression) -> None:
        if not isinstance(expression, Group) or not expression.head:
            expression.place.fail("a command is expected: (assert ...), (declare-const ...), ...")
        place, arguments = expression.place, expression.items[1:]
        name = expression.head
        if name in _SILENT or name == "exit":
            return
        if name in _UNSUPPORTED:
            place.fail(f"{name} is not supported", "a file declares, asserts, and asks check-sat once")
        if name == "get-model":
            self.wants_model = True
        elif name == "check-sat":
            if self.checked:
                place.fail("check-sat is supported once in a file")
            self.checked = True
        elif self.checked:
            place.fail(f"{name} after check-sat is not supported")
        elif name == "assert" and len(arguments) == 1:
            self.add(arguments[0])
        elif name == "declare-const" and len(arguments) == 2:
            self.declare(arguments[0], (), read_sort(arguments[1]))
        elif name == "declare-fun" and len(arguments) == 3 and isinstance(arguments[1], Group):
            parameters = tuple(read_sort(each) for each in arguments[1].items)
            self.declare(arguments[0], parameters, read_sort(arguments[2]))
        elif name == "define-fun" and len(arguments) == 4 and isinstance(arguments[1], Group):
            self.define(arguments[0], arguments[1], read_sort(arguments[2]), arguments[3])
        elif name == "define-const" and len(arguments) == 3:
            self.define(arguments[0], Group((), place), read_sort(arguments[1]), arguments[2])
        elif name in ("assert", "declare-const", "declare-fun", "define-fun", "define-const"):
            place.fail(f"{name} has other arguments")
        else:
            place.fail(f"command {name} is not supported")

    def name(self, expression: Expression) -> str:
        if not isinstance(expression, Atom) or not expression.text:
            expression.place.fail("a name is expected")
        if expression.text in (*self.values, *self.functions, *self.elementary, *self.bits, *_BUILTIN):
            expression.place.fail(f"{expression.text} has a meaning already")
        return expression.text

    def declare(self, at: Expression, parameters: tuple[Sort, ...], sort: Sort) -> None:
        name = self.name(at)
        if parameters:
            self.declare_function(at, name, parameters, sort)
            return
        if sort == MODE:
            at.place.fail("rounding modes cannot be unknowns here")
        node = self.g.input(type_of(sort), len(self.constants))
        self.constants.append(Declared(name, sort))
        self.values[name] = Value(sort, node)
        if sort.width > 0 and not fills(sort):  # the bits that the sort does not have are zero
            limit = self.g.const(type_of(sort), (1 << sort.width) - 1)
            self.literals.append((self.g.icmp("ule", node, limit), True))

    def declare_function(self, at: Expression, name: str, parameters: tuple[Sort, ...], sort: Sort) -> None:
        floats_ = {f"bits_{Type(type_).name.lower()}": each for type_, each in FORMATS.items()}
        if parameters == (floats_.get(name),) and sort == Sort(parameters[0].bits):
            self.bits[name] = parameters[0]
            return
        op = elementary(name, parameters, sort)
        if op is None:
            hint = (
                "sin, exp, pow, ... of Real, and sin_f32, sin_f64, ... of floats stand for libm's functions"
            )
            at.place.fail(
                f"function {name} has no meaning here: uninterpreted functions are not supported", hint
            )
        self.elementary[name] = (op, sort, len(parameters))

    def define(self, at: Expression, parameters: Group, sort: Sort, body: Expression) -> None:
        name = self.name(at)
        if not parameters.items:
            value = self.term(body, {})
            self.expect(value, sort, body)
            self.values[name] = value
            return
        pairs: list[tuple[str, Sort]] = []
        for each in parameters.items:
            if not (isinstance(each, Group) and len(each.items) == 2 and isinstance(each.items[0], Atom)):
                each.place.fail("a parameter is (name sort)")
            pairs.append((each.items[0].text, read_sort(each.items[1])))
        self.functions[name] = _Function(tuple(pairs), sort, body)

    def add(self, expression: Expression) -> None:
        """An assertion. What `and` joins are literals of their own, so that cores can tell them apart."""
        if isinstance(expression, Group) and expression.head == "and" and len(expression.items) > 1:
            for each in expression.items[1:]:
                self.add(each)
            return
        wanted, inner = True, expression
        while isinstance(inner, Group) and inner.head == "not" and len(inner.items) == 2:
            wanted, inner = not wanted, inner.items[1]
        value = self.term(inner, {})
        self.expect(value, BOOL, inner)
        self.literals.append((value.node, wanted))

    def expect(self, value: Value, sort: Sort, at: Expression) -> None:
        if value.sort != sort:
            at.place.fail(f"this is of sort {shown(value.sort)}, not {shown(sort)}")

    # Terms.

    def term(self, expression: Expression, scope: Mapping[str, Value]) -> Value:
        if isinstance(expression, Atom):
            known = scope.get(expression.text) or self.values.get(expression.text)
            value = known or read_atom(self.g, expression)
            if value is None:
                expression.place.fail(f"{expression.text} is not declared")
            return value
        match expression.head:
            case "let":
                return self.let(expression, scope)
            case "_":
                indexed = read_indexed(self.g, expression)
                if indexed is None:
                    expression.place.fail("this is no literal that is known here")
                return indexed
            case "!" if len(expression.items) > 1:
                return self.term(expression.items[1], scope)
            case "forall" | "exists" | "match":
                expression.place.fail(f"{expression.head} is not supported")
        return self.application(expression, scope)

    def let(self, expression: Group, scope: Mapping[str, Value]) -> Value:
        if len(expression.items) != 3 or not isinstance(expression.items[1], Group):
            expression.place.fail("let is (let ((name term) ...) term)")
        inner = dict(scope)
        for binding in expression.items[1].items:
            if not (isinstance(binding, Group) and len(binding.items) == 2 and binding.head):
                binding.place.fail("a binding is (name term)")
            inner[binding.head] = self.term(binding.items[1], scope)
        return self.term(expression.items[2], inner)

    def application(self, expression: Group, scope: Mapping[str, Value]) -> Value:
        if not expression.items:
            expression.place.fail("an empty pair of parentheses is no term")
        head, place = expression.items[0], expression.place
        indices: list[int] = []
        name = expression.head
        if isinstance(head, Group):
            words = [item.text if isinstance(item, Atom) else "" for item in head.items]
            if len(words) < 3 or words[0] != "_" or not all(word.isdigit() for word in words[2:]):
                head.place.fail("a function is expected")
            name, indices = words[1], [int(word) for word in words[2:]]
        operands = [self.term(each, scope) for each in expression.items[1:]]
        if name in self.functions:
            return self.call(name, operands, expression)
        if name not in NUMERIC:
            operands = [materialised(self.g, value) for value in operands]
        try:
            if name in self.elementary:
                op, sort, count = self.elementary[name]
                nodes = [value.node for value in operands]
                if len(nodes) != count:
                    raise Misuse(f"{count} operands are needed")
                return Value(sort, self.g.node(op, type_of(sort), *nodes))
            if name in self.bits:
                return self.float_bits(self.bits[name], operands)
            if name not in _BUILTIN:
                place.fail(f"function {name} is not supported" if name else "a function is expected")
            return _BUILTIN[name](self.g, operands, indices)
        except (Misuse, TypeError) as problem:
            place.fail(f"{name}: {problem}")

    def float_bits(self, sort: Sort, operands: list[Value]) -> Value:
        """The bits of a float, as a function: SMT-LIB has none."""
        if [value.sort for value in operands] != [sort]:
            raise Misuse(f"one operand of sort {shown(sort)} is needed")
        node, type_ = operands[0].node, type_of(sort)
        result = Sort(sort.bits)
        if type_ != Type.F80:
            return Value(result, self.g.bitcast(type_of(result), node))
        wide = Type.I128
        fraction = self.g.and_(self.g.extract(Type.I64, node, 0), self.g.const(Type.I64, (1 << 63) - 1))
        top = self.g.shl(self.g.zext(wide, self.g.extract(Type.I16, node, 64)), self.g.const(wide, 63))
        return Value(result, self.g.or_(top, self.g.zext(wide, fraction)))

    def call(self, name: str, operands: list[Value], at: Group) -> Value:
        function = self.functions[name]
        if [value.sort for value in operands] != [sort for _, sort in function.parameters]:
            at.place.fail(f"{name} takes operands of other sorts")
        scope = {
            parameter: value for (parameter, _), value in zip(function.parameters, operands, strict=True)
        }
        value = self.term(function.body, scope)
        self.expect(value, function.result, function.body)
        return value

    def query(self) -> Query:
        """With something to ask: a file without assertions holds for all inputs."""
        if not self.literals:
            self.literals.append((self.g.const(Type.I1, 1), True))
        return self.g.query(self.literals)


def read(text: str, file: str = "query") -> Script:
    reader = _Reader()
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(_DEPTH)
    try:
        for expression in parse(text, file):
            reader.command(expression)
            if isinstance(expression, Group) and expression.head == "exit":
                break
    finally:
        sys.setrecursionlimit(before)
    return Script(reader.query(), tuple(reader.constants), reader.wants_model)
