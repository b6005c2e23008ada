"""Modules made of modules by passes of ours: as many as can be in one process (passes/prepare/Variants.h)."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from orchestrator.core.errors import InternalError
from orchestrator.native import toolchain


@dataclass(frozen=True)
class Recipe:
    """How the module NAME.bc is made."""

    name: str
    source: Path
    passes: tuple[str, ...]

    @property
    def text(self) -> str:
        return f"{self.name}({','.join(self.passes)},write<{self.name}.bc>)"


def make(recipes: Sequence[Recipe], folder: Path) -> dict[str, str]:
    """Follow the recipes in `folder`, with one process for each module that they start from. Returns what was
    printed, by name."""
    by_source = defaultdict(list)
    for recipe in recipes:
        by_source[recipe.source].append(recipe.text)
    with ThreadPoolExecutor(len(by_source)) as pool:
        runs = [
            pool.submit(_opt, f"variants({','.join(texts)})", source, folder)
            for source, texts in by_source.items()
        ]
        printed = "".join(run.result() for run in runs)
    parts = re.split(r"^variant (\S+)\n", printed, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def _opt(passes: str, source: Path, folder: Path) -> str:
    """In the folder: names of files in a pipeline cannot have commas and brackets, those of folders may."""
    command = toolchain.opt_command(passes, source.resolve(), "-disable-output")
    done = toolchain.run(command, folder=folder)
    if done.returncode != 0:
        raise InternalError(f"opt failed:\n{done.stderr.strip()}")
    return done.stdout
