"""The findings that are known: a file to commit, and what is new beside it.

It is a list of identities (identity.py), so that it survives moved lines and other machines.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from orchestrator import __version__
from orchestrator.core.errors import UserError
from orchestrator.core.model import Consequence, Report
from orchestrator.reports.identity import Identified, Identity, identify

SCHEMA = "ariadne-baseline/1"
FILE = ".ariadne-baseline.json"


@dataclass(frozen=True)
class Accepted:
    """A finding of a baseline."""

    identity: Identity
    index: int
    consequence: str


def baseline_text(report: Report) -> str:
    """A line a finding: changes of it can be read as a diff."""
    lines = [_line(each) for each in identify(report)]
    head = json.dumps({"schema": SCHEMA, "tool": __version__})[1:-1]
    return "{" + head + ', "findings": [\n' + ",\n".join(sorted(lines)) + "\n]}\n"


def _line(each: Identified) -> str:
    entry = {**asdict(each.identity), "index": each.index, "consequence": consequence(each)}
    return json.dumps(entry)


def consequence(each: Identified) -> str:
    judgement = each.finding.judgement
    return judgement.consequence.value if judgement else Consequence.UNKNOWN.value


def is_baseline(path: Path) -> bool:
    try:
        with path.open(encoding="utf-8") as file:
            return SCHEMA.split("/")[0] in file.read(100)
    except (OSError, ValueError):
        return False


def load_baseline(path: Path) -> list[Accepted]:
    try:
        document: Any = json.loads(path.read_text())
    except OSError as problem:
        hint = f"`ariadne baseline RUN -o {path}` makes one"
        raise UserError(f"cannot read {path}: {problem.strerror}", hint) from problem
    except ValueError as problem:
        raise UserError(f"{path} is not JSON: {problem}", "is it a baseline?") from problem
    if not isinstance(document, dict) or document.get("schema") != SCHEMA:
        raise UserError(f"{path} is not a baseline of this version ({SCHEMA})")
    try:
        return [_accepted(entry) for entry in document["findings"]]
    except (KeyError, TypeError) as problem:
        raise UserError(f"{path} is damaged: {problem!r}", "make it again") from problem


def _accepted(entry: dict[str, Any]) -> Accepted:
    fields = {name: entry[name] for name in ("entry", "function", "operation", "text", "kind", "turn")}
    return Accepted(Identity(**fields), int(entry["index"]), str(entry["consequence"]))


def at_least(found: Identified, worst: Consequence) -> bool:
    return found.finding.rank <= worst.rank
