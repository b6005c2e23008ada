"""Functions of one real variable that are of one kind between breakpoints: the truth of a condition, the sign
of an expression, which of two expressions is meant. The line is cut into cells: below the first breakpoint,
at it, between it and the second, ..., above the last."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cmp_to_key
from typing import Any, Generic, TypeVar

from orchestrator.solvers.reals.ariadne.roots import Root, TooHard, compare

T = TypeVar("T")
_MAX_POINTS = 400


@dataclass(frozen=True)
class Pieces(Generic[T]):
    points: tuple[Root, ...]
    values: tuple[T, ...]  # 2 * len(points) + 1: odd ones are at points, even ones between

    def cell(self, index: int) -> tuple[Root | None, Root | None]:
        """Where a cell begins and ends; None is infinity."""
        if index % 2:
            return self.points[index // 2], self.points[index // 2]
        low = self.points[index // 2 - 1] if index else None
        return low, self.points[index // 2] if index // 2 < len(self.points) else None


def everywhere(value: T) -> Pieces[T]:
    return Pieces((), (value,))


def combine(function: Callable[..., T], *pieces: Pieces[Any]) -> Pieces[T]:
    """Cell by cell."""
    return simplify(map_cells(function, *refine(*pieces)))


def map_cells(function: Callable[..., T], *aligned: Pieces[Any]) -> Pieces[T]:
    """Of pieces with the same points."""
    values = tuple(function(*each) for each in zip(*(part.values for part in aligned), strict=True))
    return Pieces(aligned[0].points, values)


def refine(*pieces: Pieces[Any]) -> list[Pieces[Any]]:
    """All of them over the points of each."""
    points = merge(*(part.points for part in pieces))
    return [cut(part, points) for part in pieces]


def merge(*lists: tuple[Root, ...]) -> tuple[Root, ...]:
    """In order, each once."""
    result: list[Root] = []
    for root in sorted((root for each in lists for root in each), key=cmp_to_key(compare)):
        if not result or compare(result[-1], root):
            result.append(root)
    if len(result) > _MAX_POINTS:
        raise TooHard("too many pieces")
    return tuple(result)


def cut(part: Pieces[T], points: tuple[Root, ...]) -> Pieces[T]:
    """Over more points; `points` has those of the part among them."""
    values, at = [], 0  # `at`: how many of the part's points are passed
    for point in points:
        values.append(part.values[2 * at])
        if at < len(part.points) and compare(part.points[at], point) == 0:
            values.append(part.values[2 * at + 1])
            at += 1
        else:
            values.append(part.values[2 * at])
    return Pieces(points, (*values, part.values[2 * at]))


def simplify(part: Pieces[T]) -> Pieces[T]:
    """Without points at which nothing changes."""
    points: list[Root] = []
    values = [part.values[0]]
    for index, point in enumerate(part.points):
        at, after = part.values[2 * index + 1], part.values[2 * index + 2]
        if not (_same(values[-1], at) and _same(at, after)):
            points.append(point)
            values += [at, after]
    return Pieces(tuple(points), tuple(values))


def _same(a: object, b: object) -> bool:
    return a is b or (isinstance(a, bool | int) and a == b)


def sample(low: Root | None, high: Root | None) -> Fraction:
    """A number strictly between, as simple as is at hand."""
    if low is None and high is None:
        return Fraction(0)
    if low is None:
        assert high is not None
        return high.low - abs(high.low) - 1
    if high is None:
        return low.high + abs(low.high) + 1
    while low.high >= high.low:  # they are different: narrowing parts them
        for root in (low, high):
            if root.low < root.high:
                root.halve()
    return (low.high + high.low) / 2


def where(truth: Pieces[bool]) -> Iterator[tuple[Root | None, Root | None]]:
    """The cells in which it is true."""
    for index, value in enumerate(truth.values):
        if value:
            yield truth.cell(index)
