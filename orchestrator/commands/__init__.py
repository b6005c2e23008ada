"""The commands of the command line, one a file: `add_parser` says how it is called, `run` does it."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from orchestrator.build.selection import select
from orchestrator.campaign.runsource import known_findings
from orchestrator.core.errors import UserError
from orchestrator.core.model import Consequence, Function, Kind, Module, Report
from orchestrator.core.settings import (
    ENGINES,
    MOST_BITS,
    MOST_SECONDS,
    STRATEGIES,
    Settings,
    StatusConvention,
)
from orchestrator.languages import SOURCES
from orchestrator.reports.baseline import at_least
from orchestrator.reports.difference import news
from orchestrator.reports.identity import identify, match

Subparsers = Any  # argparse does not name the type

SOURCES_HELP = f"files ({' '.join(SOURCES)})"

# What --status can say in a word; a project file can say more.
STATUS = {
    "none": StatusConvention(),
    "nonzero": StatusConvention("integer"),
    "gsl": StatusConvention("integer with outputs"),
}


def add_command(
    commands: Subparsers, name: str, summary: str, epilog: str | None = None
) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(
        name,
        help=summary,
        description=summary[0].upper() + summary[1:] + ".",
        epilog=epilog,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--verbose",
        "-v",
        action="count",
        default=0,
        help="tell on stderr how long each stage takes; -vv: also each tool that is run",
    )
    return parser


def add_keep_option(parser: argparse.ArgumentParser) -> None:
    """Of whatever makes intermediate files."""
    parser.add_argument(
        "--keep",
        type=Path,
        metavar="DIR",
        help="leave all intermediate files here: modules, specifications of runs, traces",
    )


def add_trust_option(parser: argparse.ArgumentParser) -> None:
    """Of whatever compiles with flags that a file tells."""
    parser.add_argument(
        "--trust",
        action="store_true",
        help="believe flags of project files and reports that may run code or write files",
    )


def add_judging_options(parser: argparse.ArgumentParser) -> None:
    """Options of whatever compares results with exact ones."""
    parser.add_argument("--max-ulps", type=positive, metavar="N", help="a larger error is wrong")
    parser.add_argument(
        "--status",
        type=status_convention,
        metavar="{" + ",".join(STATUS) + "}",
        help="how functions report errors: not, by a nonzero result, or as GSL's do",
    )
    parser.add_argument(
        "--precision",
        type=at_most(MOST_BITS),
        metavar="BITS",
        help="of exact runs, at most",
    )


def add_engine_options(parser: argparse.ArgumentParser) -> None:
    """How exceptions are looked for. Each option has the name of a setting; what is not given is None."""
    parser.add_argument(
        "--engine",
        choices=ENGINES,
        help="auto: search, then the executor on what is left",
    )
    parser.add_argument(
        "--strategy",
        choices=STRATEGIES,
        help="of the executor: which branch or exception is next",
    )
    parser.add_argument(
        "--loop-bound",
        type=loop_bound,
        metavar="N",
        help="engines see N rounds of a loop, or inf",
    )
    parser.add_argument(
        "--query-timeout",
        dest="query_seconds",
        type=seconds,
        metavar="S",
        help="seconds for one solver query",
    )


def status_convention(text: str) -> StatusConvention:
    if text not in STATUS:
        raise argparse.ArgumentTypeError(f"'{text}' is not one of {', '.join(STATUS)}")
    return STATUS[text]


def loop_bound(text: str) -> int | None:
    return None if text in ("inf", "infinity") else positive_int(text)


def given_settings(settings: Settings, options: argparse.Namespace) -> Settings:
    """Settings changed by what the command line says: its options have their names."""
    given = {field.name: getattr(options, field.name, None) for field in fields(Settings)}
    changes: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    if "functions" in changes:
        changes["functions"] = tuple(changes["functions"])
    return replace(settings, **changes)


def add_baseline_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--baseline",
        metavar="FILE",
        help="or an earlier run: tell what is new; exit 1 if that hurts",
    )
    add_level_option(parser, "what hurts")


def compared_with_baseline(report: Report, options: argparse.Namespace) -> tuple[str, bool]:
    """What is to be said, and whether something new is bad enough to fail."""
    if options.baseline is None:
        return "", False
    worst = Consequence(options.at_least)
    compared = match(known_findings(options.baseline), identify(report))
    return news(compared, worst), any(at_least(each, worst) for each in compared.new)


def add_call_arguments(parser: argparse.ArgumentParser) -> None:
    """Sources, a function and numbers to call it with."""
    parser.add_argument("sources", nargs="+", type=Path, metavar="SOURCE", help=SOURCES_HELP)
    parser.add_argument("--function", required=True, metavar="NAME", help="the function to call")
    parser.add_argument(
        "--input", nargs="*", default=[], metavar="NUMBER", help="its scalar parameters, in order"
    )
    allow_negative_numbers(parser)


def add_level_option(parser: argparse.ArgumentParser, meaning: str) -> None:
    parser.add_argument(
        "--at-least",
        choices=[consequence.value for consequence in Consequence],
        default=Consequence.POISONED.value,
        help=f"{meaning}: findings with this consequence or a worse one (default: %(default)s)",
    )


def kinds_named(text: str) -> tuple[Kind, ...]:
    names = [kind.value for kind in Kind]
    kinds = []
    for word in text.split(","):
        if word not in names:
            raise argparse.ArgumentTypeError(f"'{word}' is not a kind: {', '.join(names)}")
        kinds.append(Kind(word))
    return tuple(kinds)


def callable_function(module: Module, name: str) -> Function:
    function = select([module], [name])[0][0]
    if function.unsupported:
        raise UserError(f"{function.name} cannot be called: {function.unsupported}")
    return function


def write_text(text: str, path: str | None) -> None:
    """To a file, or to standard output."""
    if path is None or path == "-":
        sys.stdout.write(text.encode("utf-8", "backslashreplace").decode("utf-8"))
        return
    try:
        # Names may hold bytes that are no text; those must not end in an error while writing.
        Path(path).write_text(text, encoding="utf-8", errors="backslashreplace", newline="")
    except OSError as problem:
        raise UserError(f"cannot write {path}: {problem.strerror}") from problem


def allow_negative_numbers(parser: argparse.ArgumentParser) -> None:
    """argparse takes -1 and -1.5 for numbers, but -1e308, -0x1p3 and -inf for options."""
    parser._negative_number_matcher = re.compile(r"^-(\.?\d|inf|nan)", re.IGNORECASE)


def positive(text: str) -> float:
    value = float(text)
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text} is not a positive number")
    return value


def seconds(text: str) -> float:
    return _at_most(MOST_SECONDS, positive(text), text)


def _at_most(most: float, value: float, text: str) -> float:
    if value > most:
        raise argparse.ArgumentTypeError(f"{text} is more than {most:.0f}, the most that can be asked for")
    return value


def at_most(most: int) -> Callable[[str], int]:
    """A whole number from 1 to `most`."""

    def whole_number(text: str) -> int:
        return int(_at_most(most, positive_int(text), text))

    return whole_number


def positive_int(text: str) -> int:
    value = int(text)
    if value <= 0:
        raise argparse.ArgumentTypeError(f"{text} is not a positive whole number")
    return value


def natural(text: str) -> int:
    value = int(text)
    if not 0 <= value < 1 << 64:
        raise argparse.ArgumentTypeError(f"{text} is not a whole number of at most 64 bits")
    return value
