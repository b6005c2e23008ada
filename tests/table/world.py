"""The table of functions against the world: MPFR's exact values, and glibc's results, flags and errno.

python -m tests.table.world [--samples N] [--markdown FILE]     # lists what differs
"""

from __future__ import annotations

import argparse
import platform
import random
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

import gmpy2
from gmpy2 import mpfr

from orchestrator.core.functions import COSTS, FUNCTIONS, KINDS, LibraryFunction, c_name
from orchestrator.numbers import floats
from tests.table import oracle
from tests.table.driver import Called, Driver
from tests.table.known import DIFFERENCES

Operands = tuple[bytes, ...]
CLASSES = ("f32", "f64", "f80")
EXAMPLES = 3
_SLOW = {
    "j0",
    "j1",
    "jn",
    "y0",
    "y1",
    "yn",
    "tgamma",
    "lgamma",
    "lgamma_r",
}  # MPFR takes long for large arguments
_LARGEST = dict.fromkeys(_SLOW, 2.0**40) | {"jn": 2.0**10, "yn": 2.0**10}
_LEAST = {"jn": 2.0**-40, "yn": 2.0**-40}
ORDERS = (0, 1, -1, 2, -2, 3, 5, 10, 31, -60, 300)
POWERS = (0, 1, -1, 2, -3, 30, -30, 100, -160, 1000, -1000, 1080, -1080, 2100, -2200, 16400, -16500, 70000)


@dataclass
class Findings:
    """What differs for one function in one format, with a few examples of each."""

    counts: Counter[str] = field(default_factory=Counter)
    examples: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    ulps: float = 0.0
    checked: int = 0

    def note(self, what: str, example: str) -> None:
        self.counts[what] += 1
        if len(self.examples[what]) < EXAMPLES:
            self.examples[what].append(example)


