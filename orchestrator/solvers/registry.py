"""Which solvers there are, and in which order they are asked. A new one is a module and a row here.

The choices of `ariadne solve --solver`, the chains, the benchmark and the conformance suite read this table.
No solver is imported before it is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec

from orchestrator.core.errors import UserError
from orchestrator.symbolic.graph import Query
from orchestrator.symbolic.simple import has_functions, has_x87, only_reals, simple

When = Callable[[Query], bool]


def always(query: Query) -> bool:
    return True


def never(query: Query) -> bool:
    return False


@dataclass(frozen=True)
class Row:
    """A solver."""

    name: str
    module: str  # in this package
    maker: str  # the class there
    refutes: When  # is its `unsat` an exact refutation?
    applies: When = always  # is it worth being asked in a chain?
    own_process: bool = False  # foreign native code, or much memory
    package: str = ""  # the Python package that it needs: what is imported
    installed_by: str = ""  # what pip calls the package, if that is not its name
    family: str = ""  # solvers that are one choice of --solver together
    limits: Mapping[str, int] = field(default_factory=dict)  # what the maker takes, and its defaults


_ROWS = (
    Row("intervals", "machine.intervals", "Intervals", always),
    Row("search", "machine.weakdistance", "WeakDistance", never),
    Row(
        "bitwuzla",
        "smt.bitwuzla",
        "Bitwuzla",
        always,
        own_process=True,
        package="bitwuzla",
        family="exact",
    ),
    Row(
        "z3-fp",
        "smt.z3fp",
        "Z3FP",
        always,
        applies=has_x87,  # a format that Bitwuzla does not have
        own_process=True,
        package="z3",
        installed_by="z3-solver",
        family="exact",
    ),
    Row(
        "z3-real",
        "reals.z3reals",
        "Z3Reals",
        only_reals,
        own_process=True,
        package="z3",
        installed_by="z3-solver",
        family="real",
    ),
    Row(
        "ariadne",  # the paper's own algorithm
        "reals.ariadne",
        "Ariadne",
        never,
        own_process=True,
        package="flint",
        installed_by="python-flint",
        limits={"concretizations": 40, "bindings": 40},
    ),
    Row(
        "cvc5",
        "reals.cvc5reals",
        "Cvc5Reals",
        only_reals,
        applies=has_functions,
        own_process=True,
        package="cvc5",
        family="real",
    ),
)
SOLVERS: Mapping[str, Row] = {row.name: row for row in _ROWS}


@dataclass(frozen=True)
class Stage:
    """A solver's turn in a chain."""

    solver: str
    share: float  # of the time that is left to the query
    refutes: When
    applies: When = always
    part: Callable[[Query], tuple[int, ...]] | None = None  # positions of literals; None: all of them

    def asks(self, query: Query) -> bool:
        return self.applies(query) and (self.part is None or bool(self.part(query)))


def _turn(name: str, share: float, part: Callable[[Query], tuple[int, ...]] | None = None) -> Stage:
    return Stage(name, share, SOLVERS[name].refutes, SOLVERS[name].applies, part)


_REALS = (_turn("z3-real", 0.4), _turn("ariadne", 0.5), _turn("cvc5", 0.3))
ORDERS: Mapping[str, tuple[Stage, ...]] = {
    # What a short search finds need not be encoded; then most of the time goes to who can also refute.
    "default": (
        _turn("intervals", 0.1),
        _turn("search", 0.1),
        _turn("bitwuzla", 0.75),
        _turn("z3-fp", 0.5),
        *_REALS,
        _turn("search", 1.0),
    ),
    # Algorithm 2 of the FuSE study: what exact solvers are good at, then the reals, then a search from there.
    "synergy": (_turn("bitwuzla", 0.5, part=simple), *_REALS, _turn("search", 1.0)),
}


def equally(*names: str) -> tuple[Stage, ...]:
    """These solvers one after another, each with as much time: the last of n gets all that is left."""
    return tuple(Stage(name, 1 / (len(names) - at), SOLVERS[name].refutes) for at, name in enumerate(names))


def chosen(choice: str) -> tuple[str, ...]:
    """The solvers that a name or the name of a family stands for."""
    return tuple(row.name for row in _ROWS if choice in (row.name, row.family))


CHOICES = tuple(dict.fromkeys(name for row in _ROWS for name in (row.family, row.name) if name))


def require(row: Row) -> None:
    """Say so if a solver's Python package is missing."""
    try:
        found = not row.package or find_spec(row.package) is not None
    except ImportError:
        found = False
    if not found:
        raise missing(row, f"there is no Python package {row.package}")


def require_all() -> None:
    """Before a long run: what it will need later is asked for now."""
    for row in _ROWS:
        require(row)


def missing(row: Row, problem: str) -> UserError:
    wanted = row.installed_by or row.package or "ariadne"
    return UserError(f"the solver {row.name} cannot be loaded: {problem}", f"python -m pip install {wanted}")
