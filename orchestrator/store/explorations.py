"""What several slices explored of a function, as one."""

from __future__ import annotations

from collections import Counter

from orchestrator.core.model import Exploration


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
