"""Functions by glob, as a command line names them."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from fnmatch import fnmatchcase

from orchestrator.core.errors import UserError
from orchestrator.core.globs import name_matches
from orchestrator.core.model import Function, Module

_SYSTEM = ("/usr/include/", "/usr/lib/")  # inline functions of system headers are not the user's code


def select(modules: Sequence[Module], globs: Sequence[str]) -> list[list[Function]]:
    """Of each program the functions that match; all of the user's own when nothing is asked for."""
    names = {name for module in modules for f in module.functions for name in (f.name, f.symbol)}
    if not names:
        raise UserError("nothing to analyse: no function is defined here")
    for glob in globs:
        if not any(fnmatchcase(name, glob) for name in names):
            near = difflib.get_close_matches(glob, names, n=3, cutoff=0.4)
            hint = "did you mean " + " or ".join(near) + "?" if near else None
            raise UserError(f"no function matches '{glob}'", hint=hint)

    def is_chosen(function: Function) -> bool:
        if not globs:
            return not function.place.file.startswith(_SYSTEM)
        return name_matches(function.name, globs) or name_matches(function.symbol, globs)

    return [[function for function in module.functions if is_chosen(function)] for module in modules]
