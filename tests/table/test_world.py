"""The table of functions against MPFR and glibc, on special values, neighbours of every boundary, all
magnitudes and random inputs. `python -m tests.table.world` lists all that differs."""

from __future__ import annotations

import pytest

from orchestrator.core.functions import LibraryFunction
from tests.table.driver import Driver
from tests.table.known import DIFFERENCES
from tests.table.world import CLASSES, check, checked_functions


@pytest.fixture(scope="module")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Driver:
    return Driver(tmp_path_factory.mktemp("driver"))


@pytest.mark.parametrize("function", checked_functions(), ids=lambda each: each.name)
@pytest.mark.parametrize("cls", CLASSES)
def test_the_row_is_right(driver: Driver, function: LibraryFunction, cls: str) -> None:
    _compare(driver, function, cls, samples=45)


@pytest.mark.slow
@pytest.mark.parametrize("function", checked_functions(), ids=lambda each: each.name)
@pytest.mark.parametrize("cls", CLASSES)
def test_the_row_is_right_on_many_inputs(driver: Driver, function: LibraryFunction, cls: str) -> None:
    _compare(driver, function, cls, samples=3000)


def _compare(driver: Driver, function: LibraryFunction, cls: str, samples: int) -> None:
    found = check(driver, function, cls, samples)
    unexpected = {
        what: found.examples[what]
        for what in found.counts
        if not any(known.explains(function.name, cls, what) for known in DIFFERENCES)
    }
    assert unexpected == {}
    if function.ulps is not None:
        assert found.ulps <= function.ulps + 0.5, f"{function.name} of {cls} is off by {found.ulps}"
