"""The command line. Every command is a function in orchestrator/commands/."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Sequence
from importlib import import_module

from orchestrator import __version__
from orchestrator.core import log, scratch
from orchestrator.core.errors import AriadneError, InternalError, UserError
from orchestrator.core.failures import unforeseen
from orchestrator.core.places import DOCTOR
from orchestrator.native.diagnosis import diagnosis
from orchestrator.native.installation import parts

# In the order of --help.
_COMMANDS = (
    "analyze",
    "explore",
    "run",
    "status",
    "report",
    "explain",
    "replay",
    "diff",
    "baseline",
    "tests",
    "tables",
    "classify",
    "exact",
    "sites",
    "reify",
    "ap",
    "solve",
    "doctor",
)

EXIT_CODES = """\
exit codes:
  0  done
  1  findings of a kind given with --fail-on; bad ones that are not in the --baseline, or new in a diff;
     replay: the finding did not occur again
  2  a mistake in the call or in the sources: the message says which
  3  Ariadne failed
  130  interrupted; what was found until then is in the report

Flags for the compiler and linker come last, after --:  ariadne analyze f.c -- -Iinclude -lgsl
"""


def main(argv: Sequence[str] | None = None) -> int:
    arguments, flags = _split(list(sys.argv[1:] if argv is None else argv))
    try:
        parser = _parser()
    except ModuleNotFoundError as missing:
        return _without_packages(missing, arguments)
    options = parser.parse_args(arguments)
    for ending in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(ending, signal.default_int_handler)  # ends as Ctrl-C does: cleanly, with what there is
    sys.set_int_max_str_digits(0)  # exact numbers may have any number of digits
    options.flags = flags
    options.command_line = ("ariadne", *arguments, *(["--", *flags] if flags else []))
    log.configure(options.verbose)
    try:
        scratch.keep_in(getattr(options, "keep", None))
        code: int = options.run(options)
        sys.stdout.flush()
        return code
    except AriadneError as problem:
        return _told(problem)
    except KeyboardInterrupt:
        print("ariadne: interrupted", file=sys.stderr)
        return 130
    except BrokenPipeError:  # the reader, head perhaps, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as problem:  # a full disk, no more processes
        return _told(InternalError(str(problem)))
    except Exception as problem:  # nobody foresaw it
        return _told(unforeseen(problem, options.command_line))


def _told(problem: AriadneError) -> int:
    """One message. Names in it may hold bytes that are no text."""
    hint = f"\n  ({problem.hint})" if problem.hint else ""
    text = f"ariadne: {problem.message}{hint}"
    print(text.encode("utf-8", "backslashreplace").decode("utf-8"), file=sys.stderr)
    return problem.exit_code


def _split(arguments: list[str]) -> tuple[list[str], list[str]]:
    """Our own arguments, and the flags after `--`."""
    if "--" not in arguments:
        return arguments, []
    at = arguments.index("--")
    return arguments[:at], arguments[at + 1 :]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="ariadne",
        description="Finds, confirms and reports floating-point exceptions in numeric code.",
        epilog=EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"ariadne {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for name in _COMMANDS:
        import_module(f"orchestrator.commands.{name}").add_parser(commands)
    return parser


def _without_packages(missing: ModuleNotFoundError, arguments: list[str]) -> int:
    """The commands cannot even be loaded. What the doctor says of the installation needs no packages."""
    if (missing.name or "").startswith("orchestrator"):
        raise missing
    print(f"ariadne: a Python package is missing: {missing}\n  ({DOCTOR})", file=sys.stderr)
    if "doctor" in arguments:
        sys.stdout.write(diagnosis(list(parts())))
    return UserError.exit_code


if __name__ == "__main__":
    sys.exit(main())
