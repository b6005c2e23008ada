"""What others have published about the same code, to be shown beside our numbers: a TOML file of numbers."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass

from orchestrator.core.damage import DamageError, within
from orchestrator.core.errors import UserError
from orchestrator.core.model import Kind
from orchestrator.core.records import read_integer, read_real
from orchestrator.reports.counts import Count
from orchestrator.reports.paper.entry import Entry


@dataclass(frozen=True)
class Example:
    function: str
    inputs: str
    line: int | None = None
    results: str = ""


@dataclass(frozen=True)
class Bound:
    """The results at one loop bound."""

    bound: float
    no_timeout: int
    explored: int
    clean: int
    queries: tuple[float, float, float]  # of all: sat, unsat, unknown
    ariadne: float  # of those that Z3 left unknown: decided
    unique: Count
    shared: Count
    hours: float


@dataclass(frozen=True)
class Published:
    source: str
    functions: int
    with_findings: int
    locations: int
    pairs: int
    hours: float
    kinds: dict[frozenset[Kind], int]  # pairs of a kind, or of several together
    most: tuple[str, int]  # the function with the most pairs
    examples: dict[Kind, tuple[Example, ...]]
    bounds: tuple[Bound, ...]
    avoidable: dict[Kind, tuple[int, int]]  # how many, and of how many
    inconsistencies_source: str
    inconsistencies: tuple[Example, ...]


def read(path: str) -> Published:
    try:
        with open(path, "rb") as file:
            entry = Entry(tomllib.load(file))
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror or error}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UserError(f"{path} is not TOML: {error}") from error
    try:
        return _published(entry)
    except DamageError as damage:
        raise UserError(f"{path}: {damage}", "gsl_corpus/paper.toml shows the form") from damage


def _published(entry: Entry) -> Published:
    source, examples = entry.object(
        "inconsistencies", lambda e: (e.text("source"), e.entries("examples", _inconsistency))
    )
    return Published(
        source=entry.text("source"),
        functions=entry.natural("functions"),
        with_findings=entry.natural("with_findings"),
        locations=entry.natural("locations"),
        pairs=entry.natural("pairs"),
        hours=entry.number("hours"),
        kinds=entry.object("kinds", lambda e: {_kinds(key): e.natural(key) for key in e.content}),
        most=entry.object("most", lambda e: (e.text("function"), e.natural("pairs"))),
        examples=entry.object(
            "examples", lambda e: {_kind(key): e.entries(key, _example) for key in e.content}
        ),
        bounds=entry.entries("bounds", _bound),
        avoidable=entry.object("avoidable", lambda e: {_kind(key): _two(e, key) for key in e.content}),
        inconsistencies_source=source,
        inconsistencies=examples,
    )


def _kind(key: str) -> Kind:
    with within(key):
        return Kind(key)


def _kinds(key: str) -> frozenset[Kind]:
    """overflow, or overflow+underflow where only their sum is known."""
    with within(key):
        return frozenset(Kind(word) for word in key.split("+"))


def _two(entry: Entry, key: str) -> tuple[int, int]:
    numbers = entry.items(key, read_integer)
    if len(numbers) != 2:
        raise DamageError(f"{key}: two numbers are expected")
    return numbers[0], numbers[1]


def _three(entry: Entry, key: str) -> tuple[float, float, float]:
    numbers = entry.items(key, read_real)
    if len(numbers) != 3:
        raise DamageError(f"{key}: three numbers are expected")
    return numbers[0], numbers[1], numbers[2]


def _example(entry: Entry) -> Example:
    return Example(entry.text("function"), entry.text("inputs"), line=entry.natural("line"))


def _inconsistency(entry: Entry) -> Example:
    return Example(entry.text("function"), entry.text("inputs"), results=entry.text("results"))


def _bound(entry: Entry) -> Bound:
    return Bound(
        bound=entry.number("bound"),
        no_timeout=entry.natural("no_timeout"),
        explored=entry.natural("explored"),
        clean=entry.natural("clean"),
        queries=_three(entry, "queries"),
        ariadne=entry.number("ariadne"),
        unique=Count(*_two(entry, "unique")),
        shared=Count(*_two(entry, "shared")),
        hours=entry.number("hours"),
    )
