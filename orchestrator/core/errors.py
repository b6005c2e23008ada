"""The two ways a command ends early: the user's mistake (exit 2) and our own failure (exit 3)."""

from __future__ import annotations


class AriadneError(Exception):
    """What the command line prints instead of a traceback."""

    exit_code = 3

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class UserError(AriadneError):
    """Something the user can put right: a missing file, a bad number, a program that does not compile."""

    exit_code = 2


class InternalError(AriadneError):
    """Our failure: a native tool is missing, the native runner died, the passes printed nonsense."""


class DamagedAnswer(InternalError):
    """A run of analysed code told what no run can tell: it wrote over memory that was not its own."""

    def __init__(self, what: str) -> None:
        super().__init__(f"the code wrote over the memory of the native runner: {what}")
