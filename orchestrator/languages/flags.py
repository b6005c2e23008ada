"""Which flags of a compiler or linker only say how sources are compiled, and which do more.

The one place that knows. It is a list of what is harmless: whatever is not on it may run code (a plugin,
another linker, a file of further flags) or write files, and is believed only from whoever calls
Ariadne (--trust).
"""

from __future__ import annotations

import platform
import re
from collections.abc import Iterator, Sequence

# Followed by a value that is a word of its own, or the rest of theirs.
_JOINED = ("-I", "-D", "-U", "-L", "-l", "-isystem")
_WITH_VALUE = (*_JOINED, "-iquote", "-idirafter", "-include", "-imacros", "-isysroot", "--sysroot", "-x")

_F = (
    "PIC|PIE|pic|pie|common|exceptions|omit-frame-pointer|strict-aliasing|strict-overflow|strict-enums|wrapv|trapv|"
    "signed-char|unsigned-char|signed-bitfields|short-enums|short-wchar|fast-math|math-errno|finite-math-only|"
    "associative-math|reciprocal-math|signed-zeros|trapping-math|rounding-math|unsafe-math-optimizations|"
    "honor-nans|honor-infinities|fp-contract=[a-z-]+|fp-model=[a-z]+|fp-exception-behavior=[a-z]+|"
    "fp-eval-method=[a-z]+|denormal-fp-math(-f32)?=[a-z,-]+|cx-limited-range|excess-precision=[a-z0-9]+|"
    "float-store|single-precision-constant|inline(-functions|-small-functions|-limit=\\d+)?|unroll-loops|"
    "vectorize|slp-vectorize|tree-[a-z-]+|builtin(-[a-z0-9_]+)?|freestanding|hosted|visibility=[a-z]+|"
    "visibility-inlines-hidden|stack-protector(-all|-strong)?|stack-check|stack-clash-protection|data-sections|"
    "function-sections|gnu89-inline|gnu-keywords|ms-extensions|asm|blocks|diagnostics-[a-z-]+(=[a-z]+)?|"
    "color-diagnostics|caret-diagnostics|message-length=\\d+|bracket-depth=\\d+|macro-backtrace-limit=\\d+|"
    "lto(=[a-z]+)?|openmp(-simd)?|delete-null-pointer-checks|merge-all-constants|zero-initialized-in-bss|"
    "jump-tables|plt|semantic-interposition|(asynchronous-)?unwind-tables|dollars-in-identifiers|"
    "cf-protection(=[a-z]+)?|trivial-auto-var-init=[a-z]+|ident|rtti|extended-identifiers|integrated-as|"
    "(debug|file|macro)-prefix-map=.*|fixed-form|free-form|implicit-none|default-(real|double|integer)-8|"
    "permissive|threadsafe-statics|sized-deallocation|aligned-allocation|char8_t|coroutines"
)
_LINKER = (
    "--as-needed|--no-as-needed|--start-group|--end-group|-\\(|-\\)|--whole-archive|--no-whole-archive|-Bstatic|"
    "-Bdynamic|-Bsymbolic(-functions)?|--gc-sections|--export-dynamic|-E|--no-undefined|-z,[a-z=0-9-]+|-O\\d|"
    "-rpath(-link)?[,=][^,]*|--hash-style=[a-z]+|--allow-multiple-definition|--wrap[,=]\\w+|"
    "--exclude-libs[,=][\\w.]+|--build-id(=\\w+)?|--enable-new-dtags|--disable-new-dtags"
)
_HARMLESS = re.compile(
    rf"-f(no-)?({_F})|-Wl(,({_LINKER}))+|-W(?!l,|a,|p,)[\w=+-]*|-O(\d|s|z|fast|g)?|-g[\w=+-]*|"
    r"-m(?!llvm|linker|sysroot)[\w.=,+-]+|-pedantic(-errors)?|-ansi|-w|-pipe|-pthread|-c|-v|-shared|-static|-rdynamic|"
    r"-nostdinc|-nostdlib|-nodefaultlibs|-trigraphs|-undef|-Qunused-arguments|--target=.*|"
    r"[^-@].*\.(a|o|so(\.\d+)*)"
)

# With these the compiler makes something else than the program that is analysed here.
_ELSE = re.compile(
    r"-fsyntax-only|-E|-S|-M|-MM|-o.*|-emit-(ast|pch|llvm-bc)|--analyze|-###|--version|--help|-dM|-print-.*|"
    r"--print-.*|-dumpversion|-dumpmachine|--precompile|-rewrite-.*|-ast-dump"
)
_MACHINE = re.compile(r"-m32|-m16|-mx32|-miamcu|-target|--target|--target=(?P<value>.*)|-arch")


def impossible(flags: Sequence[str]) -> tuple[str, str] | None:
    """The first flag with which nothing can be analysed, whoever gives it, and why."""
    for flag in flags:
        if "\0" in flag:
            return flag.replace("\0", "\\0"), "no program can be called with a NUL in an argument"
        if _ELSE.fullmatch(flag):
            return flag, "the compiler would make something else than a program"
        other = _MACHINE.fullmatch(flag)
        if other and not (other["value"] or "").startswith(platform.machine()):
            return flag, f"the program has to run here, on {platform.machine()}"
    return None


def powerful(flags: Sequence[str]) -> Iterator[int]:
    """Positions of the flags that may do more than compile: run code, or write files."""
    at = 0
    while at < len(flags):
        flag = flags[at]
        if flag in _WITH_VALUE:
            at += 1
            # Clang reads @FILE wherever it stands, and those who choose among flags see each for itself.
            if at < len(flags) and flags[at].startswith(("-", "@")):
                yield at
        elif not flag.startswith(_JOINED) and not (_HARMLESS.fullmatch(flag) or _has_value(flag)):
            yield at
        at += 1


def _has_value(flag: str) -> bool:
    return flag.startswith(tuple(f"{name}=" for name in ("-std", "--std", "--sysroot"))) or flag.startswith(
        ("-iquote", "-isysroot", "-idirafter", "-include/", "-xc", "-xf")
    )
