"""The functions of libm, as tables/functions.toml describes them; its first lines say what a cell means.

python -m orchestrator.core.functions        # the gaps: cells that are not there, and what that costs
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from orchestrator.core.tables import table_rows, table_text

KINDS = tuple(name for _, name, *_ in table_rows("kinds.def", "KIND"))
MONOTONE = ("increasing", "decreasing", "even")
Pair = tuple[float, float]

# What a function may take or give, as it stands in the signature -> one letter for the native recogniser.
LETTERS = {"T": "T", "int": "i", "long": "l", "long long": "q", "long double": "L", "void": "v"}
LETTERS |= {"T *": "p", "int *": "p"}
SUFFIXES = {"f32": "f", "f64": "", "f80": "l"}  # of names, by format
_SUFFIXED_BEFORE = "_r"  # lgammaf_r


@dataclass(frozen=True)
class LibraryFunction:
    name: str
    result: str  # of the signature: "T", "int", ...
    parameters: tuple[str, ...]
    conditions: Mapping[str, str]  # by kind, in the words of tables/semantics.h
    aliases: tuple[str, ...] = ()
    library: bool = True
    symbols: tuple[str, ...] = ()  # what calls of an intrinsic become, by format
    intrinsic: str = ""  # its name in LLVM, if that is another one
    errno: tuple[str, ...] = ()
    writes: str = ""
    expression: str = ""
    exact: str = ""
    exact_at: tuple[Pair, ...] = ((0.0, 0.0),)
    exact_where: str = ""
    decides: bool = False
    interval: str = ""
    inverse: str = ""
    domain: Pair | None = None
    finite: bool = False  # NaN of infinities
    ends: str = ""
    poles: str = ""
    range: Pair | None = None
    pieces: tuple[tuple[float, float, float, float], ...] = ()
    monotone: str = ""
    ulps: int | None = None

    @property
    def arity(self) -> int:
        """How many operands are floats of its own format."""
        return self.parameters.count("T")

    @property
    def integers(self) -> int:
        """How many are integers: orders of Bessel functions, powers of two."""
        return sum(each in ("int", "long") for each in self.parameters)

    @property
    def letters(self) -> str:
        """Its signature for the native recogniser: the result's letter, then the parameters'."""
        return "".join(LETTERS[each] for each in (self.result, *self.parameters))

    @property
    def is_unary(self) -> bool:
        return self.result == "T" and self.parameters == ("T",)

    @property
    def is_binary(self) -> bool:
        return self.result == "T" and self.parameters == ("T", "T")

    @property
    def names(self) -> tuple[str, ...]:
        """In C and for double: its own, and the others that it goes by."""
        return (self.name, *self.aliases)

    @property
    def observed(self) -> tuple[tuple[str, str], ...]:
        """The symbols whose calls are observed at their boundary, each with its format."""
        if not self.conditions:
            return ()
        if self.library:
            return tuple((c_name(name, cls), cls) for name in self.names for cls in SUFFIXES)
        return tuple(zip(self.symbols, SUFFIXES, strict=False))

    @property
    def gaps(self) -> tuple[str, ...]:
        """The cells that are missing, of those that it could have."""
        missing = [cell for cell in ("expression", "exact") if not getattr(self, cell)]
        if self.result == "T" and self.expression != "apart":
            missing += ["interval"] if not self.interval else []
            missing += (
                ["inverse"] if not (self.inverse or self.monotone in ("increasing", "decreasing")) else []
            )
            missing += ["ulps"] if self.ulps is None else []
        return tuple(missing)


# What an analysis cannot do for want of a cell.
COSTS = {
    "expression": "the executor takes its value as a constant: no path through it is fully explored",
    "exact": "exact reruns fall back to floats",
    "interval": "proofs by intervals know nothing of its value",
    "inverse": "proofs by intervals do not look through it from its value to its argument",
    "ulps": "how far glibc is off is not known: proofs use only bounds that hold of any value",
}


def c_name(name: str, cls: str) -> str:
    """Of a function for double, its name for another format: lgamma_r, f32 -> lgammaf_r."""
    base = name.removesuffix(_SUFFIXED_BEFORE)
    return base + SUFFIXES[cls] + name[len(base) :]


def _function(name: str, cells: dict[str, Any]) -> LibraryFunction:
    unknown = set(cells) - {*LibraryFunction.__dataclass_fields__, *KINDS, "signature"}
    if unknown:
        raise ValueError(f"functions.toml: {name} has cells that nobody reads: {', '.join(sorted(unknown))}")
    match = re.fullmatch(r"([\w ]+)\((.*)\)", cells.pop("signature", "T(T)"))
    if not match:
        raise ValueError(f"functions.toml: the signature of {name} cannot be read")
    conditions = {kind: cells.pop(kind) for kind in KINDS if kind in cells}
    if cells.get("domain") == "finite":
        cells |= {"domain": None, "finite": True}
    for cell in ("domain", "range"):
        if cells.get(cell) is not None:
            cells[cell] = tuple(map(float, cells[cell]))
    for cell in ("aliases", "errno", "symbols"):
        cells[cell] = tuple(cells.get(cell, ()))
    cells["pieces"] = tuple(tuple(map(float, piece)) for piece in cells.get("pieces", ()))
    if "exact_at" in cells:
        cells["exact_at"] = tuple((float(x), float(y)) for x, y in cells["exact_at"])
    if cells.get("monotone", "increasing") not in MONOTONE:
        raise ValueError(f"functions.toml: {name} is not {' or '.join(MONOTONE)}")
    return LibraryFunction(name, match[1], tuple(match[2].split(", ")), conditions, **cells)


def _read() -> dict[str, LibraryFunction]:
    rows = tomllib.loads(table_text("functions.toml"))
    return {name: _function(name, cells) for name, cells in rows.items()}


FUNCTIONS = _read()


def observed_names() -> tuple[str, ...]:
    """The symbols whose calls are observed at their boundary, in all formats."""
    return tuple(sorted(symbol for each in FUNCTIONS.values() for symbol, _ in each.observed))


def _own_expressions() -> dict[str, LibraryFunction]:
    basic = table_text("expressions.def")
    own: dict[str, LibraryFunction] = {}
    for each in FUNCTIONS.values():
        if each.expression not in ("", "apart") and f"OPERATION({each.expression}," not in basic:
            own.setdefault(each.expression, each)
    return own


# Operations of traces that are a function's own, by their codes, behind those of expressions.def.
# Their operands are floats.
OWN_EXPRESSIONS = _own_expressions()


if __name__ == "__main__":
    for cell, cost in COSTS.items():
        lacking = [each.name for each in FUNCTIONS.values() if cell in each.gaps]
        print(f"{cell}: {cost}\n    {' '.join(lacking) or 'none'}")