def numbers(cls: str, samples: int, source: random.Random) -> list[bytes]:
    """Special values and their neighbours, all magnitudes, random bits. All of them finite."""
    form = floats.FLOATS[cls]
    one = form.infinity - 1
    ranks = {0, 1, 2, 3, 7, 1 << (form.fraction_bits - 1), one, one - 1}
    smallest = 1 << form.fraction_bits
    ranks |= {smallest + step for step in (-2, -1, 0, 1, 2)} | {
        2 * smallest,
        smallest // 2,
        smallest // 4,
        3 * smallest // 4,
    }
    for value in (
        0.25,
        0.5,
        0.75,
        1,
        1.5,
        2,
        2.5,
        3,
        4,
        5,
        10,
        20,
        33,
        34,
        35,
        88,
        104,
        170,
        171,
        172,
        709,
        710,
        745,
        1024,
        1755,
    ):
        middle = floats.ordinal(cls, floats.encode(cls, float(value)))
        ranks |= {middle - 1, middle, middle + 1}
    ranks |= {
        floats.ordinal(cls, floats.encode(cls, 2.0**power)) for power in (23, 31, 32, 52, 53, 63, 64, 100)
    }
    exponents = (1 << form.exponent_bits) - 1
    for exponent in source.sample(range(exponents), min(exponents, samples // 3)):
        ranks.add(exponent << form.fraction_bits | source.getrandbits(form.fraction_bits))
    ranks |= {source.randrange(form.infinity) for _ in range(samples // 3)}
    near = floats.ordinal(cls, floats.encode(cls, 1.0))
    ranks |= {near + source.randrange(-8 * smallest, 8 * smallest) for _ in range(samples // 3)}
    ranks = {rank for rank in ranks if 0 <= rank < form.infinity}
    both = sorted({*ranks, *(-rank - 1 for rank in ranks)})
    return [floats.from_ordinal(cls, rank) for rank in both]


def inputs(function: LibraryFunction, cls: str, samples: int, seed: int) -> list[tuple[Operands, int]]:
    source = random.Random(f"{function.name} {cls} {seed}")
    most = _LARGEST.get(function.name)
    least = _LEAST.get(function.name, 0)
    given = [
        raw
        for raw in numbers(cls, samples, source)
        if most is None or least <= abs(floats.decode(cls, raw)) <= most or floats.decode(cls, raw) == 0
    ]
    if function.arity == 1:
        orders = POWERS if function.name in ("ldexp", "scalbn", "scalbln") else ORDERS
        if not function.integers:
            return [((raw,), 0) for raw in given]
        return [((raw,), source.choice(orders)) for raw in given for _ in range(3)]
    special = [raw for raw in given if _is_special(cls, raw)]
    tuples = [(x, y) for x in special for y in special]
    if len(tuples) > samples:
        tuples = source.sample(tuples, samples)
    tuples += [(source.choice(given), source.choice(given)) for _ in range(samples)]
    tuples += [
        (x, floats.neighbour(cls, x, source.choice((-1, 1))))
        for x in source.sample(given, min(len(given), samples // 4))
    ]
    finite = [(x, y) for x, y in tuples if floats.is_finite(cls, x) and floats.is_finite(cls, y)]
    if function.arity == 2:
        return [(pair, 0) for pair in finite]
    return [(triple, 0) for triple in _triples(cls, finite, given, source)]


def _is_special(cls: str, raw: bytes) -> bool:
    value = abs(floats.decode(cls, raw))
    return value in (0, 1, 2, 0.5, 3) or not 2.0**-100 < value < 2.0**100


def _triples(
    cls: str, pairs: list[tuple[bytes, bytes]], given: list[bytes], source: random.Random
) -> Iterator[Operands]:
    """x * y + z with z anything, and with z next to -x * y, where the sum cancels; many of them tiny."""
    for x, y in pairs:
        yield x, y, source.choice(given)
        product = floats.encode(cls, -_fraction(cls, x) * _fraction(cls, y))
        if floats.is_finite(cls, product):
            yield x, y, product
            moved = floats.neighbour(cls, product, source.choice((-1, 1)))
            if floats.is_finite(cls, moved):
                yield x, y, moved


def _fraction(cls: str, raw: bytes) -> Fraction:
    return Fraction(floats.decode(cls, raw))


def boundaries(
    driver: Driver, function: LibraryFunction, cls: str, given: list[tuple[Operands, int]]
) -> list[tuple[Operands, int]]:
    """For a function of one number: both neighbours of each place where the row changes its mind."""
    if function.arity != 1 or function.integers or not function.conditions:
        return []
    ranks = [floats.ordinal(cls, operands[0]) for operands, _ in given]
    rows = (
        driver.call(function, cls, [operands for operands, _ in given], [0] * len(given)).rows["row"].tolist()
    )
    spans = [
        (a, b, mask)
        for a, b, mask, other in zip(ranks, ranks[1:], rows, rows[1:], strict=False)
        if mask != other and b - a > 1
    ]
    while any(b - a > 1 for a, b, _ in spans):
        middles = [(a + b) // 2 for a, b, _ in spans]
        called = driver.call(
            function, cls, [(floats.from_ordinal(cls, m),) for m in middles], [0] * len(middles)
        )
        masks = called.rows["row"].tolist()
        spans = [
            (m, b, mask) if found == mask else (a, m, mask)
            for (a, b, mask), m, found in zip(spans, middles, masks, strict=True)
        ]
    return [((floats.from_ordinal(cls, rank),), 0) for a, b, _ in spans for rank in (a - 1, a, b, b + 1)]


def check(driver: Driver, function: LibraryFunction, cls: str, samples: int, seed: int = 0) -> Findings:
    """The row on the exact result against the exact kinds; glibc's results, flags and errno against both."""
    given = inputs(function, cls, samples, seed)
    given += boundaries(driver, function, cls, given)
    operands, orders = [each for each, _ in given], [order for _, order in given]
    called = driver.call(function, cls, operands, orders)
    found = Findings(checked=len(given))
    if function.name not in oracle.KNOWN:
        _compare_flags(found, function, cls, given, called)
        return found
    truths = [oracle.truth(function, cls, each, order) for each, order in given]
    by_row = (
        driver.row(function, cls, operands, [truth.value or b"" for truth in truths]).rows["row"].tolist()
    )
    for (each, order), truth, row in zip(given, truths, by_row, strict=True):
        if row != truth.kinds:
            found.note(
                f"row says {_names(row)}, exactly {_names(truth.kinds)}", _shown(function, cls, each, order)
            )
    _compare_flags(found, function, cls, given, called, truths)
    return found


def _compare_flags(
    found: Findings,
    function: LibraryFunction,
    cls: str,
    given: list[tuple[Operands, int]],
    called: Called,
    truths: list[oracle.Truth] | None = None,
) -> None:
    rows, flags, errors = (called.rows[name].tolist() for name in ("row", "flags", "errno"))
    underflow = oracle.BITS["underflow"]
    reported = sum(oracle.BITS[kind] for kind in function.errno if kind != "zero")
    for at, (each, order) in enumerate(given):
        truth = truths[at] if truths else None
        row, flag = rows[at], flags[at]
        expected = row & ~underflow if truth and truth.exact else row  # no flag where no bit was lost
        if missing := expected & ~flag:
            found.note(f"glibc raises no flag: {_names(missing)}", _shown(function, cls, each, order))
        if surplus := flag & ~row:
            found.note(
                f"glibc raises a flag for nothing: {_names(surplus)}", _shown(function, cls, each, order)
            )
        vanished = "zero" in function.errno and row & underflow and floats.decode(cls, called.value(at)) == 0
        if bool(errors[at]) != bool(row & reported or vanished):
            found.note(
                f"errno {errors[at]} where the row says {_names(row)}", _shown(function, cls, each, order)
            )
        if truth is not None and truth.value is not None:
            found.ulps = max(found.ulps, _error(cls, called.value(at), truth))


def _error(cls: str, raw: bytes, truth: oracle.Truth) -> float:
    """Units in the last place between glibc's result and the exact one, if both are ordinary numbers."""
    assert truth.value is not None
    form = floats.FLOATS[cls]
    if not floats.is_finite(cls, raw) or not floats.is_finite(cls, truth.value) or truth.wide == 0:
        return 0.0
    with gmpy2.context(precision=160, emax=gmpy2.get_emax_max(), emin=gmpy2.get_emin_min()):
        exponent = max(gmpy2.frexp(abs(truth.wide))[0] - form.precision, form.tiny)
        return float(abs(oracle.number(cls, raw) - truth.wide) / mpfr(2) ** exponent)


def _names(mask: int) -> str:
    return " ".join(kind for kind in KINDS if mask & oracle.BITS[kind]) or "nothing"


def _shown(function: LibraryFunction, cls: str, operands: Operands, order: int) -> str:
    values = iter([floats.hexadecimal(cls, raw) for raw in operands])
    arguments = [
        next(values) if each == "T" else str(order) if each in ("int", "long") else "p"
        for each in function.parameters
    ]
    return f"{c_name(function.name, cls)}({', '.join(arguments)})"


def checked_functions() -> list[LibraryFunction]:
    return [each for each in FUNCTIONS.values() if each.conditions and each.library and each.result != "void"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=int, default=600)
    parser.add_argument("--function", action="append", default=[])
    parser.add_argument("--markdown", type=Path, help="write the differences as a page: docs/functions.md")
    options = parser.parse_args()
    all_found: dict[tuple[str, str], Findings] = {}
    with tempfile.TemporaryDirectory() as folder:
        driver = Driver(Path(folder))
        for function in checked_functions():
            if options.function and function.name not in options.function:
                continue
            for cls in CLASSES:
                found = all_found[function.name, cls] = check(driver, function, cls, options.samples)
                print(
                    f"{c_name(function.name, cls)}: {found.checked} inputs, {found.ulps:.2f} ulps", flush=True
                )
                for what, count in sorted(found.counts.items()):
                    print(f"    {count:5} {what}: {'; '.join(found.examples[what])}", flush=True)
    if options.markdown:
        options.markdown.write_text(page(all_found, options.samples))


def page(all_found: dict[tuple[str, str], Findings], samples: int) -> str:
    """What differs, by the reason that tests/table/known.py gives."""
    checked = sum(found.checked for found in all_found.values())
    unexplained = [
        f"{c_name(name, cls)}: {what}"
        for (name, cls), found in all_found.items()
        for what in found.counts
        if not any(known.explains(name, cls, what) for known in DIFFERENCES)
    ]
    if unexplained:
        raise SystemExit("tests/table/known.py does not explain: " + "; ".join(unexplained))
    lines = [
        "# Functions of libm: the table and the world",
        "",
        "`tables/functions.toml` has a row for each function; its first lines say what a cell means.",
        "`make test` compares each with MPFR's values and glibc's results, flags and errno; this is what",
        f"`python -m tests.table.world --samples {samples} --markdown docs/functions.md` wrote",
        f"({checked:,} inputs: special values, both sides of every boundary, all magnitudes, random bits;",
        f"{libc()}).",
        "",
        "No row differs from the exact result, subnormal remainders apart. Where glibc or a row differs:",
        "",
        "| functions | what | inputs | example | whom we believe |",
        "|---|---|---|---|---|",
    ]
    for known in DIFFERENCES:
        hits = [
            (name, cls, what, found)
            for (name, cls), found in all_found.items()
            for what in found.counts
            if known.explains(name, cls, what)
        ]
        if hits:
            names = sorted({c_name(name, cls) for name, cls, _, _ in hits})
            count = sum(found.counts[what] for _, _, what, found in hits)
            _, _, what, found = hits[0]
            lines.append(
                f"| {' '.join(names)} | {known.said or what} | {count} | `{found.examples[what][0]}` "
                f"| {known.why} |"
            )
    lines += [
        "",
        "How far glibc was off at most, in units in the last place of the correctly rounded result:",
        "",
    ]
    lines += ["| function | float | double | long double | bound in the table |", "|---|---|---|---|---|"]
    for function in checked_functions():
        if function.result == "T" and (function.name, "f64") in all_found and function.name in oracle.KNOWN:
            errors = " | ".join(f"{all_found[function.name, cls].ulps:.0f}" for cls in CLASSES)
            lines.append(
                f"| {function.name} | {errors} | {'-' if function.ulps is None else function.ulps} |"
            )
    gaps = {cell: [f.name for f in FUNCTIONS.values() if cell in f.gaps] for cell in COSTS}
    lines += ["", "Gaps of the table, and what each costs (`python -m orchestrator.core.functions`):", ""]
    lines += ["| cell | functions without it | cost |", "|---|---|---|"]
    lines += [f"| {cell} | {' '.join(names) or 'none'} | {COSTS[cell]} |" for cell, names in gaps.items()]
    return "\n".join(lines) + "\n"


def libc() -> str:
    return " ".join(platform.libc_ver())


if __name__ == "__main__":
    main()
