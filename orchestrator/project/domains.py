"""The inputs of a function that count, by the assumptions of its project."""

from __future__ import annotations

import re

from orchestrator.core.errors import UserError
from orchestrator.core.globs import name_matches
from orchestrator.core.model import Condition, Domain, Function, Leaf, Parameter
from orchestrator.project.description import Assumption, Exclusion, Project

_QUALIFIER = re.compile(r"\b(const|volatile) ")
# Names in an expression that are no functions; 1e5 and 0x1p3 hold none.
_NAME = re.compile(r"(?<![\w.])[A-Za-z_]\w*(?!\w|\s*\()")


def domain_of(function: Function, project: Project) -> Domain:
    """Ranges of the same parameter are intersected; none left is a mistake in the project file."""
    mine = [entry for entry in project.assumptions if applies(entry, function)]
    ranges = [_range(function, leaf, mine, project) for leaf in function.inputs]
    conditions = tuple(
        Condition(entry.expression, str(project.file), entry.line) for entry in mine if entry.expression
    )
    return Domain(tuple(ranges) if any(ranges) else (), conditions)


def applies(entry: Assumption, function: Function) -> bool:
    """An expression is about functions that have all the parameters it names."""
    if not name_matches(function.name, entry.functions):
        return False
    if entry.expression:
        return _names(entry.expression) <= {leaf.name for leaf in function.inputs}
    return any(concerns(entry, leaf) for leaf in function.inputs)


def _names(expression: str) -> set[str]:
    return set(_NAME.findall(expression))


def concerns(entry: Assumption | Exclusion, parameter: Parameter | Leaf) -> bool:
    """By its name and its type; `const` before a type that is passed by value means nothing to a caller."""
    is_pointer = isinstance(parameter, Parameter) and parameter.is_pointer
    kind = parameter.type if is_pointer else _QUALIFIER.sub("", parameter.type)
    return name_matches(parameter.name, entry.parameters) and name_matches(kind, entry.types)


def _range(
    function: Function, leaf: Leaf, entries: list[Assumption], project: Project
) -> tuple[float, float] | None:
    ranged = [entry for entry in entries if entry.range and concerns(entry, leaf)]
    bounds = [entry.range for entry in ranged if entry.range]
    if not bounds:
        return None
    low, high = max(low for low, _ in bounds), min(high for _, high in bounds)
    if low > high:
        lines = ", ".join(str(entry.line) for entry in ranged)
        raise UserError(
            f"{project.file}: no value is left for {leaf.name} of {function.name}: "
            f"the ranges of lines {lines} have nothing in common"
        )
    return low, high
