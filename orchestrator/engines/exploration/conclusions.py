"""What an exploration proves. Strict: whatever was not seen, asked or decided takes something away.

A pair is safe when every run that could raise it is known: each guard of it that depends on the inputs is
refuted after its way, and each way behind which it lies is explored or refuted. So what lies behind a flip
that was not asked about, since nothing was left to find there, need not be known.
"""

from __future__ import annotations

from orchestrator.build.flow import Coverage
from orchestrator.core.model import Exploration, Kind, Proof, Raise, Site, Target
from orchestrator.engines.exploration.explorer import Explorer, reasons, undecided
from orchestrator.engines.exploration.tree import Flip
from orchestrator.solvers import Answer

_KINDS = tuple(Kind)


def pair_number(site: Site, kind: Kind) -> int:
    """As traces number (site, kind)."""
    return len(_KINDS) * site.number + kind.index


def pair_of(number: int, sites: tuple[Site, ...]) -> tuple[Site, Kind]:
    return sites[number // len(_KINDS)], _KINDS[number % len(_KINDS)]


def obstacles(explorer: Explorer) -> tuple[str, ...]:
    """Why nothing can be concluded from the paths that were seen; empty if it can."""
    found = [reason for reason, _ in explorer.obstacles.most_common()]
    if explorer.tree.differing:
        found.append("runs with the same decisions went different ways")
    if not explorer.tree.paths:
        found.append("no run was made")
    return tuple(found)


def safe_pairs(explorer: Explorer) -> set[int]:
    """Of those that were wanted, the ones that no input can raise."""
    if obstacles(explorer):
        return set()
    safe = explorer.missing
    for flip in undecided(explorer.tree.flips()):
        safe -= _behind(explorer, flip, safe)
    return safe


def _behind(explorer: Explorer, flip: Flip, pairs: set[int]) -> set[int]:
    if flip.pair is not None:
        return {flip.pair}
    behind = explorer.behind(flip)
    return set(pairs) if behind is None else set(behind.pairs)


def proofs_of(explorer: Explorer, sites: tuple[Site, ...]) -> dict[Target, Proof]:
    paths = explorer.tree.paths
    reason = "every path was explored" if paths != 1 else "there is one path only"
    proofs: dict[Target, Proof] = {}
    for number in safe_pairs(explorer):
        site, kind = pair_of(number, sites)
        how = "and none comes to it" if number not in explorer.met else "and none raises it"
        proofs[Raise(site.id, kind)] = Proof("exploration", f"{reason} ({paths}), {how}")
    return proofs


def summary(
    explorer: Explorer, solver_counts: tuple[int, int], coverage: Coverage, ended: str
) -> Exploration:
    """`solver_counts`: queries that Z3 left unknown, and those of them that Ariadne's solver decided."""
    cut = list(obstacles(explorer))
    ways = [flip for flip in undecided(explorer.tree.flips()) if not flip.is_guard]
    cut += reasons(ways)
    if ended and cut:
        cut.append(ended)
    answers = explorer.answers
    return Exploration(
        paths=explorer.tree.paths,
        sat=answers[Answer.SAT],
        unsat=answers[Answer.UNSAT],
        unknown=sum(n for answer, n in answers.items() if not answer.decides) + len(explorer.waiting),
        deciders=tuple(explorer.deciders.most_common()),
        left_by_z3=solver_counts[0],
        solved_by_ariadne=solver_counts[1],
        outcomes=coverage.outcomes,
        blocks=coverage.blocks,
        statements=coverage.statements,
        full=not cut,
        cut=tuple(cut),
    )
