"""Where glibc's flags and errno differ from the rows, and whom we believe. docs/functions.md is made of this.

What a row says of an exact result is what the definition says, but for subnormal remainders (below).
"""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Difference:
    functions: str  # a regular expression
    classes: str  # formats
    what: str  # as tests/table/world.py tells it, a regular expression
    why: str  # whom we believe, and why
    said: str = ""  # in other words, for the page

    def explains(self, function: str, cls: str, what: str) -> bool:
        named = re.fullmatch(self.functions, function) and cls in self.classes.split()
        return bool(named and re.fullmatch(self.what, what))


ALL = "f32 f64 f80"

DIFFERENCES = (
    Difference(
        "erf|j1|pow",
        ALL,
        "glibc raises a flag for nothing: (underflow|overflow)",
        "The row: the result is a normal number, rounded up to the smallest one (j1, erf) or "
        "computed on the way from another one (powl). What the caller gets lost nothing.",
    ),
    Difference(
        "fmod|remainder|remquo",
        ALL,
        "row says nothing, exactly underflow",
        "Nobody errs: a remainder is always exact, so that a subnormal one lost nothing. Such results are no "
        "underflow of these functions, by definition; glibc raises no flag.",
        "a subnormal remainder",
    ),
    Difference(
        "nextafter",
        ALL,
        "errno 0 where the row says underflow",
        "The row: the C standard calls it a range error whenever the result is subnormal; glibc sets no "
        "errno where the first argument is 0.",
        "no errno for the neighbours of 0",
    ),
)
