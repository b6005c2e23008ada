"""One expression graph for all: flat arrays, as the trace runtime writes them and solvers read them.

The operations are those of tables/expressions.def, and those of functions in tables/functions.toml.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from orchestrator.core.functions import OWN_EXPRESSIONS
from orchestrator.core.tables import table_text

_TABLE = table_text("expressions.def")
_GROUPS = re.findall(r'^EXPRESSION_GROUP\((\w+), "(.*)"\)', _TABLE, re.MULTILINE)
_ROWS = re.findall(r"^OPERATION\((\w+), (\w+), (\d)", _TABLE, re.MULTILINE)
_ROWS += [(name, "ELEMENTARY", str(f.arity)) for name, f in OWN_EXPRESSIONS.items()]
_TYPES = re.findall(r"^EXPRESSION_TYPE\((\w+), (\d+)\)", _TABLE, re.MULTILINE)

# Their members are only known once the table is read: to a type checker they can be anything.
_enumeration: Any = IntEnum
_names: Any = Enum
Group = _names("Group", dict(_GROUPS))
Op = _enumeration("Op", {name: code for code, (name, _, _) in enumerate(_ROWS)})
Type = _enumeration("Type", {name: code for code, (name, _) in enumerate(_TYPES)})
ARITY = tuple(int(arity) for _, _, arity in _ROWS)
GROUP = tuple(Group[group] for _, group, _ in _ROWS)
FUNCTION = {int(Op[name]): function for name, function in OWN_EXPRESSIONS.items()}  # of ELEMENTARY ones
BITS = tuple(int(bits) for _, bits in _TYPES)

NODE = np.dtype(
    [
        ("op", "<u2"),
        ("type", "u1"),
        ("pad", "u1"),
        ("aux", "<u4"),
        ("a", "<u4"),
        ("b", "<u4"),
        ("c", "<u4"),
        ("pad2", "<u4"),
        ("lo", "<u8"),  # value in the run that made the node; of a constant, its value
        ("hi", "<u8"),
    ]
)  # 40 bytes, the layout of `Node` in the native code


def of_group(group: Any) -> tuple[int, ...]:
    """The operations of a group, in the table's order."""
    return tuple(op for op in Op if GROUP[op] is group)


@dataclass
class Graph:
    """Nodes in order of their making: operands before users. Node 0 is none."""

    nodes: NDArray[np.void]
    rationals: dict[int, Fraction] = field(default_factory=dict)  # values of REAL constants

    def __len__(self) -> int:
        return len(self.nodes)


@dataclass(frozen=True)
class Query:
    """Which inputs make each of these truth values what is asked for?"""

    graph: Graph
    literals: tuple[tuple[int, bool], ...]  # (node of type I1, wanted)
    inputs: tuple[int, ...]  # types of the function's inputs, by index; an INPUT node names one
