"""What chance does not hit in a minute, the executor solves in seconds, whatever the generator draws.

`make bench` tries chance; here it is the executor alone.
"""

from __future__ import annotations

import pytest

from benchmarks.chance import EVERY, by_executor, race
from benchmarks.generated import program

QUICK = [(family, 0) for family in ("product", "magic", "nested", "words")]


@pytest.mark.parametrize(("family", "seed"), QUICK)
def test_executor_solves_it(family: str, seed: int) -> None:
    assert race(family, seed, by_executor) is not None


@pytest.mark.slow
@pytest.mark.parametrize(("family", "seed"), [each for each in EVERY if each not in QUICK])
def test_executor_solves_the_others(family: str, seed: int) -> None:
    assert race(family, seed, by_executor) is not None


def test_there_are_enough() -> None:
    assert len(EVERY) >= 30 and len({program(*each) for each in EVERY}) == len(EVERY)
