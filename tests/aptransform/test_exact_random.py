"""Random programs over + - * /, against Python's fractions."""

import random
from fractions import Fraction
from pathlib import Path

import pytest

from tests.aptransform.exact_programs import as_float, compile_c, enclosure

PROGRAMS, STATEMENTS, INPUTS = 6, 24, 40

# Small integers, ordinary numbers, and both ends of the range: short and long, near and distant operands.
KINDS = (
    lambda rng: float(rng.randint(-9, 9)),
    lambda rng: rng.uniform(-2, 2),
    lambda rng: rng.choice((-1, 1)) * rng.uniform(1, 2) * 2.0 ** rng.randint(-300, 300),
    lambda rng: rng.choice((5e-324, 2.2e-308, 1.7e308, -1e-310, 2.0**53 + 2, 1 - 2.0**-53)),
)


def _statements(rng: random.Random) -> list[tuple[int, str, int]]:
    """v[4 + i] = v[a] op v[b]. Few products, or the numbers would only become balls."""
    rows = []
    for i in range(STATEMENTS):
        op = rng.choices("+-*/", (5, 5, 3, 1))[0]
        rows.append((rng.randrange(max(0, i - 3), 4 + i), op, rng.randrange(4 + i)))
    return rows


def _evaluate(rows: list[tuple[int, str, int]], values: tuple[float, ...]) -> Fraction | None:
    numbers = [Fraction(v) for v in values]
    for a, op, b in rows:
        x, y = numbers[a], numbers[b]
        if op == "/" and y == 0:
            return None
        numbers.append(x + y if op == "+" else x - y if op == "-" else x * y if op == "*" else x / y)
    return numbers[-1]


@pytest.mark.parametrize("kind", ["double", "float", "long double"])
def test_random_programs(tmp_path: Path, kind: str) -> None:
    rng = random.Random(kind)
    programs = [_statements(rng) for _ in range(PROGRAMS)]
    code = ""
    for n, rows in enumerate(programs):
        lines = "".join(f"  v[{4 + i}] = v[{a}] {op} v[{b}];\n" for i, (a, op, b) in enumerate(rows))
        code += f"double p{n}(double a, double b, double c, double d) {{\n"
        code += f"  {kind} v[{4 + STATEMENTS}] = {{a, b, c, d}};\n{lines}  return v[{3 + STATEMENTS}];\n}}\n"
    program = compile_c(tmp_path, code)
    checked = 0
    for n, rows in enumerate(programs):
        inputs = [tuple(rng.choice(KINDS)(rng) for _ in range(4)) for _ in range(INPUTS)]
        for values, line in zip(inputs, program.run(f"p{n}", *inputs), strict=True):
            wanted = _evaluate(rows, values)
            if wanted is None:
                continue
            got = line["exact_results"][0]
            low, high = enclosure(got)
            assert low <= wanted <= high, (n, values)
            assert high - low <= abs(wanted) / 2**60
            if wanted == 0 or 1e-300 < abs(wanted) < 1e300:
                assert as_float(got["nearest"]) == float(wanted)
            checked += got["kind"] == "exact"
    assert checked > PROGRAMS * INPUTS / 2
