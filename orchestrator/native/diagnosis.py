"""What `ariadne doctor` says of an installation. Like that module, it imports nothing that may be missing."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from orchestrator.native.installation import Part, remedies


def diagnosis(found: Sequence[Part]) -> str:
    """A line for each part, then what to do."""
    lines = []
    for group, members in groupby(found, key=lambda part: part.group):
        lines += [group, *map(_line, members), ""]
    if missing := [part for part in found if part.is_needed and not part.is_good]:
        lines += [f"{len(missing)} of the parts that are needed are not there, or cannot be used."]
        lines += ["This installs them:", *(f"    {command}" for command in remedies(missing))]
    if absent := [part for part in found if not part.is_needed and not part.is_good]:
        uses = ", ".join(dict.fromkeys(part.purpose for part in absent))
        lines += [f"Not needed, except for: {uses}."]
        lines += ["This installs the rest:", *(f"    {command}" for command in remedies(absent))]
    return "\n".join(lines).rstrip() + "\n"


def is_complete(found: Sequence[Part]) -> bool:
    return all(part.is_good for part in found if part.is_needed)


def _line(part: Part) -> str:
    state = "ok" if part.is_good else "MISSING" if part.is_needed else "absent"
    what = f"  {state:<8} {part.name:<28} {part.version:<12} {part.place}"
    remarks = [part.problem, f"for {part.purpose}" if part.purpose else ""]
    remark = "; ".join(filter(None, remarks))
    return (f"{what}  ({remark})" if remark else what).rstrip()
