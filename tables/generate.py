"""Makes the C++ tables of functions.toml: the build calls `generate.py FOLDER`.

Each file is an X-macro list for its reader; a reader defines the macros that it wants and includes the file.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from orchestrator.core.functions import FUNCTIONS, KINDS, OWN_EXPRESSIONS, LibraryFunction  # noqa: E402
from orchestrator.core.tables import table_text  # noqa: E402

ALL = tuple(FUNCTIONS.values())
RAISING = tuple(each for each in ALL if each.conditions)


def operations() -> Iterator[str]:
    """The exception table: instructions, then the functions that raise anything."""
    yield table_text("instructions.def")
    for each in RAISING:
        conditions = ", ".join(each.conditions.get(kind, "never") for kind in KINDS)
        yield f"OPERATION({each.name}, {each.arity}, {conditions})"
    yield "#undef OPERATION"


def raising() -> Iterator[str]:
    """RAISES(name): functions that have a row in the exception table."""
    yield from (f"RAISES({each.name})" for each in RAISING)
    yield "#undef RAISES"


def functions() -> Iterator[str]:
    """FUNCTION(name, letters of its signature, is one of C, decides, writes memory of its own);
    INTRINSIC(name in LLVM, name) and ALIAS(other name in C, name)."""
    yield from _optional("FUNCTION", "ALIAS", "INTRINSIC")
    for each in ALL:
        flags = ", ".join(str(bool(flag)).lower() for flag in (each.library, each.decides, each.writes))
        yield f'FUNCTION({each.name}, "{each.letters}", {flags})'
    for each in ALL:
        yield from (f"ALIAS({alias}, {each.name})" for alias in each.aliases)
        yield f"INTRINSIC({each.intrinsic or each.name}, {each.name})"
    yield from _undefined("FUNCTION", "ALIAS", "INTRINSIC")


def expressions() -> Iterator[str]:
    """Rows for the end of expressions.def: operations that only functions have."""
    for name, each in OWN_EXPRESSIONS.items():
        yield f'OPERATION({name}, ELEMENTARY, {each.arity}, "{each.name}")'


def models() -> Iterator[str]:
    """What traces make of a call: MODEL(function, expression), APART(function)."""
    yield from _optional("MODEL", "APART")
    for each in ALL:
        if each.expression == "apart":
            yield f"APART({each.name})"
        elif each.expression:
            yield f"MODEL({each.name}, {each.expression})"
    yield from _undefined("MODEL", "APART")


def ranges() -> Iterator[str]:
    """Intervals: RANGE_OF_FUNCTION(name, call), RANGE_OF_EXPRESSION(name, call) over x, y, z and integer n;
    and what is left of the argument: ARGUMENT(expression, call) over the result r and the argument x."""
    macros = ("RANGE_OF_FUNCTION", "RANGE_OF_EXPRESSION", "ARGUMENT")
    yield from _optional(*macros)
    seen = set()
    for each in ALL:
        call = f"{each.interval}({', '.join(['x', 'y', 'z'][: each.arity] + ['n'] * each.integers)})"
        if each.interval:
            yield f"RANGE_OF_FUNCTION({each.name}, {call})"
        if not each.interval or each.expression in ("", "apart", *seen):
            continue
        seen.add(each.expression)
        yield f"RANGE_OF_EXPRESSION({each.expression}, {call})"
        if each.inverse == "arithmetic":
            continue
        if each.inverse:
            yield f"ARGUMENT({each.expression}, inverse::{each.inverse}(r, x))"
        elif each.monotone in ("increasing", "decreasing"):
            yield f"ARGUMENT({each.expression}, {_inverse(each)})"
    yield from _undefined(*macros)


def _inverse(each: LibraryFunction) -> str:
    assert each.domain, f"{each.name}: a monotone function needs a domain"
    low, high = (
        f"T({end})" if abs(end) < float("inf") else f"{'-' * (end < 0)}T(INFINITY)" for end in each.domain
    )
    sign = "-" if each.monotone == "decreasing" else ""
    function = f"[](const Interval<T> &a) {{ return {sign}{each.interval}(a); }}"
    return f"(inverse::increasing({sign}r, x, {function}, {low}, {high}))"


def exact_hooks() -> Iterator[str]:
    """The hooks of exact arithmetic: UNARY(name), BINARY(name), OTHER(name, arguments, decides)."""
    macros = ("UNARY", "BINARY", "OTHER")
    yield from _optional(*macros)
    for each in ALL:
        if not each.exact:
            continue
        if each.is_unary or each.is_binary:
            yield f"{'UNARY' if each.is_unary else 'BINARY'}({each.name})"
        else:
            yield f"OTHER({each.name}, {len(each.parameters)}, {str(each.decides).lower()})"
    yield from _undefined(*macros)


def exact_functions() -> Iterator[str]:
    """How hooks evaluate: BALL(name, function), EXACT_AT(name, condition that sets `out`),
    OUTSIDE(name, what it is there), PAIR(name, function of two)."""
    macros = ("BALL", "EXACT_AT", "OUTSIDE", "PAIR")
    yield from _optional(*macros)
    for each in ALL:
        if each.is_unary and each.exact not in ("", "hook"):
            yield f"BALL({each.name}, {each.exact})"
            yield f"EXACT_AT({each.name}, {_exact_at(each)})"
        elif each.is_binary and each.exact not in ("", "hook"):
            yield f"PAIR({each.name}, {each.exact})"
        if outside := _outside(each):
            yield f"OUTSIDE({each.name}, {outside})"
    yield from _undefined(*macros)


def _exact_at(each: LibraryFunction) -> str:
    if each.exact_where:
        return f"{each.exact_where}(x, out)"
    return " || ".join(f"at(x, {int(x)}, out, {int(y)})" for x, y in each.exact_at)


def _outside(each: LibraryFunction) -> str:
    if each.poles:
        return f"{each.poles}(x)"
    at = {"": "None", "-inf": "NegativeInfinity", "pole": "PoleOfSign"}[each.ends]
    match each.domain:
        case (low, high) if high == float("inf") and abs(low) < high:
            return f"below(x, {int(low)}, Special::{at})"
        case (-1.0, 1.0):
            return f"beyondOne(x, Special::{at})"
        case _:
            return ""


def boundary() -> Iterator[str]:
    """Functions whose calls are observed: OBSERVED(letters of its signature, operation, name, type)."""
    types = {"f32": "float", "f64": "double", "f80": "long double"}
    for each in RAISING:
        for symbol, cls in each.observed:
            yield f"OBSERVED({each.letters}, {each.name}, {symbol}, {types[cls]})"
    yield "#undef OBSERVED"


def libm() -> Iterator[str]:
    """Expressions that call libm: CALL(expression, name, operands), INTEGER_CALL(expression, name)."""
    for name, each in OWN_EXPRESSIONS.items():
        if each.result != "T":
            yield f"INTEGER_CALL({name}, {each.name})"
        else:
            yield f"CALL({name}, {each.name}, ({', '.join('abc'[: each.arity])}))"
    yield from _undefined("INTEGER_CALL", "CALL")


def _optional(*macros: str) -> Iterator[str]:
    yield from (f"#ifndef {macro}\n#define {macro}(...)\n#endif" for macro in macros)


def _undefined(*macros: str) -> Iterator[str]:
    yield from (f"#undef {macro}" for macro in macros)


FILES = {
    "operations": operations,
    "raising": raising,
    "functions": functions,
    "function_expressions": expressions,
    "function_models": models,
    "function_ranges": ranges,
    "function_calls": libm,
    "exact_hooks": exact_hooks,
    "exact_functions": exact_functions,
    "boundary": boundary,
}


def glibc_ulps() -> str:
    """A header: how far glibc is off at most."""
    most = max(each.ulps or 0 for each in ALL)
    return f"#pragma once\nnamespace ariadne {{\ninline constexpr int GlibcUlps = {most};\n}}\n"


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    texts = {f"{name}.def": "\n".join(rows()) + "\n" for name, rows in FILES.items()}
    texts["glibc_ulps.h"] = glibc_ulps()
    for name, text in texts.items():
        path = folder / name
        text = "// Made by tables/generate.py from tables/functions.toml.\n" + text
        if not path.exists() or path.read_text() != text:  # what did not change is not compiled again
            path.write_text(text)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
