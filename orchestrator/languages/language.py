"""What Ariadne knows of a source language: everything that is not the same for all of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from re import Pattern

from orchestrator.languages.text import SourceText

Extent = tuple[int, int]  # first and last token


@dataclass(frozen=True)
class Language:
    name: str  # as people say it
    endings: tuple[str, ...]  # of its files

    # To bitcode. The compiler is one of LLVM's, called as:
    #     COMPILER BITCODE FLAGS-OF-THE-USER LAST DEPENDENCIES RULE FILE -o TARGET
    compiler: str
    make_variable: str  # by which a project's own build learns of the compiler
    bitcode: tuple[str, ...]  # flags: debug information, one instruction for each operation of the source
    last: tuple[str, ...]  # flags that no flag of the user's may undo
    dependencies: tuple[str, ...]  # flags that make the file RULE, for make; none: it has no such flags
    environment: tuple[str, ...]  # variables that change what the compiler reads
    libraries: tuple[str, ...]  # that its programs are linked with, beside libm

    # The source's text.
    tokens: Pattern[str]  # groups: skip, string, number, word, operator, junk
    # The tokens of an operation: from the one that the debug information points at, and the opcode.
    extent: Callable[[SourceText, int, str], Extent | None]
    comments: tuple[str, ...]  # how they begin: `ariadne: allow` is looked for there
