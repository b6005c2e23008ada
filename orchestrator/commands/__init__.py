"""The commands of the command line, one a file: `add_parser` says how it is called, `run` does it."""

from __future__ import annotations

import argparse
import re
from typing import Any

Subparsers = Any  # argparse does not name the type


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
    return parser


def allow_negative_numbers(parser: argparse.ArgumentParser) -> None:
    """argparse takes -1 and -1.5 for numbers, but -1e308, -0x1p3 and -inf for options."""
    parser._negative_number_matcher = re.compile(r"^-(\.?\d|inf|nan)", re.IGNORECASE)


def positive(text: str) -> float:
    value = float(text)
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text} is not a positive number")
    return value


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
