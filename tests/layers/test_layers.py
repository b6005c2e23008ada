"""The layers of orchestrator/, lowest first: a module imports from lower layers only.

A new module needs a place here before it is first imported: the moment to think about where it belongs.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "orchestrator"

LAYERS = (
    ("__init__",),  # the version, nothing else
    ("core",),
    ("numbers",),
    ("languages",),
    ("project",),
    ("symbolic",),
    ("native",),
    ("build",),
    ("solvers",),
    ("engines",),
    ("judge",),
    ("store",),
    ("reports",),
    ("campaign",),
    ("commands",),
    ("cli",),
)
RANK = {name: rank for rank, names in enumerate(LAYERS) for name in names}
FILES = sorted(PACKAGE.rglob("*.py"))


def part(module: str) -> str:
    """orchestrator.reports.text belongs to `reports`; a package is one part."""
    return module.split(".")[1] if "." in module else "__init__"


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """Lines and modules of the package that a file imports, wherever in it: hidden imports count."""
    package = module_of(path) if path.name == "__init__.py" else module_of(path).rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.split(".")[0] == PACKAGE.name:
                    yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*above, base]).rstrip(".")
            if base.split(".")[0] != PACKAGE.name:
                continue
            for (
                alias
            ) in node.names:  # `from orchestrator import core` names a module, or something of __init__
                inner = PACKAGE / alias.name
                is_module = inner.is_dir() or inner.with_suffix(".py").exists()
                yield node.lineno, f"{base}.{alias.name}" if base == PACKAGE.name and is_module else base


@pytest.mark.parametrize("path", FILES, ids=module_of)
def test_imports_point_down(path: Path) -> None:
    own = part(module_of(path))
    assert own in RANK, f"{own} has no layer yet: give it one in {Path(__file__).name}"
    for line, module in imports(path):
        other = part(module)
        assert other in RANK, f"{path.name}:{line}: {other} has no layer yet"
        allowed = other == own or RANK[other] < RANK[own]
        assert allowed, f"{path.name}:{line}: {own} imports {other}, which is not in a lower layer"


def test_every_layer_exists() -> None:
    """A name that is left over here hides a module that takes it later."""
    assert set(RANK) == {part(module_of(path)) for path in FILES}


def test_nothing_is_needed_at_the_bottom() -> None:
    """What is shared by all must load without anything of ours but errors, and the tables."""
    for name in ("core/places.py", "core/errors.py", "numbers/formats.py", "languages/text.py"):
        assert {module for _, module in imports(PACKAGE / name)} <= {"orchestrator.core.errors"}
    assert {module for _, module in imports(PACKAGE / "core/model.py")} == {"orchestrator.core.tables"}


PICKLING = {"pickle", "shelve", "marshal", "dill", "cloudpickle", "joblib"}
PIPE = "orchestrator.solvers.chain.worker"  # to a process of our own, over a pipe: no file


@pytest.mark.parametrize("path", FILES, ids=module_of)
def test_nothing_is_pickled(path: Path) -> None:
    """What we write into folders is data: reading somebody else's must not run code (core/records.py)."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add((node.module or "").split(".")[0])
    allowed = {"pickle"} if module_of(path) == PIPE else set()
    assert names & PICKLING == allowed


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("import orchestrator.numbers.floats", ["orchestrator.numbers.floats"]),
        ("from orchestrator import core, __version__", ["orchestrator.core", "orchestrator"]),
        ("from orchestrator.reports import text", ["orchestrator.reports"]),
        ("from . import core", ["orchestrator.core"]),
        ("from .reports.text import render", ["orchestrator.reports.text"]),
        ("def f():\n    from orchestrator.cli import main", ["orchestrator.cli"]),
        ("import json\nfrom collections import abc", []),
    ],
)
def test_imports_are_seen(
    text: str, expected: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However they are written."""
    path = tmp_path / "orchestrator" / "sample.py"
    path.parent.mkdir()
    path.write_text(text)
    monkeypatch.setattr(f"{__name__}.ROOT", tmp_path)
    assert [module for _, module in imports(path)] == expected
