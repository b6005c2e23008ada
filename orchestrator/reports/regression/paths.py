"""Paths and flags in the shell's words, relative to the variable that holds the subject's root."""

from __future__ import annotations

import os
import re
import shlex

from orchestrator.reports.regression.subject import FOLDER_FLAGS


def shell_path(path: str, root: str, variable: str) -> str:
    """`"$(ROOT)"/'the rest'`."""
    if path == root:
        return f'"{variable}"'
    below = os.path.join(root, "")
    if path.startswith(below):
        return f'"{variable}"/{shlex.quote(path.removeprefix(below))}'
    return shlex.quote(path)


def shell_flag(flag: str, root: str, variable: str) -> str:
    prefix = next((p for p in FOLDER_FLAGS if flag.startswith(p) and flag != p), "")
    if prefix or flag.startswith("/"):
        return prefix + shell_path(flag.removeprefix(prefix), root, variable)
    return shlex.quote(flag)


def is_plain(path: str) -> bool:
    """Make takes such a name for what it is."""
    return re.fullmatch(r"[\w./+@-]+", path) is not None
