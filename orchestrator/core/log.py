"""What Ariadne does, told on standard error: with -v the stages and their times, with -vv every tool it runs.

One logger, configured once in each process: by the command line, and in each worker by whoever starts it.
"""

from __future__ import annotations

import logging
import shlex
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

_LOGGER = logging.getLogger("ariadne")
_LEVELS = (logging.WARNING, logging.INFO, logging.DEBUG)


class _BesideBars(logging.Handler):
    """Writes lines without tearing a progress bar that is on the screen."""

    def emit(self, record: logging.LogRecord) -> None:
        from tqdm import tqdm

        tqdm.write(self.format(record), file=sys.stderr)


def configure(verbosity: int) -> None:
    """How often -v was given."""
    for old in list(_LOGGER.handlers):
        _LOGGER.removeHandler(old)
    if verbosity:
        handler = _BesideBars()
        handler.setFormatter(
            logging.Formatter("%(asctime)s.%(msecs)03d [%(process)d] %(message)s", "%H:%M:%S")
        )
        _LOGGER.addHandler(handler)
    _LOGGER.setLevel(_LEVELS[min(verbosity, len(_LEVELS) - 1)])


def verbosity() -> int:
    """What workers are to be configured with."""
    return _LEVELS.index(_LOGGER.level) if _LOGGER.level in _LEVELS else 0


@contextmanager
def stage(*name: object) -> Iterator[None]:
    """A part of the work, named by these words, that takes a time somebody may want to know."""
    started = time.monotonic()
    try:
        yield
    finally:
        took(time.monotonic() - started, *name)


def took(seconds: float, *name: object) -> None:
    """The same of a stage that measures itself."""
    _LOGGER.info("%.3f s: %s", seconds, " ".join(map(str, name)))


@contextmanager
def tool(command: Sequence[str]) -> Iterator[None]:
    """A program that is run, until it ends."""
    started = time.monotonic()
    try:
        yield
    finally:
        if _LOGGER.isEnabledFor(logging.DEBUG):
            _LOGGER.debug("  %.3f s: %s", time.monotonic() - started, shlex.join(command))
