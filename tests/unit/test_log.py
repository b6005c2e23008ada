"""The log: nothing by default, stages with -v, tools with -vv."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from orchestrator.core import log
from orchestrator.native import toolchain


@pytest.fixture(autouse=True)
def _quiet_again() -> Iterator[None]:
    yield
    log.configure(0)


def _work() -> None:
    with log.stage("count", 3, "things"):
        toolchain.run(["echo", "a b"])


@pytest.mark.parametrize(("verbosity", "stages", "tools"), [(0, 0, 0), (1, 1, 0), (2, 1, 1), (5, 1, 1)])
def test_levels(capfd: pytest.CaptureFixture[str], verbosity: int, stages: int, tools: int) -> None:
    log.configure(verbosity)
    _work()
    out, err = capfd.readouterr()
    assert out == ""
    assert len(err.splitlines()) == stages + tools
    assert err.count(" s: count 3 things") == stages
    assert err.count(" s: echo 'a b'") == tools  # as a shell reads it


def test_configuring_again_replaces(capfd: pytest.CaptureFixture[str]) -> None:
    log.configure(2)
    log.configure(1)
    assert log.verbosity() == 1
    _work()
    assert len(capfd.readouterr().err.splitlines()) == 1


def test_a_stage_that_fails_is_told(capfd: pytest.CaptureFixture[str]) -> None:
    log.configure(1)
    with pytest.raises(ValueError), log.stage("break"):
        raise ValueError
    assert "break" in capfd.readouterr().err


def test_a_stage_decorates(capfd: pytest.CaptureFixture[str]) -> None:
    """Each call is a stage of its own."""
    log.configure(1)

    @log.stage("twice")
    def f() -> int:
        return 7

    assert (f(), f()) == (7, 7)
    assert capfd.readouterr().err.count("twice") == 2
