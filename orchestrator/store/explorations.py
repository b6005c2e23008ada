"""What several slices explored of a function, as one."""

from __future__ import annotations

from collections import Counter

from orchestrator.core.model import Exploration
from orchestrator.store.database import Database
from orchestrator.store.encoding import load


def exploration_of(db: Database, function: int) -> Exploration | None:
    row = db.execute("SELECT facts FROM explorations WHERE function = ?", [function]).fetchone()
    return load(Exploration, row[0]) if row else None


def together(before: Exploration, after: Exploration) -> Exploration:
    """Each slice explores anew: queries add up, of what they saw the most counts."""
    deciders = Counter(dict(before.deciders))
    deciders.update(dict(after.deciders))
    full = before.full or after.full
    return Exploration(
        paths=max(before.paths, after.paths),
        sat=before.sat + after.sat,
        unsat=before.unsat + after.unsat,
        unknown=before.unknown + after.unknown,
        deciders=tuple(deciders.most_common()),
        left_by_z3=before.left_by_z3 + after.left_by_z3,
        solved_by_ariadne=before.solved_by_ariadne + after.solved_by_ariadne,
        outcomes=max(before.outcomes, after.outcomes),
        blocks=max(before.blocks, after.blocks),
        statements=max(before.statements, after.statements),
        full=full,
        cut=() if full else after.cut,
    )
