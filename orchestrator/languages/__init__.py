"""Source languages, a folder for each, and how their text is shown. A new one is a folder and a row here."""

from __future__ import annotations

import os
from pathlib import PurePath

from orchestrator.languages.c import C
from orchestrator.languages.language import Language

LANGUAGES = (C,)

MODULES = (".bc", ".ll")  # files that need no compiler
SOURCES = (*(ending for language in LANGUAGES for ending in language.endings), *MODULES)


def language_of(file: str | os.PathLike[str]) -> Language:
    """That of a source file. Others, headers say, are taken for the first: nobody compiles them."""
    ending = PurePath(file).suffix
    return next((language for language in LANGUAGES if ending in language.endings), LANGUAGES[0])
