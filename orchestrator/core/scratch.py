"""Folders for what lies between two stages. They are deleted after use, unless --keep DIR asks for them to
stay: then each is a folder of DIR that says in its name what it is for, and README.txt has a line on it.

Where to keep is told once to each process, as the log is: by the command line, and by who starts a worker.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from orchestrator.core.errors import UserError

_INDEX = "README.txt"
_HEAD = """\
What ariadne left here because of --keep, in the order in which it was made.

- A folder of a program has its modules: each file compiled, all of them linked (module.bc), and a variant
  (.bc .o .so) for each way to run it. `llvm-dis-19 X.bc` shows one as text.
- A folder of a run has the specification (spec) that the native runner was given, with the files that it
  names (inputs, seeds), what it answered (answers.jsonl), and its traces.

"""
PROGRAM = "a program: its modules and variants"
_kept: Path | None = None


def keep_in(folder: Path | None) -> None:
    """From now on, in this process. None: nothing is kept."""
    global _kept
    _kept = None
    if folder is None:
        return
    if re.search(r"[,;()<>\n]", str(folder.resolve())):
        raise UserError(f"--keep: a folder of this name cannot be given to opt: {folder.resolve()}")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with open(folder / _INDEX, "a") as index:
            if index.tell() == 0:
                index.write(_HEAD)
    except OSError as problem:
        raise UserError(f"--keep: cannot write to {folder}: {problem.strerror}") from problem
    _kept = folder.resolve()


def kept_in() -> Path | None:
    return _kept


@contextmanager
def scratch_folder(name: str, about: str = "", near: Path | None = None) -> Iterator[Path]:
    """A folder that nobody else uses, named after what it is for. What is deleted anyway may lie `near`."""
    name = re.sub(r"[^\w.+-]", "_", name)[:100]
    if _kept is None:
        with tempfile.TemporaryDirectory(
            prefix=f"ariadne-{name}-", dir=near, ignore_cleanup_errors=True
        ) as temporary:
            yield Path(temporary)
        return
    folder = _fresh(_kept, name)
    note_kept(f"{folder.name}/", about)
    yield folder


def note_kept(name: str, about: str) -> None:
    """A line of the index. Short lines that are appended do not mix, whichever process writes them."""
    if _kept:
        with open(_kept / _INDEX, "a") as index:
            index.write(f"{name:<40} {about}\n")


def keep_copy(folder: Path, about: str) -> None:
    """Of a folder that stays, but whose files the next run may make anew."""
    if _kept and folder.is_dir():
        copy = _fresh(_kept, folder.name)
        note_kept(f"{copy.name}/", about)
        shutil.copytree(folder, copy, dirs_exist_ok=True)


def _fresh(parent: Path, name: str) -> Path:
    """Nothing is overwritten: the second folder of a name is NAME-2."""
    number = 1
    while True:
        folder = parent / (name if number == 1 else f"{name}-{number}")
        try:
            folder.mkdir()
            return folder
        except FileExistsError:
            number += 1
