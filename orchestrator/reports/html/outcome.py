"""What a mark or a row says in a word and a symbol: readable without colour, the worst first."""

from __future__ import annotations

from enum import Enum

from orchestrator.core.model import Consequence, Finding
from orchestrator.reports.order import is_folded


class Outcome(Enum):
    """Of a finding, or of an operation without one. The value is its class in the style sheet."""

    WRONG = "wrong"
    POISONED = "poisoned"
    UNKNOWN = "unknown"
    UNJUDGED = "unjudged"
    REPORTED = "reported"
    BENIGN = "benign"
    LOSSLESS = "lossless"
    OPEN = "open"
    SAFE = "safe"

    @property
    def symbol(self) -> str:
        return _WORDS[self][0]

    @property
    def label(self) -> str:
        return _WORDS[self][1]

    @property
    def meaning(self) -> str:
        return _WORDS[self][2]

    @property
    def rank(self) -> int:
        return list(Outcome).index(self)

    @property
    def folded(self) -> bool:
        return self in (Outcome.BENIGN, Outcome.LOSSLESS)


_WORDS = {
    Outcome.WRONG: ("✗", "wrong", "the result is silently off"),
    Outcome.POISONED: ("∞", "poisoned", "the result is silently infinite or NaN"),
    Outcome.UNKNOWN: ("?", "unknown", "a finite result, and the exact one is not known"),
    Outcome.UNJUDGED: ("¿", "not judged", "no exact rerun was made"),
    Outcome.REPORTED: ("!", "reported", "a status or errno said so"),
    Outcome.BENIGN: ("○", "benign", "the result is right, only a flag was raised"),
    Outcome.LOSSLESS: ("=", "no bit lost", "an exact underflow, no exact rerun was made"),
    Outcome.OPEN: ("·", "not decided", "no input found, and no proof that there is none"),
    Outcome.SAFE: ("✓", "safe", "proved: no input raises it"),
}
OF_FINDINGS = tuple(Outcome)[: Outcome.OPEN.rank]

_OF_CONSEQUENCE = {
    Consequence.WRONG: Outcome.WRONG,
    Consequence.POISONED: Outcome.POISONED,
    Consequence.UNKNOWN: Outcome.UNKNOWN,
    Consequence.REPORTED: Outcome.REPORTED,
    Consequence.BENIGN: Outcome.BENIGN,
}


def outcome(finding: Finding) -> Outcome:
    if finding.judgement:
        return _OF_CONSEQUENCE[finding.judgement.consequence]
    return Outcome.LOSSLESS if is_folded(finding) else Outcome.UNJUDGED
