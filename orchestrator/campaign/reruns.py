"""The program of a finding, built once more so that its input can run again."""

from __future__ import annotations

from pathlib import Path

from orchestrator.build.program import Bitcode, build
from orchestrator.build.project import build_project
from orchestrator.campaign.runsource import Replay
from orchestrator.core.errors import UserError
from orchestrator.core.model import Function
from orchestrator.core.settings import Settings


def program_of(wanted: Replay, folder: Path) -> Bitcode:
    """A project's own program, built if it has changed; otherwise the sources are compiled again."""
    if wanted.project:
        return build_project(wanted.project, wanted.project.build / "bitcode")
    return build([Path(source) for source in wanted.sources], wanted.flags, folder)


def setup_of(wanted: Replay) -> tuple[str, ...]:
    return wanted.project.setup if wanted.project else ()


def settings_of(wanted: Replay) -> Settings:
    return wanted.project.settings if wanted.project else Settings()


def function_of(bitcode: Bitcode, wanted: Replay) -> Function:
    name = wanted.function.name
    for function in bitcode.module.functions:
        if function.symbol == wanted.function.symbol and not function.unsupported:
            if [(p.name, p.cls) for p in function.inputs] != [(v.name, v.cls) for v in wanted.finding.inputs]:
                raise UserError(f"{name} has other parameters now than in the report")
            return function
    raise UserError(f"{', '.join(wanted.sources)} has no function {name} any more")
