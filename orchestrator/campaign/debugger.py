"""A finding's run in gdb, stopped at the operation.

The processor's traps are on. gdb passes over those that come before the finding's own (it masks the
exceptions, makes one step and unmasks them), so that the program goes on as it does without a debugger. An
operation that raises no trap (a call of the C library, a conversion, long double) gets a breakpoint on its
line instead.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from orchestrator.build.program import Bitcode
from orchestrator.build.variants import UNDEFINED, build_debug
from orchestrator.core.errors import UserError
from orchestrator.core.model import Event, Evidence, Finding, Function, Kind, Site
from orchestrator.native import toolchain

# Of <signal.h>, on Linux: why a SIGFPE was sent.
_CODES = {"FPE_FLTDIV": 3, "FPE_FLTOVF": 4, "FPE_FLTUND": 5, "FPE_FLTRES": 6, "FPE_FLTINV": 7}


@dataclass(frozen=True)
class Session:
    program: Path
    folder: Path


def prepare(bitcode: Bitcode, folder: Path, setup: Sequence[str], function: Function, data: bytes) -> Session:
    """A program that makes the one call, with the source's own debug information."""
    library = build_debug(bitcode, folder, setup=setup)
    source, program = folder / "call.c", folder / "call"
    source.write_text(_driver(function, data))
    clang = toolchain.tool("clang")
    toolchain.must_run([clang, "-O0", "-rdynamic", str(source), str(library), "-lm", "-o", str(program)])
    return Session(program, folder)


def earlier_traps(events: Sequence[Event], finding: Finding) -> int:
    """How many traps of this kind on this line come before the finding's."""
    count = 0
    for event in events:
        if (event.site.id, event.kind) == (finding.site.id, finding.kind):
            return count
        same_place = event.site.place.file, event.site.place.line, event.kind
        if _traps(event.site) and same_place == (
            finding.site.place.file,
            finding.site.place.line,
            finding.kind,
        ):
            count += 1
    return count


def debug(session: Session, site: Site, kind: Kind, earlier: int) -> int:
    """Hand over to gdb; without a terminal it shows where it stopped, and ends."""
    gdb = shutil.which("gdb")
    if gdb is None:
        raise UserError("there is no gdb", hint="on Debian: apt-get install gdb")
    script = session.folder / "stop.py"
    script.write_text(_script(site, kind, earlier))
    command = [gdb, "-q", "-nx", "-x", str(script)]
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        command += ["-batch", "-ex", "backtrace", "-ex", "info locals"]
    return subprocess.run([*command, str(session.program)], check=False).returncode


def _traps(site: Site) -> bool:
    return site.evidence is Evidence.TRAP and site.type != "f80"


def _driver(function: Function, data: bytes) -> str:
    numbers = ", ".join(str(byte) for byte in data) or "0"
    flags = " | ".join(kind.flag for kind in Kind if kind.is_usual)
    return f"""\
#define _GNU_SOURCE
#include <fenv.h>
#include <stdio.h>
#include <stdlib.h>

void call(const void *input, void *output) __asm__("__ariadne_call.{function.symbol}");
__attribute__((weak)) void __ariadne_initialise(void);
{UNDEFINED.removesuffix(";")} {{
  fprintf(stderr, "%s is defined nowhere\\n", name);
  abort();
}}

_Alignas(16) static const unsigned char input[] = {{{numbers}}};
_Alignas(16) static unsigned char output[{max(function.output_size, 16)}];

int main(void) {{
  if (__ariadne_initialise)
    __ariadne_initialise();
  feenableexcept({flags});
  call(input, output);
  return 0;
}}
"""


def _script(site: Site, kind: Kind, earlier: int) -> str:
    place = f"{site.place.file}:{site.place.line}"
    if not _traps(site):
        return f"""\
import gdb
gdb.execute("set breakpoint pending on")
gdb.execute("handle SIGFPE nostop noprint pass")
gdb.execute("break main")
gdb.execute("run")
gdb.execute("call (void)fedisableexcept(61)")
gdb.execute("delete")
gdb.execute({f"tbreak {place}"!r})
gdb.execute("continue")
"""
    return f"""\
import gdb, os
FILE, LINE, CODE, EARLIER = {site.place.file!r}, {site.place.line}, {_CODES[kind.signal_code]}, {earlier}
MASKS = 0x1f80

def here():
    place = gdb.selected_frame().find_sal()
    code = int(gdb.parse_and_eval("$_siginfo.si_code"))
    same = place.symtab is not None and os.path.realpath(place.symtab.fullname()) == os.path.realpath(FILE)
    return same and place.line == LINE and code == CODE

def is_trapped():
    try:
        return int(gdb.parse_and_eval("$_siginfo.si_signo")) == 8
    except gdb.error:
        return False

gdb.execute("set pagination off")
gdb.execute("handle SIGFPE stop print nopass")
gdb.execute("run")
left = EARLIER
while is_trapped():
    if here():
        if left == 0:
            break
        left -= 1
    # The trapped operation once more with masked exceptions, as it is without a debugger.
    before = int(gdb.parse_and_eval("$mxcsr"))
    gdb.execute(f"set $mxcsr = {{before | MASKS}}")
    gdb.execute("stepi", to_string=True)
    after = int(gdb.parse_and_eval("$mxcsr"))
    gdb.execute(f"set $mxcsr = {{after & ~MASKS | before & MASKS}}")
    gdb.execute("continue", to_string=True)
"""
