"""What is wrong with a file that we read, and where in it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class DamageError(Exception):
    """What is wrong, beginning with the way to it: findings[3].inputs[0].raw is missing."""


class WrongSortError(ValueError):
    """A value of another sort than the one that is expected."""

    def __init__(self, expected: str, content: object) -> None:
        self.found = _SORTS.get(type(content), "a number")
        super().__init__(f"{expected} is expected here, not {self.found}")


_SORTS = {dict: "an object", list: "a list", str: "a text", bool: "true or false", type(None): "null"}

WRONG = (DamageError, ValueError, OverflowError)  # what readers raise


def inside(step: str, error: Exception) -> DamageError:
    """The error with a step of the way in front of it: a key, or [number]."""
    if not isinstance(error, DamageError):
        return DamageError(f"{step}: {error}")
    return DamageError(f"{step}{'' if str(error).startswith('[') else '.'}{error}")


@contextmanager
def within(step: str) -> Iterator[None]:
    """Puts a step of the way in front of what is found to be wrong inside."""
    try:
        yield
    except WRONG as error:
        raise inside(step, error) from error
